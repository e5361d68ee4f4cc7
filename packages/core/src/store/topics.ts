import { balanceTopics } from "../concepts/balance/balanceAnnouncements.ts"
import { bankPaymentTopics } from "../concepts/bankPayment/bankPaymentAnnouncements.ts"
import { cryptoInvoiceTopics } from "../concepts/cryptoInvoice/cryptoInvoiceAnnouncements.ts"
import { invoiceTopics } from "../concepts/invoice/invoiceAnnouncements.ts"
import { kycTopics } from "../concepts/kyc/kycAnnouncements.ts"
import { payoutTopics } from "../concepts/payout/payoutAnnouncements.ts"
import { transitTopics } from "../concepts/transit/transitAnnouncements.ts"
import type { WebhookTopics } from "../concepts/webhook/Topic.ts"

/** Every webhook event: its meaning, its content, and a sample. */
export const webhookTopics = {
  ...invoiceTopics,
  ...bankPaymentTopics,
  ...kycTopics,
  ...transitTopics,
  ...payoutTopics,
  ...cryptoInvoiceTopics,
  ...balanceTopics
} satisfies WebhookTopics["Service"]
