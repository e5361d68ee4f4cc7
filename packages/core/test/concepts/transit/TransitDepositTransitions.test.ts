import { Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  recordedDeposit,
  TransitDeposit,
  TransitDepositCommandRefused,
  type TransitDepositState,
  transitDepositTransitions
} from "../../../src/concepts/transit/TransitDeposit.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { lawsOf } from "../../kernel/machine/lawsOf.ts"
import { depositOrderOf, drop, observe, order, requiredConfirmations, start } from "./depositSamples.ts"

const at = start + 1

/** Every count of confirmations around what is required, two amounts, and an order that is not the recorded one. */
const commands = [
  ...[0, 1, requiredConfirmations - 1, requiredConfirmations, requiredConfirmations + 1].flatMap(
    (confirmations) => [observe(at, confirmations), observe(at, confirmations, 2000n)]
  ),
  observe(at, 1, 1000n, { ...depositOrderOf("dep_2"), requiredConfirmations: 1 }),
  drop(at)
]

/** Time goes on and decides nothing. */
const keyOf = (state: TransitDepositState): string => show({ ...state, updatedAt: 0, seenAt: 0 })

/** A deposit begins with what is known of it, so one that is absent is told of by its own order only. */
const isOwn = (state: TransitDepositState, command: (typeof commands)[number]): boolean =>
  state._tag !== "absent" || command._tag === "Drop" || command.order === order

const explored = explore(TransitDeposit, commands, keyOf, 12, isOwn)
const { steps } = explored

const shown = { amountMinor: 1000n, confirmations: 0, seenAt: at }
const seen = { _tag: "DepositSeen", order, shown, at } as const
const credited = { _tag: "DepositCredited", amountMinor: 1000n, at } as const

lawsOf({
  machine: TransitDeposit,
  transitions: transitDepositTransitions,
  explored,
  refused: (named) => new TransitDepositCommandRefused(named),
  repeats: { Observe: "adds nothing", Drop: "adds nothing" },
  still: { credited: ["Drop"] },
  defects: [
    [[], credited, "needs a deposit"],
    [[seen, credited], seen, "not seen anew"]
  ]
})

it("a deposit that was recorded is never absent", () => {
  assert.throws(() => recordedDeposit(TransitDeposit.initial), "never absent")
})

describe("a credited deposit", () => {
  it("is worth what it was credited with, and all of that is written off with it", () => {
    const reversals = steps.filter(({ from, to }) => from._tag === "credited" && to._tag === "reversed")
    assert.isAbove(reversals.length, 0)
    for (const { events, from } of reversals) {
      const { amountMinor } = recordedDeposit(from)
      assert.deepStrictEqual(events, [{ _tag: "DepositReversed", amountMinor, at }])
    }
  })
})

describe("a deposit with enough confirmations", () => {
  it("is credited wherever it was, once, with the amount that the network shows", () => {
    const enough = steps.filter(
      ({ command, from }) =>
        from._tag !== "credited" &&
        command._tag === "Observe" &&
        command.shown.confirmations >= requiredConfirmations
    )
    assert.sameMembers(
      [...new Set(enough.map(({ from }) => from._tag))],
      ["absent", "seen", "dropped", "reversed"]
    )
    for (const { command, events, to } of enough) {
      const amountMinor = command._tag === "Observe" ? command.shown.amountMinor : 0n
      const credits = events.filter(({ _tag }) => _tag === "DepositCredited")
      assert.deepStrictEqual(credits, [{ _tag: "DepositCredited", amountMinor, at }])
      assert.deepStrictEqual([to._tag, "amountMinor" in to && to.amountMinor], ["credited", amountMinor])
    }
  })

  it("is the only one that is credited", () => {
    for (const { command, events } of steps) {
      if (!events.some(({ _tag }) => _tag === "DepositCredited")) continue
      assert.isTrue(command._tag === "Observe" && command.shown.confirmations >= requiredConfirmations)
    }
  })

  it("needs those of its own order, not of the one it is told with", () => {
    const seen = Result.getOrElse(
      TransitDeposit.decide(TransitDeposit.initial, observe(at, 1)),
      () => []
    ).reduce(TransitDeposit.evolve, TransitDeposit.initial)
    assert.strictEqual(seen._tag, "seen")
    const other = observe(at, 1, 1000n, { ...order, requiredConfirmations: 1 })
    assert.deepStrictEqual(TransitDeposit.decide(seen, other), Result.succeed([]))
  })
})

describe("a deposit that is gone", () => {
  it("has no confirmations, and keeps its amount", () => {
    const gone = steps.filter(({ from, to }) => from._tag !== to._tag && /dropped|reversed/.test(to._tag))
    assert.isAbove(gone.length, 0)
    for (const { from, to } of gone) {
      assert.propertyVal(to, "confirmations", 0)
      assert.strictEqual("amountMinor" in to && to.amountMinor, "amountMinor" in from && from.amountMinor)
    }
  })
})
