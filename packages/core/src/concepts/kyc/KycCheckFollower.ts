import { Clock, Effect, Option } from "effect"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import { tracedPort } from "../../kernel/trace/Tracing.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { answeredWithin } from "../../kernel/work/answeredWithin.ts"
import { makeFollowedJob } from "../../kernel/work/FollowedJob.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { Settings } from "../settings/Settings.ts"
import { makeDocumentPictures } from "./DocumentPictures.ts"
import {
  type CheckedDocument,
  KycChecker,
  KycCheckerUnavailable,
  type KycCheckRequest,
  type KycCheckStatus
} from "./KycChecker.ts"
import { checkIdOfSession, KycChecks } from "./KycChecks.ts"
import { makeApplyKyc } from "./KycCommits.ts"
import { unreadableReason } from "./KycReason.ts"
import type { OpenedKycSession } from "./KycSessionRecord.ts"
import { KycSessions } from "./KycSessions.ts"
import { isInCheck } from "./KycStanding.ts"
import type { KycStep } from "./KycStep.ts"
import type { KycAnswerLoss } from "./KycVerdict.ts"
import { kycJobs } from "./kycNames.ts"

/**
 * Brings checks to their answer: intent before call, lookup before retry.
 *
 * The checker is asked to open a check only after `opening` is committed under the job's lease. So a worker
 * that finds a session in `opening` knows that the checker may have been called, and looks the check up. The
 * checker is asked again only when a lookup says that there is no such check. From then on the check is
 * polled, in case the checker does not report by itself.
 */
export const makeKycCheckFollower = Effect.gen(function* () {
  const { kyc } = yield* Settings
  const sessions = yield* KycSessions
  const checks = yield* KycChecks
  const checker = yield* Effect.flatMap(KycChecker, (port) => tracedPort("kyc", port))
  const picturesOf = yield* makeDocumentPictures
  const followed = yield* makeFollowedJob
  const apply = yield* makeApplyKyc

  const answered = answeredWithin(kyc.callTimeoutMillis, (reason) => new KycCheckerUnavailable({ reason }))

  /** The request, or the steps whose document has no pictures. */
  const requestOf = Effect.fnUntraced(function* (session: OpenedKycSession) {
    const { order } = session
    const documents: Array<CheckedDocument> = []
    const unreadable: Array<KycStep> = []
    for (const document of session.documents) {
      const { choice, id, picture, step, submittedAt } = document
      const shown = yield* picturesOf(order, document).pipe(
        Effect.catchTag("DocumentRefused", () => Effect.succeed([])),
        Effect.mapError(({ message }) => new KycCheckerUnavailable({ reason: message }))
      )
      if (shown.length === 0) unreadable.push(step)
      for (const each of shown)
        documents.push({ id, step, picture, ...(choice && { choice }), submittedAt, ...each })
    }
    const checkId = checkIdOfSession(session)
    const request: KycCheckRequest = {
      checkId,
      sessionId: order.id,
      partnerId: order.partnerId,
      level: order.level,
      person: order.person,
      documents
    }
    return { request, unreadable }
  })

  /** A document that nobody can see is shown again by its person, and no checker is asked. */
  const openWith = Effect.fnUntraced(function* (session: OpenedKycSession) {
    const { request, unreadable } = yield* requestOf(session)
    if (unreadable.length === 0) return yield* answered(checker.open(request))
    const { checkId } = request
    const reasons = unreadable.map(unreadableReason)
    return { _tag: "Decided", checkId, verdict: { _tag: "Refused", reasons, course: "retry" } } as const
  })

  const work = (job: LeasedJob) => {
    const { partnerId, subjectId } = job
    const now = Clock.currentTimeMillis
    const { again, complete, done, held } = followed(job, kyc)
    const lookAgain = (session: OpenedKycSession) =>
      again(Option.getOrElse(session.checkSince, () => session.updatedAt))

    const loseAnswer = Effect.fnUntraced(function* (
      session: OpenedKycSession,
      loss: KycAnswerLoss,
      reason: string
    ) {
      const at = yield* now
      const since = Option.getOrElse(session.checkSince, () => at)
      const sentence = `the answer of check ${checkIdOfSession(session)} is missing: ${reason}`
      yield* at - since >= kyc.silenceMillisMax
        ? raiseAlert("kyc.unanswered", sentence)
        : Effect.logWarning(sentence)
      yield* apply(partnerId, subjectId, { _tag: "LoseAnswer", loss, at }, yield* lookAgain(session))
    })

    const record = Effect.fnUntraced(function* (session: OpenedKycSession, status: KycCheckStatus) {
      if (status.checkId !== checkIdOfSession(session))
        return yield* loseAnswer(session, "other_check", "the checker answered for another check")
      if (status._tag === "Running")
        return yield* Effect.asVoid(
          apply(partnerId, subjectId, { _tag: "NoteRunning", at: yield* now }, yield* lookAgain(session))
        )
      const { check } = session
      const answer = { check, verdict: status.verdict, decidedBy: Option.none() }
      yield* checks.answer(partnerId, subjectId, answer, done)
    })

    const open = Effect.fnUntraced(function* () {
      const opening = yield* apply(partnerId, subjectId, { _tag: "OpenCheck", at: yield* now }, held)
      const answer = yield* Effect.result(openWith(opening))
      if (answer._tag === "Failure") return yield* loseAnswer(opening, "unavailable", answer.failure.reason)
      const status = answer.success
      if (status._tag === "Duplicate")
        return yield* loseAnswer(opening, "duplicate", "the checker has it already")
      return yield* record(opening, status)
    })

    const lookUp = Effect.fnUntraced(function* (session: OpenedKycSession) {
      const checkId = checkIdOfSession(session)
      const answer = yield* Effect.result(answered(checker.lookup(checkId)))
      if (answer._tag === "Failure") return yield* loseAnswer(session, "unavailable", answer.failure.reason)
      const status = answer.success
      if (status._tag !== "NotFound") return yield* record(session, status)
      if (session._tag === "unknown") return yield* open()
      return yield* loseAnswer(session, "forgotten", "the checker no longer knows it")
    })

    return Effect.gen(function* () {
      const session = yield* sessions.get(partnerId, subjectId)
      switch (session._tag) {
        case "submitted":
          return yield* open()
        case "opening": {
          // The process that called the checker is gone, and its answer is lost.
          const lost = { _tag: "LoseAnswer", loss: "process_ended", at: yield* now } as const
          return yield* lookUp(yield* apply(partnerId, subjectId, lost, held))
        }
        case "unknown":
        case "checking":
          return yield* lookUp(session)
        case "pending":
        case "collecting":
        case "completed":
        case "failed":
        case "expired":
          return yield* complete(done)
      }
    }).pipe(
      // A callback, an operator or a redaction was faster; its record stays.
      Effect.catchTags({
        KycCommandRefused: Effect.fnUntraced(function* () {
          const session = yield* sessions.get(partnerId, subjectId)
          return yield* complete(isInCheck(session) ? yield* lookAgain(session) : done)
        }),
        InvalidState: () => complete(done)
      })
    )
  }

  const handler: JobHandler = { kind: kycJobs.check, concurrency: 16, handle: work }
  return handler
})
