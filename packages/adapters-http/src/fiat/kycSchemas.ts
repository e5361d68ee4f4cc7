import {
  type KycFailedView,
  type KycSessionCreatedView,
  type KycSessionView,
  kycFailedReasons,
  kycLevels,
  kycLocales,
  kycStatuses
} from "@quittance/core"
import { Schema } from "effect"

const DateTime = Schema.String.annotate({ format: "date-time" })
const Url = Schema.String.annotate({ format: "uri" })

/** The description of a KYC session as reads show it. */
export const KycSessionRecord = Schema.Struct({
  id: Schema.String,
  level: Schema.Literals(kycLevels),
  status: Schema.Literals(kycStatuses),
  verificationUrl: Url.annotate({ description: "The page where the person verifies." }),
  locale: Schema.Literals(kycLocales),
  redirectUrl: Schema.NullOr(Url),
  metadata: Schema.Record(Schema.String, Schema.Unknown),
  attempts: Schema.Int.annotate({ description: "Checks that refused." }),
  failureReasons: Schema.Array(Schema.String).annotate({
    description: "Codes such as document_expired, of the last check that refused."
  }),
  createdAt: DateTime,
  updatedAt: DateTime,
  expiresAt: DateTime,
  completedAt: Schema.NullOr(DateTime),
  redactedAt: Schema.NullOr(DateTime).annotate({
    description: "Since when the documents and everything personal are gone."
  })
}) satisfies Schema.Schema<KycSessionView>

/** The description of a KYC session as its creation answers it. */
export const KycSessionCreated = Schema.Struct({
  ...KycSessionRecord.fields,
  webhookSecret: Schema.optionalKey(
    Schema.String.annotate({
      description: "The secret that signs what the session's own URL is told, shown this once."
    })
  )
}) satisfies Schema.Schema<KycSessionCreatedView>

/** The description of a KYC session as `kyc.failed` shows it. */
export const KycSessionFailed = Schema.Struct({
  ...KycSessionRecord.fields,
  reason: Schema.Literals(kycFailedReasons).annotate({
    description: "Whether the person was refused, or nobody finished in time."
  })
}) satisfies Schema.Schema<KycFailedView>
