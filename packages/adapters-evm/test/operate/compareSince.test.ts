import { assert, describe } from "@effect/vitest"
import { type ComparedPoint, coin, nothingCompared } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import type { ComparedNetwork } from "../../src/operate/ComparedNetwork.ts"
import { type Comparing, compareSince } from "../../src/operate/compareSince.ts"
import { hashOfText } from "../watch/FakeChain.ts"
import { addressOf, contracts, type FakeMoves, moving, name, outside, treasury, wallet } from "./FakeMoves.ts"

const [one, two] = [addressOf(1), addressOf(2)]
const hour = 3_600_000

/** What is told, and the points that agree, of a comparison. */
const compared = Effect.fnUntraced(function* (
  fake: FakeMoves,
  since: Partial<ComparedPoint> = {},
  {
    fromBlock = 0,
    on = {},
    ...comparing
  }: Partial<Comparing> & {
    readonly fromBlock?: number
    readonly on?: Partial<ComparedNetwork>
  } = {}
) {
  const reported: Array<string> = []
  const points: Array<ComparedPoint> = []
  const range = yield* compareSince(
    {
      ...{ network: { ...fake.network, ...on }, contracts, tell: (each) => void reported.push(each) },
      ...{ isReported: () => false, outgoingUpTo: "final", addressesMax: 1_000, ...comparing }
    },
    { ...nothingCompared, ...since },
    fromBlock,
    (point) => Effect.sync(() => void points.push(point))
  )
  return { reported, points, range }
})

/** The store has the wallet from the beginning. */
const known = (fake: FakeMoves): void => {
  const state = {
    ...{ id: `${name}/${wallet}`, partnerId: name, address: wallet, createdAt: 0 },
    ...{ sealedKey: "", nextNonce: 0, spent: [], updatedAt: 0 }
  }
  fake.state.aggregates.ChainWallet.set(state.id, { state: state as never, version: 1 })
}

const begin = TestClock.setTime(10 * hour)

/** A transfer of the journal that is not credited yet, and was seen so long ago. */
const underWay = { updatedAt: 10 * hour }

describe("a comparison from a point on", () => {
  moving("looks at transfers above it, up to what is final and was read", (fake) =>
    Effect.gen(function* () {
      yield* begin
      fake.readTo(80)
      for (const block of [20, 21, 80, 81]) fake.deposit(block, one, 5n, { isDropped: false })
      const { points, range } = yield* compared(fake, { comparedBlock: 20 })
      assert.deepInclude(range, { transfersChecked: 2, head: 100, finalBlock: 90, readTo: 80 })
      assert.deepInclude(
        range.notCompared,
        "deposits on ethereum in blocks 81 to 90, which the journal was not read to yet"
      )
      assert.deepStrictEqual(
        points.map(({ comparedBlock }) => comparedBlock),
        [80, 80]
      )
      fake.readTo(90)
      const later = yield* compared(fake, { comparedBlock: 20 })
      assert.deepInclude(later.range, { transfersChecked: 3, readTo: 90 })
      assert.notInclude(later.range.notCompared.join(), "was not read to yet")
      // The journal may be ahead of what is final.
      fake.readTo(100)
      assert.strictEqual((yield* compared(fake)).points.at(-1)?.comparedBlock, 90)
    })
  )

  moving("tells which transfers nobody is credited for, and which the network does not have", (fake) =>
    Effect.gen(function* () {
      yield* begin
      fake.readTo(90)
      const there = fake.deposit(20, one, 5n)
      fake.record(21, two, 6n, { txHash: hashOfText("nowhere"), ...underWay })
      fake.record(22, two, 7n, { txHash: hashOfText("gone"), isDropped: true })
      const { reported } = yield* compared(fake)
      assert.deepStrictEqual(reported, [
        `transfer ${there} of 0.000005 USDT to ${one} is credited to nobody`,
        `transfer ${hashOfText("nowhere")} of 6 to ${two} is recorded in block 21, and ethereum does not have it there`,
        `deposit address ${two} on ethereum has 0.000006 USDT less than its transfers explain`
      ])
    })
  )

  moving("comes back to the first transfer that is under way, and never before where it began", (fake) =>
    Effect.gen(function* () {
      yield* begin
      fake.readTo(90)
      fake.deposit(40, one, 5n, underWay)
      fake.deposit(30, one, 5n, underWay)
      const { points, reported } = yield* compared(fake)
      assert.deepStrictEqual(reported, [])
      assert.deepStrictEqual(
        points.map(({ comparedBlock }) => comparedBlock),
        [29, 29]
      )
      const { points: late } = yield* compared(fake, { comparedBlock: 95 })
      assert.deepStrictEqual(
        late.map(({ comparedBlock }) => comparedBlock),
        [95]
      )
    })
  )

  moving("reports what agrees after every 50 000 blocks", (fake) =>
    Effect.gen(function* () {
      yield* begin
      ;[fake.head, fake.finality] = [100_011, 10]
      fake.readTo(100_001)
      fake.record(60_000, one, 5n, { isDropped: true, ...underWay })
      const { points } = yield* compared(fake)
      assert.deepStrictEqual(
        points.map(({ comparedBlock }) => comparedBlock),
        [50_000, 100_000, 100_001, 100_001]
      )
      // What was under way early keeps the later ones from being reported.
      fake.record(40_000, two, 5n, { isDropped: false, ...underWay })
      const { points: held } = yield* compared(fake)
      assert.deepStrictEqual(
        held.map(({ comparedBlock }) => comparedBlock),
        [39_999, 39_999, 39_999, 39_999]
      )
    })
  )

  moving("has the holdings of now in its last point only, and up to where sweeps came", (fake) =>
    Effect.gen(function* () {
      yield* begin
      fake.readTo(90)
      known(fake)
      const upkeep = (sweptBlock: number) =>
        fake.state.aggregates.ChainUpkeep.set(`upkeep-${name}`, {
          version: 1,
          state: {
            ...{ id: `upkeep-${name}`, partnerId: name, createdAt: 0, sweptBlock, sweptAt: 0 },
            ...{ ...nothingCompared, acknowledged: Option.none(), updatedAt: 0 }
          }
        })
      const holdings = Option.some([{ address: wallet, value: 3n, blockNumber: 10 }])
      upkeep(70)
      const { points, range, reported } = yield* compared(fake, { holdings, sweptBefore: Option.some(8) })
      assert.deepStrictEqual(
        points.map((point) => [point.holdings, point.sweptBefore]),
        [
          [holdings, Option.some(8)],
          [
            Option.some([
              { address: wallet, value: 0n, blockNumber: 90 },
              { address: treasury, value: 0n, blockNumber: 90 }
            ]),
            Option.some(70)
          ]
        ]
      )
      assert.deepStrictEqual(reported, [
        `wallet ${wallet} on ethereum has 0.000003 USDT less than its transfers since block 10 explain`
      ])
      assert.deepStrictEqual(range.notCompared, [
        `the balance of the treasury ${treasury} on ethereum, because the daily comparison has not noted it before`,
        "the balances of deposit addresses on ethereum that got nothing after block 8: what they had was swept, or not worth a sweep"
      ])
      upkeep(99)
      assert.deepStrictEqual((yield* compared(fake)).points.at(-1)?.sweptBefore, Option.some(90))
    })
  )

  moving("says which deposit addresses it left out", (fake) =>
    Effect.gen(function* () {
      yield* begin
      fake.readTo(90)
      fake.deposit(20, one, 5n, underWay)
      fake.deposit(21, two, 6n, underWay)
      const { range } = yield* compared(fake, {}, { addressesMax: 1 })
      assert.strictEqual(range.addressesChecked, 1)
      assert.include(
        range.notCompared,
        "the balances of 1 deposit addresses on ethereum: the 1 with most money were compared"
      )
      const all = yield* compared(fake)
      assert.lengthOf(
        all.range.notCompared.filter((each) => each.includes("deposit addresses")),
        0
      )
      assert.strictEqual(all.range.addressesChecked, 2)
      // Only those that got something after what was swept.
      const swept = yield* compared(fake, { sweptBefore: Option.some(20) })
      assert.strictEqual(swept.range.addressesChecked, 1)
    })
  )

  moving("says how many deposit addresses are in the middle of a sweep", (fake) =>
    Effect.gen(function* () {
      yield* begin
      fake.showsWaiting = true
      fake.readTo(90)
      fake.deposit(20, one, 5n, underWay)
      fake.destroyed.set(one, 5n)
      fake.transaction({ purpose: "payout", recipient: one }, { _tag: "sent", forms: [] })
      assert.include(
        (yield* compared(fake)).range.notCompared,
        "the balances of 1 deposit addresses on ethereum, because they are in the middle of a sweep"
      )
    })
  )

  moving("tells of wallets that are ahead of the store", (fake) =>
    Effect.gen(function* () {
      fake.ahead = ["the wallet has made 2 transactions"]
      assert.deepStrictEqual((yield* compared(fake)).reported, fake.ahead)
    })
  )
})

describe("what addresses received beyond whole minor units", () => {
  moving("is rounded down once for each address, and never for what was dropped", (fake) =>
    Effect.gen(function* () {
      yield* begin
      fake.readTo(90)
      const token = { ...fake.network.token, decimals: 8 }
      const rest = Effect.fnUntraced(function* (address: string, ...values: ReadonlyArray<bigint>) {
        for (const value of values)
          fake.record(20, address, value, { ...underWay, amountMinor: value / 100n })
        return (yield* compared(fake, {}, { on: { token } })).range.remainderValue
      })
      assert.strictEqual(yield* rest(one, 160n), 60n)
      assert.strictEqual(yield* rest(one, 30n), 90n)
      assert.strictEqual(yield* rest(two, 7n), 97n)
      assert.strictEqual(yield* rest(one, 10n), 7n)
      fake.record(20, two, 5n, { isDropped: true, ...underWay })
      assert.strictEqual(yield* rest(one), 7n)
    })
  )
})

describe("what left wallets", () => {
  const reported = (hash: string, value: number) =>
    `transaction ${hash} moved ${value} of the token from wallet ${wallet} to ${outside} on ethereum, and no payout of the journal did`

  moving("is told up to what is final, or up to the newest block, each once", (fake) =>
    Effect.gen(function* () {
      yield* begin
      fake.readTo(90)
      known(fake)
      fake.move(1, outside, wallet, 1_000n)
      const final = fake.move(90, wallet, outside, 7n)
      const newest = fake.move(100, wallet, outside, 8n)
      assert.deepStrictEqual((yield* compared(fake)).reported, [reported(final, 7)])
      const head = { outgoingUpTo: "head" } as const
      assert.deepStrictEqual((yield* compared(fake, {}, head)).reported, [
        reported(final, 7),
        reported(newest, 8)
      ])
      assert.deepStrictEqual((yield* compared(fake, { comparedBlock: 95 }, head)).reported, [
        reported(newest, 8)
      ])
      assert.deepStrictEqual((yield* compared(fake, { comparedBlock: 100 }, head)).reported, [])
      const isReported = (hash: string) => hash === final
      assert.deepStrictEqual((yield* compared(fake, {}, { ...head, isReported })).reported, [
        reported(newest, 8)
      ])
    })
  )
})

describe("what was settled", () => {
  /** A transaction that a block has, so long ago, with such a cost. */
  const settle = (fake: FakeMoves, hoursAgo: number, gwei: number, block = 0): void =>
    fake.transaction(
      { purpose: "other" },
      {
        ...{ hash: hashOfText(`settled ${hoursAgo}`), blockNumber: block },
        ...{ costWei: String(gwei * 1e9), settledAt: (10 - hoursAgo) * hour }
      }
    )

  const costs = (spent: number, inLedger: number) =>
    `the transactions of ethereum cost ${spent} gwei, and its ledger has ${inLedger} in the account gas`

  /** The ledger's account of it. */
  const spend = ({ state }: FakeMoves, onChain: bigint): void => {
    state.balances.set(JSON.stringify([name, coin]), {
      ...{ partnerId: name, currency: coin },
      accounts: { onChain } as never
    })
  }

  moving("is counted from the instant of the point, and what is an hour old is not counted again", (fake) =>
    Effect.gen(function* () {
      yield* begin
      settle(fake, 3, 1)
      settle(fake, 2, 2)
      settle(fake, 1, 4)
      settle(fake, 0, 8)
      const all = yield* compared(fake, {}, { fromBlock: 1 })
      assert.strictEqual(all.range.transactionsChecked, 4)
      assert.deepInclude(all.points.at(-1), { comparedAt: 9 * hour, comparedCostMinor: 7n })
      assert.deepStrictEqual(all.reported, [costs(15, 0)])
      const since = { comparedAt: 8 * hour, comparedCostMinor: 3n }
      const later = yield* compared(fake, since, { fromBlock: 1 })
      assert.strictEqual(later.range.transactionsChecked, 2)
      assert.deepInclude(later.points.at(-1), { comparedAt: 9 * hour, comparedCostMinor: 7n })
      assert.deepStrictEqual(later.reported, [costs(15, 0)])
      const { points } = yield* compared(
        fake,
        { comparedAt: 9.5 * hour, comparedCostMinor: 7n },
        { fromBlock: 1 }
      )
      assert.deepInclude(points.at(-1), { comparedAt: 9.5 * hour, comparedCostMinor: 7n })
      for (const [onChain, isReported] of [
        [14n, true],
        [15n, false],
        [16n, true]
      ] as const) {
        spend(fake, onChain)
        const { reported } = yield* compared(fake, {}, { fromBlock: 1 })
        assert.deepStrictEqual(reported, isReported ? [costs(15, Number(onChain))] : [])
      }
    })
  )

  moving("differs where a payout has another outcome, or there is no such payout", (fake) =>
    Effect.gen(function* () {
      yield* begin
      const hash = hashOfText("paid nobody")
      fake.transaction({ payoutId: "payout-1", payoutPartnerId: "prt_1" }, { hash, settledAt: hour })
      assert.deepStrictEqual((yield* compared(fake, {}, { fromBlock: 1 })).reported, [
        `transaction ${hash} of payout payout-1 is completed, and there is no such payout`
      ])
    })
  )

  moving("is looked up on the network from the given block on", (fake) =>
    Effect.gen(function* () {
      yield* begin
      settle(fake, 1, 0, 5)
      settle(fake, 2, 0, 6)
      const { reported } = yield* compared(fake, {}, { fromBlock: 6 })
      assert.lengthOf(reported, 1)
      assert.include(reported[0] ?? "", "is recorded in block 6 for slot 1 of wallet")
    })
  )
})
