import { assert, describe, it } from "vitest"
import {
  reversalOf,
  StatementEntry,
  type StatementEntryCommand,
  StatementEntryCommandRefused,
  type StatementEntryEvent,
  type StatementEntryState,
  statementEntryTransitions
} from "../../../src/concepts/statementEntry/StatementEntry.ts"
import { statementEntryEntries } from "../../../src/concepts/statementEntry/StatementEntryPostings.ts"
import { statementEntry } from "../../../src/concepts/statementEntry/StatementEntryRecord.ts"
import { deltasOf } from "../../../src/kernel/ledger/Ledger.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { lawsOf } from "../../kernel/machine/lawsOf.ts"
import { commandsAt, order, start } from "./entrySamples.ts"

const at = start + 1
/** Time goes on and decides nothing. */
const keyOf = (state: StatementEntryState): string => show({ ...state, updatedAt: 0 })
const explored = explore(StatementEntry, commandsAt(at), keyOf, 9)
const { states, steps } = explored
const refused = (named: { readonly from: string; readonly command: string }) =>
  new StatementEntryCommandRefused(named)

/** The refusals that a side field decides: other money, a second reversal, and what is held but for its time. */
const isOther = (state: StatementEntryState, command: StatementEntryCommand): boolean => {
  if (state._tag === "absent") return false
  if (command._tag === "Book" && "paymentId" in state) return state.paymentId !== command.paymentId
  if (command._tag === "Assign" && state._tag === "held")
    return state.fault !== "too_late" || state.invoiceId !== command.invoiceId
  return (
    command._tag === "Reverse" &&
    (state._tag === "returned" || state._tag === "sentBack" || reversalOf(state) !== undefined) &&
    reversalOf(state) !== command.reversal
  )
}

const recorded: StatementEntryEvent = {
  ...{ _tag: "StatementEntryRecorded", order, at },
  becomes: { _tag: "unresolved", fault: "ambiguous" }
}

lawsOf({
  machine: StatementEntry,
  transitions: statementEntryTransitions,
  explored,
  refused,
  refusalOf: (from, command) =>
    command._tag in statementEntryTransitions[from._tag] && !isOther(from, command)
      ? undefined
      : refused({ from: from._tag, command: command._tag }),
  repeats: {
    Record: "is refused",
    Assign: "is refused",
    Book: "adds nothing",
    Refuse: "adds nothing",
    Return: "adds nothing",
    Ignore: "adds nothing",
    Reverse: "adds nothing",
    Recall: "adds nothing",
    Redact: "adds nothing"
  },
  still: { returned: ["Redact"], sentBack: ["Redact"], ignored: ["Redact"], reversed: ["Redact"] },
  erased: (from) => (from._tag === "absent" ? undefined : statementEntry.erase(from).order),
  defects: [
    [[recorded], recorded, "recorded once"],
    [[], { _tag: "StatementEntryReversed", hadPaid: true, at }, "needs an entry"],
    [
      [recorded],
      { _tag: "StatementEntryReversing", reversal: "ste_2", reversedOn: "2026-01-02", at },
      "was booked"
    ],
    [[recorded], { _tag: "StatementEntryReversed", hadPaid: true, at }, "was taken back"]
  ]
})

describe("the money of an entry", () => {
  it("is in one place of its book in every state, and out of it at the end, however it came there", () => {
    const places = new Map<string, string>()
    const standing = (state: StatementEntryState) => places.get(keyOf(state)) ?? "deposits 0"
    for (const { events, from, to } of steps) {
      const before = standing(from)
      const sums = new Map(
        before.split(", ").map((each) => {
          const [name = "", amount = "0"] = each.split(" ")
          return [name, BigInt(amount)] as const
        })
      )
      for (const event of events)
        for (const entry of statementEntryEntries(order, event))
          for (const [account, delta] of deltasOf(entry)) sums.set(account, (sums.get(account) ?? 0n) + delta)
      const after = [...sums]
        .filter(([name, amount]) => amount !== 0n || name === "deposits")
        .map(([name, amount]) => `${name} ${amount}`)
        .toSorted()
        .join(", ")
      const known = places.get(keyOf(to))
      if (known === undefined) places.set(keyOf(to), after)
      else assert.strictEqual(after, known, show(to))
    }
    const byTag = new Map(states.map((state) => [state._tag, standing(state)]))
    const [clearing, unresolved, gone] = [
      "clearing 10000, deposits -10000",
      "deposits -10000, unresolved 10000",
      "deposits 0"
    ]
    assert.deepStrictEqual(Object.fromEntries(byTag), {
      ...{ absent: gone, matching: clearing, matched: clearing, assigned: clearing, held: clearing },
      ...{ unresolved, returned: gone, sentBack: gone, ignored: gone, reversing: gone, reversed: gone }
    })
  })

  it("belongs to one payment for good", () => {
    for (const { from, to } of steps) {
      if (!("paymentId" in from && "paymentId" in to)) continue
      assert.strictEqual(to.paymentId, from.paymentId)
    }
  })
})
