import { assert, describe } from "@effect/vitest"
import { ChainJournal, chainJobs, WorkQueue, waitsOf } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { httpFetch } from "../../src/rpc/httpFetch.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { addWallet, network, noLimits, payer, paying, payoutOrder, startSender } from "./Paying.ts"

/** What payouts wait for is stored for the other processes, since when, and forgotten when they wait no more. */

const waits = Effect.flatMap(ChainJournal, ({ setup }) =>
  Effect.map(setup(network), (found) => Object.fromEntries(waitsOf(found, "payouts")))
)

const tagsOf = (changed: ReadonlyArray<{ readonly _tag: string }>) => changed.map(({ _tag }) => _tag)

const setCoins = (
  anvil: { readonly rpc: (method: string, params: ReadonlyArray<unknown>) => Promise<unknown> },
  wei: string
) => Effect.promise(() => anvil.rpc("anvil_setBalance", [payer.address, wei]))

describe("a payout that waits", () => {
  paying("for money and then for gas is known by that, and since when, after some seconds", [], (setting) =>
    Effect.gen(function* () {
      const { chain, sender, token, wallets } = setting
      const since = yield* Clock.currentTimeMillis
      yield* wallets.queue({ ...payoutOrder(1), amountMinor: 1_000_000_001n })
      yield* sender.turn
      assert.deepStrictEqual(yield* waits, {}, "it may be over in the next turn")
      yield* TestClock.adjust("5 seconds")
      yield* sender.turn
      assert.deepStrictEqual(yield* waits, { money: since })
      yield* TestClock.adjust("1 minute")
      yield* sender.turn
      assert.deepStrictEqual(yield* waits, { money: since })
      yield* Effect.promise(() => chain.mint(token, payer.address, 1n))
      yield* Effect.promise(() => chain.mine())
      yield* setCoins(chain.anvil, "0x1")
      const gasSince = yield* Clock.currentTimeMillis
      yield* sender.turn
      assert.deepStrictEqual(yield* waits, {})
      yield* TestClock.adjust("5 seconds")
      yield* sender.turn
      assert.deepStrictEqual(yield* waits, { gas: gasSince })
      yield* setCoins(chain.anvil, "0xde0b6b3a7640000")
      yield* sender.turn
      assert.deepStrictEqual(yield* waits, {})
    })
  )

  for (const [name, limits] of [
    ["one payout", { ...noLimits, perPayoutMinor: 1_000_000n }],
    ["the hour", { ...noLimits, perHourMinor: 2_000_002n }]
  ] as const)
    paying(`for the limit of ${name} is known by that`, [{ limits }], ({ sender, wallets }) =>
      Effect.gen(function* () {
        for (const number of [1, 2]) yield* wallets.queue(payoutOrder(number))
        yield* sender.turn
        yield* TestClock.adjust("5 seconds")
        yield* sender.turn
        assert.deepStrictEqual(Object.keys(yield* waits), ["limit"])
      })
    )

  paying("for no money while another wallet has it and signs", [], ({ chain, sender, token, wallets }) =>
    Effect.gen(function* () {
      // After the payer, in the order of addresses.
      const rich = accountOf(5)
      yield* addWallet(rich)
      yield* Effect.promise(() => chain.mint(token, rich.address, 9_000_000_000n))
      yield* Effect.promise(() => chain.mine())
      for (const number of [1, 2, 3]) {
        yield* wallets.queue({ ...payoutOrder(number), amountMinor: 1_000_000_001n })
        assert.deepStrictEqual(tagsOf((yield* sender.turn).changed), ["sent"])
        assert.deepStrictEqual(yield* waits, {})
        yield* TestClock.adjust("5 seconds")
      }
      yield* wallets.queue({ ...payoutOrder(4), amountMinor: 9_000_000_000n })
      yield* sender.turn
      yield* TestClock.adjust("5 seconds")
      yield* sender.turn
      assert.deepStrictEqual(Object.keys(yield* waits), ["money"], "now no wallet has it")
    })
  )

  paying("for nodes is known by that, and what it lacked before as well", [], (setting) =>
    Effect.gen(function* () {
      const { chain, options, sender, wallets } = setting
      const answers = { isAway: false }
      const broken = yield* startSender(chain, options, (url, request) =>
        answers.isAway ? Promise.reject(new TypeError("fetch failed")) : httpFetch(url, request)
      )
      const turnAfter = (seconds: number) => Effect.andThen(TestClock.adjust(seconds * 1_000), broken.turn)
      yield* wallets.queue({ ...payoutOrder(1), amountMinor: 1_000_000_001n })
      yield* broken.turn
      yield* turnAfter(5)
      assert.deepStrictEqual(yield* waits, { money: 0 })
      answers.isAway = true
      yield* turnAfter(1)
      yield* turnAfter(5)
      assert.deepStrictEqual(yield* waits, { money: 0, node: 6_000 })
      answers.isAway = false
      yield* turnAfter(1)
      assert.deepStrictEqual(yield* waits, { money: 0 })
      yield* sender.turn
    })
  )

  paying("nobody waits for nodes while nothing is to be paid", [], ({ chain, options }) =>
    Effect.gen(function* () {
      const broken = yield* startSender(chain, options, () => Promise.reject(new TypeError("fetch failed")))
      yield* broken.turn
      yield* TestClock.adjust("5 seconds")
      yield* broken.turn
      assert.deepStrictEqual(yield* waits, {})
    })
  )

  paying("is noted without reading each time what is stored", [], ({ chain, options, wallets }) =>
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      let readCount = 0
      const counting = ChainJournal.of({
        ...journal,
        setup: (name) =>
          Effect.andThen(
            Effect.sync(() => void readCount++),
            journal.setup(name)
          )
      })
      const sender = yield* Effect.provideService(startSender(chain, options), ChainJournal, counting)
      yield* wallets.queue({ ...payoutOrder(1), amountMinor: 1_000_000_001n })
      yield* sender.turn
      yield* TestClock.adjust("5 seconds")
      yield* sender.turn
      readCount = 0
      for (let turn = 0; turn < 7; turn++) {
        yield* TestClock.adjust("2 seconds")
        yield* sender.turn
      }
      // Each turn reads whether the network is paused.
      assert.strictEqual(readCount, 7)
      // What another process has stored meanwhile is seen soon.
      const [job] = yield* (yield* WorkQueue).claim({
        ...{ kind: chainJobs.send, owner: "another", limit: 1 },
        ...{ now: yield* Clock.currentTimeMillis, leaseUntil: yield* Clock.currentTimeMillis }
      })
      if (job === undefined) return assert.fail("the work is due")
      yield* journal.noteWaits(network, "payouts", new Map([["gas", 0]]), job)
      yield* (yield* WorkQueue).release(job, 0)
      yield* TestClock.adjust("15 seconds")
      yield* sender.turn
      assert.deepStrictEqual(Object.keys(yield* waits), ["money"])
    })
  )
})
