import { Clock, Context, Effect, Layer, Option, Stream } from "effect"
import { InvalidInput } from "../../kernel/input/Input.ts"
import { type NotFound, orNotFound } from "../../kernel/input/Refusals.ts"
import { instantView } from "../../kernel/money/Money.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { WorkQueue } from "../../kernel/ports/WorkQueue.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { neverWritten, writeOver } from "../../kernel/transact/writeOver.ts"
import { partner } from "../partner/Partner.ts"
import type { WebhookEventType } from "../webhook/WebhookEvents.ts"
import { type Subscriber, type SubscriberEvent, type SubscriberStart, subscriber } from "./Subscriber.ts"
import type { SubscriberQueue } from "./SubscriberQueue.ts"
import { subscriberIdOf, subscriberJob } from "./subscriberNames.ts"
import { registeredSubscribers, type SubscriberStanding, subscriberStandings } from "./subscriberStandings.ts"

/** What somebody wants to get, by which name. */
export interface Registration {
  readonly name: string
  readonly events: ReadonlyArray<WebhookEventType>
  readonly from: SubscriberStart
}

/** The subscribers of the host: by what name somebody gets which events. */
export class Subscribers extends Context.Service<
  Subscribers,
  {
    /**
     * Registers a subscriber, or finds it as it was registered: `from` is of the first time only. When it returns,
     * every commit that is decided from then on queues its events. Other events than at the first time are refused.
     */
    readonly register: (
      registration: Registration
    ) => Effect.Effect<Subscriber, InvalidInput | StoreUnavailable>
    /** Ends a subscriber with all that waits for it. The name may be registered again. */
    readonly remove: (name: string) => Effect.Effect<void, NotFound | StoreUnavailable>
    /** Every subscriber, by name. */
    readonly list: Effect.Effect<ReadonlyArray<SubscriberStanding>, StoreUnavailable>
    /** The subscriber was told of a hold that began then. */
    readonly toldOfHold: (id: string, hold: Instant) => Effect.Effect<void, StoreUnavailable>
    /** As it is registered. */
    readonly find: (id: string) => Effect.Effect<Option.Option<Subscriber>, StoreUnavailable>
    /** A hold is about to be released: subscribers that were not told of it will be. */
    readonly oweHold: (hold: Instant) => Effect.Effect<void, StoreUnavailable>
  }
>()("@quittance/core/concepts/subscriber/Subscribers") {
  static readonly layer = Layer.effect(
    Subscribers,
    Effect.gen(function* () {
      const parts = yield* makeParts
      const ports = yield* Effect.context<StateReader | SubscriberQueue | WorkQueue>()
      return Subscribers.of({
        register: (registration) => register(parts, registration),
        remove: (name) => remove(parts, name),
        list: Effect.provideContext(subscriberStandings, ports),
        toldOfHold: (id, hold) =>
          change(parts, id, (state, at) => ({
            next: { ...state, toldOfHold: Option.some(hold), owedHold: Option.none() },
            event: { _tag: "SubscriberTold", hold, at }
          })),
        find: (id) =>
          Effect.map(
            parts.states.get(subscriber, id, id),
            Option.map(({ state }) => state)
          ),
        oweHold: (hold) => oweHold(parts, hold)
      })
    })
  )
}

/** The services that subscribers use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    states: yield* StateReader,
    ...(yield* makeTransact)
  }
})
type Parts = Effect.Success<typeof makeParts>

const isRemoved = ({ removedAt }: Subscriber): boolean => Option.isSome(removedAt)

const write = (
  loaded: Versioned<Subscriber> | typeof neverWritten,
  state: Subscriber,
  event: SubscriberEvent
) => ({
  aggregates: [writeOver("Subscriber", loaded, state)],
  events: [
    { partnerId: state.id, subjectId: state.id, version: loaded.version + 1, at: state.updatedAt, event }
  ]
})

const sameEvents = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  [...one].sort().join() === [...other].sort().join()

const register = Effect.fn("Subscribers.register")(function* (
  parts: Parts,
  { events, from, name }: Registration
) {
  const { states, transact } = parts
  const id = subscriberIdOf(name)
  const registered = yield* transact(
    Effect.gen(function* () {
      const found = yield* states.get(subscriber, id, id)
      if (Option.isSome(found) && !isRemoved(found.value.state)) {
        const { state } = found.value
        if (sameEvents(state.events, events)) return { answer: state }
        return yield* InvalidInput.of(
          "event",
          "invalid_value",
          `must be ${state.events.join(", ")}, which the subscriber ${name} gets since ${instantView(state.createdAt)}: other events need another name`
        )
      }
      const at = yield* Clock.currentTimeMillis
      const state: Subscriber = {
        id,
        createdAt: Option.isSome(found) ? found.value.state.createdAt : at,
        events,
        startsFrom: from,
        isJoined: from === "now",
        toldOfHold: Option.none(),
        owedHold: Option.none(),
        removedAt: Option.none(),
        updatedAt: at
      }
      const event = { _tag: "SubscriberRegistered", events, startsFrom: from, at } as const
      return {
        commit: write(
          Option.getOrElse(found, () => neverWritten),
          state,
          event
        ),
        answer: state
      }
    })
  )
  if (registered.isJoined) return registered
  yield* join(parts, registered)
  return { ...registered, isJoined: true }
})

/**
 * Lets a subscriber from the start catch up with what is kept of every partner. Nobody gets anything by its name before
 * that. A partner that is newer than the registration keeps nothing from before it.
 */
const join = Effect.fnUntraced(function* (parts: Parts, { id, updatedAt }: Subscriber) {
  yield* Stream.runForEach(parts.states.all(partner), ({ createdAt, id: partnerId }) =>
    createdAt > updatedAt
      ? Effect.void
      : parts.commit({
          outbox: [{ _tag: "CaughtUp", partnerId, subscriberId: id, through: "" }],
          jobs: [{ kind: subscriberJob(id), partnerId, subjectId: partnerId, dueAt: 0 }]
        })
  )
  yield* change(parts, id, (state, at) => ({
    next: { ...state, isJoined: true },
    event: { _tag: "SubscriberJoined", at }
  }))
})

/** A change of a subscriber that is registered; nothing if it is not, or if it would change nothing. */
const change = (
  { states, transact }: Parts,
  id: string,
  decide: (
    state: Subscriber,
    at: Instant
  ) => { readonly next: Subscriber; readonly event: SubscriberEvent } | undefined
): Effect.Effect<void, StoreUnavailable> =>
  transact(
    Effect.gen(function* () {
      const found = yield* states.get(subscriber, id, id)
      const at = yield* Clock.currentTimeMillis
      const decided =
        Option.isSome(found) && !isRemoved(found.value.state) ? decide(found.value.state, at) : undefined
      if (Option.isNone(found) || decided === undefined) return { answer: undefined }
      const next = { ...decided.next, updatedAt: at }
      return { commit: write(found.value, next, decided.event), answer: undefined }
    })
  )

const remove = Effect.fn("Subscribers.remove")(function* (parts: Parts, name: string) {
  const id = subscriberIdOf(name)
  const found = yield* parts.states.get(subscriber, id, id)
  yield* orNotFound("subscriber", name)(Option.filter(found, ({ state }) => !isRemoved(state)))
  yield* change(parts, id, (state, at) => ({
    next: { ...state, removedAt: Option.some(at) },
    event: { _tag: "SubscriberRemoved", at }
  }))
  yield* Stream.runForEach(parts.states.all(partner), ({ id: partnerId }) =>
    parts.commit({ outbox: [{ _tag: "Forgotten", partnerId, subscriberId: id }] })
  )
})

const oweHold = Effect.fnUntraced(function* (parts: Parts, hold: Instant) {
  yield* Effect.forEach(
    yield* Effect.provideService(registeredSubscribers, StateReader, parts.states),
    ({ id }) =>
      change(parts, id, (state, at) =>
        Option.contains(state.toldOfHold, hold)
          ? undefined
          : {
              next: { ...state, owedHold: Option.some(hold) },
              event: { _tag: "SubscriberOwed", hold, at }
            }
      ),
    { discard: true }
  )
})
