import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import { Payout, type PayoutCommand } from "../../../src/concepts/payout/Payout.ts"
import { payoutStatus, totalMinor } from "../../../src/concepts/payout/PayoutRecord.ts"
import { stateAfter } from "../../kernel/machine/lawsOf.ts"
import { commandsAt, order, start } from "./payoutSamples.ts"

type Tag = PayoutCommand["_tag"]

/** The payout after these commands, one second apart; a refused one fails the test. */
const after = (...tags: ReadonlyArray<Tag>) =>
  stateAfter(
    Payout,
    tags.map((tag, i) => commandsAt(start + i * 1000)[tag])
  )

describe("the status of the interface", () => {
  const cases: ReadonlyArray<readonly [ReadonlyArray<Tag>, string, string]> = [
    [["Reserve"], "reserved", "PENDING"],
    [["Reserve", "Submit"], "submitting", "PENDING"],
    [["Reserve", "Submit", "Accept"], "submitted", "PENDING"],
    [["Reserve", "Submit", "LoseAnswer"], "unknown", "PENDING"],
    [["Reserve", "Submit", "Confirm"], "confirmed", "COMPLETED"],
    [["Reserve", "Submit", "Reject"], "rejected", "FAILED"],
    [["Reserve", "Submit", "LoseAnswer", "LookUp", "GiveUp"], "not_confirmed", "FAILED"]
  ]
  for (const [tags, processingStatus, status] of cases) {
    it(`${processingStatus} shows as ${status}`, () => {
      const payout = after(...tags)
      assert.strictEqual(payout._tag, processingStatus)
      assert.strictEqual(payoutStatus(payout), status)
    })
  }
})

describe("attempts", () => {
  const cases: ReadonlyArray<readonly [ReadonlyArray<Tag>, number]> = [
    [["Reserve"], 0],
    [["Reserve", "Submit"], 1],
    [["Reserve", "Submit", "Accept", "LookUp", "Confirm"], 2],
    [["Reserve", "Submit", "LoseAnswer", "LookUp", "Submit", "LoseAnswer", "LookUp", "Reject"], 4],
    [["Reserve", "GiveUp"], 0]
  ]
  for (const [tags, attempts] of cases) {
    it(`are ${attempts} after ${tags.join(", ")}: every call counts and nothing else`, () =>
      assert.strictEqual(after(...tags).attempts, attempts))
  }
})

describe("what is recorded", () => {
  it("shows the reason of a refusal, of a lost answer and of giving up", () => {
    assert.deepStrictEqual(after("Reserve", "Submit", "Reject").error, Option.some("no funds there"))
    assert.deepStrictEqual(after("Reserve", "Submit", "LoseAnswer").error, Option.some("timeout"))
    assert.deepStrictEqual(after("Reserve", "GiveUp").error, Option.some("abandoned"))
  })

  it("keeps the last error while the next call is made, and clears it when the call was answered", () => {
    const lost = ["Reserve", "Submit", "LoseAnswer"] as const
    assert.deepStrictEqual(after(...lost, "LookUp").error, Option.some("timeout"))
    assert.deepStrictEqual(after(...lost, "Submit").error, Option.some("timeout"))
    assert.deepStrictEqual(after(...lost, "LookUp", "Accept").error, Option.none())
    assert.deepStrictEqual(after(...lost, "LookUp", "Confirm").error, Option.none())
  })

  it("keeps the processing side's id when a later answer does not repeat it", () => {
    const silent = { processingId: Option.none(), at: start + 9000 }
    const accept: PayoutCommand = { _tag: "Accept", ...silent }
    const confirm: PayoutCommand = { _tag: "Confirm", ...silent }
    const { Accept, Reject, Reserve, Submit } = commandsAt(start)
    for (const answers of [[accept], [confirm], [Reject, confirm]])
      assert.deepStrictEqual(
        stateAfter(Payout, [Reserve, Submit, Accept, ...answers]).processingId,
        Option.some("px_1")
      )
  })

  it("lists every call from its start, with its answer as soon as it is heard", () => {
    assert.deepStrictEqual(after("Reserve").calls, [])
    const submit = { kind: "submit", at: start + 1000, answer: Option.none() } as const
    assert.deepStrictEqual(after("Reserve", "Submit").calls, [submit])
    const heard = { ...commandsAt(start).LoseAnswer, heard: { answer: "no answer: timeout" } }
    const lost = stateAfter(Payout, [commandsAt(start).Reserve, commandsAt(start + 1000).Submit, heard])
    assert.deepStrictEqual(lost.calls, [{ ...submit, answer: Option.some("no answer: timeout") }])
  })

  it("says when it became final, and only then", () => {
    assert.notProperty(after("Reserve", "Submit", "Accept"), "completedAt")
    assert.propertyVal(after("Reserve", "Submit", "Confirm"), "completedAt", start + 2000)
    assert.propertyVal(after("Reserve", "Submit", "Reject"), "completedAt", start + 2000)
  })

  it("debits the amount and the fee, and the address gets the amount", () =>
    assert.strictEqual(totalMinor(order), order.amountMinor + order.feeMinor))
})

describe("a confirmation after FAILED", () => {
  for (const end of [["Submit", "Reject"], ["GiveUp"]] as const) {
    it(`changes no status after ${end.join(", ")}, but the error, and only once`, () => {
      const failed = after("Reserve", ...end)
      const late = after("Reserve", ...end, "Confirm")
      assert.strictEqual(payoutStatus(late), "FAILED")
      const { error, processingId, updatedAt } = late
      const settledLateAt = Option.some(updatedAt)
      assert.deepStrictEqual<unknown>({ ...failed, error, processingId, settledLateAt, updatedAt }, late)
      assert.deepStrictEqual(
        late.error,
        Option.some("confirmed after the debit was returned; written off through adjustments")
      )
      assert.deepStrictEqual(Payout.decide(late, commandsAt(start + 9000).Confirm), Result.succeed([]))
    })

    it(`keeps the id under which the money left after ${end.join(", ")}`, () =>
      assert.deepStrictEqual(after("Reserve", ...end, "Confirm").processingId, Option.some("px_1")))
  }
})
