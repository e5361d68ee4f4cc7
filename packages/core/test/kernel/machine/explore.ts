import { Result } from "effect"
import type { Decider } from "../../../src/kernel/machine/Decider.ts"

/** One accepted command somewhere in a machine's life. */
export interface Step<State, Command, Event> {
  readonly from: State
  readonly command: Command
  readonly events: ReadonlyArray<Event>
  readonly to: State
}

/** What a machine can be brought to: every state, every accepted command and every refusal, each once. */
export interface Explored<State, Command, Event> {
  readonly states: ReadonlyArray<State>
  readonly steps: ReadonlyArray<Step<State, Command, Event>>
  readonly refusals: ReadonlyArray<Refusal<State, Command>>
}

/** A command that was refused somewhere in a machine's life. */
interface Refusal<State, Command> {
  readonly from: State
  readonly command: Command
  readonly rejection: unknown
}

/**
 * Walks a machine from its initial state by every command, `depth` commands deep. States with the same key count as
 * one, so leave out of the key what grows without end. Commands that make no sense in a state are not tried there.
 */
export const explore = <State, Command, Event, Rejection>(
  machine: Decider<State, Command, Event, Rejection>,
  commands: ReadonlyArray<Command>,
  keyOf: (state: State) => string,
  depth: number,
  makesSense: (state: State, command: Command) => boolean = () => true
): Explored<State, Command, Event> => {
  const known = new Map([[keyOf(machine.initial), machine.initial]])
  const steps: Array<Step<State, Command, Event>> = []
  const refusals: Array<Refusal<State, Command>> = []
  let frontier = [machine.initial]
  for (let level = 0; level < depth && frontier.length > 0; level++) {
    const found: Array<State> = []
    for (const from of frontier) {
      for (const command of commands) {
        if (!makesSense(from, command)) continue
        const decision = machine.decide(from, command)
        if (Result.isFailure(decision)) {
          refusals.push({ from, command, rejection: decision.failure })
          continue
        }
        const to = decision.success.reduce(machine.evolve, from)
        steps.push({ from, command, events: decision.success, to })
        if (known.has(keyOf(to))) continue
        known.set(keyOf(to), to)
        found.push(to)
      }
    }
    frontier = found
  }
  return { states: [...known.values()], steps, refusals }
}

export interface Tagged {
  readonly _tag: string
}

/** The edges that were walked, in the form `from --Command--> to`, sorted. */
export const edgesOf = (steps: ReadonlyArray<Step<Tagged, Tagged, unknown>>): ReadonlyArray<string> =>
  [...new Set(steps.map(({ command, from, to }) => `${from._tag} --${command._tag}--> ${to._tag}`))].sort()

/** The edges that a transitions table declares, in the same form. */
export const declaredEdges = (transitions: {
  readonly [from: string]: { readonly [command: string]: ReadonlyArray<string> }
}): ReadonlyArray<string> =>
  Object.entries(transitions)
    .flatMap(([from, row]) =>
      Object.entries(row).flatMap(([command, tos]) => tos.map((to) => `${from} --${command}--> ${to}`))
    )
    .sort()

/** A state or command as text, for keys and messages. */
export const show = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part))
