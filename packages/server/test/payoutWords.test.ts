import { assert, describe, it } from "@effect/vitest"
import { type ChainSetup, payoutTexts, type RecordedPayout } from "@quittance/core/adapter"
import { Option } from "effect"
import { adviceOn } from "../src/command/payoutWords.ts"

const now = 1_767_225_600_000

const order: RecordedPayout["order"] = {
  ...{ id: "payout-1", partnerId: "prt_1", idempotencyKey: "key", reference: "r", currency: "USDT" },
  ...{
    network: "ethereum",
    address: "0x1",
    amountMinor: 1n,
    feeMinor: 0n,
    ...payoutTexts.given({}),
    createdBy: Option.none(),
    approval: Option.none(),
    createdAt: now
  }
}

type Waiting = "reserved" | "submitting" | "submitted" | "unknown"

const waiting = (_tag: Waiting): RecordedPayout => ({
  ...{ _tag, order, attempts: 3, calls: [] },
  ...{
    processingId: Option.none(),
    error: Option.some("no answer"),
    updatedAt: now,
    approvalsGiven: Option.none()
  }
})

const around = {
  ...{ now, nextAttemptAt: Option.some(now + 5_000), hold: Option.none(), isActing: false },
  setup: Option.none()
}

describe("what an operator is told to do with a payout", () => {
  it.each<Waiting>(["submitted", "unknown"])("in the step %s is to look, and then to decide", (step) => {
    const advice = adviceOn(waiting(step), around).join("\n")
    assert.include(advice, "looked up at the next attempt")
    assert.include(advice, "quittance payouts resolve payout-1 --as completed --reason TEXT, or --as failed.")
  })

  it.each<Waiting>(["reserved", "submitting"])(
    "in the step %s is nothing: deciding would be wrong",
    (step) => {
      assert.deepStrictEqual(adviceOn(waiting(step), around), [
        "The server continues it at the next attempt."
      ])
    }
  )

  it("whose next attempt is overdue is to start workers", () => {
    const late = { ...around, nextAttemptAt: Option.some(now - 60_001) }
    assert.include(adviceOn(waiting("unknown"), late)[0], "so no worker runs: start quittance serve")
    const justDue = { ...around, nextAttemptAt: Option.some(now - 60_000) }
    assert.notInclude(adviceOn(waiting("unknown"), justDue).join(), "no worker runs")
  })

  it("on a network of this server is to look at its wallets first", () => {
    const [first] = adviceOn(waiting("submitted"), { ...around, isActing: true })
    assert.strictEqual(
      first,
      "quittance chain status --network ethereum shows what wallets, gas and nodes it waits for."
    )
  })

  const setup: ChainSetup = {
    ...{ id: "setup-ethereum", partnerId: "ethereum", createdAt: 1, updatedAt: 1, isPaused: false },
    factory: Option.none(),
    waits: Option.some([
      { work: "payouts", code: "gas", since: 1 },
      { work: "deposits", code: "node", since: 1 }
    ])
  }

  it("tells what keeps its network from carrying it out, unless it is signed", () => {
    const commandFor = (payout: RecordedPayout, changes: Partial<ChainSetup> = {}) =>
      adviceOn(payout, { ...around, isActing: true, setup: Option.some({ ...setup, ...changes }) })[0]
    const gas =
      "Payouts on ethereum wait: the wallets have too little of the network's coin to pay for gas. quittance chain status --network ethereum shows what they have."
    assert.strictEqual(commandFor(waiting("submitted")), gas)
    const signed = { ...waiting("submitted"), processingId: Option.some("0x1") }
    assert.match(commandFor(signed) ?? "", /^quittance chain status/)
    const paused = "ethereum is paused: nothing is signed until quittance chain resume --network ethereum."
    for (const each of [waiting("submitted"), signed])
      assert.strictEqual(commandFor(each, { isPaused: true }), paused)
  })

  it("of a store on hold is to release it, and nothing else", () => {
    const reason = "This store is on hold: an older copy was put back. Run `quittance payouts release`."
    const hold = Option.some({ reason, since: 1 })
    const advice = adviceOn(waiting("unknown"), { ...around, hold })
    assert.lengthOf(advice, 2)
    assert.strictEqual(advice[0], `Nothing is sent or looked up. ${reason}`)
    assert.include(advice.join(), "quittance payouts release")
  })

  it("that has ended is nothing", () => {
    const ended: RecordedPayout = { ...waiting("submitted"), _tag: "confirmed", completedAt: now }
    assert.deepStrictEqual(adviceOn(ended, around), [])
  })
})
