/** Writes `docs/guides/histories.md` from the declarations of histories: `npm run docs:histories`. */
import { writeFileSync } from "node:fs"
import { Schema } from "effect"
import { type AnyHistory, historyEventsMax, type Told, toldIn } from "../src/kernel/history/History.ts"
import { histories } from "../src/store/histories.ts"

export const historyDocsUrl = new URL("../../../docs/guides/histories.md", import.meta.url)

const titles: { readonly [Name in keyof typeof histories]: string } = {
  payout: "A payout",
  cryptoInvoice: "A crypto invoice",
  invoice: "A fiat invoice",
  kycSession: "A KYC session"
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
export const historyDocs = (): string => `# Histories

What became of a payout, an invoice or a verification, step by step, and who caused it:

| Call | Scope |
|---|---|
| \`GET /api/v2/crypto/payouts/{id}/history\`, \`quittance.payouts.history(partnerId, id)\` | \`crypto:read\` |
| \`GET /api/v2/crypto/invoices/{id}/history\`, \`quittance.cryptoInvoices.history(partnerId, id)\` | \`crypto:read\` |
| \`GET /api/v1/invoices/{id}/history\`, \`quittance.invoices.history(partnerId, id)\` | \`payments:read\` |
| \`GET /api/v1/kyc/sessions/{id}/history\`, \`quittance.kyc.history(partnerId, id)\` | \`payments:read\` |

Operators read those of all partners:

\`\`\`sh
npx quittance payouts history ID
npx quittance crypto history ID
npx quittance invoices history ID
npx quittance kyc history ID
\`\`\`

The answer is \`{ history: [{ at, type, actor, details }], olderOmitted }\`, the oldest entry first. Of a record with more than ${historyEventsMax}
events, the newest ${historyEventsMax} are told, and \`olderOmitted\` is \`true\`. An expiry is told once it is recorded, a moment after its instant.

\`actor\` is who caused it:

| Actor | Who |
|---|---|
| \`key:ID\` | a key of the partner |
| \`user:ID\` | a person whom the host names |
| \`operator\` | an operator; the command line names them: \`operator:NAME\` |
| \`provider:NAME\` | an outside party that answered or reported, such as a network or a bank rail |
| \`customer\` | a person at a hosted page |
| \`system\` | the program by itself, as at an expiry |
| \`unknown\` | not recorded: it happened before this version |

A type with a dot is the name of the webhook event that tells of the same. Where one commit has several entries, one webhook event may
stand for all of them: a late payment tells \`invoice.expired\` and \`invoice.paid\` here, and sends \`invoice.paid\`. New types may be
added. \`details\` has the fields below, \`null\` where an earlier version did not record one.

There is no personal data in a history: no names, addresses, files, comments, nor the words of banks, mail servers and checkers. A
[redaction](erasure.md) leaves the history as it is, and takes out what documents a KYC session showed. Not told are the confirmations
of transfers, the [deliveries of webhooks](../../packages/adapters-http/src/guides/webhooks.md), and calls of bank rails. Why the index behind it looks as it does is in
[0048](../adr/0048-histories.md).

${sections.join("\n\n")}
`

if (import.meta.main) writeFileSync(historyDocsUrl, historyDocs())
