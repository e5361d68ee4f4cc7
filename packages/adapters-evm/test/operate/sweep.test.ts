import { assert, describe } from "@effect/vitest"
import { ChainJournal, ChainWallets, type OpenTransaction, StoreHold } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { LiveNetwork } from "../../src/LiveNetwork.ts"
import type { Send } from "../../src/operate/carryOut.ts"
import { sweep } from "../../src/operate/sweep.ts"
import { saltsOf, sweepCall } from "../../src/sweepCall.ts"
import { openSlot } from "../send/SlotChain.ts"
import { fakeToken, hashOfText } from "../watch/FakeChain.ts"
import {
  addressOf,
  contracts,
  type FakeMoves,
  moving,
  name,
  outside,
  saltOf,
  treasury,
  wallet
} from "./FakeMoves.ts"

const [one, two, three] = [addressOf(1), addressOf(2), addressOf(3)]

const paid = (fake: FakeMoves, block: number, address: string, value: bigint): void => {
  fake.own(address)
  fake.deposit(block, address, value)
}

/** Each turn, blocks take what is queued; the token refuses what some addresses send. */
const sending =
  (fake: FakeMoves, refused: ReadonlyArray<string>): Send =>
  () =>
    Effect.sync(() => {
      fake.head += 1
      const all = fake.state.aggregates.ChainTransaction
      for (const [id, { state, version }] of all) {
        if (state._tag !== "queued") continue
        const hash = `sweep ${state.order.data.length} in ${fake.head} of ${id}`
        for (const address of saltsOf(state.order.data).map(contracts.addressOf))
          if (!refused.includes(address))
            fake.move(fake.head, address, treasury, fake.balanceOf(address), hash)
        const forms = openSlot(1, 1, [hash]).forms
        const sent = { ...state, _tag: "sent", wallet, nonce: 1, forms } as OpenTransaction
        all.set(id, { state: sent, version: version + 1 })
      }
      return { open: 0, queued: 0 } as never
    })

const sweeping = (
  fake: FakeMoves,
  refused: ReadonlyArray<string> = [],
  network: LiveNetwork = fake.network
) => sweep(network, contracts, sending(fake, refused))

const queuedCount = Effect.flatMap(ChainWallets, (wallets) =>
  Effect.map(wallets.transactionsAfter(name, -1), ({ length }) => length)
)

describe("a sweep by an operator", () => {
  moving("tells what arrived in the treasury, and how many addresses kept theirs", (fake) =>
    Effect.gen(function* () {
      fake.readTo(100)
      paid(fake, 1, one, 5_000_000n)
      paid(fake, 5, two, 1n)
      paid(fake, 6, three, 7n)
      const { txHashes, ...report } = yield* sweeping(fake, [two])
      assert.deepStrictEqual(report, {
        ...{ network: name, addresses: 2, skipped: 1, amountMinor: 5_000_007n }
      })
      assert.lengthOf(new Set(txHashes), 2)
      assert.strictEqual(fake.balanceOf(treasury), 5_000_007n)
      assert.strictEqual(fake.balanceOf(two), 1n)
    })
  )

  moving("counts only what the token moved to the treasury", (fake) =>
    Effect.gen(function* () {
      fake.readTo(100)
      paid(fake, 4, one, 5n)
      const { network } = fake
      const executionOf: LiveNetwork["executionOf"] = (hash) =>
        Effect.map(
          network.executionOf(hash),
          Option.map((execution) => {
            const [log] = execution.logs
            assert.isDefined(log)
            const [topic = "0x", from = "0x"] = log.topics
            const others = [
              { ...log, address: addressOf(77) },
              { ...log, topics: [hashOfText("another event"), from, ...log.topics.slice(2)] },
              { ...log, topics: [topic, from, from] }
            ]
            return { ...execution, logs: [...others, log] }
          })
        )
      const token = { address: fakeToken.toUpperCase().replace("0X", "0x"), decimals: 6 }
      const report = yield* sweeping(fake, [], { ...network, executionOf, token })
      assert.deepInclude(report, { addresses: 1, skipped: 0, amountMinor: 5n })
    })
  )

  moving("goes on until every address was looked at", (fake) =>
    Effect.gen(function* () {
      fake.readTo(100)
      for (let number = 1; number <= 1_000; number++) fake.record(10, addressOf(number), 5n)
      paid(fake, 10, addressOf(1_500), 5n)
      paid(fake, 20, addressOf(1_600), 6n)
      const report = yield* sweeping(fake)
      assert.deepInclude(report, { addresses: 2, skipped: 0, amountMinor: 11n })
      assert.lengthOf(report.txHashes, 2)
      const nothing = yield* sweeping(fake)
      assert.deepStrictEqual(nothing, {
        ...{ network: name, addresses: 0, skipped: 0, amountMinor: 0n, txHashes: [] }
      })
    })
  )

  moving("leaves alone what an open sweep already empties", (fake) =>
    Effect.gen(function* () {
      fake.readTo(100)
      paid(fake, 4, one, 5n)
      paid(fake, 5, two, 6n)
      const open = { _tag: "sent", forms: [] } as const
      fake.transaction({ purpose: "sweep", data: sweepCall(fakeToken, [saltOf(one)]) }, open)
      assert.deepInclude(yield* sweeping(fake), { addresses: 1, amountMinor: 6n })
    })
  )

  moving("queues nothing while the network is paused or the store is on hold", (fake) =>
    Effect.gen(function* () {
      fake.readTo(100)
      fake.own(one)
      fake.move(4, outside, one, 5n)
      fake.record(4, one, 5n)
      const journal = yield* ChainJournal
      const hold = yield* StoreHold
      yield* journal.begin(name)
      yield* journal.pause(name, true)
      assert.strictEqual(
        (yield* Effect.flip(sweeping(fake))).reason,
        "ethereum is paused: quittance chain resume --network ethereum continues"
      )
      yield* journal.pause(name, false)
      yield* hold.place({ reason: "the store was restored", since: 0 })
      assert.strictEqual((yield* Effect.flip(sweeping(fake))).reason, "the store was restored")
      assert.strictEqual(yield* queuedCount, 0)
      yield* hold.release
      assert.deepInclude(yield* sweeping(fake), { addresses: 1 })
    })
  )
})
