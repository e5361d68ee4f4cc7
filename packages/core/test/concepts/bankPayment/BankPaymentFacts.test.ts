import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  BankPayment,
  type BankPaymentCommand,
  type RecordedBankPayment
} from "../../../src/concepts/bankPayment/BankPayment.ts"
import { stateAfter } from "../../kernel/machine/lawsOf.ts"
import { receiptOf } from "../invoice/fiatSamples.ts"
import { commandsAt, confirm, link, start } from "./paymentSamples.ts"

type Step = BankPaymentCommand["_tag"] | BankPaymentCommand

/** The payment after these commands, one second apart; a refused one fails the test. */
const after = (...steps: ReadonlyArray<Step>): RecordedBankPayment =>
  stateAfter(
    BankPayment,
    steps.map((step, i) => (typeof step === "string" ? commandsAt(start + i * 1000)[step] : step))
  )

const tooLate = confirm(start, receiptOf("op_1", start), Option.some("tooLate"))

describe("attempts", () => {
  const cases: ReadonlyArray<readonly [ReadonlyArray<Step>, number]> = [
    [["Request"], 0],
    [["Request", "Start"], 1],
    [["Request", "Start", "LoseAnswer", "LoseAnswer", "Accept"], 1],
    [["Request", "Start", "LoseAnswer", "Start", "Accept", "Confirm"], 2],
    [["Request", "Confirm"], 0],
    [["Receive"], 0]
  ]
  for (const [steps, attempts] of cases) {
    it(`are ${attempts} after ${steps.join(", ")}: each time the rail is asked to start counts, and nothing else`, () =>
      assert.strictEqual(after(...steps).attempts, attempts))
  }
})

describe("the link", () => {
  const noLink: BankPaymentCommand = {
    _tag: "Accept",
    link: Option.none(),
    instructions: Option.none(),
    at: start + 9000
  }
  const other: BankPaymentCommand = {
    _tag: "Accept",
    link: Option.some("https://x.example"),
    instructions: Option.none(),
    at: start
  }

  it("is the one that the rail answered, and stays with the payment to its end", () => {
    for (const end of ["Decline", "Lapse", "Confirm", tooLate] as const)
      assert.deepStrictEqual(after("Request", "Start", "Accept", end).link, Option.some(link))
  })

  it("may come later than the acceptance, and is not taken back", () => {
    assert.deepStrictEqual(after("Request", "Start", noLink).link, Option.none())
    assert.deepStrictEqual(after("Request", "Start", noLink, "Accept").link, Option.some(link))
    assert.deepStrictEqual(after("Request", "Start", "Accept", noLink).link, Option.some(link))
  })

  it("that a customer may have opened is not replaced", () =>
    assert.deepStrictEqual(after("Request", "Start", "Accept", other).link, Option.some(link)))
})

describe("the instructions", () => {
  const told = (account: string): BankPaymentCommand => ({
    ...{ _tag: "Accept", link: Option.none(), at: start },
    instructions: Option.some({
      ...{ beneficiary: "Shop", account, bankIds: [], amountMinor: 1000n, currency: "KZT" },
      ...{ reference: "RF0400000000000", note: "RF0400000000000" }
    })
  })

  it("may come later than the acceptance, and are not replaced or taken back", () => {
    const accountAfter = (...steps: ReadonlyArray<Step>) =>
      Option.getOrNull(Option.map(after(...steps).instructions, ({ account }) => account))
    assert.isNull(accountAfter("Request", "Start", "Accept"))
    assert.strictEqual(accountAfter("Request", "Start", "Accept", told("A")), "A")
    assert.strictEqual(accountAfter("Request", "Start", told("A"), told("B"), "Accept", "Lapse"), "A")
  })
})

describe("the error", () => {
  const lost = ["Request", "Start", "LoseAnswer"] as const

  it("says why the answer was lost, also while the rail is asked again, until it answers", () => {
    assert.deepStrictEqual(after(...lost).error, Option.some("timeout"))
    assert.deepStrictEqual(after(...lost, "Start").error, Option.some("timeout"))
    assert.deepStrictEqual(after(...lost, "Start", "Accept").error, Option.none())
  })

  it("is the last reason when answers are lost for several", () => {
    const again: BankPaymentCommand = { _tag: "LoseAnswer", reason: "no route", at: start }
    assert.deepStrictEqual(after(...lost, again).error, Option.some("no route"))
  })

  it("says why the rail declined, until the money comes all the same", () => {
    const declined = [...lost, "Decline"] as const
    assert.deepStrictEqual(after(...declined).error, Option.some("no such account"))
    assert.deepStrictEqual(after(...declined, "Confirm").error, Option.none())
  })
})

describe("what is recorded of the money", () => {
  it("is the receipt; of money that was returned also why the invoice could not take it and how it went back", () => {
    const returned = after("Request", tooLate, "Return")
    assert.strictEqual(returned._tag, "returned")
    if (returned._tag !== "returned") return
    const { fault, reason, receipt } = returned
    assert.deepStrictEqual(
      { fault, reason, receipt },
      { fault: "tooLate", reason: "sent back by hand", receipt: receiptOf("op_1", start) }
    )
  })

  it("of late money that a person let pay is when that was, also after the bank took it back", () => {
    const resolved = after("Request", tooLate, "Resolve")
    assert.deepInclude(resolved, { _tag: "settled", resolvedAt: Option.some(start + 2000) })
    assert.deepInclude(after("Request", tooLate, "Resolve", "Recall"), {
      ...{ _tag: "reversed", resolvedAt: Option.some(start + 2000) }
    })
    assert.deepInclude(after("Request", "Confirm"), { resolvedAt: Option.none() })
    const cancelled: BankPaymentCommand = { _tag: "Resolve", fault: Option.some("cancelled"), at: start }
    assert.deepInclude(after("Request", tooLate, cancelled), { _tag: "unresolved", fault: "cancelled" })
  })

  it("of money that came by itself is the order it came with, from its first instant on", () => {
    const received = after("Receive")
    assert.strictEqual(received._tag, "settled")
    assert.deepStrictEqual(received.order, after("Request").order)
  })

  it("is what came first: another fault told of the same operation changes nothing", () =>
    assert.strictEqual(after("Request", "Confirm", tooLate)._tag, "settled"))
})

describe("a crash", () => {
  it("between the intent and the answer loses no money: every later step is open from `starting`", () => {
    const tags = ["Accept", "LoseAnswer", "Decline", "Lapse", "Confirm"] as const
    for (const tag of tags) assert.notStrictEqual(after("Request", "Start", tag)._tag, "starting")
  })

  it("is not followed by a second start without a lookup: `starting` leads back to it only through `unknown`", () => {
    const decision = BankPayment.decide(after("Request", "Start"), commandsAt(start).Start)
    assert.isTrue(Result.isFailure(decision))
    assert.strictEqual(after("Request", "Start", "LoseAnswer", "Start")._tag, "starting")
  })
})
