import { assert, describe } from "@effect/vitest"
import { ChainJournal, waitsOf } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { addressOfHex } from "../../src/address.ts"
import { readSigned } from "../../src/encode/TronTransaction.ts"
import {
  assertLogged,
  expire,
  formsOf,
  network,
  noLimits,
  payer,
  paying,
  payoutOrder,
  recipientOf,
  solidBlocks,
  stateOf,
  sunAtFirst,
  tagsOf,
  tokensAtFirst
} from "./Paying.ts"

/** What a transfer to a new holder needs by the terms of the model, with a quarter more. */
const feeLimitSun = ((130_285n * 5n) / 4n) * 100n

const limitOf = (number: number) =>
  Effect.map(
    stateOf(payoutOrder(number)),
    (state) => readSigned(formsOf(state).at(-1)?.bytes ?? "")?.transaction.feeLimitSun
  )

describe("what a wallet of TRON has", () => {
  paying("limits the fee of each payout by its own estimate", [], ({ chain, sender, wallets }) =>
    Effect.gen(function* () {
      chain.giveToken(recipientOf(2), 1n)
      for (const number of [1, 2]) yield* wallets.queue(payoutOrder(number))
      yield* sender.turn
      assert.strictEqual(yield* limitOf(1), feeLimitSun)
      assert.strictEqual(yield* limitOf(2), ((64_285n * 5n) / 4n) * 100n)
    })
  )

  paying("is not burned beyond what the network lets a limit be", [], ({ chain, logged, sender, wallets }) =>
    Effect.gen(function* () {
      chain.setParameters({ maxFeeLimit: 14_000_000n })
      yield* wallets.queue(payoutOrder(1))
      yield* sender.turn
      assert.strictEqual(yield* limitOf(1), 14_000_000n)
      chain.setParameters({ maxFeeLimit: 13_000_000n })
      yield* wallets.queue(payoutOrder(2))
      assert.deepStrictEqual((yield* sender.turn).changed, [])
      assertLogged(logged, "needs more energy than the highest fee limit pays for")
    })
  )

  paying("is not promised twice: payouts wait for TRX to burn", [], ({ chain, logged, sender, wallets }) =>
    Effect.gen(function* () {
      chain.setParameters({ freeNetLimit: 0n })
      // Two limits of fees, and the bandwidth of one transaction.
      chain.setAccount(payer, { balance: 2n * feeLimitSun + 500_000n })
      for (const number of [1, 2]) yield* wallets.queue(payoutOrder(number))
      assert.lengthOf((yield* sender.turn).changed, 1)
      chain.produce()
      // What was burned is less than the limit: now it is known, and there is enough.
      assert.lengthOf((yield* sender.turn).changed, 1)
      yield* wallets.queue(payoutOrder(3))
      chain.produce()
      assert.deepStrictEqual((yield* sender.turn).changed, [])
      assertLogged(logged, "too little TRX to burn for energy and bandwidth")
      yield* TestClock.adjust("5 seconds")
      yield* sender.turn
      const journal = yield* ChainJournal
      assert.deepStrictEqual([...waitsOf(yield* journal.setup(network), "payouts").keys()], ["gas"])
      chain.giveCoin(payer, 20_000_000n)
      assert.lengthOf((yield* sender.turn).changed, 1)
    })
  )

  paying("is used first where it is staked, and TRX only for the rest", [], ({ chain, sender, wallets }) =>
    Effect.gen(function* () {
      chain.setAccount(payer, { balance: 0n, energyLimit: 165_000n, netLimit: 5_000n })
      for (const number of [1, 2]) yield* wallets.queue(payoutOrder(number))
      assert.lengthOf((yield* sender.turn).changed, 1)
      assert.strictEqual(yield* limitOf(1), feeLimitSun)
      chain.produceMany(1 + solidBlocks)
      yield* TestClock.adjust("15 seconds")
      const [settled] = (yield* sender.turn).changed
      assert.isTrue(settled?._tag === "completed" && settled.costWei === "0")
    })
  )

  paying(
    "must be staked where it is not to be burned",
    [{ energy: "staked" }],
    ({ chain, logged, sender, wallets }) =>
      Effect.gen(function* () {
        yield* wallets.queue(payoutOrder(1))
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        assertLogged(logged, "too little energy that is staked or rented")
        chain.setAccount(payer, { energyLimit: 165_000n })
        assert.lengthOf((yield* sender.turn).changed, 1)
        yield* wallets.queue(payoutOrder(2))
        chain.produce()
        assert.deepStrictEqual((yield* sender.turn).changed, [])
      })
  )

  paying("is nothing before the account is activated", [], ({ chain, logged, sender, wallets }) =>
    Effect.gen(function* () {
      chain.change((state) => state.accounts.delete(payer))
      yield* wallets.queue(payoutOrder(1))
      assert.deepStrictEqual((yield* sender.turn).changed, [])
      assertLogged(logged, "is not activated, so it can sign nothing: send it some TRX")
      yield* TestClock.adjust("10 minutes")
      yield* sender.turn
      assert.strictEqual((yield* stateOf(payoutOrder(1)))._tag, "queued")
      chain.giveCoin(payer, sunAtFirst)
      assert.lengthOf((yield* sender.turn).changed, 1)
    })
  )

  for (const [only, order, kept, waits] of [
    ["a sweep", { ...payoutOrder(1), purpose: "sweep", contract: recipientOf(9) }, [], "sweeps"],
    ["a payout", payoutOrder(1), ["gas"], "payouts"]
  ] as const)
    paying(`is nothing before the account is activated, and ${only} waits`, [], (setting) =>
      Effect.gen(function* () {
        const { chain, logged, sender, wallets } = setting
        chain.change((state) => state.accounts.delete(payer))
        yield* wallets.queue(order)
        yield* sender.turn
        yield* TestClock.adjust("5 seconds")
        yield* sender.turn
        const journal = yield* ChainJournal
        assert.deepStrictEqual([...waitsOf(yield* journal.setup(network), "payouts").keys()], [...kept])
        assertLogged(logged, `send it some TRX; ${waits} wait`)
      })
    )

  paying(
    "of the token is promised once, and told only when it is missing",
    [],
    ({ chain, logged, sender, wallets }) =>
      Effect.gen(function* () {
        const share = (number: number, tenths: bigint) => ({
          ...payoutOrder(number),
          amountMinor: (tokensAtFirst * tenths) / 10n
        })
        yield* wallets.queue(share(1, 6n))
        assert.lengthOf((yield* sender.turn).changed, 1)
        // It may be gone already from what the node tells, or not: there is enough if it is.
        yield* wallets.queue(share(2, 3n))
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        assert.isFalse(logged.some((line) => line.includes("too little of the token")))
        chain.produce()
        assert.deepStrictEqual(tagsOf((yield* sender.turn).changed), ["sent"])
        chain.produce()
        yield* wallets.queue(share(3, 2n))
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        assertLogged(logged, "too little of the token for payout payout-3")
        chain.giveToken(payer, tokensAtFirst)
        assert.deepStrictEqual(tagsOf((yield* sender.turn).changed), ["sent"])
      })
  )

  paying("is looked at anew before anything is signed again", [], ({ chain, logged, sender, wallets }) =>
    Effect.gen(function* () {
      yield* wallets.queue(payoutOrder(1))
      yield* sender.turn
      chain.setAccount(payer, { balance: 1_000_000n })
      expire(chain)
      yield* TestClock.adjust("15 seconds")
      yield* sender.turn
      assert.lengthOf(formsOf(yield* stateOf(payoutOrder(1))), 1)
      assertLogged(logged, "too little TRX to burn")
      chain.giveCoin(payer, sunAtFirst)
      chain.setParameters({ energyPrice: 200n })
      yield* TestClock.adjust("15 seconds")
      yield* sender.turn
      assert.lengthOf(formsOf(yield* stateOf(payoutOrder(1))), 2)
      assert.strictEqual(yield* limitOf(1), 2n * feeLimitSun)
    })
  )

  paying(
    "is paid out within the limits of the day",
    [{ limits: { ...noLimits, perDayMinor: 2_500_000n } }],
    ({ chain, sender, wallets }) =>
      Effect.gen(function* () {
        for (const number of [1, 2, 3]) yield* wallets.queue(payoutOrder(number))
        assert.lengthOf((yield* sender.turn).changed, 2)
        chain.produce()
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        yield* TestClock.adjust("25 hours")
        assert.include(tagsOf((yield* sender.turn).changed), "sent")
      })
  )

  paying(
    "is told when it falls below the floors",
    [{ floors: { coinSun: 20_000_000_000n, tokenMinor: 2_000_000_000n } }],
    ({ logged, sender }) =>
      Effect.gen(function* () {
        yield* sender.turn
        const wallet = `wallet ${addressOfHex(payer)} on ${network}`
        assertLogged(logged, `${wallet} has less of the network's coin than 20000 TRX`)
        assertLogged(logged, `${wallet} has less of the token than 2000`)
      })
  )

  paying("is told when it pays for few transfers at the prices of now", [], ({ chain, logged, sender }) =>
    Effect.gen(function* () {
      yield* sender.turn
      assert.isFalse(logged.some((line) => line.includes("less of the network's coin")))
      chain.setParameters({ energyPrice: 10_000n })
      yield* TestClock.adjust("1 minute")
      yield* sender.turn
      assertLogged(logged, "less of the network's coin than 20 transfers burn now")
    })
  )
})
