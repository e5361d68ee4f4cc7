import { Clock, Effect, Option, Random } from "effect"
import type { NotFound } from "../../kernel/input/Refusals.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import type { LeaseLost, StoreUnavailable } from "../../kernel/ports/Store.ts"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { WorkQueue } from "../../kernel/ports/WorkQueue.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { tracedPort } from "../../kernel/trace/Tracing.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { answeredWithin } from "../../kernel/work/answeredWithin.ts"
import { jittered, nextAttemptAt } from "../../kernel/work/RetryPolicy.ts"
import { Settings } from "../settings/Settings.ts"
import type { PayoutCommandRefused } from "./Payout.ts"
import { answeredCalls, lostAnswers } from "./PayoutCalls.ts"
import { PayoutProcessor, PayoutProcessorUnavailable, type TransferStatus } from "./PayoutProcessor.ts"
import type { RecordedPayout } from "./PayoutRecord.ts"
import { Payouts, type WorkCommand } from "./Payouts.ts"

/** What the dispatcher commits about a payout that it works on. Each function returns the payout as it then is. */

/** As the job loaded it, or as the last command left it. */
export type ReadPayout = Versioned<RecordedPayout>

/**
 * At so many lost answers an operator is told: the first steps of the schedule take seconds, and all of it takes a day.
 */
const lostAnswersAlerted = 3

export type PayoutWorkFailure = NotFound | LeaseLost | StoreUnavailable | PayoutCommandRefused

/** The services of the dispatcher. */
export const makePayoutWork = Effect.gen(function* () {
  const settings = yield* Settings
  const { callTimeoutMillis, onUnknown, reconcileMillis, retryPolicy } = settings.payout
  invariant(
    settings.mode === "sandbox" || onUnknown === "hold",
    "a live payout is never given up without proof"
  )
  const hold = yield* StoreHold
  return {
    payouts: yield* Payouts,
    processor: yield* Effect.flatMap(PayoutProcessor, (port) => tracedPort("payouts", port)),
    queue: yield* WorkQueue,
    isHeld: Effect.map(hold.current, Option.isSome),
    onUnknown,
    reconcileMillis,
    retryPolicy,
    attemptMax: retryPolicy.delaysMillis.length,
    answered: answeredWithin(callTimeoutMillis, (reason) => new PayoutProcessorUnavailable({ reason }))
  }
})

/** The services, and the job that is worked on. */
export interface PayoutWork extends Effect.Success<typeof makePayoutWork> {
  readonly job: LeasedJob
}

type Carried = Effect.Effect<ReadPayout, PayoutWorkFailure>

/** The lease is kept: an intent, before a call. */
export const held = ({ job, payouts }: PayoutWork, payout: ReadPayout, command: WorkCommand): Carried =>
  payouts.applyTo(payout, command, { _tag: "Held", job })

/** The end: there is no more work. */
export const done = ({ job, payouts }: PayoutWork, payout: ReadPayout, command: WorkCommand): Carried =>
  payouts.applyTo(payout, command, { _tag: "Done", job })

/** The job is due again when the next lookup is. */
export const again = Effect.fnUntraced(function* (
  work: PayoutWork,
  payout: ReadPayout,
  command: WorkCommand,
  since?: number
): Effect.fn.Return<ReadPayout, PayoutWorkFailure> {
  const now = yield* Clock.currentTimeMillis
  const dueAt = yield* nextLookupAt(work, payout.state.attempts, since ?? now)
  return yield* work.payouts.applyTo(payout, command, { _tag: "DueAgain", job: work.job, dueAt })
})

/** When the next lookup is due after this many attempts: by the schedule, then at every reconciliation. */
const nextLookupAt = Effect.fnUntraced(function* (
  { reconcileMillis, retryPolicy }: PayoutWork,
  attempts: number,
  since: number
) {
  const chance = yield* Random.next
  const now = yield* Clock.currentTimeMillis
  const scheduled = nextAttemptAt(retryPolicy, attempts, since, chance)
  return Math.max(
    now,
    Option.getOrElse(scheduled, () => now + jittered(reconcileMillis, retryPolicy.jitterRatio, chance))
  )
})

/** The answer is lost: the call is repeated by the schedule, and an operator is told in time. */
export const againLost = Effect.fnUntraced(function* (
  work: PayoutWork,
  payout: ReadPayout,
  command: WorkCommand,
  reason: string,
  since?: number
) {
  const next = yield* again(work, payout, command, since)
  const count = lostAnswers(next.state.calls)
  if (count >= lostAnswersAlerted && lostAnswers(answeredCalls(payout.state.calls)) < lostAnswersAlerted)
    yield* raiseAlert(
      "payout.unknown",
      `payout ${work.job.subjectId} has no known outcome: ${count} answers were lost, the last because: ${reason}`
    )
  return next
})

/** Records what the processing side says. */
export const record = (
  work: PayoutWork,
  payout: ReadPayout,
  status: TransferStatus,
  at: Instant
): Carried => {
  switch (status._tag) {
    case "Completed":
      return done(work, payout, {
        _tag: "Confirm",
        processingId: identifier(status.processingId),
        heard: { answer: "completed" },
        at
      })
    case "Accepted": {
      const accepted = again(work, payout, {
        _tag: "Accept",
        processingId: identifier(status.processingId),
        heard: { answer: "accepted" },
        at
      })
      if (payout.state.attempts < work.attemptMax) return accepted
      // Nothing can be done but to ask again. A person can find out what it waits for.
      const alert = raiseAlert(
        "payout.notFinal",
        `payout ${work.job.subjectId} was accepted, and has no outcome after ${payout.state.attempts} attempts`
      )
      return Effect.andThen(alert, accepted)
    }
    case "Rejected":
      return done(work, payout, {
        _tag: "Reject",
        reason: status.reason,
        heard: { answer: `rejected: ${status.reason}` },
        at
      })
  }
}

const identifier = (processingId: string): Option.Option<string> =>
  processingId === "" ? Option.none() : Option.some(processingId)
