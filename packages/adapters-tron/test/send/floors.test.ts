import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { payer, paying, type Setting } from "./Paying.ts"

/** Whether a wallet with so many sun has too few. */
const isLow = ({ chain, logged, sender }: Setting, balance: bigint) =>
  Effect.gen(function* () {
    chain.setAccount(payer, { balance })
    yield* TestClock.adjust("10 minutes")
    const before = logged.length
    yield* sender.turn
    return logged
      .slice(before)
      .some((line) => line.includes("less of the network's coin than 20 transfers burn now"))
  })

/** Of twenty transfers, at the prices of the model. */
const bandwidthSun = 20n * 410n * 1_000n
const energySun = 20n * 130_000n * 100n

describe("a wallet of TRON has too little TRX without a configuration", () => {
  paying("below the bandwidth and the energy of twenty transfers", [], (setting) =>
    Effect.gen(function* () {
      assert.isFalse(yield* isLow(setting, bandwidthSun + energySun))
      assert.isTrue(yield* isLow(setting, bandwidthSun + energySun - 1n))
    })
  )

  paying("below their bandwidth where energy is staked", [{ energy: "staked" }], (setting) =>
    Effect.gen(function* () {
      assert.isFalse(yield* isLow(setting, bandwidthSun))
      assert.isTrue(yield* isLow(setting, bandwidthSun - 1n))
    })
  )
})
