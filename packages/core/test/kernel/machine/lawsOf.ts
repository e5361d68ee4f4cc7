import { Result } from "effect"
import { assert, describe, it } from "vitest"
import type { Decider } from "../../../src/kernel/machine/Decider.ts"
import { invariant } from "../../../src/kernel/machine/invariant.ts"
import { declaredEdges, type Explored, edgesOf, show, type Tagged } from "./explore.ts"

type Named<State extends Tagged> = Exclude<State, { readonly _tag: "absent" }>

/** What every machine keeps to, with the words in which one machine differs from another. */
export interface Laws<State extends Tagged, Command extends Tagged, Event extends Tagged, Rejection> {
  readonly machine: Decider<State, Command, Event, Rejection>
  readonly transitions: { readonly [from: string]: { readonly [command: string]: ReadonlyArray<string> } }
  readonly explored: Explored<State, Command, Event>
  readonly refused: (named: { readonly from: string; readonly command: string }) => Rejection
  /**
   * How a command is refused, told without the machine; nothing where it is accepted. The table alone says it, unless
   * said here.
   */
  readonly refusalOf?: (from: State, command: Command) => Rejection | undefined
  /** What the second of two equal commands in a row does, wherever the first was accepted. */
  readonly repeats: { readonly [Tag in Command["_tag"]]: Repeat<State, Command> }
  /** States that nothing changes, but these commands. */
  readonly still: { readonly [state: string]: ReadonlyArray<Command["_tag"]> }
  /** What a redaction leaves of what was fixed at the beginning. */
  readonly erased?: (from: State) => unknown
  /** Events that no decision can make after those before them, and the law that each of them breaks. */
  readonly defects: ReadonlyArray<readonly [before: ReadonlyArray<Event>, impossible: Event, law: string]>
}

/**
 * A law of a machine's own gets the state after the first command, and the one after the second unless that was
 * refused.
 */
type Repeat<State, Command> =
  | "adds nothing"
  | "is refused"
  | "keeps the facts"
  | ((first: State, second: State | undefined, command: Command) => void)

/** Registers a test for each law. */
export const lawsOf = <State extends Tagged, Command extends Tagged, Event extends Tagged, Rejection>({
  defects,
  erased,
  explored: { refusals, states, steps },
  machine,
  refused,
  refusalOf,
  repeats,
  still,
  transitions
}: Laws<State, Command, Event, Rejection>): void => {
  const byTable = (from: State, command: Command) =>
    command._tag in (transitions[from._tag] ?? {})
      ? undefined
      : refused({ from: from._tag, command: command._tag })
  const expected = refusalOf ?? byTable

  describe("the machine", () => {
    it("walks exactly the declared edges, every one of them, and reaches every state", () => {
      assert.deepStrictEqual(edgesOf(steps), declaredEdges(transitions))
      assert.sameMembers([...new Set(states.map(({ _tag }) => _tag))], Object.keys(transitions))
    })

    it("refuses what it has to and nothing else, and says so", () => {
      for (const { command, from } of steps)
        assert.isUndefined(expected(from, command), `${show(from)} ${show(command)}`)
      assert.isAbove(refusals.length, 0)
      for (const { command, from, rejection } of refusals)
        assert.deepStrictEqual(rejection, expected(from, command), `${show(from)} ${show(command)}`)
    })

    it("never changes what was fixed at the beginning, but for what a redaction erases once", () => {
      for (const { command, events, from, to } of steps) {
        if (!("order" in from && "order" in to)) continue
        if (erased !== undefined && command._tag === "Redact" && events.length > 0)
          assert.deepStrictEqual<unknown>(to.order, erased(from))
        else assert.strictEqual(to.order, from.order, show(command))
      }
    })

    it("takes an event that no decision can make for a defect", () => {
      for (const [before, impossible, law] of defects)
        assert.throws(() => [...before, impossible].reduce(machine.evolve, machine.initial), law)
    })

    for (const [tag, led] of Object.entries(still))
      it(`stays as it is once it is ${tag}, whatever comes${led.length > 0 ? ` but ${led.join(", ")}` : ""}`, () => {
        const rest = steps.filter(({ command, from }) => from._tag === tag && !led.includes(command._tag))
        assert.isAbove(rest.length, 0)
        for (const { command, events, from, to } of rest) {
          assert.deepStrictEqual(events, [], show(command))
          assert.strictEqual(to, from)
        }
      })
  })

  describe("a repeated command", () => {
    for (const [tag, law] of Object.entries<Repeat<State, Command>>(repeats))
      it(`${tag} ${typeof law === "string" ? law : "has a law of its own"}`, () => {
        const accepted = steps.filter(({ command }) => command._tag === tag)
        assert.isAbove(accepted.length, 0)
        for (const { command, to } of accepted) {
          const again = machine.decide(to, command)
          const events = Result.getOrUndefined(again)
          const second = events?.reduce(machine.evolve, to)
          const where = `${show(command)} in ${show(to)}`
          if (typeof law === "function") law(to, second, command)
          else if (law === "adds nothing") assert.deepStrictEqual(events, [], where)
          else assert.deepStrictEqual(second, law === "is refused" ? undefined : to, where)
        }
      })
  })
}

/** The state after these commands; a refused one fails the test. */
export const stateAfter = <State extends Tagged, Command extends Tagged, Event, Rejection>(
  machine: Decider<State, Command, Event, Rejection>,
  commands: ReadonlyArray<Command>
): Named<State> => {
  const end = commands.reduce((state, command) => {
    const decision = machine.decide(state, command)
    assert.isTrue(Result.isSuccess(decision), `${command._tag} in ${state._tag}`)
    return Result.getOrElse(decision, () => []).reduce(machine.evolve, state)
  }, machine.initial)
  invariant(end._tag !== "absent", "what has begun stays")
  return end as Named<State>
}
