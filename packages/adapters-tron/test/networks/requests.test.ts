import { assert, it } from "@effect/vitest"
import { ChainOperators } from "@quittance/adapters-evm"
import { issue, runningOn, work } from "@quittance/adapters-evm/testing"
import { Balances, Ids, Partners, Payouts } from "@quittance/core"
import { ChainJournal } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as TronNetworks from "../../src/TronNetworks.ts"
import { payerKey, personOf, startTron } from "./ownTron.ts"

/** How many requests a deployment on TRON makes to its nodes: the figures of docs/guides/live-networks.md. */

const blockMillis = 3_000
const spanMillis = 60 * blockMillis
const dayMillis = 86_400_000

it.effect("a deployment on TRON keeps to its budget of requests", () =>
  Effect.gen(function* () {
    const tron = yield* Effect.promise(() => startTron())
    const factory = tron.deployFactory()
    const { confirmations, name, rpcUrls } = tron.network
    const counts = new Map<string, number>()
    const fetch: typeof globalThis.fetch = (url, request) => {
      const { origin } = new URL(String(url))
      const calls = [JSON.parse(String(request?.body))].flat().length
      counts.set(origin, (counts.get(origin) ?? 0) + calls)
      return globalThis.fetch(url, request)
    }
    /** Time passes. Returns the requests to each node. */
    const live = Effect.gen(function* () {
      counts.clear()
      for (let passed = 0; passed < spanMillis; passed += blockMillis) {
        tron.chain.produceMany(1)
        yield* TestClock.adjust(blockMillis)
        yield* work
      }
      return rpcUrls.map((url) => counts.get(new URL(url).origin) ?? 0)
    })
    const begin = Effect.gen(function* () {
      yield* (yield* ChainOperators).importWallet(name, payerKey)
      yield* (yield* ChainJournal).recordFactory(name, factory)
    })
    const networks = TronNetworks.layer({ networks: [tron.network], fetch })
    yield* runningOn(
      { name, confirmations, networks, begin },
      Effect.gen(function* () {
        yield* TestClock.setTime(tron.chain.head.timestamp)
        yield* live
        const rest = yield* live
        const { address } = yield* issue(tron.network, 1)
        tron.deposit(address, 1_000_000n)
        const deposit = yield* live
        const { id } = yield* (yield* Partners).ensure("shop")
        yield* (yield* Balances).adjust(id, { amount: 100 })
        const key = yield* (yield* Ids).token(8)
        yield* (yield* Payouts).create(id, key, { amount: 10, address: personOf(0x99), network: name })
        const payout = yield* live
        const perDay = rest.map((count) => (count * dayMillis) / spanMillis)
        const more = (counted: ReadonlyArray<number>) => counted.map((count, i) => count - (rest[i] ?? 0))
        process.stdout.write(
          `${name}: a day ${perDay.join(" + ")}; a deposit ${more(deposit).join(" + ")}; a payout ${more(payout).join(" + ")}\n`
        )
        // The blocks of this network are empty: for each the second node is asked once more.
        assert.isTrue(
          perDay.every((count, i) => count <= ([75_000, 120_000][i] ?? 0)),
          perDay.join(" + ")
        )
        assert.isTrue(
          more(deposit).every((count) => count <= 10),
          deposit.join(" + ")
        )
        assert.isTrue(
          more(payout).every((count) => count <= 40),
          payout.join(" + ")
        )
      })
    )
  })
)
