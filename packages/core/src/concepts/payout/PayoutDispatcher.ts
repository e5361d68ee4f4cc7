import { Clock, Effect, Option, Result } from "effect"
import { plainReason } from "../../kernel/input/plainReason.ts"
import type { AggregateWrite } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import type { PayoutCommand } from "./Payout.ts"
import { isExpired } from "./PayoutApproval.ts"
import { abandoned, type CallAnswer, unanswered } from "./PayoutCalls.ts"
import type { AbandonAnswer, PayoutProcessorUnavailable } from "./PayoutProcessor.ts"
import type { PayoutId, RecordedPayout } from "./PayoutRecord.ts"
import type { WorkCommand } from "./Payouts.ts"
import {
  again,
  againLost,
  done,
  held,
  makePayoutWork,
  type PayoutWork,
  type PayoutWorkFailure,
  type ReadPayout,
  record
} from "./PayoutWork.ts"
import { payoutJobs } from "./payoutNames.ts"

/**
 * Brings payouts to their end: intent before call, lookup before retry.
 *
 * A call is made only after `submitting` (or the lookup) is committed under the job's lease. So a worker that
 * finds a payout in `submitting` knows that a call may have been made, and looks it up. Money is sent again
 * only when a lookup says that nothing was sent. The debit is returned only on a definite refusal, on "not
 * found" after the last attempt, or on an acknowledged abandon.
 *
 * A payout that waits for approvals has its job due at the end of their time, and the last approval moves it to now.
 * From that end on nothing is sent, approved or not: what was not sent yet is declined, and what may have been sent is
 * looked up until it is proven that it was not.
 *
 * While the store is on hold all of this stops, including lookups, because their results must not be acted
 * on. Nothing is counted as an attempt meanwhile.
 */
export const makePayoutDispatcher = Effect.gen(function* () {
  const parts = yield* makePayoutWork
  const handler: JobHandler = {
    kind: payoutJobs.dispatch,
    concurrency: 256,
    claimMax: 128,
    isHeld: parts.isHeld,
    takesHanded: true,
    handle: (job, _isFinishing, written) => {
      const work = { ...parts, job }
      const known = writtenIn(written, job.subjectId)
      return known === undefined
        ? Effect.flatMap(parts.payouts.read(job.partnerId, job.subjectId), (payout) => carryOn(work, payout))
        : carryOn(work, known)
    }
  }
  return handler
})

const submit = Effect.fnUntraced(function* (
  work: PayoutWork,
  found: ReadPayout,
  heardBefore: Pick<Extract<PayoutCommand, { readonly _tag: "Submit" }>, "heard">
): Effect.fn.Return<ReadPayout, PayoutWorkFailure> {
  const payout = yield* held(work, found, {
    _tag: "Submit",
    ...heardBefore,
    at: yield* Clock.currentTimeMillis
  })
  const { order } = payout.state
  // The commit may have taken until then.
  const before = yield* Clock.currentTimeMillis
  if (isExpired(order, before)) {
    const reason = "not sent: its approval expired"
    return yield* again(work, payout, { _tag: "LoseAnswer", reason, heard: { answer: reason }, at: before })
  }
  const answer = yield* Effect.result(
    work.answered(
      work.processor.submit({
        reference: order.reference,
        payoutId: order.id,
        partnerId: order.partnerId,
        network: order.network,
        currency: order.currency,
        address: order.address,
        amountMinor: order.amountMinor,
        note: Option.getOrElse(order.note, () => ""),
        ...(Option.isSome(order.approval) && { sendBefore: order.approval.value.expiresAt })
      })
    )
  )
  const at = yield* Clock.currentTimeMillis
  if (answer._tag === "Failure") {
    const reason = plainReason(answer.failure.reason)
    const heard = { answer: unanswered(reason) }
    return yield* againLost(work, payout, { _tag: "LoseAnswer", reason, heard, at }, reason)
  }
  if (answer.success._tag !== "Duplicate") return yield* record(work, payout, answer.success, at)
  const reason = "the processing side knows this payout already"
  return yield* lookUp(
    work,
    yield* held(work, payout, { _tag: "LoseAnswer", reason, heard: { answer: "duplicate" }, at })
  )
})

const lookUp = Effect.fnUntraced(function* (
  work: PayoutWork,
  found: ReadPayout
): Effect.fn.Return<ReadPayout, PayoutWorkFailure> {
  const { answered, attemptMax, isHeld, job, onUnknown, processor, queue } = work
  const payout = yield* held(work, found, { _tag: "LookUp", at: yield* Clock.currentTimeMillis })
  const { _tag, attempts, order } = payout.state
  const answer = yield* Effect.result(answered(processor.lookup(order.reference, order.network)))
  const at = yield* Clock.currentTimeMillis
  const spent = attempts >= attemptMax
  if (answer._tag === "Success") {
    if (answer.success._tag !== "NotFound") return yield* record(work, payout, answer.success, at)
    // Accepted before and not found now: trust it only when the answer comes twice.
    if (_tag === "submitted") {
      return yield* again(work, payout, {
        _tag: "LoseAnswer",
        reason: "accepted, then not found by the processing side",
        heard: notFound,
        at
      })
    }
    if (spent)
      return yield* done(work, payout, {
        _tag: "GiveUp",
        reason: "not confirmed: the processing side never had it",
        heard: notFound,
        at
      })
    if (isExpired(order, at)) return yield* stop(work, payout, notFound, at)
    // The hold was placed during the lookup: the job stays due.
    if (yield* isHeld) return yield* Effect.as(queue.release(job, job.dueAt), payout)
    return yield* submit(work, payout, { heard: notFound })
  }
  const reason = plainReason(answer.failure.reason)
  const lost = { answer: unanswered(reason) }
  if (!spent) return yield* againLost(work, payout, lookupFailed(payout, reason, lost, at), reason)
  const stopped = yield* Effect.result(answered(processor.abandon(order.reference, order.network)))
  const heard: CallAnswer = { ...lost, abandon: { at, answer: abandonAnswer(stopped) } }
  if (stopped._tag === "Success" && stopped.success._tag === "Abandoned") {
    return yield* done(work, payout, {
      _tag: "GiveUp",
      reason: `not confirmed and abandoned: ${reason}`,
      heard,
      at
    })
  }
  if (onUnknown === "fail")
    return yield* done(work, payout, { _tag: "GiveUp", reason: `not confirmed: ${reason}`, heard, at })
  yield* raiseAlert(
    "payout.unknown",
    `payout ${job.subjectId} has no known outcome after ${attempts} attempts: ${reason}`
  )
  return yield* again(work, payout, lookupFailed(payout, reason, heard, at))
})

/** A payout that waits for approvals waits until the end of their time. */
const wait = (
  { job, queue }: PayoutWork,
  payout: ReadPayout
): Effect.Effect<ReadPayout, PayoutWorkFailure> => {
  const { approval, createdAt } = payout.state.order
  const dueAt = Option.match(approval, { onNone: () => createdAt, onSome: ({ expiresAt }) => expiresAt })
  return Effect.as(queue.release(job, dueAt), payout)
}

/**
 * Its time is over, and this store has sent nothing of it. A store that was put back may have forgotten that it did, so
 * the processing side is asked before the debit is returned.
 */
const expire = Effect.fnUntraced(function* (
  work: PayoutWork,
  payout: ReadPayout
): Effect.fn.Return<ReadPayout, PayoutWorkFailure> {
  const { answered, isHeld, job, processor, queue, reconcileMillis } = work
  const { network, reference } = payout.state.order
  const answer = yield* Effect.result(answered(processor.lookup(reference, network)))
  const at = yield* Clock.currentTimeMillis
  if (yield* isHeld) return yield* Effect.as(queue.release(job, job.dueAt), payout)
  if (answer._tag === "Failure" || answer.success._tag === "Accepted")
    return yield* Effect.as(queue.release(job, at + reconcileMillis), payout)
  if (answer.success._tag === "Completed") return yield* record(work, payout, answer.success, at)
  return yield* done(work, payout, { _tag: "Decline", how: "expired", at })
})

/**
 * Nothing is sent any more. What was sent before may still be under way where it is not found yet, so the debit is
 * returned only when the processing side says that it never will be made.
 */
const stop = Effect.fnUntraced(function* (
  work: PayoutWork,
  payout: ReadPayout,
  heardBefore: CallAnswer,
  at: Instant
): Effect.fn.Return<ReadPayout, PayoutWorkFailure> {
  const { network, reference } = payout.state.order
  const stopped = yield* Effect.result(work.answered(work.processor.abandon(reference, network)))
  const heard: CallAnswer = { ...heardBefore, abandon: { at, answer: abandonAnswer(stopped) } }
  const reason = "not sent before its approval expired"
  return stopped._tag === "Success" && stopped.success._tag === "Abandoned"
    ? yield* done(work, payout, { _tag: "GiveUp", reason, heard, at })
    : yield* again(work, payout, { _tag: "LoseAnswer", reason, heard, at })
})

/** Goes on with a payout as it was found. */
const carryOn = Effect.fnUntraced(function* (
  work: PayoutWork,
  payout: ReadPayout
): Effect.fn.Return<ReadPayout, PayoutWorkFailure> {
  const { state } = payout
  switch (state._tag) {
    case "awaiting":
    case "reserved": {
      const at = yield* Clock.currentTimeMillis
      if (isExpired(state.order, at)) return yield* expire(work, payout)
      return state._tag === "reserved" ? yield* submit(work, payout, {}) : yield* wait(work, payout)
    }
    case "submitting": {
      // A payout loaded in this state means that its caller is gone: the answer is lost, and the schedule
      // counts from the call.
      const at = yield* Clock.currentTimeMillis
      const reason = "stopped while calling"
      return yield* againLost(work, payout, { _tag: "LoseAnswer", reason, at }, reason, state.updatedAt)
    }
    case "submitted":
    case "unknown":
      return yield* lookUp(work, payout)
    case "confirmed":
    case "rejected":
    case "not_confirmed":
    case "declined": {
      const at = yield* Clock.currentTimeMillis
      const again: WorkCommand =
        state._tag === "confirmed"
          ? { _tag: "Confirm", processingId: state.processingId, at }
          : { _tag: "GiveUp", reason: "", at }
      return yield* done(work, payout, again)
    }
  }
})

/** The payout that the commit which handed its job over has just written. */
const writtenIn = (
  written: ReadonlyArray<AggregateWrite>,
  id: PayoutId
): Versioned<RecordedPayout> | undefined => {
  for (const write of written)
    if (write._tag === "Payout" && write.state.order.id === id)
      return { state: write.state, version: write.expectedVersion + 1 }
  return undefined
}

/** An unanswered lookup leaves an accepted payout unchanged; any other payout stays unknown. */
const lookupFailed = ({ state }: ReadPayout, reason: string, heard: CallAnswer, at: number): WorkCommand =>
  state._tag === "submitted"
    ? { _tag: "Accept", processingId: state.processingId, heard, at }
    : { _tag: "LoseAnswer", reason, heard, at }

const notFound: CallAnswer = { answer: "not found" }

const abandonAnswer = (answer: Result.Result<AbandonAnswer, PayoutProcessorUnavailable>): string => {
  if (Result.isFailure(answer)) return unanswered(answer.failure.reason)
  switch (answer.success._tag) {
    case "Abandoned":
      return abandoned
    case "TooLate":
      return "too late"
    case "Abandoning":
      return "abandoning"
  }
}
