import {
  fiatWebhookEvents,
  transitWebhookEvents,
  type TransitDepositView,
  type WebhookEventType
} from "@quittance/core"
import { Schema } from "effect"
import { CryptoInvoiceRecord } from "../crypto/cryptoInvoiceSchema.ts"
import { PayoutRecord } from "../crypto/payoutSchemas.ts"
import { InvoiceRecord } from "../fiat/invoiceSchemas.ts"
import { KycSessionFailed, KycSessionRecord } from "../fiat/kycSchemas.ts"
import { TransitWalletRecord } from "../transit/transitSchemas.ts"
import { jsonSchemaOf } from "./jsonSchemaOf.ts"

const DateTime = Schema.String.annotate({ format: "date-time" })

const TransitDepositRecord = Schema.Struct({
  id: Schema.String,
  amount: Schema.Finite,
  currency: Schema.String,
  status: Schema.Literals(["received", "success", "failed"]),
  walletId: Schema.String,
  network: Schema.String,
  address: Schema.String,
  txHash: Schema.String,
  logIndex: Schema.Int,
  confirmations: Schema.Int,
  requiredConfirmations: Schema.Int,
  createdAt: DateTime,
  updatedAt: DateTime
}) satisfies Schema.Schema<TransitDepositView>

/** What each event means, and the resource that it shows as the operations do. */
const meanings: {
  readonly [E in WebhookEventType]: readonly [summary: string, resource: Schema.Constraint]
} = {
  "invoice.created": ["A fiat invoice was created", InvoiceRecord],
  "invoice.paid": ["A fiat invoice was paid", InvoiceRecord],
  "invoice.expired": ["A fiat invoice expired", InvoiceRecord],
  "invoice.cancelled": ["A fiat invoice was cancelled", InvoiceRecord],
  "kyc.completed": ["A verification was completed", KycSessionRecord],
  "kyc.failed": ["A verification failed, or expired", KycSessionFailed],
  "payment.success": ["A deposit to a transit wallet was confirmed and credited", TransitDepositRecord],
  "payment.failed": [
    "A deposit to a transit wallet failed, or its network took it back",
    TransitDepositRecord
  ],
  "payment.received": ["A deposit to a transit wallet was seen, not yet confirmed", TransitDepositRecord],
  "payout.completed": ["A payout arrived", PayoutRecord],
  "payout.failed": ["A payout failed, and its debit was returned", PayoutRecord],
  "payout.late_settlement": ["A payout that had failed arrived after all", PayoutRecord],
  "wallet.created": ["A transit wallet was created", TransitWalletRecord],
  "crypto.invoice.confirming": ["A payment of a crypto invoice was seen", CryptoInvoiceRecord],
  "crypto.invoice.paid": ["A crypto invoice was paid", CryptoInvoiceRecord],
  "crypto.invoice.underpaid": ["A crypto invoice is due with too little money", CryptoInvoiceRecord],
  "crypto.invoice.overpaid": ["A crypto invoice got more than it asked for", CryptoInvoiceRecord],
  "crypto.invoice.expired": ["A crypto invoice expired", CryptoInvoiceRecord],
  "crypto.invoice.cancelled": ["A crypto invoice was cancelled", CryptoInvoiceRecord]
}

const bodyOf = (type: WebhookEventType, resource: Schema.Constraint) =>
  Schema.Struct({
    id: Schema.String.annotate({
      description: "The same on every attempt: whoever keeps it does nothing twice."
    }),
    object: Schema.Literal("event"),
    type: Schema.Literal(type),
    createdAt: DateTime,
    version: Schema.Int.annotate({
      description: "Grows with each change of the resource: what is lower than was seen is stale."
    }),
    data: Schema.Struct({ object: resource })
  })

const header = (name: string, description: string) => ({
  in: "header",
  name,
  required: true,
  description,
  schema: { type: "string" }
})

/** What proves a delivery. */
const headers = [
  header("webhook-id", "The id of the event."),
  header("webhook-timestamp", "When this attempt was made, in Unix seconds."),
  header(
    "webhook-signature",
    "Standard Webhooks: v1, and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body, under what the base64 after whsec_ decodes to, or the UTF-8 of a secret without that prefix. One by each secret, separated by spaces, for 24 hours after a rotation."
  ),
  header("X-Signature", "Hex HMAC-SHA256 of the raw body, under the newest secret.")
]

const responses = {
  "2XX": { description: "Confirms the event." },
  "410": { description: "Nothing more is wanted: the webhook is disabled." },
  default: {
    description: "Anything else, a redirect too, and no answer within 15 s: the event is sent again later."
  }
}

const describeEvent = (tag: string) => (type: WebhookEventType) => {
  const [summary, resource] = meanings[type]
  const schema = jsonSchemaOf(bodyOf(type, resource))
  const post = {
    tags: [tag],
    summary,
    description: "Sent at least once, in any order, to the URL of a webhook that wants it.",
    parameters: headers,
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses
  }
  return [type, { post }] as const
}

/** What receivers of webhooks are sent, by the name of the event, for the `webhooks` of an OpenAPI 3.1 description. */
export const describeWebhooks = () =>
  Object.fromEntries([
    ...fiatWebhookEvents.map(describeEvent("Webhooks")),
    ...transitWebhookEvents.map(describeEvent("Transit webhook"))
  ])
