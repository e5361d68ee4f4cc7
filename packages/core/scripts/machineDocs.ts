/** Writes the pages of `docs/machines` from the transitions tables of the machines: `npm run docs:machines`. */
import { mkdirSync, writeFileSync } from "node:fs"
import { cryptoInvoicePage } from "./cryptoInvoicePage.ts"
import { payoutPage } from "./payoutPage.ts"
import { renderMachine } from "./renderMachine.ts"

const folder = new URL("../../../docs/machines/", import.meta.url)

/** Every page: where it belongs and what it says. */
export const machineDocs = (): ReadonlyArray<{ readonly url: URL; readonly text: string }> => [
  { url: new URL("payout.md", folder), text: renderMachine(payoutPage) },
  { url: new URL("cryptoInvoice.md", folder), text: renderMachine(cryptoInvoicePage) }
]

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  for (const { text, url } of machineDocs()) writeFileSync(url, text)
}
