import { Option, Schema } from "effect"
import { DateTime, exampleTexts, JsonObject, prefixedIdField, Url } from "../../kernel/concept/wire.ts"
import { locales } from "../../kernel/input/Locale.ts"
import { instantView } from "../../kernel/money/Money.ts"
import { kycStatus, kycStatuses } from "./KycSession.ts"
import type { OpenedKycSession } from "./KycSessionRecord.ts"
import { kycLevels } from "./KycStep.ts"
import { kycSessionPrefix } from "./kycNames.ts"

/** A KYC session as the API shows it. */
export const KycSessionView = Schema.Struct({
  id: prefixedIdField(kycSessionPrefix),
  level: Schema.Literals(kycLevels),
  status: Schema.Literals(kycStatuses),
  verificationUrl: Url.annotate({
    description: "The page where the person verifies.",
    examples: ["https://pay.example/verify/Zk3vQ8wX1aB7cD5eF9gH2j"]
  }),
  locale: Schema.Literals(locales).annotate({ examples: ["en"] }),
  redirectUrl: Schema.NullOr(Url),
  metadata: JsonObject,
  attempts: Schema.Int.annotate({ description: "How many checks refused.", examples: [0] }),
  failureReasons: Schema.Array(Schema.String).annotate({
    description: "Reason codes of the last check that refused, such as document_expired.",
    examples: [[]]
  }),
  createdAt: DateTime,
  updatedAt: DateTime,
  expiresAt: DateTime.annotate({ examples: ["2026-01-16T12:00:00.000Z"] }),
  completedAt: Schema.NullOr(DateTime),
  redactedAt: Schema.NullOr(DateTime).annotate({
    description: "When the documents and all personal data were erased."
  })
})
export interface KycSessionView extends Schema.Schema.Type<typeof KycSessionView> {}

/** The answer to the creation, with the secret that signs the deliveries to the session's own URL, shown once. */
export const KycSessionCreatedView = Schema.Struct({
  ...KycSessionView.fields,
  webhookSecret: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "The secret that signs the deliveries to the session's own URL, shown only once. A repeat under the same Idempotency-Key shows it again for a day.",
      examples: [exampleTexts.secret]
    })
  )
})
export interface KycSessionCreatedView extends Schema.Schema.Type<typeof KycSessionCreatedView> {}

/** Why a verification failed: a check finally refused, or the session was not finished in time. */
export const kycFailedReasons = ["refused", "expired"] as const
export type KycFailedReason = (typeof kycFailedReasons)[number]

/** The session in the event `kyc.failed`. */
export const KycFailedView = Schema.Struct({
  ...KycSessionView.fields,
  reason: Schema.Literals(kycFailedReasons).annotate({
    description: "Whether the person was refused, or the session was not finished in time."
  })
})
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
