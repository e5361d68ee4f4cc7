import { Clock, Effect, Option } from "effect"
import { checkIdOf, KycChecks } from "../../concepts/kyc/KycChecks.ts"
import { makeApplyKyc } from "../../concepts/kyc/KycCommits.ts"
import { verdictOf } from "../../concepts/kyc/KycReviews.ts"
import type { KycSessionId } from "../../concepts/kyc/KycSessionRecord.ts"
import { KycSessions } from "../../concepts/kyc/KycSessions.ts"
import { awaitsPerson, isEnded, isInCheck } from "../../concepts/kyc/KycStanding.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { InvalidState } from "../../kernel/input/Refusals.ts"
import { SandboxKyc } from "./SandboxKyc.ts"
import { decodeSandboxDecision } from "./SandboxRequest.ts"

/**
 * The simulated checker answers for a session, and a session that waits for its person continues without
 * documents; see `Sandbox.decide`.
 */
export const makeKycDecision = Effect.gen(function* () {
  const kycSessions = yield* KycSessions
  const kycChecks = yield* KycChecks
  const kycChecker = yield* SandboxKyc
  const applyKyc = yield* makeApplyKyc

  return Effect.fn("Sandbox.decide")(function* (
    partnerId: PartnerId,
    sessionId: KycSessionId,
    input: unknown
  ) {
    const { outcome, reasons } = yield* Effect.fromResult(decodeSandboxDecision(input))
    const verdict = verdictOf(outcome, reasons ?? [])
    const refused = (status: string) =>
      new InvalidState({ what: "KYC session", status, command: "a decision" })
    while (true) {
      const session = yield* kycSessions.get(partnerId, sessionId)
      if (isEnded(session)) return yield* refused(session._tag)
      const check = awaitsPerson(session) ? session.check + 1 : session.check
      // Before the check can be opened, so that opening it returns the same verdict.
      yield* kycChecker.decide(checkIdOf(sessionId, check, session.documents), verdict)
      const at = yield* Clock.currentTimeMillis
      const answered = yield* Effect.gen(function* () {
        if (awaitsPerson(session)) yield* applyKyc(partnerId, sessionId, { _tag: "WaiveDocuments", at })
        return yield* kycChecks.answer(partnerId, sessionId, {
          check,
          verdict,
          decidedBy: Option.none()
        })
      }).pipe(
        Effect.asSome,
        Effect.catchTags({
          KycStepRefused: Effect.die,
          KycCommandRefused: () => Effect.succeedNone
        })
      )
      // Unless another decision, or the pre-check, was faster: then this one applies to the resulting state.
      if (Option.isNone(answered) || isInCheck(answered.value)) continue
      if (outcome === "retry" || isEnded(answered.value)) return answered.value
    }
  })
})
