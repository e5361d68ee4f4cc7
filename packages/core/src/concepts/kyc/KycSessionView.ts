import { Option, Schema } from "effect"
import {
  CreatedAt,
  count,
  DateTime,
  JsonObject,
  moment,
  prefixedIdField,
  UpdatedAt,
  Url
} from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { locales } from "../../kernel/input/Locale.ts"
import { instantView } from "../../kernel/money/Money.ts"
import { KycLevelView } from "./KycRequest.ts"
import type { OpenedKycSession } from "./KycSessionRecord.ts"
import { kycStatus, kycStatuses } from "./KycStanding.ts"
import { kycSessionPrefix } from "./kycNames.ts"

/** Why a verification failed: a check finally refused, or the session was not finished in time. */
const kycFailedReasons = ["refused", "expired"] as const
export type KycFailedReason = (typeof kycFailedReasons)[number]

export const KycFailedReasonView = Schema.Literals(kycFailedReasons).annotate(
  component("KycFailedReason", "Whether the person was refused, or the session was not finished in time.")
)

/** A KYC session as the API shows it. */
export const KycSessionView = Schema.Struct({
  id: prefixedIdField(kycSessionPrefix),
  level: KycLevelView,
  status: Schema.Literals(kycStatuses).annotate(component("KycStatus", "How a KYC session stands.")),
  verificationUrl: Url.annotate({
    description: "The page where the person verifies.",
    examples: ["https://pay.example/verify/Zk3vQ8wX1aB7cD5eF9gH2j"]
  }),
  locale: Schema.Literals(locales).annotate({
    ...component("PageLanguage", "The language of a hosted page. `kz` is Kazakh."),
    examples: ["en"]
  }),
  redirectUrl: Schema.NullOr(Url).annotate({
    description: "Where the person is led when the check is over.",
    examples: ["https://shop.example/thanks"]
  }),
  metadata: JsonObject,
  attempts: count("How many checks refused, and pictures after the tenth that was refused at once.", 0),
  failureReasons: Schema.Array(Schema.String).annotate({
    description: "Reason codes of the last refusal, such as document_expired.",
    examples: [[]]
  }),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  expiresAt: moment("Until when the person can finish.", "2026-01-16T12:00:00.000Z"),
  completedAt: Schema.NullOr(DateTime).annotate({
    description: "When the person was verified; null before, and if it failed."
  }),
  redactedAt: Schema.NullOr(DateTime).annotate({
    description: "When the documents and all personal data were erased."
  })
}).annotate(component("KycSession", "A verification of the identity of one person."))
export interface KycSessionView extends Schema.Schema.Type<typeof KycSessionView> {}

/** The answer to the creation, with the secret that signs the deliveries to the session's own URL, shown once. */
export const KycSessionCreatedView = Schema.Struct({
  ...KycSessionView.fields,
  webhookSecret: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "The secret that signs the deliveries to the session's own URL, shown only once. A repeat under the same Idempotency-Key shows it again for a day."
    })
  )
}).annotate(component("KycSessionCreated", "A KYC session, in the answer to its creation."))
export interface KycSessionCreatedView extends Schema.Schema.Type<typeof KycSessionCreatedView> {}

/** The session in the event `kyc.failed`. */
export const KycFailedView = Schema.Struct({
  ...KycSessionView.fields,
  reason: KycFailedReasonView
}).annotate(component("KycSessionFailed", "A KYC session that failed, and why."))
export interface KycFailedView extends Schema.Schema.Type<typeof KycFailedView> {}

export const verificationUrlOf = (publicUrl: string, token: string): string => `${publicUrl}/verify/${token}`

export const kycSessionView = (session: OpenedKycSession, publicUrl: string): KycSessionView => {
  const { order } = session
  return {
    id: order.id,
    level: order.level,
    status: kycStatus(session),
    verificationUrl: verificationUrlOf(publicUrl, order.token),
    locale: order.locale,
    redirectUrl: Option.getOrNull(order.redirectUrl),
    metadata: JSON.parse(order.metadata) as { readonly [key: string]: unknown },
    attempts: session.attempts,
    failureReasons: session.reasons,
    createdAt: instantView(order.createdAt),
    updatedAt: instantView(session.updatedAt),
    expiresAt: instantView(order.expiresAt),
    completedAt: session._tag === "completed" ? instantView(session.endedAt) : null,
    redactedAt: Option.getOrNull(Option.map(session.redactedAt, instantView))
  }
}

export const kycSessionCreatedView = (
  { secret, session }: { readonly session: OpenedKycSession; readonly secret: Option.Option<string> },
  publicUrl: string
): KycSessionCreatedView => ({
  ...kycSessionView(session, publicUrl),
  ...Option.match(secret, { onNone: () => ({}), onSome: (webhookSecret) => ({ webhookSecret }) })
})
