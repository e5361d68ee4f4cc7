import { type Ids, MemoryStore, type StorePorts } from "@quittance/core"
import {
  ChainJournal,
  type ChainTransfer,
  chainJobs,
  chainTransfer,
  emptyCommit,
  emptyMemoryState,
  type FoundTransfer,
  StateReader,
  Store,
  WorkQueue
} from "@quittance/core/adapter"
import { Effect, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import type { Watch } from "../../src/watch/Watch.ts"
import type { WatchedNode } from "../../src/watch/WatchedNetwork.ts"
import { makeWaiting } from "../../src/watch/waiting.ts"
import { found, networkOf, toldNode } from "./toldWatched.ts"
import { network, servicesWith } from "./watching.ts"

/** When the tests begin. */
export const begunAt = 1_700_000_000_000

/** The transfers that wait for these nodes, in a journal of their own; the test says how high the network is. */
export const waitingFor = Effect.fnUntraced(function* (
  nodes: ReadonlyArray<WatchedNode>,
  given: { readonly confirmations?: number } = {}
) {
  const journal = yield* ChainJournal
  const queue = yield* WorkQueue
  yield* TestClock.setTime(begunAt)
  yield* journal.begin(network)
  const claim = { kind: chainJobs.read, owner: "test", limit: 1 } as const
  const [job] = yield* queue.claim({ ...claim, now: begunAt, leaseUntil: begunAt + 86_400_000 })
  if (job === undefined) return yield* Effect.die(new Error("another process looks"))
  const watched = { ...networkOf(nodes), ...given }
  const wait = yield* makeWaiting(watched, journal)
  const watch = { network: watched, job, journal, host: "elsewhere" } as unknown as Watch
  return {
    job,
    journal,
    see: (changes: Partial<FoundTransfer> = {}) => journal.see(network, found(changes), job),
    look: (head: number) => wait(watch, head)
  }
})

/** Two nodes that do not answer about receipts. */
export const silentNodes = () => [toldNode("one", { isSilent: true }), toldNode("two", { isSilent: true })]

/** A store in memory, with what was alerted in it and how often transfers of earlier versions were looked for. */
export const inJournal = <A, E>(
  test: (noted: {
    readonly alerts: Array<string>
    readonly searches: Array<number>
  }) => Effect.Effect<A, E, ChainJournal | StorePorts | Ids>
): Effect.Effect<A, E> => {
  const noted = { alerts: [] as Array<string>, searches: [] as Array<number> }
  const logger = Logger.make<unknown, void>(({ message }) => {
    noted.alerts.push(String([message].flat()[0]))
  })
  const ports = MemoryStore.layerOver(emptyMemoryState())
  const counted = Layer.effect(
    StateReader,
    Effect.map(StateReader, (states) =>
      StateReader.of({
        ...states,
        indexed: (concept, index, range) => {
          if (String(index) === "unasked") noted.searches.push(Number(range.above))
          return states.indexed(concept, index, range)
        }
      })
    )
  )
  return test(noted).pipe(
    Effect.provide(servicesWith(Layer.provideMerge(counted, ports))),
    Effect.provideService(Logger.CurrentLoggers, new Set([logger]))
  )
}

/** Makes a transfer what an earlier version left: without anything about nodes. */
export const asBefore = Effect.fnUntraced(function* ({ id, partnerId }: ChainTransfer) {
  const states = yield* StateReader
  const { commit } = yield* Store
  const { state, version } = Option.getOrThrow(yield* states.get(chainTransfer, partnerId, id))
  const none = { askedFor: Option.none(), shownBy: Option.none(), waitsSince: Option.none() }
  yield* commit({
    ...emptyCommit,
    aggregates: [
      { _tag: "ChainTransfer", state: { ...state, ...none }, expectedVersion: version, previous: state }
    ]
  })
})
