import { balanceTopics } from "./balance/balanceAnnouncements.ts"
import { bankPaymentTopics } from "./bankPayment/bankPaymentAnnouncements.ts"
import { cryptoInvoiceTopics } from "./cryptoInvoice/cryptoInvoiceAnnouncements.ts"
import { invoiceTopics } from "./invoice/invoiceAnnouncements.ts"
import { kycTopics } from "./kyc/kycAnnouncements.ts"
import { payoutTopics } from "./payout/payoutAnnouncements.ts"
import { transitTopics } from "./transit/transitAnnouncements.ts"
import type { WebhookTopics } from "./webhook/Topic.ts"

/** Every webhook event: its meaning, its content, and a sample. */
export const webhookTopics: WebhookTopics["Service"] = {
  ...invoiceTopics,
  ...bankPaymentTopics,
  ...kycTopics,
  ...transitTopics,
  ...payoutTopics,
  ...cryptoInvoiceTopics,
  ...balanceTopics
}
