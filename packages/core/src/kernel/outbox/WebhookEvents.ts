/** Events of fiat invoices and KYC sessions. An event belongs to one family of endpoints. */
export const fiatWebhookEvents = [
  "invoice.created",
  "invoice.paid",
  "invoice.expired",
  "invoice.cancelled",
  "invoice.payment_unresolved",
  "kyc.completed",
  "kyc.failed"
] as const

/**
 * Events of payouts, crypto invoices, transit wallets and the balance. They go to the one webhook of the partner's
 * account. Its family is called `transit`: that name is stored.
 */
export const accountWebhookEvents = [
  "payment.success",
  "payment.failed",
  "payment.received",
  "payout.completed",
  "payout.failed",
  "payout.late_settlement",
  "wallet.created",
  "crypto.invoice.confirming",
  "crypto.invoice.paid",
  "crypto.invoice.underpaid",
  "crypto.invoice.overpaid",
  "crypto.invoice.expired",
  "crypto.invoice.cancelled",
  "crypto.invoice.credited",
  "crypto.invoice.reversed",
  "crypto.invoice.reorganised",
  "balance.adjusted"
] as const

export type FiatWebhookEvent = (typeof fiatWebhookEvents)[number]
export type AccountWebhookEvent = (typeof accountWebhookEvents)[number]
export type WebhookEventType = FiatWebhookEvent | AccountWebhookEvent

/**
 * `fiat`: endpoints that a partner registers individually. `transit`: the one endpoint of a partner's
 * account.
 */
export const subscribedFamilies = ["fiat", "transit"] as const
export type SubscribedFamily = (typeof subscribedFamilies)[number]

/** `kyc`: the endpoint of one session, which gets only that session's result. */
export const webhookFamilies = [...subscribedFamilies, "kyc"] as const
export type WebhookFamily = (typeof webhookFamilies)[number]

export const eventsOfFamily: {
  readonly fiat: ReadonlyArray<FiatWebhookEvent>
  readonly transit: ReadonlyArray<AccountWebhookEvent>
  readonly kyc: ReadonlyArray<FiatWebhookEvent>
} = { fiat: fiatWebhookEvents, transit: accountWebhookEvents, kyc: ["kyc.completed", "kyc.failed"] }

/** `payment_received` is another name of `payment.received`: a test event has the name that was requested. */
export const accountEventNames = [...accountWebhookEvents, "payment_received"] as const
export type WebhookEventName = FiatWebhookEvent | (typeof accountEventNames)[number]

/** The names by which a family's events can be requested, in tests and in the delivery log. */
export const eventNamesOf: { readonly [F in WebhookFamily]: ReadonlyArray<WebhookEventName> } = {
  ...eventsOfFamily,
  transit: accountEventNames
}

/** The event of that name, as it is logged. */
export const eventNamed = (name: WebhookEventName): WebhookEventType =>
  name === "payment_received" ? "payment.received" : name

const fiatNames: ReadonlySet<string> = new Set(fiatWebhookEvents)

export const familyOfEvent = (type: WebhookEventType): SubscribedFamily =>
  fiatNames.has(type) ? "fiat" : "transit"
