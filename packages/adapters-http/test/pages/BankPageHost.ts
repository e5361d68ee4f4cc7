import { renderBankPaymentPage } from "../../src/pages/BankPaymentPage.ts"
import type { BankPaymentView } from "../../src/pages/BankPaymentView.ts"
import { formPageHeaders } from "../../src/pages/pageHeaders.ts"
import { startPageHost } from "./PageHost.ts"

/** A host for the payment pages of fiat invoices. */
export const startBankPageHost = (first: Readonly<Record<string, BankPaymentView>>) =>
  startPageHost(first, {
    headers: formPageHeaders,
    render: (view, options) => renderBankPaymentPage(view, { ...options, selectedBank: null, sandbox: true })
  })
