import { assert, describe } from "@effect/vitest"
import { ChainJournal, ChainWallets } from "@quittance/core/adapter"
import { Effect } from "effect"
import { status } from "../../src/operate/status.ts"
import { RpcUnavailable } from "../../src/rpc/RpcFailure.ts"
import { fakeToken } from "../watch/FakeChain.ts"
import { type FakeMoves, moving, name, outside, treasury, wallet } from "./FakeMoves.ts"
import { addTransaction, orderOf } from "./FakePayouts.ts"

const away = new RpcUnavailable({ host: "two", method: "", kind: "timeout", reason: "it is away" })

const statusOf = (fake: FakeMoves) => {
  const { rpc, ...network } = fake.network
  const nodes = [
    { host: "one", head: () => Effect.succeed({ number: 99, timestamp: 0 }) },
    { host: "two", head: () => Effect.fail(away) },
    { host: "three", head: () => Effect.succeed({ number: 98, timestamp: 4e15 }) }
  ] as unknown as typeof rpc.nodes
  return status({
    ...{ ...network, rpc: { ...rpc, nodes }, chainId: 7, token: { address: fakeToken, decimals: 8 } },
    coinOf: () => Effect.succeed(123n),
    minedBy: ({ nextNonce }) => Effect.succeed(nextNonce - 1),
    isOfTreasury: (factory) => Effect.succeed(factory === "0xfactory")
  })
}

describe("the state of a network", () => {
  moving("is known before anything was read, set up or sent", (fake) =>
    Effect.gen(function* () {
      const { nodes, ...report } = yield* statusOf(fake)
      assert.deepStrictEqual(report, {
        ...{ network: name, chainId: 7, head: 100, readTo: null, isPaused: false, factory: null },
        earlierFactory: null,
        ...{ treasury, wallets: [], spentMinor: 0n, queued: 0, open: 0 }
      })
      assert.deepStrictEqual(nodes.slice(0, 2), [
        { host: "one", head: 99, fault: null },
        { host: "two", head: null, fault: "it is away" }
      ])
      assert.deepInclude(nodes[2], { host: "three", head: 98 })
      assert.include(nodes[2]?.fault, "the clock of this machine says")
    })
  )

  moving("has its wallets, and what waits or is under way", (fake) =>
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      yield* journal.recordFactory(name, "0xfactory")
      yield* journal.pause(name, true)
      fake.readTo(42)
      assert.deepInclude(yield* statusOf(fake), { factory: "0xfactory", earlierFactory: null })
      fake.move(5, outside, wallet, 1_299n)
      const wallets = yield* ChainWallets
      yield* wallets.addWallet({ address: wallet, partnerId: name, sealedKey: "", nextNonce: 4 })
      for (const number of [1, 2, 3]) addTransaction(fake, orderOf(number), "queued")
      for (const number of [4, 5]) addTransaction(fake, orderOf(number), "sent")
      addTransaction(fake, orderOf(6), "completed")
      assert.deepInclude(yield* statusOf(fake), {
        ...{ readTo: 42, isPaused: true, factory: "0xfactory", queued: 3, open: 2 },
        wallets: [
          { ...{ address: wallet, coinWei: "123", tokenMinor: 12n }, ...{ minedCount: 3, signedCount: 4 } }
        ]
      })
    })
  )

  moving("counts a thousand that wait, and no more", (fake) =>
    Effect.gen(function* () {
      for (let number = 0; number < 1_001; number++) addTransaction(fake, orderOf(number), "queued")
      assert.strictEqual((yield* statusOf(fake)).queued, 1_000)
    })
  )

  moving("has no factory where the recorded one is of another treasury, which it names", (fake) =>
    Effect.gen(function* () {
      yield* (yield* ChainJournal).recordFactory(name, "0xearlier")
      assert.deepInclude(yield* statusOf(fake), { factory: null, earlierFactory: "0xearlier" })
    })
  )
})
