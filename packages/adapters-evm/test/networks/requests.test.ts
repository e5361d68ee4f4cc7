import { assert, it } from "@effect/vitest"
import { ChainJournal } from "@quittance/core/adapter"
import { sampled } from "@quittance/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ChainOperators } from "../../src/ChainOperators.ts"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import * as EvmNetworks from "../../src/EvmNetworks.ts"
import { expectedFactory } from "../../src/factory.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { SilentToken } from "../contracts/SilentToken.ts"
import { issue, pay, payOut, runningOn, setClock, work } from "../operate/Running.ts"
import { deployFactory, payerKey, startNetwork } from "./ownNetwork.ts"

/**
 * How many requests a deployment makes to its nodes, by host: the figures of docs/guides/live-networks.md. A batch
 * counts as its calls, as providers count it.
 */

const { chain, network: given, token } = await startNetwork(SilentToken, 6)
await deployFactory(chain, given)
const { port } = new URL(chain.anvil.url)

/** Two names of one node are two nodes. */
const urls = [`http://127.0.0.1:${port}`, `http://localhost:${port}`] as const

const counts = new Map<string, number>()

const fetch: typeof globalThis.fetch = (url, request) => {
  const { hostname } = new URL(String(url))
  const calls = [JSON.parse(String(request?.body))].flat().length
  counts.set(hostname, (counts.get(hostname) ?? 0) + calls)
  return globalThis.fetch(String(url).replace("localhost", "127.0.0.1"), request)
}

/**
 * A network as this deployment sees it: milliseconds for a block, confirmations, and what each node may be asked in a
 * day at rest.
 */
const kinds = [
  ["ethereum", 12_000, 12, [45_000, 30_000]],
  ["polygon", 2_000, 128, [120_000, 150_000]],
  ["bsc", 750, 15, [330_000, 150_000]]
] as const

const tickMillis = 250
const dayMillis = 86_400_000

const running = (
  nodes: 1 | 2,
  confirmations: number,
  body: Parameters<typeof runningOn<void, unknown>>[1]
) => {
  const [first, second] = urls
  const network: EvmNetwork = {
    ...{ ...given, confirmations, finality: confirmations },
    rpcUrls: nodes === 1 ? [first] : [first, second],
    sweep: { minimumMinor: 10_000_000_000n, maxFeeWei: 10n ** 12n }
  }
  const begin = Effect.gen(function* () {
    const operators = yield* ChainOperators
    yield* operators.importWallet(network.name, payerKey)
    yield* (yield* ChainJournal).recordFactory(network.name, expectedFactory(network).factory.address)
  })
  const networks = EvmNetworks.layer({ networks: [network], fetch })
  return runningOn(
    { name: network.name, confirmations, networks, begin },
    Effect.andThen(setClock(chain), Effect.andThen(work, body))
  )
}

/** Time passes, and the network makes blocks. Returns the requests to each node. */
const live = Effect.fnUntraced(function* (millis: number, blockMillis: number) {
  counts.clear()
  let sinceBlock = 0
  for (let passed = 0; passed < millis; passed += tickMillis) {
    yield* TestClock.adjust(tickMillis)
    sinceBlock += tickMillis
    if (sinceBlock >= blockMillis) {
      sinceBlock -= blockMillis
      yield* Effect.promise(() => chain.mine())
    }
    yield* work
  }
  return [counts.get("127.0.0.1") ?? 0, counts.get("localhost") ?? 0] as const
})

const deployments = kinds.flatMap((kind) => ([1, 2] as const).map((nodes) => ({ kind, nodes })))

for (const {
  kind: [name, blockMillis, confirmations, budget],
  nodes
} of sampled(deployments, 3))
  it.effect(`a deployment on ${name} with ${nodes} nodes keeps to its budget of requests`, () =>
    running(
      nodes,
      confirmations,
      Effect.gen(function* () {
        const span = blockMillis * Math.max(confirmations * 2, 40)
        yield* live(blockMillis * 10, blockMillis)
        const rest = yield* live(span, blockMillis)
        const { address } = yield* issue(given, 100)
        yield* pay(chain, token, [address], 100_000_000n)
        const deposit = yield* live(span, blockMillis)
        yield* payOut(given, 10, accountOf(5).address)
        const payout = yield* live(span, blockMillis)
        const perDay = rest.map((count) => Math.round((count * dayMillis) / span))
        const more = (counted: readonly [number, number]) => counted.map((count, i) => count - (rest[i] ?? 0))
        process.stdout.write(
          `${name}, ${nodes} nodes: a day ${perDay.join(" + ")}; a deposit ${more(deposit).join(" + ")}; a payout ${more(payout).join(" + ")}\n`
        )
        assert.isTrue(
          perDay.every((count, i) => count <= (budget[i] ?? 0)),
          perDay.join(" + ")
        )
        assert.isTrue(
          more(deposit).every((count) => count <= 20),
          deposit.join(" + ")
        )
      })
    )
  )
