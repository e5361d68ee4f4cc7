import { Result, Schema } from "effect"
import { component } from "../../kernel/description/component.ts"
import { canonicalJson, requestForm } from "../../kernel/idempotency/Idempotency.ts"
import {
  decoderOf,
  InvalidInput,
  listUpTo,
  optionalField,
  textField,
  textUpTo,
  webUrl
} from "../../kernel/input/Input.ts"
import { type Locale, localeNamed, localeTag } from "../../kernel/input/Locale.ts"
import { redirectProtocols } from "../../kernel/input/redirects.ts"
import { Metadata, metadataFacts } from "../invoice/Metadata.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import { webhookUrlLengthMax } from "../webhook/WebhookUrl.ts"
import { kycReasonsMax, reviewReasons } from "./KycReason.ts"
import { kycLevels } from "./KycStep.ts"
import { kycClaims } from "./kycNames.ts"

/** The request fields for the result URL; of several, the first in this order counts. */
const recipientFields = ["webhookUrl", "callbackUrl", "notificationUrl"] as const

/** The result URL, and the field it was given in. */
export const recipientIn = <Url>(
  request: {
    readonly [F in (typeof recipientFields)[number]]?: Url | null | undefined
  }
): { readonly field: string; readonly url: Url } | undefined => {
  for (const field of recipientFields) {
    const url = request[field]
    if (url != null) return { field, url }
  }
  return undefined
}

const recipientText = (description: string) =>
  textField({ description, format: "uri", maxLength: webhookUrlLengthMax })
const recipientUrl = recipientText(
  `Gets the result instead of the registered webhooks: an absolute https URL with a public host, of at most ${webhookUrlLengthMax} characters.`
)
const recipientAlias = recipientText("Another name of webhookUrl.")

export const KycLevelView = Schema.Literals(kycLevels).annotate(
  component(
    "KycLevel",
    "What the person shows. `basic`: an identity document and a selfie. `advanced`: also a proof of address."
  )
)

/** A request for a session, as a client sends it. The result URL is checked separately. */
export const kycSessionRequest = (settings: SettingsShape) =>
  Schema.Struct({
    level: KycLevelView.annotate({ examples: ["basic"] }),
    locale: optionalField(
      localeTag.annotate({
        description:
          "The language of the page, by default en: a language tag such as ru, en-GB or kk-KZ. Kazakh, kk, is shown as kz.",
        examples: ["en"]
      })
    ),
    redirectUrl: optionalField(
      webUrl(redirectProtocols(settings)).annotate({
        description: "Where the person is led when the check is over.",
        examples: ["https://shop.example/thanks"]
      })
    ),
    metadata: optionalField(Metadata).annotate({
      ...metadataFacts,
      examples: [{ order: 1042 }]
    }),
    webhookUrl: optionalField(recipientUrl),
    callbackUrl: optionalField(recipientAlias),
    notificationUrl: optionalField(recipientAlias)
  })
type KycSessionRequestFields = ReturnType<typeof kycSessionRequest>["Type"]

/** A request for a KYC session: whom it is about, which level, and where the result goes. */
export interface KycSessionRequest extends KycSessionRequestFields {}

export const kycSessionDecoder = (settings: SettingsShape) => decoderOf(kycSessionRequest(settings))

/** The language that was asked for, by its name in the API. */
export const kycLocaleOf = (asked: string | null | undefined): Locale => localeNamed(asked ?? "en") ?? "en"

/** What a repeated request for a session is compared by. */
export const kycSessionForm = requestForm<KycSessionRequest>(kycClaims.create, {
  locale: ({ locale }) => ({ locale: kycLocaleOf(locale) }),
  metadata: ({ metadata }) => ({ metadata: canonicalJson(metadata ?? {}) }),
  // Three names of one field.
  webhookUrl: (request) => ({ webhookUrl: recipientIn(request)?.url }),
  callbackUrl: () => ({}),
  notificationUrl: () => ({})
})

/** The outcomes of a decision by hand: `retry` lets the person try again. */
export const kycOutcomes = ["completed", "failed", "retry"] as const
export type KycOutcome = (typeof kycOutcomes)[number]

/** The reasons of a decision by hand. */
export const reasonsField = <Reason extends Schema.Constraint>(reason: Reason) =>
  optionalField(listUpTo(reason, kycReasonsMax))

const ReviewReason = Schema.String.check(
  Schema.makeFilter((text: string) =>
    reviewReasons.some((each) => each === text)
      ? undefined
      : `invalid_value:must be one of ${reviewReasons.join(", ")}; for anything else use other, with a comment`
  )
)

const decidedByMax = 100
const commentMax = 500

/**
 * An operator's decision. The operator is recorded. The person and the partner see the codes. A comment,
 * which needs the reason `other`, stays with the session until its redaction.
 */
export const KycDecision = Schema.Struct({
  outcome: Schema.Literals(kycOutcomes),
  reasons: reasonsField(ReviewReason),
  comment: optionalField(textUpTo(commentMax)),
  decidedBy: Schema.String.check(
    Schema.isPattern(/\S/, { message: "invalid_value:must name who decided" }),
    Schema.isMaxLength(decidedByMax, { message: `too_long:must have at most ${decidedByMax} characters` })
  )
})
export interface KycDecision extends Schema.Schema.Type<typeof KycDecision> {}

const decodeDecision = decoderOf(KycDecision)

export const decodeKycDecision = (input: unknown) =>
  Result.flatMap(decodeDecision(input), (decision) =>
    decision.comment != null && decision.reasons?.includes("other") !== true
      ? Result.fail(InvalidInput.of("comment", "invalid_value", "is for the reason other"))
      : Result.succeed(decision)
  )
