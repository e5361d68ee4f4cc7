import { assert, describe, it } from "@effect/vitest"
import type { ChainParameters, TronAccount } from "../../src/node/TronApi.ts"
import { transactionFor } from "../../src/send/transactionFor.ts"
import { needOf, walletFunds } from "../../src/send/walletFunds.ts"
import { token } from "../node/TronChain.ts"
import { payer } from "./Paying.ts"
import { blockOf, formOf } from "./toldNodes.ts"

const parameters: ChainParameters = {
  energyPriceSun: 10n,
  bandwidthPriceSun: 3n,
  maxFeeLimitSun: 1_000n
}

const account = (changes: Partial<TronAccount> = {}): TronAccount => ({
  ...{ isActivated: true, balanceSun: 0n, energyLeft: 0n, bandwidthLeft: 0n },
  ...changes
})

const funds = (
  has: Partial<TronAccount>,
  energy: "burn" | "staked" = "burn",
  open: Parameters<typeof walletFunds>[4] = []
) => walletFunds({ energy, network: "tron" }, "T", account(has), parameters, open)

/** Eighty units of energy and five of bandwidth. */
const need = { energy: 80n, feeLimitSun: 800n, bytes: 5n }

const tooLittle = (what: string) => `wallet T on tron has too little ${what}`
const coin = tooLittle("TRX to burn for energy and bandwidth")
const staked = tooLittle("energy that is staked or rented")

describe("a wallet of TRON can pay", () => {
  it("with TRX for the energy and the bandwidth, to the sun", () => {
    assert.isUndefined(funds({ balanceSun: 815n }).shortOf(need))
    assert.strictEqual(funds({ balanceSun: 814n }).shortOf(need), coin)
  })

  it("with bandwidth that covers all of a transaction, and with none that covers a part", () => {
    assert.isUndefined(funds({ balanceSun: 800n, bandwidthLeft: 5n }).shortOf(need))
    assert.strictEqual(funds({ balanceSun: 814n, bandwidthLeft: 4n }).shortOf(need), coin)
  })

  it("with staked energy first, and TRX for the rest of it", () => {
    assert.isUndefined(funds({ balanceSun: 315n, energyLeft: 50n }).shortOf(need))
    assert.strictEqual(funds({ balanceSun: 314n, energyLeft: 50n }).shortOf(need), coin)
    assert.isUndefined(funds({ balanceSun: 15n, energyLeft: 80n }).shortOf(need))
    // A limit that is not a whole number of units needs one more of them.
    assert.isUndefined(
      funds({ balanceSun: 15n, energyLeft: 81n }, "staked").shortOf({ ...need, feeLimitSun: 801n })
    )
    assert.strictEqual(
      funds({ balanceSun: 15n, energyLeft: 80n }, "staked").shortOf({ ...need, feeLimitSun: 801n }),
      staked
    )
  })

  it("with staked energy only where none is to be burned", () => {
    assert.isUndefined(funds({ balanceSun: 15n, energyLeft: 80n }, "staked").shortOf(need))
    assert.strictEqual(funds({ balanceSun: 9_999n, energyLeft: 79n }, "staked").shortOf(need), staked)
  })

  it("nothing with the staked energy that is left over", () => {
    assert.strictEqual(funds({ balanceSun: 14n, energyLeft: 999n }).shortOf(need), coin)
    const two = funds({ balanceSun: 30n, energyLeft: 160n }, "staked")
    two.take(need)
    assert.isUndefined(two.shortOf(need))
  })

  it("nothing before it is activated", () => {
    assert.include(funds({ isActivated: false, balanceSun: 9_999n }).shortOf(need), "is not activated")
  })

  it("what the highest limit of fees pays for, and no more", () => {
    const most = { energy: 100n, feeLimitSun: 1_000n, bytes: 0n }
    assert.isUndefined(funds({ balanceSun: 9_999n }).shortOf(most))
    assert.include(
      funds({ balanceSun: 9_999n }).shortOf({ ...most, energy: 101n }),
      "needs more energy than the highest fee limit pays for"
    )
  })

  it("one after the other with what the first leaves", () => {
    const two = funds({ balanceSun: 1_630n })
    two.take(need)
    assert.isUndefined(two.shortOf(need))
    two.take(need)
    assert.strictEqual(two.shortOf(need), coin)
    const one = funds({ balanceSun: 1_629n })
    one.take(need)
    assert.strictEqual(one.shortOf(need), coin)
    // Energy and bandwidth are used once.
    const free = funds({ balanceSun: 0n, energyLeft: 159n, bandwidthLeft: 10n })
    assert.isUndefined(free.shortOf(need))
    free.take(need)
    assert.strictEqual(free.shortOf(need), coin)
    const whole = funds({ balanceSun: 0n, energyLeft: 160n, bandwidthLeft: 10n })
    whole.take(need)
    assert.isUndefined(whole.shortOf(need))
    const narrow = funds({ balanceSun: 0n, energyLeft: 160n, bandwidthLeft: 9n })
    narrow.take(need)
    assert.strictEqual(narrow.shortOf(need), coin)
  })

  it("later, without a word, when only its open transactions may still take what it needs", () => {
    const open = [formOf(1_000)]
    assert.strictEqual(funds({ balanceSun: 815n }, "burn", open).shortOf(need), "")
    assert.strictEqual(funds({ balanceSun: 814n }, "burn", open).shortOf(need), coin)
    assert.isUndefined(funds({ balanceSun: 9_999n }, "burn", open).shortOf(need))
  })
})

describe("a transaction of TRON needs", () => {
  const reference = { head: blockOf(1_000), solid: blockOf(981) }
  const transaction = transactionFor({ to: token, data: "0x" }, payer, 0, reference, 0n)

  it("a quarter more energy than was estimated, up to the highest limit of fees", () => {
    assert.strictEqual(needOf(transaction, 80n, parameters).feeLimitSun, 1_000n)
    assert.strictEqual(needOf(transaction, 76n, parameters).feeLimitSun, 950n)
    assert.strictEqual(needOf(transaction, 88n, parameters).feeLimitSun, 1_000n)
    assert.strictEqual(needOf(transaction, 88n, parameters).energy, 88n)
  })

  it("bandwidth for its bytes, its signature and 64 bytes of its result", () => {
    const { bytes, feeLimitSun } = needOf(transaction, 76n, parameters)
    const form = formOf(1_000)
    // The same transaction with a limit of one byte less.
    assert.strictEqual(feeLimitSun, 950n)
    assert.strictEqual(bytes, BigInt((form.bytes.length - 2) / 2) + 1n + 64n)
  })
})
