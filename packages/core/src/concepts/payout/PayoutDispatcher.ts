import { Clock, Effect, Option, Random, Result } from "effect"
import { plainReason } from "../../kernel/input/plainReason.ts"
import type { NotFound } from "../../kernel/input/Refusals.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { AggregateWrite, LeaseLost, StoreUnavailable } from "../../kernel/ports/Store.ts"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { WorkQueue } from "../../kernel/ports/WorkQueue.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { answeredWithin } from "../../kernel/work/answeredWithin.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { jittered, nextAttemptAt } from "../../kernel/work/RetryPolicy.ts"
import { Settings } from "../settings/Settings.ts"
import type { PayoutCommand, PayoutCommandRefused, PayoutId, RecordedPayout } from "./Payout.ts"
import { answeredCalls, type CallAnswer, lostAnswers, unanswered } from "./PayoutCalls.ts"
import {
  type AbandonAnswer,
  PayoutProcessor,
  PayoutProcessorUnavailable,
  type TransferStatus
} from "./PayoutProcessor.ts"
import { Payouts } from "./Payouts.ts"
import { payoutJobs } from "./payoutNames.ts"

/** As the job loaded it, or as the last command left it. */
type ReadPayout = Versioned<RecordedPayout>

/**
 * At so many lost answers an operator is told: the first steps of the schedule take seconds, and all of it takes a day.
 */
const lostAnswersAlerted = 3

type Failure = NotFound | LeaseLost | StoreUnavailable | PayoutCommandRefused

/**
 * Brings payouts to their end: intent before call, lookup before retry.
 *
 * A call is made only after `submitting` (or the lookup) is committed under the job's lease. So a worker that
 * finds a payout in `submitting` knows that a call may have been made, and looks it up. Money is sent again
 * only when a lookup says that nothing was sent. The debit is returned only on a definite refusal, on "not
 * found" after the last attempt, or on an acknowledged abandon.
 *
 * While the store is on hold all of this stops, including lookups, because their results must not be acted
 * on. Nothing is counted as an attempt meanwhile.
 */
export const makePayoutDispatcher = Effect.gen(function* () {
  const settings = yield* Settings
  const { callTimeoutMillis, onUnknown, reconcileMillis, retryPolicy } = settings.payout
  invariant(
    settings.mode === "sandbox" || onUnknown === "hold",
    "a live payout is never given up without proof"
  )
  const payouts = yield* Payouts
  const processor = yield* PayoutProcessor
  const queue = yield* WorkQueue
  const hold = yield* StoreHold
  const isHeld = Effect.map(hold.current, Option.isSome)
  const attemptMax = retryPolicy.delaysMillis.length

  const answered = answeredWithin(callTimeoutMillis, (reason) => new PayoutProcessorUnavailable({ reason }))

  /** When the next lookup is due after this many attempts: by the schedule, then at every reconciliation. */
  const nextLookupAt = Effect.fnUntraced(function* (attempts: number, since: number) {
    const chance = yield* Random.next
    const now = yield* Clock.currentTimeMillis
    const scheduled = nextAttemptAt(retryPolicy, attempts, since, chance)
    return Math.max(
      now,
      Option.getOrElse(scheduled, () => now + jittered(reconcileMillis, retryPolicy.jitterRatio, chance))
    )
  })

  const work: JobHandler["handle"] = (job, _isFinishing, written) => {
    const { partnerId, subjectId } = job
    const held = (payout: ReadPayout, command: PayoutCommand) =>
      payouts.applyTo(payout, command, { _tag: "Held", job })
    const done = (payout: ReadPayout, command: PayoutCommand) =>
      payouts.applyTo(payout, command, { _tag: "Done", job })
    const again = Effect.fnUntraced(function* (payout: ReadPayout, command: PayoutCommand, since?: number) {
      const now = yield* Clock.currentTimeMillis
      const dueAt = yield* nextLookupAt(payout.state.attempts, since ?? now)
      return yield* payouts.applyTo(payout, command, { _tag: "DueAgain", job, dueAt })
    })

    /** The answer is lost: the call is repeated by the schedule, and an operator is told in time. */
    const againLost = Effect.fnUntraced(function* (
      payout: ReadPayout,
      command: PayoutCommand,
      reason: string,
      since?: number
    ) {
      const next = yield* again(payout, command, since)
      const count = lostAnswers(next.state.calls)
      if (count >= lostAnswersAlerted && lostAnswers(answeredCalls(payout.state.calls)) < lostAnswersAlerted)
        yield* raiseAlert(
          "payout.unknown",
          `payout ${subjectId} has no known outcome: ${count} answers were lost, the last because: ${reason}`
        )
      return next
    })

    const record = Effect.fnUntraced(function* (payout: ReadPayout, status: TransferStatus) {
      const at = yield* Clock.currentTimeMillis
      switch (status._tag) {
        case "Completed":
          return yield* done(payout, {
            _tag: "Confirm",
            processingId: identifier(status.processingId),
            heard: { answer: "completed" },
            at
          })
        case "Accepted":
          // Nothing can be done but to ask again. A person can find out what it waits for.
          if (payout.state.attempts >= attemptMax)
            yield* raiseAlert(
              "payout.notFinal",
              `payout ${subjectId} was accepted, and has no outcome after ${payout.state.attempts} attempts`
            )
          return yield* again(payout, {
            _tag: "Accept",
            processingId: identifier(status.processingId),
            heard: { answer: "accepted" },
            at
          })
        case "Rejected":
          return yield* done(payout, {
            _tag: "Reject",
            reason: status.reason,
            heard: { answer: `rejected: ${status.reason}` },
            at
          })
      }
    })

    const submit = Effect.fnUntraced(function* (
      found: ReadPayout,
      before: Pick<Extract<PayoutCommand, { readonly _tag: "Submit" }>, "heard">
    ): Effect.fn.Return<ReadPayout, Failure> {
      const payout = yield* held(found, { _tag: "Submit", ...before, at: yield* Clock.currentTimeMillis })
      const { order } = payout.state
      const answer = yield* Effect.result(
        answered(
          processor.submit({
            reference: order.reference,
            payoutId: order.id,
            partnerId: order.partnerId,
            network: order.network,
            currency: order.currency,
            address: order.address,
            amountMinor: order.amountMinor,
            note: Option.getOrElse(order.note, () => "")
          })
        )
      )
      const at = yield* Clock.currentTimeMillis
      if (answer._tag === "Failure") {
        const reason = plainReason(answer.failure.reason)
        const heard = { answer: unanswered(reason) }
        return yield* againLost(payout, { _tag: "LoseAnswer", reason, heard, at }, reason)
      }
      if (answer.success._tag === "Duplicate") {
        const reason = "the processing side knows this payout already"
        return yield* lookUp(
          yield* held(payout, { _tag: "LoseAnswer", reason, heard: { answer: "duplicate" }, at })
        )
      }
      return yield* record(payout, answer.success)
    })

    const lookUp = Effect.fnUntraced(function* (found: ReadPayout): Effect.fn.Return<ReadPayout, Failure> {
      const payout = yield* held(found, { _tag: "LookUp", at: yield* Clock.currentTimeMillis })
      const { _tag, attempts, order } = payout.state
      const answer = yield* Effect.result(answered(processor.lookup(order.reference, order.network)))
      const at = yield* Clock.currentTimeMillis
      const spent = attempts >= attemptMax
      if (answer._tag === "Success") {
        if (answer.success._tag !== "NotFound") return yield* record(payout, answer.success)
        // Accepted before and not found now: trust it only when the answer comes twice.
        if (_tag === "submitted") {
          return yield* again(payout, {
            _tag: "LoseAnswer",
            reason: "accepted, then not found by the processing side",
            heard: notFound,
            at
          })
        }
        if (spent)
          return yield* done(payout, {
            _tag: "GiveUp",
            reason: "not confirmed: the processing side never had it",
            heard: notFound,
            at
          })
        // The hold was placed during the lookup: the job stays due.
        if (yield* isHeld) return yield* Effect.as(queue.release(job, job.dueAt), payout)
        return yield* submit(payout, { heard: notFound })
      }
      const reason = plainReason(answer.failure.reason)
      const lost = { answer: unanswered(reason) }
      if (!spent) return yield* againLost(payout, lookupFailed(payout, reason, lost, at), reason)
      const abandoned = yield* Effect.result(answered(processor.abandon(order.reference, order.network)))
      const heard: CallAnswer = { ...lost, abandon: { at, answer: abandonAnswer(abandoned) } }
      if (abandoned._tag === "Success" && abandoned.success._tag === "Abandoned") {
        return yield* done(payout, {
          _tag: "GiveUp",
          reason: `not confirmed and abandoned: ${reason}`,
          heard,
          at
        })
      }
      if (onUnknown === "fail")
        return yield* done(payout, { _tag: "GiveUp", reason: `not confirmed: ${reason}`, heard, at })
      yield* raiseAlert(
        "payout.unknown",
        `payout ${subjectId} has no known outcome after ${attempts} attempts: ${reason}`
      )
      return yield* again(payout, lookupFailed(payout, reason, heard, at))
    })

    return Effect.gen(function* () {
      const payout = reservedIn(written, subjectId) ?? (yield* payouts.read(partnerId, subjectId))
      const { state } = payout
      switch (state._tag) {
        case "reserved":
          return yield* submit(payout, {})
        case "submitting": {
          // A payout loaded in this state means that its caller is gone: the answer is lost, and the schedule
          // counts from the call.
          const at = yield* Clock.currentTimeMillis
          const reason = "stopped while calling"
          return yield* againLost(payout, { _tag: "LoseAnswer", reason, at }, reason, state.updatedAt)
        }
        case "submitted":
        case "unknown":
          return yield* lookUp(payout)
        case "confirmed":
        case "rejected":
        case "not_confirmed": {
          const at = yield* Clock.currentTimeMillis
          const again: PayoutCommand =
            state._tag === "confirmed"
              ? { _tag: "Confirm", processingId: state.processingId, at }
              : { _tag: "GiveUp", reason: "", at }
          return yield* done(payout, again)
        }
      }
    })
  }

  const handler: JobHandler = {
    kind: payoutJobs.dispatch,
    concurrency: 256,
    claimMax: 128,
    isHeld,
    takesHanded: true,
    handle: work
  }
  return handler
})

/** The payout that the commit which handed its job over has just written. */
const reservedIn = (
  written: ReadonlyArray<AggregateWrite>,
  id: PayoutId
): Versioned<RecordedPayout> | undefined => {
  for (const write of written)
    if (write._tag === "Payout" && write.state.order.id === id)
      return { state: write.state, version: write.expectedVersion + 1 }
  return undefined
}

const identifier = (processingId: string): Option.Option<string> =>
  processingId === "" ? Option.none() : Option.some(processingId)

/** An unanswered lookup leaves an accepted payout unchanged; any other payout stays unknown. */
const lookupFailed = ({ state }: ReadPayout, reason: string, heard: CallAnswer, at: number): PayoutCommand =>
  state._tag === "submitted"
    ? { _tag: "Accept", processingId: state.processingId, heard, at }
    : { _tag: "LoseAnswer", reason, heard, at }

const notFound: CallAnswer = { answer: "not found" }

const abandonAnswer = (answer: Result.Result<AbandonAnswer, PayoutProcessorUnavailable>): string => {
  if (Result.isFailure(answer)) return unanswered(answer.failure.reason)
  switch (answer.success._tag) {
    case "Abandoned":
      return "abandoned"
    case "TooLate":
      return "too late"
    case "Abandoning":
      return "abandoning"
  }
}
