import { type Command, type Flag, json } from "./Command.ts"
import { chainCommands } from "./chainCommands.ts"
import { currency, cursor, from, limit, page, partner, reason, statusOf, to } from "./flags.ts"
import { moneyCommands } from "./moneyCommands.ts"
import { partnerCommands } from "./partnerCommands.ts"
import { processes } from "./processesIn.ts"
import { storeCommands } from "./storeCommands.ts"

const acceptFaults: Flag = {
  name: "--accept-faults",
  help: "proceed even if `ledger verify` finds faults, and print them; never if the file is damaged"
}

/** Texts on lines of the help. */
const wrapped = (texts: ReadonlyArray<string>): string => {
  const lines: Array<string> = []
  for (const text of texts) {
    const last = lines.at(-1)
    if (last === undefined || last.length + text.length > 98) lines.push(`  ${text}`)
    else lines[lines.length - 1] = `${last}, ${text}`
  }
  return `${lines.join(",\n")}\n`
}

/** Every command, in the order of the help. */
export const commands: ReadonlyArray<Command> = [
  {
    words: ["serve"],
    summary: "run the server until SIGTERM or SIGINT",
    flags: [processes],
    load: () => import("../command/serve.ts")
  },
  ...partnerCommands,
  {
    words: ["ledger", "verify"],
    summary: "check the books; exit status 1 when an invariant is broken",
    flags: [json],
    load: () => import("../command/ledgerVerify.ts")
  },
  {
    words: ["backup"],
    summary: "copy a SQLite store while servers run, without documents and master key",
    operand: { name: "FILE", help: "the file to create, mode 0600; must not exist" },
    flags: [acceptFaults, json],
    load: () => import("../command/backup.ts")
  },
  {
    words: ["restore"],
    summary: "replace a SQLite store by a backup; payouts are then on hold",
    operand: { name: "FILE", help: "the backup; no server may run on the store" },
    flags: [acceptFaults, json],
    load: () => import("../command/restore.ts")
  },
  ...storeCommands,
  {
    words: ["search"],
    summary: "find records by an exact id, key, address, transaction or bank operation",
    operand: { name: "VALUE", help: "the whole value; at most 20 of each partner are found, the newest" },
    flags: [{ ...partner, help: "only this partner's records; default all" }, json],
    load: () => import("../command/search.ts")
  },
  ...moneyCommands,
  ...chainCommands,
  {
    words: ["batch", "import"],
    summary: "create an invoice for every valid row of a CSV file",
    operand: {
      name: "FILE",
      help: "CSV, UTF-8, at most 5 MiB and 1000 rows; - is the standard input"
    },
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose invoices" },
      { ...currency, name: "--default-currency", help: "for rows without one: {choices}" },
      { name: "--default-redirect-url", value: "URL", help: "for rows without one" },
      { name: "--send-emails", help: "queue the payment links for the addresses in the file" },
      { name: "--wait", help: "wait until a running server has sent these e-mails" },
      json
    ],
    load: () => import("../command/batchImport.ts")
  },
  {
    words: ["payments", "unresolved"],
    summary: "list bank payments that have to be returned",
    flags: [json],
    load: () => import("../command/paymentsUnresolved.ts")
  },
  {
    words: ["payments", "return"],
    summary: "record that the money of an unresolved payment was returned",
    operand: { name: "ID", help: "of the payment: pmt_…" },
    flags: [reason, json],
    load: () => import("../command/paymentsReturn.ts")
  },
  {
    words: ["batch", "list"],
    summary: "list imported files and what became of their invoices, the newest first",
    flags: [partner, from, to, limit, page, cursor, json],
    load: () => import("../command/batchList.ts")
  },
  {
    words: ["kyc", "list"],
    summary: "list the sessions that wait for a decision, the longest waiting first",
    flags: [json],
    load: () => import("../command/kycList.ts")
  },
  {
    words: ["kyc", "sessions"],
    summary: "list all KYC sessions, the newest first",
    flags: [
      partner,
      statusOf(({ lists }) => lists.kyc.status?.values ?? []),
      ...[from, to, limit, page, cursor, json]
    ],
    load: () => import("../command/kycSessions.ts")
  },
  {
    words: ["kyc", "show"],
    summary: "show a KYC session, and save the pictures of its documents",
    operand: { name: "ID", help: "of the session: kyc_…" },
    flags: [
      {
        name: "--save-to",
        value: "DIR",
        help: "folder to write the pictures to, unencrypted, of a PDF each page; must be empty or not exist"
      },
      {
        name: "--originals",
        help: "with --save-to: PDFs as uploaded, instead of their pages; they may do harm when opened"
      },
      json
    ],
    load: () => import("../command/kycShow.ts")
  },
  {
    words: ["kyc", "history"],
    summary: "show what became of a KYC session, and who caused it",
    operand: { name: "ID", help: "of the session: kyc_…" },
    flags: [{ ...partner, help: "refuse a session of another partner" }, json],
    load: async () => ({ run: (await import("../command/histories.ts")).kycHistory })
  },
  {
    words: ["kyc", "decide"],
    summary: "decide the check of a KYC session",
    operand: { name: "ID", help: "of the session: kyc_…" },
    flags: [
      {
        name: "--as",
        value: "OUTCOME",
        choices: ({ kycOutcomes }) => kycOutcomes,
        required: true,
        help: "completed: passed; failed: finally refused; retry: the person may try again"
      },
      {
        name: "--reason",
        value: "CODE,…",
        many: true,
        help: "why not, shown to the person and the partner; from the list below"
      },
      {
        name: "--comment",
        value: "TEXT",
        help: "with --reason other: internal note, kept until a redaction"
      },
      { name: "--by", value: "NAME", help: "who decided, stored with the session; default your user name" },
      json
    ],
    more: ({ reviewReasons }) =>
      `Reasons; the page explains them to the person. One that begins with a step asks for that step again:\n${wrapped(reviewReasons)}`,
    load: () => import("../command/kycDecide.ts")
  },
  {
    words: ["signature", "check"],
    summary: "check if images show genuine signatures; exit status 1 when one does not",
    operand: {
      name: "FILE",
      many: true,
      help: "PNG, JPEG, GIF or WebP, at most 10 MiB each; - is the standard input"
    },
    flags: [json],
    load: () => import("../command/signatureCheck.ts")
  },
  {
    words: ["webhooks", "list"],
    summary: "list the webhooks of all partners, with the time of their first failure",
    flags: [
      { name: "--partner", value: "NAME", help: "only this partner's" },
      { name: "--disabled", help: "only disabled webhooks" },
      json
    ],
    load: () => import("../command/webhooksList.ts")
  },
  {
    words: ["webhooks", "deliveries"],
    summary: "list the deliveries of a webhook, or the attempts of one delivery",
    operand: { name: "ID", help: "of the webhook, whk_…, or of the delivery, dlv_…" },
    flags: [
      statusOf(({ deliveryStatuses }) => deliveryStatuses),
      { name: "--event", value: "EVENT", help: "invoice.paid, payout.completed, …; default all" },
      json
    ],
    load: () => import("../command/webhooksDeliveries.ts")
  },
  {
    words: ["webhooks", "redeliver"],
    summary: "send the event of a delivery again",
    operand: { name: "DELIVERY_ID", help: "of the delivery: dlv_…" },
    flags: [json],
    load: () => import("../command/webhooksRedeliver.ts")
  },
  {
    words: ["analytics"],
    summary: "analytics of a partner's fiat invoices: a summary, and a table with bars",
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
    flags: [
      partner,
      statusOf(({ invoiceStatuses }) => invoiceStatuses),
      currency,
      from,
      to,
      limit,
      page,
      cursor,
      json
    ],
    load: () => import("../command/invoicesList.ts")
  },
  {
    words: ["invoices", "show"],
    summary: "show a fiat invoice and its link",
    operand: { name: "ID", help: "of the invoice: inv_…" },
    flags: [{ ...partner, help: "refuse an invoice of another partner" }, json],
    load: () => import("../command/invoicesShow.ts")
  },
  {
    words: ["invoices", "history"],
    summary: "show what became of a fiat invoice and its payments, and who caused it",
    operand: { name: "ID", help: "of the invoice: inv_…" },
    flags: [{ ...partner, help: "refuse an invoice of another partner" }, json],
    load: async () => ({ run: (await import("../command/histories.ts")).invoiceHistory })
  },
  {
    words: ["invoices", "export"],
    summary: "write a partner's fiat invoices as CSV, the newest first",
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose invoices" },
      statusOf(({ invoiceStatuses }) => invoiceStatuses),
      currency,
      from,
      to,
      { name: "--output", value: "FILE", help: "replaced if it exists; default standard output" }
    ],
    load: () => import("../command/invoicesExport.ts")
  },
  {
    words: ["invoices", "redact"],
    summary: "erase the personal data of an invoice; a pending one is cancelled first",
    operand: { name: "ID", help: "of the invoice: inv_… for a fiat invoice, a UUID for a crypto invoice" },
    flags: [json],
    load: () => import("../command/invoicesRedact.ts")
  }
]
