import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { batchScreens } from "./batchScreens.ts"
import { cryptoInvoicePage } from "./cryptoInvoicePage.ts"
import { fiatInvoicePage } from "./fiatInvoicePage.ts"
import { importBatch } from "./importBatch.ts"
import { invoiceEnds } from "./invoiceEnds.ts"
import { cryptoInvoiceList, invoiceList } from "./invoiceLists.ts"
import { newCryptoInvoice, newInvoice } from "./newInvoices.ts"
import { searchScreen } from "./searchScreen.ts"
import { walletScreens } from "./walletScreens.ts"

/** Invoices, batches of them, transit wallets, and the search over everything of a partner. */
export const paymentsScreens = (words: Words): ReadonlyArray<Screen> => [
  invoiceList(words),
  newInvoice(words),
  fiatInvoicePage(words),
  cryptoInvoiceList(words),
  newCryptoInvoice(words),
  cryptoInvoicePage(words),
  ...invoiceEnds(words),
  importBatch(words),
  ...batchScreens(words),
  ...walletScreens(words),
  searchScreen(words)
]
