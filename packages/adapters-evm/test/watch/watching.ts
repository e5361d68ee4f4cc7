import { Ids, MemoryStore, type StorePorts } from "@quittance/core"
import {
  addressClaimKey,
  addressOfBytes,
  ChainJournal,
  type ChainReading,
  chainClaims,
  chainJobs,
  chainTransfer,
  emptyCommit,
  emptyMemoryState,
  type MemoryState,
  ownClaim,
  StateReader,
  Store,
  WorkQueue
} from "@quittance/core/adapter"
import { killableStore } from "@quittance/testing"
import { Clock, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { Hex } from "../../src/hex.ts"
import { Rpc } from "../../src/rpc/Rpc.ts"
import { evmSpelling, type Spelling } from "../../src/Spelling.ts"
import { agreeingOf } from "../../src/watch/agreedHead.ts"
import { makeChainWatcher } from "../../src/watch/ChainWatcher.ts"
import { fakeToken } from "./FakeChain.ts"
import { type FakeNode, fetchFrom } from "./FakeNode.ts"
import { evmKind, type WatchedKind } from "./watchedHost.ts"

export const network = "ethereum"

/** The deposit address of this number. */
export const depositOf = (index: number): string =>
  addressOfBytes(
    "evm",
    Uint8Array.from({ length: 20 }, (_, i) => (i < 16 ? 0xd0 : index >> (8 * (19 - i))) & 0xff)
  )

/** Gives deposit addresses out, each to a transit wallet. */
export const giveOut = Effect.fnUntraced(function* (
  from: number,
  to: number,
  partnerId = "partner",
  spelling: Spelling = evmSpelling
) {
  const { commit } = yield* Store
  for (let index = from; index < to; index++) {
    const id = `wal_${index.toString().padStart(32, "0")}`
    const address = spelling.address(depositOf(index) as Hex)
    const state = {
      id,
      partnerId,
      label: "",
      network,
      currency: "USDT",
      address,
      addressSalt: "",
      createdAt: 0
    } as const
    yield* commit({
      ...emptyCommit,
      aggregates: [{ _tag: "TransitWallet", state, expectedVersion: 0 }],
      claims: [ownClaim(state, chainClaims.depositAddress, addressClaimKey(network, address))]
    })
  }
})

export interface WatchOptions {
  readonly confirmations?: number
  readonly decimals?: number
  readonly answerMillisMax?: number
  /** Of the nodes; all by default, and at most two. */
  readonly agreeing?: number
  /** The kind of network; that of Ethereum by default. */
  readonly kind?: Pick<WatchedKind, "nodesOf" | "spelling">
}

/** A process that watches the network over these nodes. */
export const startWatching = Effect.fnUntraced(function* (
  nodes: ReadonlyArray<FakeNode>,
  { agreeing, answerMillisMax = 1_000, confirmations = 3, decimals = 6, kind = evmKind }: WatchOptions = {}
) {
  const journal = yield* ChainJournal
  const queue = yield* WorkQueue
  const hosts = nodes.map((node, index) => [`node${index}`, node] as const)
  const [first = "http://none", ...rest] = hosts.map(([host]) => `http://${host}`)
  const rpc = yield* Rpc.make({
    urls: [first, ...rest],
    chainId: 1,
    answerMillisMax,
    restMillis: 0,
    fetch: fetchFrom(Object.fromEntries(hosts))
  })
  const watcher = yield* makeChainWatcher({
    name: network,
    spelling: kind.spelling,
    ...kind.nodesOf(rpc, fakeToken),
    agreeing: agreeingOf(rpc.nodes, agreeing),
    pollMillis: 1_000,
    ...{ decimals, confirmations }
  })
  yield* journal.begin(network)

  /** One look, as the worker makes it. */
  const lookOnce: Effect.Effect<ChainReading, unknown> = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const claim = { kind: chainJobs.read, owner: "test", now, leaseUntil: now + 30_000, limit: 1 } as const
    const [job] = yield* queue.claim(claim)
    if (job === undefined) return yield* Effect.die(new Error("another process looks"))
    const reading = yield* watcher.read(job)
    yield* queue.release(job, yield* Clock.currentTimeMillis)
    return reading
  })

  /** Looks until there is nothing more to read now. Returns the addresses that were named. */
  const look = Effect.gen(function* () {
    const touched = new Set<string>()
    for (let count = 0; count < 100; count++) {
      const reading = yield* lookOnce
      for (const address of reading.touched) touched.add(address)
      if (reading.againMillis > 0) return touched
    }
    return yield* Effect.die(new Error("it never comes to an end"))
  })
  return { ...watcher, look, lookOnce, journal }
})

/** All that the journal holds, in the order of the chain. */
export const journalled = Effect.gen(function* () {
  const states = yield* StateReader
  const all = yield* Stream.runCollect(states.all(chainTransfer))
  return [...all].sort((a, b) => a.blockNumber - b.blockNumber || (a.id < b.id ? -1 : 1))
})

/** A process over these ports. */
export const servicesWith = <R>(ports: Layer.Layer<StorePorts, never, R>) =>
  ChainJournal.layer.pipe(Layer.provideMerge(Layer.merge(ports, Ids.layer)))

/** A process over a store in memory. */
export const servicesOver = (state: MemoryState) => servicesWith(MemoryStore.layerOver(state))

/** One that is killed at a point of its work. */
export const killableServicesOver = (state: MemoryState) =>
  servicesWith(Layer.provide(killableStore, MemoryStore.layerOver(state)))

/** A deployment in memory whose clock shows the time of the first block. */
export const deployed = <A, E>(
  test: Effect.Effect<A, E, ChainJournal | StorePorts | Ids>
): Effect.Effect<A, E> => Effect.suspend(() => Effect.provide(test, servicesOver(emptyMemoryState())))

/** Moves the clock to the time of a block. */
export const at = ({ timestamp }: { readonly timestamp: number }) => TestClock.setTime(timestamp)
