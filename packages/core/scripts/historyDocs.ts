/** Writes the guide to histories, which servers show, from their declarations: `npm run docs:histories`. */
import { writeFileSync } from "node:fs"
import { Schema } from "effect"
import { type AnyHistory, historyEventsMax, type Told, toldIn } from "../src/kernel/history/History.ts"
import { histories } from "../src/store/histories.ts"

export const historyDocsUrl = new URL("../../adapters-http/src/guides/histories.md", import.meta.url)

const titles: { readonly [Name in keyof typeof histories]: string } = {
  payout: "A payout",
  cryptoInvoice: "A crypto invoice",
  invoice: "A fiat invoice",
  kycSession: "A KYC session",
  roster: "Who approves payouts"
}

/** The parts of a JSON Schema that a table has room for. */
interface JsonForm {
  readonly type?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonForm>
  readonly items?: JsonForm
  readonly properties?: { readonly [name: string]: JsonForm }
}

const formText = ({ anyOf, enum: choices, format, items, type }: JsonForm): string => {
  if (choices?.includes("NaN") === true) return ""
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(" or ")
  if (anyOf !== undefined) return [...new Set(anyOf.map(formText))].filter((text) => text !== "").join(" or ")
  if (items !== undefined) return `list of ${formText(items)}s`
  return format === "date-time" ? "time" : (type ?? "")
}

const detailsText = ({ details }: Told<never>): string => {
  const { properties = {} } = Schema.toJsonSchemaDocument(details).schema as JsonForm
  return Object.entries(properties)
    .map(([name, form]) => `\`${name}\`: ${formText(form)}`)
    .join("; ")
}

const tableOf = (history: AnyHistory<never>): string =>
  [
    "| Type | Meaning | Details |",
    "|---|---|---|",
    ...toldIn(history).map((told) => `| \`${told.type}\` | ${told.meaning} | ${detailsText(told)} |`)
  ].join("\n")

const sections = Object.entries(titles).map(
  ([name, title]) => `## ${title}\n\n${tableOf(histories[name as keyof typeof histories])}`
)

/** The page. */
export const historyDocs = (): string => `# Read a history

A history is what became of one record, step by step, and who caused it. It answers the questions of a customer and of your support: when
the money was seen, why a payout waits, which key cancelled an invoice.

| History of | Operation | Scope |
|---|---|---|
| a payout | [\`GET /api/v2/crypto/payouts/{id}/history\`](docs:reference/crypto-payouts#getPayoutHistory) | \`crypto:read\` |
| a crypto invoice | [\`GET /api/v2/crypto/invoices/{id}/history\`](docs:reference/crypto-invoices#getCryptoInvoiceHistory) | \`crypto:read\` |
| a fiat invoice | [\`GET /api/v1/invoices/{id}/history\`](docs:reference/invoices#getInvoiceHistory) | \`payments:read\` |
| a KYC session | [\`GET /api/v1/kyc/sessions/{id}/history\`](docs:reference/kyc-sessions#getKycSessionHistory) | \`payments:read\` |
| who approves payouts | \`quittance approvals history\`, for operators; \`rosters.history\` of a program that embeds the server | |

\`\`\`sh
curl -s "$QUITTANCE_URL/api/v1/invoices/$INVOICE_ID/history" -H "x-api-key: $SECRET_KEY"
\`\`\`

\`\`\`json
{
  "history": [
    { "at": "2026-01-15T12:00:00.000Z", "type": "invoice.created",
      "actor": "key:key_019bc1a85d2e7b3c9f104a6b8c2d7e91",
      "details": { "amount": 1250.5, "currency": "KZT", "expiresAt": "2026-01-16T12:00:00.000Z" } },
    { "at": "2026-01-15T12:03:10.250Z", "type": "payment_requested", "actor": "customer",
      "details": { "payment": "pmt_019bc1a88c0a7d11a1c0f3b5d7e92a46" } },
    { "at": "2026-01-15T12:03:11.020Z", "type": "payment_settled", "actor": "provider:bank",
      "details": { "payment": "pmt_019bc1a88c0a7d11a1c0f3b5d7e92a46",
        "amount": 1250.5, "currency": "KZT" } },
    { "at": "2026-01-15T12:03:11.020Z", "type": "invoice.paid", "actor": "provider:bank",
      "details": { "late": false } }
  ],
  "olderOmitted": false
}
\`\`\`

The oldest entry is the first. Of a record with more than ${historyEventsMax} events, the newest ${historyEventsMax} are told, and \`olderOmitted\` is \`true\`. An
expiry is told once it is recorded, a moment after its instant.

## Who caused it

| \`actor\` | Who |
|---|---|
| \`key:ID\` | a key of yours |
| \`user:ID\` | a person whom the program names that runs Quittance |
| \`operator\` | an operator of the server |
| \`provider:NAME\` | an outside party that answered or reported, such as a network or a bank rail |
| \`customer\` | a person at a hosted page |
| \`system\` | the program by itself, as at an expiry |
| \`unknown\` | not recorded: it happened before actors were |

## What it tells, and what not

A type with a dot is the name of the [webhook event](docs:reference/events) that tells of the same. Where one commit has several entries, one
event may stand for all of them: a late payment tells \`invoice.expired\` and \`invoice.paid\` here, and sends \`invoice.paid\`. New types may be
added. \`details\` has the fields below, \`null\` where an earlier version did not record one.

There is no personal data in a history: no names, addresses, files, comments, nor the words of banks, mail servers and checkers. A
redaction leaves the history as it is, and takes out what documents a KYC session showed. Not told are the confirmations of transfers, the
[deliveries of webhooks](webhooks.md), and calls of bank rails.

${sections.join("\n\n")}
`

if (import.meta.main) writeFileSync(historyDocsUrl, historyDocs())
