import { cryptoInvoiceTopics } from "./cryptoInvoice/cryptoInvoiceAnnouncements.ts"
import { invoiceTopics } from "./invoice/invoiceAnnouncements.ts"
import { kycTopics } from "./kyc/kycAnnouncements.ts"
import { payoutTopics } from "./payout/payoutAnnouncements.ts"
import { transitTopics } from "./transit/transitAnnouncements.ts"
import type { WebhookTopics } from "./webhook/Topic.ts"

/** Every event that webhooks are told: what it means, what it shows, and a sample. */
export const webhookTopics: WebhookTopics["Service"] = {
  ...invoiceTopics,
  ...kycTopics,
  ...transitTopics,
  ...payoutTopics,
  ...cryptoInvoiceTopics
}
