import { Schema } from "effect"
import { decoderOf, listUpTo, optionalField, webUrl } from "../input/Input.ts"
import { redirectProtocols } from "../invoice/InvoiceRequest.ts"
import { Metadata } from "../invoice/Metadata.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import { isKycReason, kycReasonsMax } from "./KycReason.ts"
import { type KycLocale, kycLevels, kycLocales } from "./KycStep.ts"

/** Names under which a request may tell the URL that is told the result; of several, the first in this order counts. */
const recipientFields = ["webhookUrl", "callbackUrl", "notificationUrl"] as const

/** The URL that is to be told the result, and the name that it was given under. */
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

const recipientUrl = Schema.String.annotate({
  description:
    "Told the result in place of the registered webhooks: an absolute https URL with a public host, of at most 2048 characters."
})
const recipientAlias = Schema.String.annotate({ description: "Another name of webhookUrl." })

/** A request for a session, as a client sends it. Which URLs may be called is checked apart. */
export const kycSessionRequest = (settings: SettingsShape) =>
  Schema.Struct({
    level: Schema.Literals(kycLevels).annotate({
      description: "basic asks for an identity document and a selfie, advanced also for a proof of address."
    }),
    locale: optionalField(
      Schema.Literals([...kycLocales, "kk"]).annotate({
        description: "The language of the page, en unless given. kk is another name of kz."
      })
    ),
    redirectUrl: optionalField(webUrl(redirectProtocols(settings))),
    metadata: optionalField(Metadata),
    webhookUrl: optionalField(recipientUrl),
    callbackUrl: optionalField(recipientAlias),
    notificationUrl: optionalField(recipientAlias)
  })
export type KycSessionRequest = ReturnType<typeof kycSessionRequest>["Type"]

export const kycSessionDecoder = (settings: SettingsShape) => decoderOf(kycSessionRequest(settings))

/** Kazakh by its name in the interface. */
export const kycLocaleOf = (asked: KycLocale | "kk" | null | undefined): KycLocale =>
  asked === "kk" ? "kz" : (asked ?? "en")

/** How an answer to a check is called by those who give it by hand: `retry` lets the person try again. */
export const kycOutcomes = ["completed", "failed", "retry"] as const
export type KycOutcome = (typeof kycOutcomes)[number]

/** The reasons of an answer that is given by hand. */
export const reasonsField = <Reason extends Schema.Constraint>(reason: Reason) =>
  optionalField(listUpTo(reason, kycReasonsMax))

const Reason = Schema.String.check(
  Schema.makeFilter((text: string) =>
    isKycReason(text)
      ? undefined
      : "invalid_value:must be a code of lower-case letters, digits and _, such as document_expired"
  )
)

const decidedByMax = 100

/** An operator's decision. Who decided is recorded. */
export const decodeKycDecision = decoderOf(
  Schema.Struct({
    outcome: Schema.Literals(kycOutcomes),
    reasons: reasonsField(Reason),
    decidedBy: Schema.String.check(
      Schema.isPattern(/\S/, { message: "invalid_value:must name who decided" }),
      Schema.isMaxLength(decidedByMax, { message: `too_long:must have at most ${decidedByMax} characters` })
    )
  })
)
