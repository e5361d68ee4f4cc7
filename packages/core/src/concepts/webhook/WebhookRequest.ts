import { Schema } from "effect"
import { exampleTexts } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { requestForm } from "../../kernel/idempotency/Idempotency.ts"
import { decoderOf, listUpTo, optionalField, textField } from "../../kernel/input/Input.ts"
import { accountEventNames, accountWebhookEvents, fiatWebhookEvents } from "./WebhookEvents.ts"
import { secretFault, secretLength } from "./WebhookSecret.ts"
import { webhookUrlLengthMax } from "./WebhookUrl.ts"
import { webhookClaims } from "./webhookNames.ts"

/** A text that is too long is reported as a URL that is too long, not as a body that is too large. */
const urlText = textField({
  description: `An absolute https URL with a public host, of at most ${webhookUrlLengthMax} characters.`,
  examples: [exampleTexts.receiver],
  format: "uri",
  maxLength: webhookUrlLengthMax
})

export const FiatWebhookEventName = Schema.Literals(fiatWebhookEvents).annotate(
  component("FiatWebhookEventName", "An event that a webhook of the fiat group can be sent.")
)
export const AccountWebhookEventName = Schema.Literals(accountWebhookEvents).annotate(
  component("AccountWebhookEventName", "An event that the webhook of an account can be sent.")
)

/** Repeated events are accepted and ignored. */
const eventsMax = 100

const someFiatEvents = listUpTo(FiatWebhookEventName, eventsMax, {
  description: "The events that are sent to it.",
  examples: [["invoice.paid", "invoice.expired"]],
  minItems: 1
}).check(Schema.isMinLength(1, { message: "out_of_range:must name at least one event" }))

const secret = Schema.String.check(
  Schema.makeFilter(
    (text: string) => {
      const fault = secretFault(text)
      return fault && `${fault.code}:${fault.message}`
    },
    // JSON Schema has no keyword for bytes: these are the characters that so many bytes can have.
    { toJsonSchema: () => [{ minLength: secretLength.min, maxLength: secretLength.max }, true] }
  )
).annotate({
  description: "24 to 64 bytes: text, or whsec_ and the base64 of the bytes. Generated when left out."
})

/** A request for a webhook of the fiat group: where it is called, and for which events. */
export const NewWebhook = Schema.Struct({
  url: urlText,
  events: someFiatEvents,
  secret: optionalField(secret),
  active: optionalField(Schema.Boolean).annotate({
    description: "Whether events are sent to it; yes unless given."
  })
})
export interface NewWebhook extends Schema.Schema.Type<typeof NewWebhook> {}

/** The choices that a new webhook is registered with: each event once, and enabled unless it is not to be active. */
export const chosenIn = ({ active, events, url }: NewWebhook) =>
  ({
    target: { url, events: [...new Set(events)] },
    switch: (active ?? true) ? "enabled" : "disabled"
  }) as const

/** What a repeated registration is compared by. */
export const webhookForm = requestForm<NewWebhook>(webhookClaims.create, {
  events: (request) => ({ events: chosenIn(request).target.events.join(" ") }),
  active: (request) => ({ switch: chosenIn(request).switch })
})

/** Changes of a webhook of the fiat group. What is left out stays. */
export const WebhookChanges = Schema.Struct({
  url: optionalField(urlText),
  events: optionalField(someFiatEvents),
  active: optionalField(Schema.Boolean).annotate({
    description: "false stops all events, true enables a disabled webhook again.",
    examples: [true]
  })
})
export interface WebhookChanges extends Schema.Schema.Type<typeof WebhookChanges> {}

/** Where the one webhook of an account is called, and for which events. */
export const TransitWebhookSetting = Schema.Struct({
  url: urlText,
  events: optionalField(
    listUpTo(AccountWebhookEventName, eventsMax, {
      description: "Empty means all.",
      examples: [["payment.success", "payout.completed"]]
    })
  ),
  enabled: optionalField(Schema.Boolean).annotate({
    description: "Whether events are sent to it; yes unless given."
  })
})
export interface TransitWebhookSetting extends Schema.Schema.Type<typeof TransitWebhookSetting> {}

/** Which sample event a webhook of the fiat group gets now; by default the first that it is subscribed to. */
export const WebhookTest = Schema.Struct({
  event: optionalField(FiatWebhookEventName).annotate({ examples: ["invoice.paid"] })
})
export interface WebhookTest extends Schema.Schema.Type<typeof WebhookTest> {}

/** Which sample event the webhook of an account gets now. */
export const TransitWebhookTest = Schema.Struct({
  event: Schema.Literals(accountEventNames).annotate(
    component("AccountEventName", "An event of the account, by any of its names.")
  )
})
export interface TransitWebhookTest extends Schema.Schema.Type<typeof TransitWebhookTest> {}

export const decodeWebhook = decoderOf(NewWebhook)
export const decodeWebhookChanges = decoderOf(WebhookChanges)
export const decodeTransitWebhook = decoderOf(TransitWebhookSetting)
export const decodeWebhookTest = decoderOf(WebhookTest)
export const decodeTransitWebhookTest = decoderOf(TransitWebhookTest)
