import type { Result } from "effect"

/**
 * A pure state machine. `decide` may refuse, `evolve` never does. An acceptance with no events means the
 * command was already carried out, so any command can be repeated.
 */
export interface Decider<State, Command, Event, Rejection> {
  readonly initial: State
  readonly decide: (state: State, command: Command) => Result.Result<ReadonlyArray<Event>, Rejection>
  readonly evolve: (state: State, event: Event) => State
}

/**
 * The states a command may lead to from each state: the state machine as data. A command that is missing is
 * refused in that state; a command that leads to its own state changes side fields or nothing. Tests check
 * every state × command against it, and `docs/machines` is generated from it.
 */
export type Transitions<StateTag extends string, CommandTag extends string> = {
  readonly [From in StateTag]: { readonly [Command in CommandTag]?: ReadonlyArray<StateTag> }
}
