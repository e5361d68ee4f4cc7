import { type Command, type Flag, json } from "./Command.ts"
import { partnerCommands } from "./partnerCommands.ts"

const from: Flag = {
  name: "--from",
  value: "INSTANT",
  help: "created then or later: ISO 8601, UTC unless it has an offset"
}
const to: Flag = { name: "--to", value: "INSTANT", help: "created before that" }
const currency: Flag = {
  name: "--currency",
  value: "CODE",
  choices: ["USD", "EUR", "RUB", "KZT"],
  help: "USD, EUR, RUB or KZT; default all"
}
const acceptFaults: Flag = {
  name: "--accept-faults",
  help: "also if `ledger verify` finds faults, which are then printed; never if the file is damaged"
}
const reason: Flag = {
  name: "--reason",
  value: "TEXT",
  charactersMax: 500,
  required: true,
  help: "kept in the audit log"
}

/** Every command, in the order of the help. */
export const commands: ReadonlyArray<Command> = [
  {
    words: ["serve"],
    summary: "run the server (what runs when no command is given)",
    flags: [],
    load: () => import("../command/serve.ts")
  },
  ...partnerCommands,
  {
    words: ["ledger", "verify"],
    summary: "prove the books; exit status 1 when an invariant is broken",
    flags: [json],
    load: () => import("../command/ledgerVerify.ts")
  },
  {
    words: ["backup"],
    summary: "copy the store while servers run; without documents and master key",
    operand: { name: "FILE", help: "to be made, mode 0600; nothing is overwritten" },
    flags: [acceptFaults, json],
    load: () => import("../command/backup.ts")
  },
  {
    words: ["restore"],
    summary: "put a backup in the store's place; payouts are then on hold",
    operand: { name: "FILE", help: "the backup; no server may run on the store" },
    flags: [acceptFaults, json],
    load: () => import("../command/restore.ts")
  },
  {
    words: ["payouts", "resolve"],
    summary: "settle a payout whose outcome the processing side does not tell",
    operand: { name: "ID", help: "of the payout" },
    flags: [
      {
        name: "--as",
        value: "OUTCOME",
        choices: ["completed", "failed"],
        required: true,
        help: "completed: the money arrived; failed: it never will, so the debit is returned"
      },
      reason,
      json
    ],
    load: () => import("../command/payoutsResolve.ts")
  },
  {
    words: ["payouts", "release"],
    summary: "let payouts go on after a restore, and show what was sent meanwhile",
    flags: [
      {
        name: "--accept-unknown",
        help: "release even if transfers are unknown, differ, or cannot be listed"
      },
      {
        name: "--since",
        value: "INSTANT",
        help: "compare transfers from then on; default: a day before the store's last payout"
      },
      json
    ],
    load: () => import("../command/payoutsRelease.ts")
  },
  {
    words: ["balance", "adjust"],
    summary: "correct a partner's balance",
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose balance" },
      { name: "--amount", value: "AMOUNT", required: true, help: "USDT, signed: 12.5 or -12.5" },
      {
        name: "--allow-negative",
        help: "also if that takes the available balance below zero; raises an alert"
      },
      reason,
      json
    ],
    load: () => import("../command/balanceAdjust.ts")
  },
  {
    words: ["deposits", "rescan"],
    summary: "credit what arrived at deposit addresses after their watch period",
    flags: [{ name: "--network", value: "NAME", help: "only this network; default all" }, json],
    load: () => import("../command/depositsRescan.ts")
  },
  {
    words: ["batch", "import"],
    summary: "issue an invoice for every row of a CSV file that is right",
    operand: {
      name: "FILE",
      help: "CSV, UTF-8, at most 5 MiB and 1000 rows; - is the standard input"
    },
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose invoices" },
      { ...currency, name: "--default-currency", help: "for rows without one: USD, EUR, RUB or KZT" },
      { name: "--default-redirect-url", value: "URL", help: "for rows without one" },
      { name: "--send-emails", help: "queue the payment links for the addresses in the file" },
      { name: "--wait", help: "follow those e-mails, which a running server sends, until they are out" },
      json
    ],
    load: () => import("../command/batchImport.ts")
  },
  {
    words: ["payments", "unresolved"],
    summary: "list the bank money that somebody has to return",
    flags: [json],
    load: () => import("../command/paymentsUnresolved.ts")
  },
  {
    words: ["payments", "return"],
    summary: "record that the money of an unresolved payment went back",
    operand: { name: "ID", help: "of the payment: pmt_…" },
    flags: [reason, json],
    load: () => import("../command/paymentsReturn.ts")
  },
  {
    words: ["kyc", "list"],
    summary: "list the identities that wait for an answer, the longest waiting first",
    flags: [json],
    load: () => import("../command/kycList.ts")
  },
  {
    words: ["kyc", "show"],
    summary: "show a KYC session, and save what the person showed",
    operand: { name: "ID", help: "of the session: kyc_…" },
    flags: [
      {
        name: "--save-to",
        value: "DIR",
        help: "where to write the documents, in clear: a folder that is empty or not there yet"
      },
      json
    ],
    load: () => import("../command/kycShow.ts")
  },
  {
    words: ["kyc", "decide"],
    summary: "answer the check of a KYC session",
    operand: { name: "ID", help: "of the session: kyc_…" },
    flags: [
      {
        name: "--as",
        value: "OUTCOME",
        choices: ["completed", "failed", "retry"],
        required: true,
        help: "completed: passed; failed: refused for good; retry: the person may try again"
      },
      {
        name: "--reason",
        value: "CODE,…",
        many: true,
        help: "why not, told to the person and the partner; one of those below"
      },
      {
        name: "--comment",
        value: "TEXT",
        help: "with --reason other: for your people only, until a redaction"
      },
      { name: "--by", value: "NAME", help: "who decided, kept with the session; default your user name" },
      json
    ],
    load: () => import("../command/kycDecide.ts")
  },
  {
    words: ["signature", "check"],
    summary: "tell whether images show genuine signatures; exit status 1 when one does not",
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
    summary: "list the webhooks of all partners, and since when they fail",
    flags: [
      { name: "--partner", value: "NAME", help: "only this partner's" },
      { name: "--disabled", help: "only those that get nothing" },
      json
    ],
    load: () => import("../command/webhooksList.ts")
  },
  {
    words: ["webhooks", "deliveries"],
    summary: "list what was sent to a webhook, or the attempts of one delivery",
    operand: { name: "ID", help: "of the webhook, whk_…, or of the delivery, dlv_…" },
    flags: [
      {
        name: "--status",
        value: "STATUS",
        choices: ["pending", "delivered", "failed"],
        help: "pending, delivered or failed; default all"
      },
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
    summary: "figures of a partner's fiat invoices: a summary, and a table with bars",
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
        choices: ["hour", "day", "week", "month"],
        help: "hour (up to 7 days), day (default), week or month"
      },
      { name: "--timezone", value: "ZONE", help: "where periods begin: an IANA name; default UTC" },
      json,
      { name: "--csv", help: "print the periods as a sheet" }
    ],
    load: () => import("../command/analytics.ts")
  },
  {
    words: ["invoices", "export"],
    summary: "write a partner's fiat invoices as CSV, the newest first",
    flags: [
      { name: "--partner", value: "NAME", required: true, help: "whose invoices" },
      {
        name: "--status",
        value: "STATUS",
        choices: ["pending", "paid", "expired", "cancelled"],
        help: "pending, paid, expired or cancelled; default all"
      },
      currency,
      from,
      to,
      { name: "--output", value: "FILE", help: "replaced where it is there; default standard output" }
    ],
    load: () => import("../command/invoicesExport.ts")
  },
  {
    words: ["invoices", "redact"],
    summary: "erase what is personal in an invoice; a pending one is cancelled first",
    operand: { name: "ID", help: "of the invoice: inv_… of a fiat one, a UUID of a crypto one" },
    flags: [json],
    load: () => import("../command/invoicesRedact.ts")
  }
]
