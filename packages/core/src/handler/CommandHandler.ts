import { Effect, Result } from "effect"
import type { Decider } from "../machine/Decider.ts"
import { Ids } from "../ports/Ids.ts"
import {
  type ClaimTaken,
  type Commit,
  type EventRecord,
  type LeaseLost,
  type LimitExceeded,
  Store,
  StoreUnavailable
} from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"
import type { Instant } from "../time/Instant.ts"
import { makeAnnounce } from "../webhook/Announcer.ts"
import type { Announcement } from "../webhook/Announcement.ts"

/** What a decision led to, for building its commit. */
export interface Decided<State, Event> {
  readonly previous: State
  readonly next: State
  readonly events: ReadonlyArray<Event>
  readonly expectedVersion: number
}

/** An event of another subject that lands in the same commit. `version` is that subject's after the commit. */
export interface SubjectEvent {
  readonly subjectId: string
  readonly version: number
  readonly event: EventRecord["event"]
}

export interface CommandRun<State, Command extends object, Event extends EventRecord["event"], Rejection, E> {
  readonly machine: Decider<State, Command, Event, Rejection>
  /** A function is asked after each load: for a command that depends on what else was loaded. */
  readonly command: Command | (() => Command)
  readonly partnerId: string
  readonly subjectId: string
  readonly at: Instant
  /** The state now and its version; version 0 for what does not exist yet. */
  readonly load: Effect.Effect<Versioned<State>, E>
  /** Everything that lands with the events; they themselves are added, before those of other subjects that are given here. */
  readonly commit: (decided: Decided<State, Event>) => CommandCommit
}

/**
 * What lands with the events of a command. `announcements` name those of its events, or of the other subjects' events, that
 * webhooks are told.
 */
export interface CommandCommit extends Omit<Commit, "events" | "outbox" | "erasures"> {
  readonly events?: ReadonlyArray<SubjectEvent>
  readonly announcements?: ReadonlyArray<Announcement>
  readonly erasures?: Commit["erasures"]
}

/** A command is decided anew after each lost race; so many races in a row mean that something is wrong. */
const roundMax = 100

/** Carries out one command; see `makeCommandHandler`. */
export type RunCommand = <State, Command extends object, Event extends EventRecord["event"], Rejection, E>(
  run: CommandRun<State, Command, Event, Rejection, E>
) => Effect.Effect<
  Versioned<State> & { readonly events: ReadonlyArray<Event> },
  Rejection | E | LeaseLost | ClaimTaken | LimitExceeded | StoreUnavailable
>

/**
 * The one path of every command: load → decide → commit.
 *
 * A lost race (`VersionConflict`) loads and decides again. After an unclear commit the store is asked whether it landed
 * before anything is decided again, so a command is never carried out twice. A decision without events writes nothing
 * unless a job is to be completed with it. The state as committed is returned.
 */
export const makeCommandHandler = Effect.gen(function* () {
  const store = yield* Store
  const ids = yield* Ids
  const announce = yield* makeAnnounce

  const runCommand: RunCommand = Effect.fnUntraced(function* (run) {
    for (let round = 0; round < roundMax; round++) {
      const { state, version } = yield* run.load
      const command = typeof run.command === "function" ? run.command() : run.command
      const decided = run.machine.decide(state, command)
      if (Result.isFailure(decided)) return yield* Effect.fail(decided.failure)
      const events = decided.success
      const next = events.reduce(run.machine.evolve, state)
      const {
        announcements = [],
        erasures = [],
        events: others = [],
        ...body
      } = run.commit({ previous: state, next, events, expectedVersion: version })
      if (events.length === 0 && body.completion === undefined) return { state, version, events }
      const records: Array<EventRecord> = []
      const { at, partnerId, subjectId } = run
      for (const event of events) {
        const id = yield* ids.prefixed("evt_")
        records.push({ id, partnerId, subjectId, version: version + 1, at, event })
      }
      for (const other of others) {
        records.push({ ...other, id: yield* ids.prefixed("evt_"), partnerId, at })
      }
      const announced = yield* announce(records, announcements)
      const commit = {
        ...body,
        aggregates: events.length === 0 ? [] : [...body.aggregates, ...announced.aggregates],
        events: records,
        outbox: announced.outbox,
        erasures,
        jobs: announced.jobs.length === 0 ? body.jobs : [...body.jobs, ...announced.jobs]
      }
      const outcome = yield* Effect.result(store.commit(commit))
      const landed = { state: next, version: events.length === 0 ? version : version + 1, events }
      if (Result.isSuccess(outcome)) return landed
      const failure = outcome.failure
      if (failure._tag === "VersionConflict") continue
      if (failure._tag !== "StoreUnavailable" || failure.outcome === "notWritten")
        return yield* Effect.fail(failure)
      const [first] = records
      // Without an answer to this question either, unknown is all that can be said.
      if (first !== undefined && (yield* Effect.mapError(store.committed(first), () => failure)))
        return landed
    }
    return yield* new StoreUnavailable({ outcome: "notWritten", reason: `${run.subjectId} is contended` })
  })
  return runCommand
})
