import { Clock, Effect, FiberSet, Latch, Option, Random, Result, Semaphore } from "effect"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { WorkQueue } from "../../kernel/ports/WorkQueue.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { keepLease } from "../../kernel/work/keepLease.ts"
import { Settings } from "../settings/Settings.ts"
import { type HostPlaces, ReceivingHosts } from "./ReceivingHosts.ts"
import { RunningFanOuts } from "./RunningFanOuts.ts"
import { type AttemptFault, makeWebhookCall } from "./WebhookCall.ts"
import type { WebhookDeliveryId } from "./WebhookDelivery.ts"
import {
  isSubscribed,
  type RegisteredEndpoint,
  signingSecrets,
  type WebhookEndpointId
} from "./WebhookEndpoint.ts"
import { WebhookEndpoints } from "./WebhookEndpoints.ts"
import { type AttemptOutcome, makeRecordOutcomes } from "./WebhookOutcomes.ts"
import { type DueDelivery, WebhookReader } from "./WebhookReader.ts"
import type { SigningKeys } from "./WebhookSignature.ts"
import { loggedUrl } from "./WebhookUrl.ts"
import { makeWebhookWithdrawals } from "./WebhookWithdrawals.ts"
import { webhookJobs } from "./webhookNames.ts"

/**
 * How many deliveries are loaded at a time, and how long they are started before the endpoint is loaded
 * again.
 */
const roundSize = 512
const roundMillis = 1_000

/** How often newly due deliveries are loaded while attempts run. */
const lookMillis = 100

/**
 * How many results one commit records, and how long one waits for others at most: every commit is a disk
 * flush.
 */
const recordMax = 400
const recordWaitMillis = 100

/** When an endpoint that found no place at its host is tried again: after this time, and up to twice of it. */
const heldBackMillis = 250

/**
 * Makes deliveries. Each endpoint has one job, so an endpoint has its own queue and its own worker: the
 * holder of the lease attempts the due deliveries, several at once, and records the results under the same
 * lease.
 *
 * At least once: an attempt whose result was not recorded, because the process was killed or the lease was
 * lost, is made again. An endpoint that does not answer gets one attempt at a time and gives up its place
 * after each, until it answers. An endpoint that finds no place at its host also gives up its place and comes
 * again.
 */
export const makeWebhookDispatcher = Effect.gen(function* () {
  const { attemptConcurrency, endpointConcurrency } = (yield* Settings).webhook
  const { complete } = yield* makeTransact
  const queue = yield* WorkQueue
  const reader = yield* WebhookReader
  const endpoints = yield* WebhookEndpoints
  const callTo = yield* makeWebhookCall
  const record = yield* makeRecordOutcomes
  const hosts = yield* ReceivingHosts
  const fanOuts = yield* RunningFanOuts
  const { cancelSome, enabledEndpointOf, giveUpSome } = yield* makeWebhookWithdrawals
  /** Endpoints that do not answer, with the last logged reason. */
  const silent = new Map<WebhookEndpointId, string>()
  /** Endpoints that do not take every event, with the version at which nothing waited that they do not take. */
  const cleared = new Map<WebhookEndpointId, number>()

  const noteSilence = Effect.fnUntraced(function* (
    { partnerId, subjectId }: LeasedJob,
    url: string,
    { detail }: AttemptFault
  ) {
    const before = silent.get(subjectId)
    silent.set(subjectId, detail)
    if (before !== detail)
      yield* Effect.logInfo(
        `webhook ${subjectId} of partner ${partnerId} to ${loggedUrl(url)} does not answer: ${detail}`
      )
  })

  /**
   * Attempts the due deliveries of an endpoint until there are none, several at once. Deliveries that become
   * due meanwhile start beside slow ones. Ends early if the endpoint does not answer, finds no place at its
   * host, or the process stops. Returns whether it found no place.
   */
  const serve = Effect.fnUntraced(function* (job: LeasedJob, isFinishing: () => boolean) {
    const { partnerId, subjectId: id } = job
    const slots = yield* Semaphore.make(silent.has(id) ? 1 : attemptConcurrency)
    const placesAt = yield* hosts.visit(id)
    const attempts = yield* FiberSet.make<void>()
    /** Started and not recorded yet: the store still shows them as due. */
    const underWay = new Set<WebhookDeliveryId>()
    const ended: Array<AttemptOutcome> = []
    const hasEnded = Latch.makeUnsafe(false)
    const enoughEnded = Latch.makeUnsafe(false)
    const recording = yield* Semaphore.make(1)
    let isHalted = false
    let isHeldBack = false
    let inFlight = 0
    /** The keys of the last round, and the sealed secrets that they were opened from. */
    let opened: { readonly keys: SigningKeys; readonly of: string } | undefined
    const oneEnded = Latch.makeUnsafe(false)

    const holdBack = (): void => {
      isHeldBack = true
      isHalted = true
    }

    const isQuiet = (): boolean => ended.length === underWay.size
    const quiet = Latch.makeUnsafe(false)

    const recordEnded = Effect.gen(function* () {
      // Results that end during a commit wait for the next one: each would be a small commit of its own.
      let left = ended.length
      while (left > 0) {
        const outcomes = ended.splice(0, Math.min(left, recordMax))
        left -= outcomes.length
        yield* record(job, outcomes)
        for (const { delivery } of outcomes) underWay.delete(delivery.state.order.id)
      }
      if (isQuiet()) quiet.openUnsafe()
    })
    // Results taken from the list must be recorded here, because no one else will.
    const recordAll = Effect.uninterruptible(recording.withPermits(1)(recordEnded))
    const recordForever = Effect.gen(function* () {
      yield* hasEnded.await
      yield* Effect.raceFirst(enoughEnded.await, Effect.sleep(recordWaitMillis))
      hasEnded.closeUnsafe()
      enoughEnded.closeUnsafe()
      yield* recordAll
    }).pipe(Effect.forever)

    const attempt = Effect.fnUntraced(function* (
      url: string,
      call: ReturnType<typeof callTo>,
      { body, state, version }: DueDelivery
    ) {
      const called = yield* Effect.result(call({ eventId: state.order.eventId, body }))
      if (Result.isFailure(called)) {
        // Nothing was sent, so there is nothing to record.
        underWay.delete(state.order.id)
        holdBack()
        if (isQuiet()) quiet.openUnsafe()
        return
      }
      const outcome = called.success
      if (outcome.fault?.isUnanswered === true) yield* noteSilence(job, url, outcome.fault)
      else if (silent.delete(id)) yield* Semaphore.resize(slots, attemptConcurrency)
      if (outcome.fault?.isUnanswered === true || outcome.fault?.isGone === true) isHalted = true
      ended.push({ delivery: { state, version }, call: outcome, chance: yield* Random.next })
      hasEnded.openUnsafe()
      if (ended.length >= recordMax) enoughEnded.openUnsafe()
      if (isQuiet()) quiet.openUnsafe()
    })

    /**
     * Takes a place at the host. If its own calls hold some, it waits for one of them to end; otherwise other
     * endpoints go first.
     */
    const takePlace = Effect.fnUntraced(function* ({ take }: HostPlaces) {
      while (!isHalted && !isFinishing()) {
        if (yield* take) return true
        if (inFlight === 0) holdBack()
        else {
          oneEnded.closeUnsafe()
          yield* oneEnded.await
        }
      }
      return false
    })

    const leave = ({ give }: HostPlaces) =>
      Effect.gen(function* () {
        inFlight -= 1
        yield* give
        oneEnded.openUnsafe()
        yield* slots.release(1)
      })

    const keysOf = Effect.fnUntraced(function* (endpoint: RegisteredEndpoint) {
      const of = signingSecrets(endpoint, yield* Clock.currentTimeMillis).join(" ")
      if (opened?.of !== of) opened = { keys: yield* endpoints.signingKeys(endpoint), of }
      return opened.keys
    })

    /** Starts these, one for each free slot, until it is time to load the endpoint again. */
    const begin = Effect.fnUntraced(function* (
      endpoint: RegisteredEndpoint,
      due: ReadonlyArray<DueDelivery>
    ) {
      const keys = yield* keysOf(endpoint)
      const startedAt = yield* Clock.currentTimeMillis
      const { url } = endpoint.target
      const places = placesAt(url)
      const call = callTo({ url, keys })
      for (const delivery of due) {
        yield* slots.take(1)
        if (!(yield* takePlace(places))) return yield* slots.release(1)
        inFlight += 1
        if (isHalted || isFinishing() || (yield* Clock.currentTimeMillis) - startedAt >= roundMillis)
          return yield* leave(places)
        underWay.add(delivery.state.order.id)
        yield* FiberSet.run(attempts, Effect.ensuring(attempt(url, call, delivery), leave(places)))
      }
    })

    /** Whether the endpoint may have deliveries that it does not take. */
    const mayOwe = ({ state, version }: Versioned<RegisteredEndpoint>): boolean =>
      state.target.events.length > 0 && cleared.get(id) !== version

    const work = Effect.gen(function* () {
      while (!isHalted && !isFinishing()) {
        const found = yield* enabledEndpointOf(job)
        if (typeof found === "string") {
          yield* FiberSet.awaitEmpty(attempts)
          yield* recordAll
          silent.delete(id)
          cleared.delete(id)
          if (yield* giveUpSome(job)) continue
          return
        }
        const { state: endpoint, version } = found
        if (mayOwe(found)) {
          const left = yield* cancelSome(job, endpoint, underWay)
          if (left === "cancelled") continue
          if (left === "none") cleared.set(id, version)
        }
        const more = fanOuts.next(partnerId)
        const now = yield* Clock.currentTimeMillis
        const limit = silent.has(id) ? 1 : roundSize
        const due = yield* reader.due(partnerId, id, now, limit, underWay)
        // The fan-out read an earlier version of the endpoint.
        if (due.some(({ state }) => !isSubscribed(endpoint, state.order.type))) cleared.delete(id)
        else if (due.length > 0) yield* begin(endpoint, due)
        else if (underWay.size === 0) {
          if (!mayOwe(found)) return
        } else {
          quiet.closeUnsafe()
          if (!isQuiet()) yield* Effect.raceFirst(quiet.await, Effect.sleep(lookMillis))
          if (!isQuiet()) continue
          // No other result joins a commit now, unless more deliveries come.
          if (more === undefined) yield* recordAll
          else yield* Effect.raceFirst(more, Effect.sleep(lookMillis))
        }
      }
    })
    yield* Effect.raceFirst(work, recordForever)
    yield* FiberSet.awaitEmpty(attempts)
    yield* recordAll
    return isHeldBack
  }, Effect.scoped)

  const handler: JobHandler = {
    kind: webhookJobs.deliver,
    concurrency: endpointConcurrency,
    claimMax: 8,
    handle: Effect.fnUntraced(function* (job, isFinishing) {
      const isHeldBack = yield* Effect.raceFirst(serve(job, isFinishing), keepLease(queue, job))
      const next = yield* reader.nextDueAt(job.partnerId, job.subjectId)
      const now = yield* Clock.currentTimeMillis
      const pause = isHeldBack ? Math.round(heldBackMillis * (1 + (yield* Random.next))) : 0
      yield* complete(
        Option.match(next, {
          onNone: () => ({ _tag: "Done" as const, job }),
          // Not before now: a long overdue job would be ahead of every waiting endpoint, round after round.
          onSome: (dueAt) => ({ _tag: "DueAgain" as const, job, dueAt: Math.max(dueAt, now + pause) })
        })
      )
    })
  }
  return handler
})
