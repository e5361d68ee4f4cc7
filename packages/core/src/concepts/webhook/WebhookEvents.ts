import { balanceEvents } from "../balance/balanceNames.ts"
import { bankPaymentEvents } from "../bankPayment/bankPaymentNames.ts"
import { cryptoInvoiceEvents } from "../cryptoInvoice/cryptoInvoiceNames.ts"
import { invoiceEvents } from "../invoice/invoiceNames.ts"
import { kycEvents } from "../kyc/kycNames.ts"
import { payoutEvents } from "../payout/payoutNames.ts"
import { transitDepositEvents, transitWalletEvents } from "../transit/transitNames.ts"

/** All webhook events, which the concepts declare. A name belongs to one family of endpoints. */
export const fiatWebhookEvents = [...invoiceEvents, ...bankPaymentEvents, ...kycEvents] as const

export const accountWebhookEvents = [
  ...transitDepositEvents,
  ...payoutEvents,
  ...transitWalletEvents,
  ...cryptoInvoiceEvents,
  ...balanceEvents
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
} = { fiat: fiatWebhookEvents, transit: accountWebhookEvents, kyc: kycEvents }

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

/** The beginnings of the types of messages whose bodies may contain personal data. */
export const personalTypes = ["kyc.", "invoice.", "crypto.invoice."]

export const mayBePersonal = ({ type }: { readonly type: string }): boolean =>
  personalTypes.some((beginning) => type.startsWith(beginning))

declare module "../../kernel/outbox/MessageType.ts" {
  interface MessageTypes {
    readonly webhook: WebhookEventType
  }
}
