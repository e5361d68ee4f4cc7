import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  BankPayment,
  type BankPaymentCommand,
  BankPaymentCommandRefused,
  type BankPaymentState,
  bankPaymentTransitions,
  isOpenPayment
} from "../../../src/concepts/bankPayment/BankPayment.ts"
import { receiptFaults } from "../../../src/concepts/bankPayment/BankReceipt.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { lawsOf } from "../../kernel/machine/lawsOf.ts"
import { receiptOf } from "../invoice/fiatSamples.ts"
import { commandsAt, confirm, order, start } from "./paymentSamples.ts"

const at = start + 1
const faults = [Option.none(), ...receiptFaults.map((fault) => Option.some(fault))]

/** One command of every tag, and the variants that a side field could tell apart. */
const commands: ReadonlyArray<BankPaymentCommand> = [
  ...Object.values(commandsAt(at)),
  { _tag: "Accept", link: Option.none(), instructions: Option.none(), at },
  { _tag: "LoseAnswer", reason: "no route", at },
  ...faults.flatMap((fault): ReadonlyArray<BankPaymentCommand> => {
    const [first, second] = [receiptOf("op_1", start), receiptOf("op_2", start)]
    const receive = { _tag: "Receive", order, receipt: first, fault, at } as const
    const resolve = { _tag: "Resolve", fault, at } as const
    return [confirm(at, first, fault), confirm(at, second, fault), receive, resolve]
  })
]

/** Calls are counted without end and time goes on; neither decides anything. */
const keyOf = (state: BankPaymentState): string => show({ ...state, attempts: 0, updatedAt: 0 })

const explored = explore(BankPayment, commands, keyOf, 12)
const { states, steps } = explored

/** The refusals that a side field decides: a payment takes the money of one operation, and only time is waived. */
const isOther = (state: BankPaymentState, command: BankPaymentCommand): boolean => {
  if (command._tag === "Confirm")
    return "receipt" in state && command.receipt.operationId !== state.receipt.operationId
  if (command._tag !== "Resolve" || state._tag !== "unresolved") return false
  return state.fault !== "tooLate" && Option.getOrUndefined(command.fault) !== state.fault
}

const requested = { _tag: "BankPaymentRequested", order } as const
const refused = (named: { readonly from: string; readonly command: string }) =>
  new BankPaymentCommandRefused(named)

lawsOf({
  machine: BankPayment,
  transitions: bankPaymentTransitions,
  explored,
  refused,
  refusalOf: (from, command) =>
    command._tag in bankPaymentTransitions[from._tag] && !isOther(from, command)
      ? undefined
      : refused({ from: from._tag, command: command._tag }),
  repeats: {
    Request: "is refused",
    Start: "is refused",
    Accept: "adds nothing",
    LoseAnswer: "adds nothing",
    Decline: "adds nothing",
    Lapse: "adds nothing",
    Confirm: "adds nothing",
    Receive: "is refused",
    Return: "adds nothing",
    Resolve: "adds nothing",
    Recall: "adds nothing"
  },
  still: {
    settled: ["Recall"],
    reversed: [],
    returned: [],
    unresolved: ["Return", "Resolve", "Recall"],
    declined: ["Confirm"],
    lapsed: ["Confirm"]
  },
  defects: [
    [[requested], requested, "requested once"],
    [[], { _tag: "BankPaymentStarted", at }, "needs a bank payment"],
    [[requested], { _tag: "BankPaymentReturned", reason: "x", at }, "was unresolved"],
    [[requested], { _tag: "BankPaymentResolved", at }, "was unresolved"],
    [[requested], { _tag: "BankPaymentFaultChanged", fault: "cancelled", at }, "only what is unresolved"],
    [[requested], { _tag: "BankPaymentReversed", recalledOn: "2026-01-20", at }, "was settled"]
  ]
})

describe("money is never lost", () => {
  it("every first money leaves a payment that exists settled or unresolved, by the fault that it comes with", () => {
    const takes = states.filter((state) => state._tag !== "absent" && !("receipt" in state))
    assert.isAbove(takes.length, 0)
    for (const state of takes) {
      for (const command of commands) {
        if (command._tag !== "Confirm") continue
        const decision = BankPayment.decide(state, command)
        assert.isTrue(Result.isSuccess(decision), show(state))
        if (Result.isFailure(decision)) continue
        const after = decision.success.reduce(BankPayment.evolve, state)
        assert.strictEqual(after._tag, Option.isNone(command.fault) ? "settled" : "unresolved")
        assert.deepStrictEqual("receipt" in after ? after.receipt : undefined, command.receipt)
        if (after._tag === "unresolved") assert.strictEqual(after.fault, Option.getOrThrow(command.fault))
      }
    }
  })

  it("no command takes the receipt away or puts another in its place", () => {
    for (const { from, to } of steps) {
      if (!("receipt" in from)) continue
      assert.isTrue("receipt" in to)
      if ("receipt" in to) assert.strictEqual(to.receipt, from.receipt)
    }
  })
})

describe("a payment that nobody waits for any more", () => {
  it("is not open, as is one that has its money; every other one is", () => {
    const open = ["requested", "starting", "unknown", "awaiting"]
    for (const state of states) {
      if (state._tag !== "absent") assert.strictEqual(isOpenPayment(state), open.includes(state._tag))
    }
  })
})
