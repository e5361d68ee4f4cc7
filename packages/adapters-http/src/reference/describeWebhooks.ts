import {
  accountWebhookEvents,
  component,
  componentOf,
  count,
  eventPrefix,
  fiatWebhookEvents,
  moment,
  prefixedIdField,
  type Topic,
  type WebhookEventType,
  webhookTopics
} from "@quittance/core/adapter"
import { Schema } from "effect"
import { eventSampleOf } from "./eventSample.ts"
import type { SchemaBook } from "./SchemaBook.ts"

/** `invoice.payment_unresolved` → `InvoicePaymentUnresolvedEvent`. */
const eventName = (type: WebhookEventType): string =>
  `${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")}Event`

/** Events that show nothing but one kind of record have the same content. */
const dataOf = (type: WebhookEventType, { besides, shows: object }: Topic) => {
  const shown = componentOf(object)?.name
  const name =
    shown !== undefined && Object.keys(besides).length === 0 ? `${shown}Data` : `${eventName(type)}Data`
  return Schema.Struct({ object, ...besides }).annotate(
    component(name, "What the event is about, as it is now.")
  )
}

const bodyOf = (type: WebhookEventType, topic: Topic) =>
  Schema.Struct({
    id: prefixedIdField(eventPrefix, "The same on every attempt: store it to ignore repeats."),
    object: Schema.Literal("event").annotate({ description: "That it is an event." }),
    type: Schema.Literal(type).annotate({ description: "Which event it is." }),
    createdAt: moment("When it happened."),
    version: count(
      "Grows with each event about the resource: an event with a lower version than one already seen is stale.",
      3,
      1
    ),
    data: dataOf(type, topic)
  }).annotate(component(eventName(type), `${topic.meaning}.`))

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
    "Standard Webhooks: v1, and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body, under the decoded base64 after whsec_, or the UTF-8 of a secret without that prefix. For 24 hours after a rotation, one signature per secret, separated by spaces."
  ),
  header("X-Signature", "Hex HMAC-SHA256 of the raw body, under the newest secret.")
]

const responses = {
  "2XX": { description: "Confirms the event." },
  "410": { description: "The receiver wants no more events: the webhook is disabled." },
  default: {
    description:
      "Any other answer, including a redirect, or no answer within 15 s: the event is sent again later."
  }
}

const describeEvent = (tag: string, book: SchemaBook) => (type: WebhookEventType) => {
  const topic = webhookTopics[type]
  const schema = book.refer(bodyOf(type, topic))
  const post = {
    operationId: `receive${eventName(type)}`,
    tags: [tag],
    summary: topic.meaning,
    description: "Sent at least once, in any order, to the URL of every webhook that subscribed to it.",
    // The receiver asks for no key: the signature in the headers proves who sends.
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: { "application/json": { schema, example: eventSampleOf(type) } }
    },
    responses
  }
  return [type, { post }] as const
}

/** What receivers of webhooks are sent, by the name of the event, for the `webhooks` of an OpenAPI 3.1 description. */
export const describeWebhooks = (book: SchemaBook) =>
  Object.fromEntries([
    ...fiatWebhookEvents.map(describeEvent("Webhooks", book)),
    ...accountWebhookEvents.map(describeEvent("Transit webhook", book))
  ])
