import { assert, describe, it } from "vitest"
import {
  transitDepositEntries,
  walletChangeMinor
} from "../../../src/concepts/transit/TransitDepositPostings.ts"
import { order, start } from "./depositSamples.ts"

describe("the entries of a deposit", () => {
  const at = start + 5

  it("credit all of it without a fee, and write all of it off below zero if need be", () => {
    const credited = transitDepositEntries(order, { _tag: "DepositCredited", amountMinor: 7n, at })
    const reversed = transitDepositEntries(order, { _tag: "DepositReversed", amountMinor: 7n, at })
    const subject = { partnerId: "prt_1", currency: "USDT", subjectId: "dep_1", at }
    assert.deepStrictEqual(
      [...credited, ...reversed],
      [
        {
          ...subject,
          kind: "transit.credited",
          limit: "enforced",
          postings: [{ debit: "deposits", credit: "available", amountMinor: 7n }]
        },
        {
          ...subject,
          kind: "transit.reversed",
          limit: "waived",
          postings: [{ debit: "available", credit: "adjustments", amountMinor: 7n }]
        }
      ]
    )
  })

  it("are none for what moves no money", () => {
    const shown = { amountMinor: 7n, confirmations: 0, seenAt: at }
    const silent = [
      { _tag: "DepositSeen", order, shown, at },
      { _tag: "DepositConfirmationsChanged", confirmations: 2, at },
      { _tag: "DepositDropped", at }
    ] as const
    for (const event of silent) {
      assert.deepStrictEqual(transitDepositEntries(order, event), [])
      assert.strictEqual(walletChangeMinor(event), 0n)
    }
  })
})
