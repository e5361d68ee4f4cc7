import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import { invariant } from "../../src/machine/invariant.ts"
import {
  Payout,
  type PayoutCommand,
  PayoutCommandRefused,
  type PayoutState,
  payoutTransitions
} from "../../src/payout/Payout.ts"
import { declaredEdges, edgesOf, explore, show } from "../machine/explore.ts"
import { commandsAt, order, start } from "./payoutSamples.ts"

const commands = Object.values(commandsAt(start + 1))

/** Calls are counted without end and time goes on; neither decides anything. */
const keyOf = (state: PayoutState): string => show({ ...state, attempts: 0, calls: [], updatedAt: 0 })

const { refusals, states, steps } = explore(Payout, commands, keyOf, 12)

describe("the payout machine", () => {
  it("walks exactly the declared edges, and every one of them", () =>
    assert.deepStrictEqual(edgesOf(steps), declaredEdges(payoutTransitions)))

  it("reaches every state from the beginning", () =>
    assert.sameMembers([...new Set(states.map(({ _tag }) => _tag))], Object.keys(payoutTransitions)))

  it("answers a state and a command that are not declared with both of their names", () => {
    for (const { command, from } of refusals) {
      assert.notProperty(payoutTransitions[from._tag], command._tag)
      const decision = Payout.decide(from, command)
      assert.deepStrictEqual(
        Result.isFailure(decision) ? decision.failure : undefined,
        new PayoutCommandRefused({ from: from._tag, command: command._tag })
      )
    }
  })

  it("answers by the state's name alone: no side field decides whether a command is accepted", () => {
    for (const state of states) {
      for (const command of commands) {
        assert.strictEqual(
          Result.isSuccess(Payout.decide(state, command)),
          command._tag in payoutTransitions[state._tag],
          `${show(state)} ${command._tag}`
        )
      }
    }
  })
})

describe("terminal states absorb", () => {
  const final: ReadonlySet<PayoutState["_tag"]> = new Set(["confirmed", "rejected", "not_confirmed"])

  for (const { command, from, to } of steps.filter((step) => final.has(step.from._tag))) {
    it(`${from._tag} stays through ${command._tag}${"settledLateAt" in from ? ` (${from.settledLateAt._tag})` : ""}`, () => {
      invariant("completedAt" in from && "completedAt" in to, "a final payout says since when")
      assert.strictEqual(to._tag, from._tag)
      assert.strictEqual(to.completedAt, from.completedAt)
      assert.strictEqual(to.attempts, from.attempts)
      assert.strictEqual(to.order, from.order)
    })
  }
})

describe("a repeated command", () => {
  /** What the second of two equal commands in a row may do, wherever the first was accepted. */
  const repeats: {
    readonly [Tag in PayoutCommand["_tag"]]:
      | "adds nothing"
      | "is refused"
      | "counts a call"
      | "keeps the facts"
  } = {
    Reserve: "is refused",
    Submit: "is refused",
    LookUp: "counts a call",
    Accept: "keeps the facts",
    Confirm: "adds nothing",
    Reject: "adds nothing",
    LoseAnswer: "keeps the facts",
    GiveUp: "adds nothing"
  }

  for (const [tag, law] of Object.entries(repeats)) {
    it(`${tag} ${law}`, () => {
      for (const { command, to } of steps.filter((step) => step.command._tag === tag)) {
        const again = Payout.decide(to, command)
        if (law === "is refused") {
          assert.isTrue(Result.isFailure(again))
          continue
        }
        assert.isTrue(Result.isSuccess(again), `${tag} in ${to._tag}`)
        if (Result.isFailure(again)) continue
        if (law === "adds nothing") assert.deepStrictEqual(again.success, [])
        const after = again.success.reduce(Payout.evolve, to)
        if (law === "keeps the facts") assert.deepStrictEqual(after, to)
        if (law === "counts a call") {
          assert(to._tag !== "absent" && command._tag === "LookUp")
          const call = { kind: "lookup" as const, at: command.at, answer: Option.none() }
          assert.deepStrictEqual(after, { ...to, attempts: to.attempts + 1, calls: [...to.calls, call] })
        }
      }
    })
  }
})

describe("evolve", () => {
  it("takes an event that no decision can make for a defect", () => {
    const reserved = Payout.evolve(Payout.initial, { _tag: "PayoutReserved", order: order })
    assert.throws(
      () => Payout.evolve(Payout.initial, { _tag: "PayoutSubmissionStarted", at: 1 }),
      "needs a payout"
    )
    assert.throws(() => Payout.evolve(reserved, { _tag: "PayoutReserved", order: order }), "reserved once")
    assert.throws(
      () => Payout.evolve(reserved, { _tag: "PayoutLookupStarted", at: 1 }),
      "follows a submission"
    )
  })
})
