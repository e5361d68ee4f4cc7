import { assert, describe } from "@effect/vitest"
import type { ChainHolding, ChainWallet } from "@quittance/core/adapter"
import { Effect } from "effect"
import { compareHoldings } from "../../src/operate/compareHoldings.ts"
import { sweepCall } from "../../src/sweepCall.ts"
import { fakeToken, hashOfText } from "../watch/FakeChain.ts"
import {
  addressOf,
  contracts,
  type FakeMoves,
  moving,
  outside,
  saltOf,
  treasury,
  wallet
} from "./FakeMoves.ts"

const finalBlock = 90

const compared = (
  fake: FakeMoves,
  before: ReadonlyArray<ChainHolding>,
  wallets: ReadonlyArray<string> = [wallet],
  at = finalBlock
) =>
  compareHoldings(
    fake.network,
    contracts,
    wallets.map((address) => ({ address }) as ChainWallet),
    before,
    at
  )

const holding = (address: string, value: bigint, blockNumber: number): ChainHolding => ({
  ...{ address, value, blockNumber }
})

const differs = (what: string, amount: string, since: number) =>
  `${what} on ethereum has ${amount} than its transfers since block ${since} explain`

const noted = (what: string) =>
  `the balance of ${what} on ethereum, because the daily comparison has not noted it before`
const isMoving = (what: string) =>
  `the balance of ${what} on ethereum, because it is in the middle of a transfer`

const [theWallet, theTreasury] = [`wallet ${wallet}`, `the treasury ${treasury}`]
const nothing = [holding(wallet, 0n, 40), holding(treasury, 0n, 40)]

describe("what a wallet and the treasury have", () => {
  moving("is noted the first time, as it was after the final block", (fake) =>
    Effect.gen(function* () {
      fake.move(90, outside, wallet, 50n)
      fake.move(91, outside, wallet, 7n)
      fake.move(100, wallet, treasury, 2n)
      assert.deepStrictEqual(yield* compared(fake, []), {
        differences: [],
        notCompared: [noted(theWallet), noted(theTreasury)],
        holdings: [holding(wallet, 50n, 90), holding(treasury, 0n, 90)]
      })
      // Only what may have changed since is read, and once.
      assert.deepStrictEqual(fake.ranges, [
        [91, 100],
        [91, 100]
      ])
      assert.deepStrictEqual(fake.asked, [[wallet, treasury]])
    })
  )

  moving("agrees with every transfer since, each once, whoever made it", (fake) =>
    Effect.gen(function* () {
      fake.move(40, outside, wallet, 1_000n)
      const before = [holding(wallet, 1_000n, 40), holding(treasury, 0n, 40)]
      fake.move(41, outside, wallet, 20n)
      fake.move(41, wallet, treasury, 3n)
      fake.move(60, treasury, outside, 1n)
      fake.move(60, wallet, wallet, 5n)
      fake.move(100, wallet, treasury, 4n)
      assert.deepStrictEqual(yield* compared(fake, before), {
        differences: [],
        notCompared: [],
        holdings: [holding(wallet, 1_017n, 90), holding(treasury, 2n, 90)]
      })
      assert.deepStrictEqual(fake.ranges, [
        [41, 100],
        [41, 100]
      ])
    })
  )

  moving("is read from where the earliest was noted, and compared from where each was", (fake) =>
    Effect.gen(function* () {
      fake.move(50, outside, wallet, 20n)
      fake.move(70, outside, treasury, 30n)
      const before = [holding(wallet, 0n, 40), holding(treasury, 30n, 70)]
      assert.deepStrictEqual((yield* compared(fake, before)).differences, [])
      assert.deepStrictEqual(fake.ranges[0], [41, 100])
      // A note of a block that is not final any more.
      fake.ranges.length = 0
      const late = [holding(wallet, 20n, 95), holding(treasury, 30n, 95)]
      assert.deepStrictEqual((yield* compared(fake, late)).differences, [])
      assert.deepStrictEqual(fake.ranges[0], [91, 100])
    })
  )

  moving("differs to the last unit by what was destroyed or came from nowhere", (fake) =>
    Effect.gen(function* () {
      fake.move(50, outside, wallet, 5_000_000n)
      fake.move(50, outside, treasury, 5_000_000n)
      fake.destroyed.set(wallet, 1n).set(treasury, -1_500_000n)
      const { differences, holdings, notCompared } = yield* compared(fake, nothing)
      assert.deepStrictEqual(differences, [
        differs(theWallet, "0.000001 USDT less", 40),
        differs(theTreasury, "1.5 USDT more", 40)
      ])
      assert.deepStrictEqual(notCompared, [])
      // From now on this is what it has.
      assert.deepStrictEqual(holdings, [holding(wallet, 4_999_999n, 90), holding(treasury, 6_500_000n, 90)])
      assert.lengthOf(fake.asked, 2)
    })
  )

  moving("is asked again before it differs: a node may have been behind", (fake) =>
    Effect.gen(function* () {
      fake.move(45, outside, wallet, 100n)
      fake.destroyed.set(wallet, 1n)
      fake.afterBalances = () => fake.destroyed.clear()
      assert.deepStrictEqual((yield* compared(fake, nothing)).differences, [])
      assert.lengthOf(fake.asked, 2)
      assert.deepStrictEqual((yield* compared(fake, nothing)).differences, [])
      assert.lengthOf(fake.asked, 3)
    })
  )

  moving("is compared once where a wallet is the treasury", (fake) =>
    Effect.gen(function* () {
      fake.move(45, outside, treasury, 100n)
      fake.destroyed.set(treasury, 1n)
      const { differences, holdings } = yield* compared(fake, nothing, [treasury])
      assert.deepStrictEqual(differences, [differs(theTreasury, "0.000001 USDT less", 40)])
      assert.lengthOf(holdings, 1)
    })
  )

  moving("is not noted by a node whose newest block is older than the final one", (fake) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* compared(fake, nothing, [wallet], 101)).holdings, [])
      assert.deepStrictEqual(
        (yield* compared(fake, nothing, [wallet], 100)).holdings.map(({ blockNumber }) => blockNumber),
        [100, 100]
      )
    })
  )
})

describe("an address that moves while it is compared", () => {
  moving("is tried again, at the block where it rests", (fake) =>
    Effect.gen(function* () {
      fake.afterBalances = (times) => {
        if (times > 2) return
        fake.head += 1
        fake.move(fake.head, outside, wallet, 5n)
      }
      const report = yield* compared(fake, nothing)
      assert.deepStrictEqual([report.differences, report.notCompared], [[], []])
      assert.lengthOf(fake.asked, 3)
      // What was read is not read again.
      assert.deepStrictEqual(
        fake.ranges.filter((_, index) => index % 2 === 0),
        [
          [41, 101],
          [102, 102]
        ]
      )
    })
  )

  moving("is left for the next time after three tries, with what was noted before", (fake) =>
    Effect.gen(function* () {
      fake.move(45, outside, wallet, 100n)
      fake.afterBalances = () => {
        fake.head += 1
        fake.move(fake.head, wallet, outside, 5n)
      }
      const report = yield* compared(fake, nothing)
      assert.deepStrictEqual(report, {
        differences: [],
        notCompared: [isMoving(theWallet)],
        holdings: [holding(wallet, 0n, 40), holding(treasury, 0n, 90)]
      })
      assert.lengthOf(fake.asked, 3)
      const { holdings } = yield* compared(fake, nothing.slice(1))
      assert.deepStrictEqual(
        holdings.map(({ address }) => address),
        [treasury]
      )
    })
  )

  moving("is not waited for when only others move", (fake) =>
    Effect.gen(function* () {
      fake.afterBalances = () => {
        fake.head += 1
        fake.move(fake.head, outside, addressOf(5), 5n)
      }
      assert.deepStrictEqual((yield* compared(fake, nothing)).notCompared, [])
      assert.lengthOf(fake.asked, 1)
    })
  )
})

describe("what no block has yet", () => {
  const deposit = addressOf(1)
  const sign = (fake: FakeMoves, purpose: "payout" | "sweep", recipient: string) =>
    fake.transaction(
      { purpose, recipient, data: sweepCall(fakeToken, [saltOf(deposit)]) },
      { _tag: "sent", forms: [{ hash: hashOfText("early") }, { hash: hashOfText("late") }] as never }
    )

  moving("is in no balance where nodes show balances of blocks", (fake) =>
    Effect.gen(function* () {
      sign(fake, "payout", treasury)
      assert.deepStrictEqual((yield* compared(fake, nothing)).notCompared, [])
    })
  )

  for (const [purpose, reported] of [
    ["payout", [isMoving(theWallet)]],
    ["sweep", [isMoving(theWallet), isMoving(theTreasury)]]
  ] as const)
    moving(`leaves out whom a ${purpose} concerns where nodes show it`, (fake) =>
      Effect.gen(function* () {
        fake.showsWaiting = true
        sign(fake, purpose, outside)
        assert.deepStrictEqual((yield* compared(fake, nothing)).notCompared, [...reported])
        assert.lengthOf(fake.asked, 3)
        // A block has one of its forms.
        fake.move(95, outside, outside, 1n, "early")
        assert.deepStrictEqual((yield* compared(fake, nothing)).notCompared, [])
      })
    )

  moving("leaves out its recipient, and whom something signed meanwhile concerns", (fake) =>
    Effect.gen(function* () {
      fake.showsWaiting = true
      fake.afterBalances = () => sign(fake, "payout", treasury)
      assert.deepStrictEqual((yield* compared(fake, nothing)).notCompared, [
        isMoving(theWallet),
        isMoving(theTreasury)
      ])
    })
  )
})
