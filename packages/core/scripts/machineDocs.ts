/** Writes the pages of `docs/machines` from the transitions tables of the machines: `npm run docs:machines`. */
import { mkdirSync, writeFileSync } from "node:fs"
import { bankPaymentPage } from "./bankPaymentPage.ts"
import { chainTransactionPage } from "./chainTransactionPage.ts"
import { cryptoInvoicePage } from "./cryptoInvoicePage.ts"
import { invoicePage } from "./invoicePage.ts"
import { kycSessionPage } from "./kycSessionPage.ts"
import { payoutPage } from "./payoutPage.ts"
import { renderMachine } from "./renderMachine.ts"
import { transitDepositPage } from "./transitDepositPage.ts"
import { webhookDeliveryPage } from "./webhookDeliveryPage.ts"
import { webhookEndpointPage } from "./webhookEndpointPage.ts"

const folder = new URL("../../../docs/machines/", import.meta.url)

/** Every page: where it belongs and what it says. */
export const machineDocs = (): ReadonlyArray<{ readonly url: URL; readonly text: string }> => [
  { url: new URL("payout.md", folder), text: renderMachine(payoutPage) },
  { url: new URL("cryptoInvoice.md", folder), text: renderMachine(cryptoInvoicePage) },
  { url: new URL("invoice.md", folder), text: renderMachine(invoicePage) },
  { url: new URL("bankPayment.md", folder), text: renderMachine(bankPaymentPage) },
  { url: new URL("kycSession.md", folder), text: renderMachine(kycSessionPage) },
  { url: new URL("transitDeposit.md", folder), text: renderMachine(transitDepositPage) },
  { url: new URL("webhookEndpoint.md", folder), text: renderMachine(webhookEndpointPage) },
  { url: new URL("webhookDelivery.md", folder), text: renderMachine(webhookDeliveryPage) },
  { url: new URL("chainTransaction.md", folder), text: renderMachine(chainTransactionPage) }
]

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  for (const { text, url } of machineDocs()) writeFileSync(url, text)
}
