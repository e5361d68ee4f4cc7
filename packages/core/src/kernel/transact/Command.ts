import { type Effect, Result } from "effect"
import type { Decider } from "../machine/Decider.ts"
import type { EventRecord, JobCompletion } from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"
import type { Instant } from "../time/Instant.ts"
import type { Decision, Draft, OnlyDraftFields } from "./Draft.ts"

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
