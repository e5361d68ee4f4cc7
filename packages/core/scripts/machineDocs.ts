/** Writes the pages of `docs/machines` from the transitions tables of the machines: `npm run docs:machines`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { bankPaymentPage } from "./bankPaymentPage.ts"
import { chainTransactionPage } from "./chainTransactionPage.ts"
import { cryptoInvoicePage } from "./cryptoInvoicePage.ts"
import { invoicePage } from "./invoicePage.ts"
import { kycSessionPage } from "./kycSessionPage.ts"
import { payoutPage } from "./payoutPage.ts"
import { type MachinePage, renderMachine } from "./renderMachine.ts"
import { statementEntryPage } from "./statementEntryPage.ts"
import { transitDepositPage } from "./transitDepositPage.ts"
import { webhookDeliveryPage } from "./webhookDeliveryPage.ts"
import { webhookEndpointPage } from "./webhookEndpointPage.ts"

const root = new URL("../../../", import.meta.url)
const folder = new URL("docs/machines/", root)

const page = <StateTag extends string, CommandTag extends string>(
  name: string,
  machine: MachinePage<StateTag, CommandTag>
) => ({
  url: new URL(`${name}.md`, folder),
  text: renderMachine(machine, readFileSync(new URL(machine.source, root), "utf8"))
})

/** Every page: where it belongs and what it says. */
export const machineDocs = (): ReadonlyArray<{ readonly url: URL; readonly text: string }> => [
  page("payout", payoutPage),
  page("cryptoInvoice", cryptoInvoicePage),
  page("invoice", invoicePage),
  page("bankPayment", bankPaymentPage),
  page("statementEntry", statementEntryPage),
  page("kycSession", kycSessionPage),
  page("transitDeposit", transitDepositPage),
  page("webhookEndpoint", webhookEndpointPage),
  page("webhookDelivery", webhookDeliveryPage),
  page("chainTransaction", chainTransactionPage)
]

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  for (const { text, url } of machineDocs()) writeFileSync(url, text)
}
