import { Clock, Effect, Option, Random } from "effect"
import type { NotFound } from "../input/Refusals.ts"
import { invariant } from "../machine/invariant.ts"
import { PayoutProcessor, PayoutProcessorUnavailable, type TransferStatus } from "../ports/PayoutProcessor.ts"
import type { LeaseLost, StoreUnavailable } from "../ports/Store.ts"
import { StoreHold } from "../ports/StoreHold.ts"
import { WorkQueue } from "../ports/WorkQueue.ts"
import { Settings } from "../settings/Settings.ts"
import type { JobHandler } from "../work/Worker.ts"
import type { LeasedJob } from "../work/Job.ts"
import { jittered, nextAttemptAt } from "../work/RetryPolicy.ts"
import { raiseAlert } from "../work/Alert.ts"
import { answeredWithin } from "../work/answeredWithin.ts"
import type { PayoutCommand, PayoutCommandRefused, RecordedPayout } from "./Payout.ts"
import { Payouts } from "./Payouts.ts"

type Failure = NotFound | LeaseLost | StoreUnavailable | PayoutCommandRefused

/**
 * Brings payouts to their end: intent before call, lookup before retry.
 *
 * A call is made only after `submitting` (or the lookup) is committed under the job's lease, so whoever finds a payout in
 * `submitting` knows that a call may have been made and looks up. Money is sent again only when a lookup says that nothing
 * was; it is given back only on a definite refusal, on "not found" after the last attempt, or on an acknowledged abandon.
 *
 * While the store is on hold all of this rests, lookups too: what they would lead to is not to be done. Nothing is counted as an
 * attempt meanwhile.
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

  const work = (job: LeasedJob) => {
    const { partnerId, subjectId } = job
    const held = (command: PayoutCommand) =>
      payouts.apply(partnerId, subjectId, command, { _tag: "Held", job })
    const done = (command: PayoutCommand) =>
      payouts.apply(partnerId, subjectId, command, { _tag: "Done", job })
    const again = Effect.fnUntraced(function* (
      command: PayoutCommand,
      payout: RecordedPayout,
      since?: number
    ) {
      const now = yield* Clock.currentTimeMillis
      const dueAt = yield* nextLookupAt(payout.attempts, since ?? now)
      return yield* payouts.apply(partnerId, subjectId, command, { _tag: "DueAgain", job, dueAt })
    })

    const record = Effect.fnUntraced(function* (payout: RecordedPayout, status: TransferStatus) {
      const at = yield* Clock.currentTimeMillis
      switch (status._tag) {
        case "Completed":
          return yield* done({ _tag: "Confirm", processingId: identifier(status.processingId), at })
        case "Accepted":
          return yield* again({ _tag: "Accept", processingId: identifier(status.processingId), at }, payout)
        case "Rejected":
          return yield* done({ _tag: "Reject", reason: status.reason, at })
      }
    })

    const submit: Effect.Effect<RecordedPayout, Failure> = Effect.gen(function* () {
      const payout = yield* held({ _tag: "Submit", at: yield* Clock.currentTimeMillis })
      const { order } = payout
      const answer = yield* Effect.result(
        answered(
          processor.submit({
            reference: order.reference,
            payoutId: order.id,
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
        return yield* again({ _tag: "LoseAnswer", reason: answer.failure.reason, at }, payout)
      }
      if (answer.success._tag === "Duplicate") {
        yield* held({ _tag: "LoseAnswer", reason: "the processing side knows this payout already", at })
        return yield* lookUp
      }
      return yield* record(payout, answer.success)
    })

    const lookUp: Effect.Effect<RecordedPayout, Failure> = Effect.gen(function* () {
      const payout = yield* held({ _tag: "LookUp", at: yield* Clock.currentTimeMillis })
      const answer = yield* Effect.result(answered(processor.lookup(payout.order.reference)))
      const at = yield* Clock.currentTimeMillis
      const spent = payout.attempts >= attemptMax
      if (answer._tag === "Success") {
        if (answer.success._tag !== "NotFound") return yield* record(payout, answer.success)
        // Accepted before and not found now: believe it only when it is said twice.
        if (payout._tag === "submitted") {
          return yield* again(
            { _tag: "LoseAnswer", reason: "accepted, then not found by the processing side", at },
            payout
          )
        }
        if (spent)
          return yield* done({
            _tag: "GiveUp",
            reason: "not confirmed: the processing side never had it",
            at
          })
        // Placed while the lookup was on its way: the job stays due.
        if (yield* isHeld) return yield* Effect.as(queue.release(job, job.dueAt), payout)
        return yield* submit
      }
      const { reason } = answer.failure
      if (!spent) return yield* again(lookupFailed(payout, reason, at), payout)
      const abandoned = yield* Effect.result(answered(processor.abandon(payout.order.reference)))
      if (abandoned._tag === "Success" && abandoned.success._tag === "Abandoned") {
        return yield* done({ _tag: "GiveUp", reason: `not confirmed and abandoned: ${reason}`, at })
      }
      if (onUnknown === "fail") return yield* done({ _tag: "GiveUp", reason: `not confirmed: ${reason}`, at })
      yield* raiseAlert(
        "payout.unknown",
        `payout ${subjectId} has no known outcome after ${payout.attempts} attempts: ${reason}`
      )
      return yield* again(lookupFailed(payout, reason, at), payout)
    })

    return Effect.gen(function* () {
      const payout = yield* payouts.get(partnerId, subjectId)
      switch (payout._tag) {
        case "reserved":
          return yield* submit
        case "submitting": {
          // Found here, the process that was calling is gone: the answer is lost, and the schedule counts from the call.
          const at = yield* Clock.currentTimeMillis
          return yield* again(
            { _tag: "LoseAnswer", reason: "stopped while calling", at },
            payout,
            payout.updatedAt
          )
        }
        case "submitted":
        case "unknown":
          return yield* lookUp
        case "confirmed":
        case "rejected":
        case "not_confirmed": {
          const at = yield* Clock.currentTimeMillis
          const again: PayoutCommand =
            payout._tag === "confirmed"
              ? { _tag: "Confirm", processingId: payout.processingId, at }
              : { _tag: "GiveUp", reason: "", at }
          return yield* done(again)
        }
      }
    })
  }

  const handler: JobHandler = {
    kind: "payout.dispatch",
    concurrency: 64,
    isHeld,
    handle: work
  }
  return handler
})

const identifier = (processingId: string): Option.Option<string> =>
  processingId === "" ? Option.none() : Option.some(processingId)

/** An unanswered lookup leaves a payout that was accepted as it is; anything else stays unknown. */
const lookupFailed = (payout: RecordedPayout, reason: string, at: number): PayoutCommand =>
  payout._tag === "submitted"
    ? { _tag: "Accept", processingId: payout.processingId, at }
    : { _tag: "LoseAnswer", reason, at }
