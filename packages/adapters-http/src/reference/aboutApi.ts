import type { Mode, SettingsShape } from "@quittance/core"
import { signedRepeats } from "../access/proofs.ts"
import { docsPath, errorsPath, guidesPath } from "../docs/docsPlaces.ts"
import { mountPathOf } from "../routing/Router.ts"

/** What each group of operations is about, by its name. */
const meanings: { readonly [group: string]: string } = {
  "Crypto account": "The networks, the balance in USDT and what changed it.",
  "Crypto invoices": "Invoices that customers pay on a network, each at an address of its own.",
  "Crypto payouts": "Money from the balance to an address on a network.",
  Invoices: "Invoices that customers pay through their bank.",
  "Invoice batches": "Many fiat invoices at once, from a CSV file.",
  Analytics: "Figures of fiat invoices by period, currency and bank.",
  "KYC sessions": "Verifications of the identity of a person, at a hosted page.",
  Webhooks: "Where the events of the fiat group are sent, and the events themselves.",
  "Transit wallets": "Wallets whose deposits are credited to the balance.",
  "Transit webhook": "Where the events of an account are sent: of payouts, wallets and crypto invoices.",
  Search: "Records by exact value: an id, your own identifier, an address, a hash.",
  "Signature validation": "Whether a picture shows a genuine handwritten signature.",
  "Operator: partners": "Partners of the deployment, with their terms and balances, for its operator.",
  "Operator: statements":
    "Statements of the deployment's own bank accounts, and the money in them, for its operator.",
  "Operator: holds": "A store that may be out of date, and its release, for the deployment's operator.",
  Sandbox: "Simulated events of the outside: transfers, blocks, banks, time."
}

/** The groups of a description, in this order. */
export const describedGroups = (groups: ReadonlyArray<string>) =>
  groups.map((name) => {
    const description = meanings[name]
    return description === undefined ? { name } : { name, description }
  })

const words = (
  at: string,
  mode: Mode
) => `Crypto invoices and payouts, fiat invoices, batches of them and their analytics, identity verifications, transit wallets, signature validation, and webhooks. Bodies are JSON unless stated otherwise; every answer has X-Request-Id.

## Which key goes where

A key is a pair: a public key (\`pk_…\`) and a secret (\`sk_…\`). Each group of operations takes it in its own way.

| Operations | Send |
|---|---|
| \`/api/v2/crypto\` | the public key in \`x-api-key\`, the time in \`x-timestamp\` and a signature in \`x-signature\`; never the secret |
| \`/api/v1\` | the secret in \`x-api-key\` |
| \`/v1\` | the public key in \`X-API-Key\`, the secret in \`X-API-Secret\` |
| \`/api/Signature\` | nothing |
${mode === "live" ? "" : "| `/sandbox/v1` | the secret in `x-api-key` |\n"}
More: [keys](${at}${guidesPath}/keys).

## How to sign

\`x-signature\` is the hex HMAC-SHA256, under the secret, of these parts with nothing between them: the method; the path without the query; the text of \`x-timestamp\`, Unix milliseconds; the hex SHA-256 of the body's bytes, or nothing without a body; and what the key binds, which is nothing or the idempotency key. The time may be 5 minutes away from the server's. ${signedRepeats} In five languages: [signing](${at}${guidesPath}/signing).

## What is never done twice

Send a write that creates something with an idempotency key, and repeat it with the same key when its answer is lost: [idempotency](${at}${guidesPath}/idempotency).

## Errors

Every refusal has the same body, with a code for programs and a message that says what would be right. All codes: [errors](${at}${errorsPath}).`

/** What the description of the API says of itself. */
export const aboutApi = ({ mode, publicUrl }: Pick<SettingsShape, "mode" | "publicUrl">) => ({
  title: "Quittance",
  version: "2",
  description: words(mountPathOf(publicUrl), mode),
  contact: { name: "The documents of this server", url: `${publicUrl}${docsPath}` },
  license: { name: "MIT", identifier: "MIT" }
})
