import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  BankPayment,
  type BankPaymentCommand,
  BankPaymentCommandRefused,
  type BankPaymentState,
  bankPaymentTransitions,
  isOpenPayment
} from "../../src/bankPayment/BankPayment.ts"
import { receiptFaults } from "../../src/bank/BankReceipt.ts"
import { receiptOf } from "../invoice/fiatSamples.ts"
import { declaredEdges, edgesOf, explore, show } from "../machine/explore.ts"
import { commandsAt, confirm, order, start } from "./paymentSamples.ts"

const at = start + 1
const faults = [Option.none(), ...receiptFaults.map((fault) => Option.some(fault))]

/** One command of every tag, and the variants that a side field could tell apart. */
const commands: ReadonlyArray<BankPaymentCommand> = [
  ...Object.values(commandsAt(at)),
  { _tag: "Accept", link: Option.none(), at },
  { _tag: "LoseAnswer", reason: "no route", at },
  ...faults.flatMap((fault): ReadonlyArray<BankPaymentCommand> => {
    const [first, second] = [receiptOf("op_1", start), receiptOf("op_2", start)]
    const receive = { _tag: "Receive", order, receipt: first, fault, at } as const
    return [confirm(at, first, fault), confirm(at, second, fault), receive]
  })
]

/** Calls are counted without end and time goes on; neither decides anything. */
const keyOf = (state: BankPaymentState): string => show({ ...state, attempts: 0, updatedAt: 0 })

const { refusals, states, steps } = explore(BankPayment, commands, keyOf, 12)

/** The one refusal that a side field decides: a payment takes the money of one operation only. */
const isOtherMoney = (state: BankPaymentState, command: BankPaymentCommand): boolean =>
  "receipt" in state &&
  command._tag === "Confirm" &&
  command.receipt.operationId !== state.receipt.operationId

describe("the bank payment machine", () => {
  it("walks exactly the declared edges, and every one of them", () =>
    assert.deepStrictEqual(edgesOf(steps), declaredEdges(bankPaymentTransitions)))

  it("reaches every state from the beginning", () =>
    assert.sameMembers([...new Set(states.map(({ _tag }) => _tag))], Object.keys(bankPaymentTransitions)))

  it("accepts a command by the state's name alone, but for the money of a second operation", () => {
    for (const state of states) {
      for (const command of commands) {
        assert.strictEqual(
          Result.isSuccess(BankPayment.decide(state, command)),
          command._tag in bankPaymentTransitions[state._tag] && !isOtherMoney(state, command),
          `${show(state)} ${show(command)}`
        )
      }
    }
  })

  it("answers every refusal with the names of the state and the command", () => {
    for (const { command, from } of refusals) {
      const decision = BankPayment.decide(from, command)
      assert.deepStrictEqual(
        Result.isFailure(decision) ? decision.failure : undefined,
        new BankPaymentCommandRefused({ from: from._tag, command: command._tag })
      )
    }
  })

  it("takes an event that no decision can make for a defect", () => {
    const requested = BankPayment.evolve(BankPayment.initial, { _tag: "BankPaymentRequested", order })
    assert.throws(
      () => BankPayment.evolve(requested, { _tag: "BankPaymentRequested", order }),
      "requested once"
    )
    assert.throws(
      () => BankPayment.evolve(BankPayment.initial, { _tag: "BankPaymentStarted", at }),
      "needs a bank payment"
    )
    assert.throws(
      () => BankPayment.evolve(requested, { _tag: "BankPaymentReturned", reason: "x", at }),
      "was unresolved"
    )
  })
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

  it("only an operator's return leads out of unresolved, and nothing out of settled and returned", () => {
    for (const { command, events, from, to } of steps) {
      if (!("receipt" in from) || (from._tag === "unresolved" && command._tag === "Return")) continue
      assert.deepStrictEqual(events, [])
      assert.strictEqual(to, from)
    }
  })
})

describe("a payment that nobody waits for any more", () => {
  it("declined or lapsed, is led on by money and by nothing else", () => {
    for (const { command, events, from, to } of steps) {
      if (from._tag !== "declined" && from._tag !== "lapsed") continue
      if (command._tag === "Confirm") assert.include(["settled", "unresolved"], to._tag)
      else assert.deepStrictEqual(events, [])
    }
  })

  it("is not open, as is one that has its money; every other one is", () => {
    const open = ["requested", "starting", "unknown", "awaiting"]
    for (const state of states) {
      if (state._tag !== "absent") assert.strictEqual(isOpenPayment(state), open.includes(state._tag))
    }
  })
})

describe("a repeated command", () => {
  const repeats: { readonly [Tag in BankPaymentCommand["_tag"]]: "adds nothing" | "is refused" } = {
    Request: "is refused",
    Start: "is refused",
    Accept: "adds nothing",
    LoseAnswer: "adds nothing",
    Decline: "adds nothing",
    Lapse: "adds nothing",
    Confirm: "adds nothing",
    Receive: "is refused",
    Return: "adds nothing"
  }

  for (const [tag, law] of Object.entries(repeats)) {
    it(`${tag} ${law}`, () => {
      const accepted = steps.filter((step) => step.command._tag === tag)
      assert.isAbove(accepted.length, 0)
      for (const { command, to } of accepted) {
        const again = BankPayment.decide(to, command)
        if (law === "is refused") assert.isTrue(Result.isFailure(again), `${tag} in ${to._tag}`)
        else assert.deepStrictEqual(again, Result.succeed([]), `${tag} in ${show(to)}`)
      }
    })
  }
})
