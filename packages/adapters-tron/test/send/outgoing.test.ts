import { assert, describe } from "@effect/vitest"
import { ChainUnavailable, ChainWallets, StoreHold } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { lifetimeMillis, proofMarginMillis } from "../../src/send/TronSenderOptions.ts"
import { bare, base58 } from "../node/bytes.ts"
import { tokenTransfer } from "../node/tronweb.ts"
import {
  addPayer,
  assertLogged,
  payer,
  payerKey,
  paying,
  payoutOrder,
  recipientOf,
  type Setting,
  solidBlocks,
  startSender,
  stateOf,
  storeOf
} from "./Paying.ts"

/** Somebody who has the wallet's key, as a server on another copy of the store. */
const payElsewhere = ({ chain, nodes }: Setting, number: number, amountMinor: bigint) =>
  Effect.promise(async () => {
    const key = { key: bare(payerKey), address: payer }
    return nodes[0]?.broadcast(await tokenTransfer(chain, key, recipientOf(number), amountMinor))
  })

/** The store was put back at that time. */
const holdAt = (since: number) =>
  Effect.flatMap(StoreHold, (hold) => hold.place({ reason: "restored", since }))

const reasonOf = <R>(asked: Effect.Effect<void, unknown, R>) =>
  Effect.map(Effect.flip(asked), (failure) => (failure instanceof ChainUnavailable ? failure.reason : ""))

describe("what left a wallet of TRON and the journal does not know", () => {
  paying("holds up everything that would be signed, from the newest block on", [], (setting) =>
    Effect.gen(function* () {
      const { chain, logged, sender, wallets } = setting
      yield* wallets.queue(payoutOrder(1))
      yield* sender.turn
      yield* payElsewhere(setting, 9, 7n)
      chain.produce()
      yield* wallets.queue(payoutOrder(2))
      yield* sender.turn
      assert.strictEqual((yield* stateOf(payoutOrder(2)))._tag, "queued")
      assertLogged(
        logged,
        `moved 7 of the token from wallet ${base58(payer)} to ${base58(recipientOf(9))} on tron`
      )
      assertLogged(logged, "nothing is signed until it is reconciled")
      // It stays so when it is solid, and in the next process. What is signed already is settled.
      chain.produceMany(solidBlocks)
      yield* TestClock.adjust("15 seconds")
      yield* sender.turn
      assert.strictEqual((yield* stateOf(payoutOrder(1)))._tag, "completed")
      const next = yield* startSender(chain, setting.options, setting.nodes)
      assert.deepStrictEqual((yield* next.turn).changed, [])
      assert.strictEqual((yield* stateOf(payoutOrder(2)))._tag, "queued")
    })
  )

  paying(
    "is told by any node, also when another has no index of the blocks and says nothing",
    [],
    (setting) =>
      Effect.gen(function* () {
        const { chain, logged, nodes, sender, wallets } = setting
        yield* payElsewhere(setting, 9, 7n)
        chain.produceMany(2)
        const [first] = nodes
        if (first !== undefined) first.oldestLogs = chain.head.number + 1
        yield* wallets.queue(payoutOrder(1))
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        assertLogged(logged, "nothing is signed until it is reconciled")
      })
  )

  paying("counts no more when a reorganisation took it back", [], (setting) =>
    Effect.gen(function* () {
      const { chain, sender, wallets } = setting
      yield* payElsewhere(setting, 9, 7n)
      chain.produce()
      yield* wallets.queue(payoutOrder(1))
      assert.deepStrictEqual((yield* sender.turn).changed, [])
      chain.reorganise(1, { comesBack: () => false })
      assert.lengthOf((yield* sender.turn).changed, 1)
    })
  )

  paying("does not include transfers of nothing, which anyone can make", [], (setting) =>
    Effect.gen(function* () {
      const { chain, sender, wallets } = setting
      yield* payElsewhere(setting, 9, 0n)
      chain.produce()
      yield* wallets.queue(payoutOrder(1))
      assert.lengthOf((yield* sender.turn).changed, 1)
    })
  )

  paying("is read once from each node in solid blocks", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes, wallets } = setting
      const spans: Array<number> = []
      const watching = yield* startSender(chain, setting.options, nodes, (url, request) => {
        const { method, params } = JSON.parse(String(request?.body ?? "{}"))
        if (method === "eth_getLogs") spans.push(Number(params[0].toBlock) - Number(params[0].fromBlock) + 1)
        return nodes[0]?.fetch(url, request ?? {}) ?? Promise.reject(new TypeError("no node"))
      })
      yield* wallets.queue(payoutOrder(1))
      yield* watching.turn
      assert.strictEqual(
        spans.reduce((sum, each) => sum + each, 0),
        chain.head.number * nodes.length
      )
      const solid = chain.solid.number
      chain.produce()
      spans.length = 0
      yield* watching.turn
      assert.strictEqual(
        spans.reduce((sum, each) => sum + each, 0),
        (chain.head.number - solid) * nodes.length
      )
    })
  )

  paying(
    "cannot be told when nodes give no logs: nothing is signed, and what is signed is settled",
    [],
    (setting) =>
      Effect.gen(function* () {
        const { chain, logged, nodes, sender, wallets } = setting
        yield* wallets.queue(payoutOrder(1))
        yield* sender.turn
        chain.produceMany(1 + solidBlocks)
        const deaf = yield* startSender(chain, setting.options, nodes, (url, request) =>
          String(request?.body).includes("eth_getLogs")
            ? Promise.reject(new TypeError("fetch failed"))
            : (nodes[0]?.fetch(url, request ?? {}) ?? Promise.reject(new TypeError("no node")))
        )
        yield* wallets.queue(payoutOrder(2))
        yield* TestClock.adjust("15 seconds")
        yield* deaf.turn
        assert.strictEqual((yield* stateOf(payoutOrder(1)))._tag, "completed")
        assert.strictEqual((yield* stateOf(payoutOrder(2)))._tag, "queued")
        assertLogged(logged, "nothing is signed on tron until all transfers out of its wallets are known")
      })
  )
})

describe("a store that was put back to a copy", () => {
  paying("signs nothing for a payout that it forgot, and is not complete", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes, options, sender, wallets } = setting
      yield* wallets.queue(payoutOrder(1))
      yield* sender.turn
      chain.produce()
      yield* Effect.gen(function* () {
        yield* addPayer
        const copied = yield* ChainWallets
        yield* copied.queue(payoutOrder(1))
        const copy = yield* startSender(chain, options, nodes)
        assert.deepStrictEqual((yield* copy.turn).changed, [])
        assert.match(
          yield* reasonOf(copy.isComplete),
          /this store did not sign it: quittance chain reconcile --network tron --import/
        )
      }).pipe(Effect.provide(Layer.fresh(storeOf())))
    })
  )

  paying("is complete without a wallet, whether nodes answer or not", [], ({ chain, nodes, options }) =>
    Effect.gen(function* () {
      const alone = yield* startSender(chain, options, nodes)
      for (const node of nodes) node.isDown = true
      yield* alone.isComplete
    }).pipe(Effect.provide(Layer.fresh(storeOf())))
  )

  paying("is not complete before what another server signed has expired", [], (setting) =>
    Effect.gen(function* () {
      const { chain, sender } = setting
      yield* holdAt(chain.head.timestamp)
      const until = chain.head.timestamp + lifetimeMillis + proofMarginMillis
      const wait = `a transaction that another server signed may be carried out on tron until ${new Date(until).toISOString()}`
      assert.include(yield* reasonOf(sender.isComplete), wait)
      while (chain.solid.timestamp < until) {
        if (chain.head.number % 10 === 0 || chain.solid.timestamp === until - 3_000)
          assert.include(yield* reasonOf(sender.isComplete), wait)
        chain.produce()
      }
      assert.strictEqual(chain.solid.timestamp, until)
      yield* sender.isComplete
    })
  )

  paying("learns of another server's transactions that were carried out at the last moment", [], (setting) =>
    Effect.gen(function* () {
      const { chain, sender } = setting
      yield* holdAt(chain.head.timestamp)
      const until = chain.head.timestamp + lifetimeMillis + proofMarginMillis
      for (let block = 0; block < 55; block++) chain.produce()
      yield* payElsewhere(setting, 9, 7n)
      while (chain.solid.timestamp < until) chain.produce()
      assert.match(yield* reasonOf(sender.isComplete), /this store did not sign it/)
    })
  )
})
