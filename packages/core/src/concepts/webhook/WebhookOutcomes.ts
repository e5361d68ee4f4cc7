import { Clock, Effect, Metric, Option, Result } from "effect"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { AggregateWrite, LeaseLost, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { NewEvent } from "../../kernel/transact/Draft.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { nextAttemptAt, type RetryPolicy } from "../../kernel/work/RetryPolicy.ts"
import { Settings } from "../settings/Settings.ts"
import type { AttemptFault, CallOutcome } from "./WebhookCall.ts"
import {
  deliveryAfter,
  type PendingDelivery,
  type RecordedDelivery,
  type WebhookDeliveryCommand
} from "./WebhookDelivery.ts"
import {
  type RegisteredEndpoint,
  registeredEndpoint,
  WebhookEndpoint,
  type WebhookEndpointCommand,
  type WebhookEndpointEvent,
  type WebhookEndpointState,
  webhookEndpoint
} from "./WebhookEndpoint.ts"
import { deliverJob } from "./WebhookJobs.ts"
import { WebhookReader } from "./WebhookReader.ts"
import { loggedUrl } from "./WebhookUrl.ts"

/** An attempt that ended, with the delivery as it was loaded. `chance` is in [0, 1) and varies its retry. */
export interface AttemptOutcome {
  readonly delivery: Versioned<PendingDelivery>
  readonly call: CallOutcome
  readonly chance: number
}

/** Records the results of attempts at the endpoint of a job, all in one commit under its lease. */
export type RecordOutcomes = (
  job: LeasedJob,
  outcomes: ReadonlyArray<AttemptOutcome>
) => Effect.Effect<void, LeaseLost | StoreUnavailable>

/**
 * Maintains the delivery log and the health of its endpoint, under the endpoint's lease. After a commit with
 * an unclear outcome it looks up whether the commit was written, so no attempt is counted twice.
 */
export const makeRecordOutcomes = Effect.gen(function* () {
  const { webhook } = yield* Settings
  const policy = webhook.retryPolicy
  const { transact } = yield* makeTransact
  const reader = yield* WebhookReader
  const states = yield* StateReader

  /** The results that are not recorded yet, on the current deliveries. */
  const stillOpen = Effect.fnUntraced(function* (outcomes: ReadonlyArray<AttemptOutcome>) {
    const open: Array<AttemptOutcome> = []
    for (const outcome of outcomes) {
      const { attempts, order } = outcome.delivery.state
      const found = Option.getOrUndefined(yield* reader.delivery(order.partnerId, order.id))
      if (found?.state._tag === "pending" && found.state.attempts === attempts)
        open.push({ ...outcome, delivery: { state: found.state, version: found.version } })
    }
    return open
  })

  const record: RecordOutcomes = Effect.fnUntraced(function* (job, outcomes) {
    const { partnerId, subjectId: endpointId } = job
    const at = yield* Clock.currentTimeMillis
    let open = outcomes
    let isFirst = true
    const recorded = transact(
      Effect.gen(function* () {
        // Only a redelivery or a change of the endpoint can happen in between.
        if (!isFirst) open = yield* stillOpen(open)
        isFirst = false
        if (open.length === 0) return { answer: Effect.void }
        const found = yield* states.get(webhookEndpoint, partnerId, endpointId)
        const url = Option.map(found, ({ state }) => state.target.url)
        const noted = Option.map(found, ({ state }) => notedBy(state, open, webhook.failingMillisMax, at))
        const events: ReadonlyArray<WebhookEndpointEvent> = Option.match(noted, {
          onNone: () => [],
          onSome: (each) => each.events
        })
        const written = open.map(({ call, chance, delivery }) =>
          writeOver("WebhookDelivery", delivery, afterCall(delivery.state, asNow(call, url), policy, chance))
        )
        const after = written.map(({ state }) => state)
        const aggregates: Array<AggregateWrite> = [...written]
        const records: Array<NewEvent> = []
        if (Option.isSome(found) && Option.isSome(noted) && events.length > 0) {
          const { version } = found.value
          aggregates.push(writeOver("WebhookEndpoint", found.value, noted.value.next))
          for (const event of events)
            records.push({ partnerId, subjectId: endpointId, version: version + 1, at, event })
        }
        const disabled = events.find((event) => event._tag === "WebhookDisabled")
        const tell = Effect.gen(function* () {
          yield* countAttempts(after)
          if (disabled !== undefined && Option.isSome(found))
            yield* raiseAlert("webhook.disabled", disabledMessage(found.value.state, disabled.cause))
        })
        return {
          commit: {
            aggregates,
            events: records,
            // The waiting deliveries of an endpoint that is not enabled are given up at once.
            jobs: disabled === undefined ? [] : [deliverJob(partnerId, endpointId, at)],
            completion: { _tag: "Held", job }
          },
          answer: tell,
          landed: Effect.map(stillOpen(open), (left) => left.length === 0)
        }
      })
    )
    yield* Effect.flatten(recorded)
  })
  return record
})

/** The endpoint after a series of results. */
const notedBy = (
  endpoint: RegisteredEndpoint,
  outcomes: ReadonlyArray<AttemptOutcome>,
  failingMillisMax: number,
  at: Instant
) => {
  let next: WebhookEndpointState = endpoint
  const events: Array<WebhookEndpointEvent> = []
  for (const { call } of outcomes) {
    // The URL has changed: the old receiver's answers say nothing about the new one.
    if (call.attempt.url !== endpoint.target.url) continue
    const decided = WebhookEndpoint.decide(next, noteOf(call.fault, failingMillisMax, at))
    if (Result.isFailure(decided)) continue
    events.push(...decided.success)
    next = decided.success.reduce(WebhookEndpoint.evolve, next)
  }
  return { next: registeredEndpoint(next), events }
}

/** A 410 from an old URL does not disable an endpoint whose URL has changed since. */
const asNow = ({ attempt, fault }: CallOutcome, url: Option.Option<string>): CallOutcome =>
  fault?.isGone === true && Option.isSome(url) && url.value !== attempt.url
    ? { attempt, fault: { ...fault, isGone: false } }
    : { attempt, fault }

const noteOf = (
  fault: AttemptFault | undefined,
  failingMillisMax: number,
  at: Instant
): WebhookEndpointCommand => {
  if (fault === undefined) return { _tag: "NoteSuccess", at }
  return fault.isGone ? { _tag: "NoteGone", at } : { _tag: "NoteFailure", failingMillisMax, at }
}

const afterCall = (
  state: PendingDelivery,
  { attempt, fault }: CallOutcome,
  policy: RetryPolicy,
  chance: number
): RecordedDelivery => {
  const command: WebhookDeliveryCommand =
    fault === undefined
      ? { _tag: "Succeed", attempt }
      : {
          _tag: "Fail",
          attempt,
          error: fault.error,
          retryAt: fault.isGone ? Option.none() : retryAtOf(state, fault, policy, attempt.at, chance)
        }
  return deliveryAfter(state, command)
}

/** By the schedule; later if the receiver asks for it, up to twice the gap. */
const retryAtOf = (
  { attempts, attemptsBefore }: PendingDelivery,
  { retryAfterMillis }: AttemptFault,
  policy: RetryPolicy,
  now: Instant,
  chance: number
): Option.Option<Instant> => {
  const made = attempts - attemptsBefore + 1
  const gap = policy.delaysMillis[made] ?? 0
  return Option.map(nextAttemptAt(policy, made, now, chance), (scheduled) =>
    Option.match(retryAfterMillis, {
      onNone: () => scheduled,
      onSome: (asked) => Math.max(scheduled, now + Math.min(asked, 2 * gap))
    })
  )
}

const disabledMessage = ({ order, target }: RegisteredEndpoint, cause: string): string => {
  const why = cause === "gone" ? "its receiver answered 410" : "all attempts failed for days"
  return `webhook ${order.id} of partner ${order.partnerId} to ${loggedUrl(target.url)} was disabled: ${why}`
}

const attempts = Metric.counter("quittance_webhook_attempts_total", {
  description: "Attempts to deliver webhooks, by the resulting state of the delivery",
  incremental: true
})

const outcomes = ["delivered", "pending", "failed"] as const

/** Counts attempts by the resulting state of the delivery: `pending` ones are made again. */
const countAttempts = (after: ReadonlyArray<RecordedDelivery>): Effect.Effect<void> =>
  Effect.forEach(
    outcomes,
    (outcome) => {
      const count = after.filter(({ _tag }) => _tag === outcome).length
      return count === 0 ? Effect.void : Metric.update(Metric.withAttributes(attempts, { outcome }), count)
    },
    { discard: true }
  )
