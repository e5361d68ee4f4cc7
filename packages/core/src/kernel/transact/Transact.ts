import { Effect, Result } from "effect"
import { Actor, actorExpected, isActor } from "../actor/Actor.ts"
import type { Decider } from "../machine/Decider.ts"
import { invariant } from "../machine/invariant.ts"
import { Ids } from "../ports/Ids.ts"
import {
  type ClaimTaken,
  type Commit,
  type EventRecord,
  eventPrefix,
  guardsItsOwn,
  isOfOnePartner,
  type JobCompletion,
  type LeaseLost,
  type LimitExceeded,
  Store,
  StoreUnavailable
} from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"
import type { Instant } from "../time/Instant.ts"
import { tracingHere } from "../trace/Tracing.ts"
import { commitSpans } from "./commitSpans.ts"
import { again } from "./DecidedAgain.ts"
import type { Decision, Draft, FailureOf, LeaseLostOf, NewDraft, NewEvent, OnlyDraftFields } from "./Draft.ts"
import { Handover } from "./Handover.ts"

/** A decision is made again after each lost race; this many races in a row indicate a bug. */
const roundMax = 100

/** The part of a commit that announces its events. */
export type Announced = Pick<Draft, "aggregates" | "outbox" | "jobs">

/** Turns the events to announce, all of one partner, into a part of the same commit. */
export type Announce<Announcement> = (
  records: ReadonlyArray<EventRecord>,
  announcements: ReadonlyArray<Announcement>
) => Effect.Effect<Announced, StoreUnavailable>

/** The only way to write. The errors depend on the draft of the commit; see `FailureOf`. */
export interface Transact<Announcement = never> {
  /**
   * Load → decide → commit. `decide` loads and decides; its value is a `Decision`.
   *
   * After a lost race (`VersionConflict`) it loads and decides again, past what is kept (`DecidedAgain`). After an
   * unclear outcome it asks the store whether the commit was written before it decides again, so nothing is done
   * twice. If that cannot be determined, the outcome stays `unknown`.
   */
  readonly transact: <D extends Draft<Announcement>, Answer, E, R>(
    decide: Effect.Effect<Decision<D & OnlyDraftFields<D>, Answer>, E, R>
  ) => Effect.Effect<Answer, E | FailureOf<D> | StoreUnavailable, R>
  /** The same for a decision that loads nothing, because everything it writes is new. */
  readonly commit: <D extends NewDraft<Announcement>>(
    draft: D & OnlyDraftFields<D>
  ) => Effect.Effect<void, FailureOf<D> | StoreUnavailable>
  /** The same for a state machine. A command that changes nothing only writes the completion of its job. */
  readonly runCommand: <
    State,
    Command extends object,
    Event extends EventRecord["event"],
    Rejection,
    Loaded extends Versioned<State>,
    E,
    D extends CommandDraft<Announcement>,
    Completion extends JobCompletion | undefined = undefined
  >(
    run: CommandRun<State, Command, Event, Rejection, Loaded, E, D, Completion>
  ) => Effect.Effect<
    CommandOutcome<State, Event>,
    Rejection | E | FailureOf<D> | LeaseLostOf<Completion> | StoreUnavailable
  >
  /** Only completes a job. */
  readonly complete: (completion: JobCompletion) => Effect.Effect<void, LeaseLost | StoreUnavailable>
}

const noRecords: Effect.Effect<ReadonlyArray<EventRecord>> = Effect.succeed([])
const isWritten = Effect.succeed(true)

/** `Transact` for concepts whose events are announced; `announce` determines the recipients. */
export const makeTransactWith = <Announcement>(announce: Announce<Announcement>) =>
  Effect.gen(function* () {
    const store = yield* Store
    const spans = commitSpans(yield* tracingHere)
    const handover = yield* Handover
    const ids = yield* Ids

    const recordOf = (event: NewEvent, actor: Actor) =>
      Effect.map(ids.prefixed(eventPrefix), (id): EventRecord => ({ ...event, id, actor }))

    const recordsOf = (events: ReadonlyArray<NewEvent>): Effect.Effect<ReadonlyArray<EventRecord>> => {
      const [only, ...others] = events
      if (only === undefined) return noRecords
      return Effect.withFiber((fiber) => {
        const actor = fiber.getRef(Actor)
        invariant(isActor(actor), `an actor ${actorExpected}`)
        return others.length === 0
          ? Effect.map(recordOf(only, actor), (record) => [record])
          : Effect.forEach(events, (event) => recordOf(event, actor))
      })
    }

    /** The commit of a draft, with what announces its events. */
    const completed = (draft: Draft<Announcement>): Effect.Effect<Commit, StoreUnavailable> =>
      Effect.flatMap(recordsOf(draft.events ?? []), (events) => {
        const { announcements = [] } = draft
        return announcements.length === 0
          ? Effect.succeed(commitOf(draft, events))
          : Effect.map(announce(events, announcements), (announced) => commitOf(draft, events, announced))
      })

    /** Whether an unclear commit was written after all. If this question fails too, the outcome stays unknown. */
    const hasLanded = (
      failure: StoreUnavailable,
      first: EventRecord | undefined,
      landed: Effect.Effect<boolean, StoreUnavailable> | undefined
    ): Effect.Effect<boolean, StoreUnavailable> => {
      if (landed !== undefined) return Effect.mapError(landed, () => failure)
      return first === undefined
        ? Effect.fail(failure)
        : Effect.mapError(store.committed(first), () => failure)
    }

    /** `Failure` is the type of errors that the commits decided here can have. */
    const land = <Failure, Answer, E, R>(
      decide: Effect.Effect<Decision<Draft<Announcement>, Answer>, E, R>,
      round = 0,
      reason = ""
    ): Effect.Effect<Answer, E | Failure | StoreUnavailable, R> =>
      round === roundMax
        ? Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason }))
        : Effect.flatMap(round === 0 ? decide : again(decide), ({ answer, commit: draft, landed }) => {
            if (draft === undefined) return Effect.succeed(answer)
            let lost = ""
            const write = (commit: Commit) =>
              Effect.matchEffect(spans.commit(commit)(store.commit(commit)), {
                onSuccess: () => isWritten,
                onFailure: (failure) => {
                  if (failure._tag !== "StoreUnavailable" || failure.outcome === "notWritten")
                    return Effect.fail(failure)
                  lost = failure.reason
                  return hasLanded(failure, commit.events[0], landed)
                }
              })
            const written = Effect.flatMap(completed(draft), (commit) => {
              invariant(isOfOnePartner(commit), "a commit is of one partner")
              invariant(!guardsItsOwn(commit), "a commit guards what it does not write")
              return handover.commit(commit, write)
            })
            return Effect.matchEffect(written, {
              onSuccess: (isLanded) =>
                isLanded ? Effect.succeed(answer) : land<Failure, Answer, E, R>(decide, round + 1, lost),
              onFailure: (failure): Effect.Effect<Answer, E | Failure | StoreUnavailable, R> => {
                if (failure._tag === "VersionConflict")
                  return land(decide, round + 1, `${failure.subjectId} is contended`)
                return failure._tag === "StoreUnavailable" || isFailureOf<Failure>(draft, failure)
                  ? Effect.fail(failure)
                  : Effect.die(failure)
              }
            })
          })

    const verbs: Transact<Announcement> = {
      transact: (decide) => spans.transact(land(decide)),
      commit: (draft) => land(Effect.succeed({ commit: draft, answer: undefined })),
      runCommand: (run) =>
        spans.command(run)(
          land(Effect.flatMap(run.load, (loaded) => Effect.fromResult(decideCommand(run, loaded))))
        ),
      complete: (completion) => land(Effect.succeed({ commit: { completion }, answer: undefined }))
    }
    return verbs
  })

/** A store that fails with an error the commit cannot cause is broken. */
const isFailureOf = <Failure>(
  { claims = [], completion, entries = [] }: Draft<unknown>,
  failure: LeaseLost | ClaimTaken | LimitExceeded
): failure is (LeaseLost | ClaimTaken | LimitExceeded) & Failure => {
  switch (failure._tag) {
    case "LeaseLost":
      return completion !== undefined
    case "ClaimTaken":
      return claims.length > 0
    case "LimitExceeded":
      return entries.some(({ limit }) => limit === "enforced")
  }
}

/** Completes a draft to a commit: omitted fields are empty. */
const commitOf = (
  draft: Omit<Draft<unknown>, "events">,
  events: ReadonlyArray<EventRecord>,
  announced: Announced = {}
): Commit => ({
  aggregates: joined(draft.aggregates, announced.aggregates),
  guards: draft.guards ?? [],
  entries: draft.entries ?? [],
  claims: draft.claims ?? [],
  events,
  counters: draft.counters ?? [],
  outbox: joined(draft.outbox, announced.outbox),
  erasures: draft.erasures ?? [],
  jobs: joined(draft.jobs, announced.jobs),
  completion: draft.completion
})

const joined = <A>(own: ReadonlyArray<A> = [], others: ReadonlyArray<A> = []): ReadonlyArray<A> =>
  others.length === 0 ? own : [...own, ...others]

/** `Transact` without announcements. */
export const makeTransact = makeTransactWith<never>(() => Effect.succeed({}))

/** The decision of a state machine, from which the commit is built. `loaded` is the input of the decision. */
export interface Decided<State, Event, Loaded = Versioned<State>> {
  readonly loaded: Loaded
  readonly previous: State
  readonly next: State
  readonly events: ReadonlyArray<Event>
}

/** What is committed besides the command's own events. Those come first; `events` are those of other subjects. */
export interface CommandDraft<Announcement = never> extends Omit<Draft<Announcement>, "completion"> {
  readonly completion?: never
}

export interface CommandRun<State, Command, Event, Rejection, Loaded, E, D, Completion> {
  readonly machine: Decider<State, Command, Event, Rejection>
  /** A function is called after each load, for a command that depends on what was loaded. */
  readonly command: Command | ((loaded: Loaded) => Command)
  /** What traces call it, where a function makes it: the tag of the command. */
  readonly commandTag?: string
  readonly partnerId: string
  readonly subjectId: string
  readonly at: Instant
  /**
   * The current state with its version, and anything else the decision needs; version 0 if it does not exist
   * yet.
   */
  readonly load: Effect.Effect<Loaded, E>
  /** The new state of the job that issued the command. */
  readonly completion?: Completion
  /** Not called when nothing happened. */
  readonly commit: (decided: Decided<State, Event, Loaded>) => D & OnlyDraftFields<D>
}

/** A subject after a command. */
export interface CommandOutcome<State, Event> extends Versioned<State> {
  readonly events: ReadonlyArray<Event>
}

/** The effect of a command. A command that changes nothing only completes its job, or writes nothing. */
export const decideCommand = <
  State,
  Command extends object,
  Event extends EventRecord["event"],
  Rejection,
  Loaded extends Versioned<State>,
  E,
  D extends CommandDraft<Announcement>,
  Completion extends JobCompletion | undefined,
  Announcement
>(
  run: CommandRun<State, Command, Event, Rejection, Loaded, E, D, Completion>,
  loaded: Loaded
): Result.Result<Decision<Draft<Announcement>, CommandOutcome<State, Event>>, Rejection> => {
  const { at, completion, machine, partnerId, subjectId } = run
  const { state, version } = loaded
  const command = typeof run.command === "function" ? run.command(loaded) : run.command
  return Result.map(machine.decide(state, command), (events) => {
    if (events.length === 0)
      return {
        answer: { state, version, events },
        ...(completion === undefined ? {} : { commit: { completion } })
      }
    const next = events.reduce(machine.evolve, state)
    const draft = run.commit({ loaded, previous: state, next, events })
    const own = events.map((event) => ({ partnerId, subjectId, version: version + 1, at, event }))
    return {
      answer: { state: next, version: version + 1, events },
      commit: { ...draft, events: draft.events === undefined ? own : [...own, ...draft.events], completion }
    }
  })
}
