import { Option, Schema } from "effect"
import { moment } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import type { Facts } from "../../kernel/history/Facts.ts"
import { type HistoryOf, told, toldAlone } from "../../kernel/history/History.ts"
import { instantView } from "../../kernel/money/Money.ts"
import { documentFaults } from "./DocumentRefused.ts"
import { kycReasonsOf } from "./KycReason.ts"
import { KycLevelView } from "./KycRequest.ts"
import type { KycSessionEvent } from "./KycSession.ts"
import type { OpenedKycSession } from "./KycSessionRecord.ts"
import { type KycFailedReason, KycFailedReasonView } from "./KycSessionView.ts"
import { kycSteps } from "./KycStep.ts"
import { kycAnswerLosses } from "./KycVerdict.ts"

const KycStepView = Schema.Literals(kycSteps).annotate(component("KycStep", "A step of a verification."))

const check = {
  check: Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))).annotate({
    description: "The number of the check, counted from 1."
  })
}
const checkOf = (facts: Facts) => ({ check: facts.integer("check") })

const refused = {
  ...check,
  failureReasons: Schema.Array(Schema.String).annotate({ description: "Codes such as document_expired." })
}
const refusedOf = (facts: Facts) => ({
  ...checkOf(facts),
  failureReasons: kycReasonsOf(facts.texts("reasons"))
})

const failedAs = (reason: KycFailedReason) =>
  told(
    "kyc.failed",
    "The person was refused, or did not finish in time.",
    { ...refused, reason: KycFailedReasonView },
    (facts) => ({ ...refusedOf(facts), reason })
  )

/** What the history of a KYC session tells: codes only, and nothing that a redaction has erased. */
export const kycHistory: HistoryOf<KycSessionEvent["_tag"], OpenedKycSession> = {
  KycSessionCreated: told(
    "session_created",
    "It was created.",
    { level: KycLevelView, expiresAt: moment("Until when the person could finish.") },
    (_, { order }: OpenedKycSession) => ({ level: order.level, expiresAt: instantView(order.expiresAt) })
  ),
  KycDocumentSubmitted: told(
    "document_submitted",
    "The person uploaded a document.",
    {
      step: Schema.NullOr(KycStepView).annotate({
        description: "null once the documents were erased."
      })
    },
    (facts, { redactedAt }: OpenedKycSession) => ({
      step: Option.isSome(redactedAt) ? null : facts.part("document").oneOf("step", kycSteps)
    })
  ),
  KycPictureRefused: told(
    "picture_refused",
    "A picture that the person showed was refused at once.",
    {
      step: Schema.NullOr(KycStepView),
      fault: Schema.NullOr(
        Schema.Literals(documentFaults).annotate(
          component("KycPictureFault", "Why a file was refused when it was shown.")
        )
      ),
      free: Schema.Boolean.annotate({
        description: "Whether it cost nothing. Beyond ten of a session each counts as an attempt."
      })
    },
    (facts, { redactedAt }: OpenedKycSession) => ({
      step: Option.isSome(redactedAt) ? null : facts.oneOf("step", kycSteps),
      fault: facts.oneOf("fault", documentFaults),
      free: facts.flag("isFree")
    })
  ),
  KycDocumentTakenBack: toldAlone("document_taken_back", "The person has another document to show."),
  KycDocumentsWaived: toldAlone("documents_waived", "In a sandbox, it went on without documents."),
  KycCheckOpening: told("check_started", "The checker was about to be asked.", check, checkOf),
  KycAnswerLost: told(
    "answer_lost",
    "The answer of the checker is missing: it is asked for again.",
    {
      ...check,
      loss: Schema.NullOr(
        Schema.Literals(kycAnswerLosses).annotate(component("KycAnswerLoss", "Why a check has no answer."))
      )
    },
    (facts) => ({ ...checkOf(facts), loss: facts.oneOf("loss", kycAnswerLosses) })
  ),
  KycCheckRefused: told(
    "check_refused",
    "A check refused, and the person may try again.",
    refused,
    refusedOf
  ),
  KycSessionCompleted: told("kyc.completed", "The person was verified.", check, checkOf),
  KycSessionFailed: failedAs("refused"),
  KycSessionExpired: failedAs("expired"),
  KycDocumentsLookedAt: told(
    "documents_viewed",
    "Somebody was shown its documents.",
    {
      steps: Schema.Array(KycStepView).annotate({
        description: "Whose documents; none once they were erased."
      })
    },
    (facts, { redactedAt }: OpenedKycSession) => ({
      steps: Option.isSome(redactedAt) ? [] : kycSteps.filter((step) => facts.texts("steps").includes(step))
    })
  ),
  KycSessionRedacted: toldAlone("session_redacted", "Its documents and all personal data were erased."),
  // That the checker works on it changes nothing for the person.
  KycCheckRunning: null
}
