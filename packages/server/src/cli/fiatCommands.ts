import { type Command, json } from "./Command.ts"
import { currency, from, listed, partner, partnerOf, reason, statusOf, to } from "./flags.ts"

/** The commands for fiat invoices: files of them, payments, analytics. */
export const fiatCommands: ReadonlyArray<Command> = [
  {
    words: ["batch", "import"],
    summary: "create an invoice for every valid row of a CSV file",
    example: "quittance batch import invoices.csv --partner shop --default-currency EUR --send-emails",
    operands: [
      {
        name: "FILE",
        help: "CSV, UTF-8, at most 5 MiB and 1000 rows; - is the standard input"
      }
    ],
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose invoices" },
      { ...currency, name: "--default-currency", help: "for rows without one: {choices}" },
      { name: "--default-redirect-url", value: "URL", help: "for rows without one" },
      { name: "--default-cancel-url", value: "URL", help: "for rows without one" },
      { name: "--send-emails", help: "queue the payment links for the addresses in the file" },
      { name: "--wait", help: "wait until a running server has sent these e-mails" },
      json
    ],
    load: () => import("../command/batchImport.ts")
  },
  {
    words: ["payments", "unresolved"],
    summary: "list bank payments that have to be returned",
    example: "quittance payments unresolved",
    flags: [json],
    load: () => import("../command/paymentsUnresolved.ts")
  },
  {
    words: ["payments", "return"],
    summary: "record that the money of an unresolved payment was returned",
    example: 'quittance payments return pmt_0199 --reason "sent back"',
    operands: [{ name: "ID", help: "of the payment: pmt_…" }],
    flags: [reason, json],
    load: () => import("../command/paymentsReturn.ts")
  },
  {
    words: ["batch", "list"],
    summary: "list imported files and what became of their invoices, the newest first",
    example: "quittance batch list --partner shop",
    flags: [partner, ...listed],
    load: () => import("../command/batchList.ts")
  },
  {
    words: ["analytics"],
    summary: "analytics of a partner's fiat invoices: a summary, and a table with bars",
    example: "quittance analytics --partner shop --group-by week --timezone Europe/Berlin",
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose invoices" },
      {
        ...from,
        help: `${from.help}; default: see below`
      },
      { ...to, help: `${to.help}; default now` },
      currency,
      {
        name: "--group-by",
        value: "PERIOD",
        choices: ({ groupings }) => groupings,
        help: "hour (up to 7 days), day (default), week or month"
      },
      {
        name: "--timezone",
        value: "ZONE",
        help: "IANA time zone of the periods and of dates without a time; default UTC"
      },
      json,
      { name: "--csv", help: "print the periods as CSV" }
    ],
    more: "Without --from: the last 7 days by hour, 30 days by day, 26 weeks by week, 12 months by month.\n",
    load: () => import("../command/analytics.ts")
  },
  {
    words: ["invoices", "list"],
    summary: "list fiat invoices, the newest first",
    example: "quittance invoices list --partner shop --status paid",
    flags: [partner, statusOf(({ invoiceStatuses }) => invoiceStatuses), currency, ...listed],
    load: () => import("../command/invoicesList.ts")
  },
  {
    words: ["invoices", "show"],
    summary: "show a fiat invoice and its link",
    example: "quittance invoices show inv_0199",
    operands: [{ name: "ID", help: "of the invoice: inv_…" }],
    flags: [partnerOf("an invoice"), json],
    load: () => import("../command/invoicesShow.ts")
  },
  {
    words: ["invoices", "history"],
    summary: "show what became of a fiat invoice and its payments, and who caused it",
    example: "quittance invoices history inv_0199",
    operands: [{ name: "ID", help: "of the invoice: inv_…" }],
    flags: [partnerOf("an invoice"), json],
    load: async () => ({ run: (await import("../command/histories.ts")).invoiceHistory })
  },
  {
    words: ["invoices", "export"],
    summary: "write a partner's fiat invoices as CSV, the newest first",
    example: "quittance invoices export --partner shop --status paid --output paid.csv",
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose invoices" },
      statusOf(({ invoiceStatuses }) => invoiceStatuses),
      currency,
      from,
      to,
      { name: "--output", value: "FILE", help: "replaced if it exists; default standard output" },
      { ...json, help: "with --output: print as JSON how many were written" }
    ],
    load: () => import("../command/invoicesExport.ts")
  },
  {
    words: ["invoices", "redact"],
    summary: "erase the personal data of an invoice; a pending one is cancelled first",
    example: "quittance invoices redact inv_0199",
    operands: [{ name: "ID", help: "of the invoice: inv_… for a fiat invoice, a UUID for a crypto invoice" }],
    flags: [json],
    load: () => import("../command/invoicesRedact.ts")
  }
]
