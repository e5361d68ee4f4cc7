import { Clock, Context, Effect, Layer, Option } from "effect"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import { type IndexRange, StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import type { LeaseLost, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import {
  ChainTransaction,
  type ChainTransactionOrder,
  chainTransaction,
  type RecordedTransaction
} from "./ChainTransaction.ts"
import {
  acknowledgedIn,
  type ChainAcknowledgement,
  type ChainUpkeep,
  type ComparedPoint,
  chainUpkeep,
  chainUpkeepId,
  nothingCompared
} from "./ChainUpkeep.ts"
import { sendJob } from "./sendJob.ts"

/** The state of the sweeps of a network. */
export interface KnownSweeps {
  /** Everything that transfers up to this block left on their addresses is moved, or not worth a sweep. */
  readonly sweptBlock: number
  /** Those without an outcome. */
  readonly open: ReadonlyArray<RecordedTransaction>
  /** Those that were queued last, together. */
  readonly last: ReadonlyArray<RecordedTransaction>
}

/** Differences that an operator acknowledges together, because all of them name the same subject. */
export interface Understood extends Pick<ChainAcknowledgement, "by" | "reason" | "subject"> {
  readonly differences: ReadonlyArray<string>
}

export interface SweepPlan {
  readonly orders: ReadonlyArray<ChainTransactionOrder>
  readonly sweptBlock: number
}

/** The sweeps and comparisons of networks, as far as they have to be remembered. */
export class ChainUpkeeps extends Context.Service<
  ChainUpkeeps,
  {
    /** Up to where the network was swept and compared; from the beginning if it never was. */
    readonly of: (network: string) => Effect.Effect<ChainUpkeep, StoreUnavailable>
    /**
     * Queues sweeps, all or none. `plan` runs again if another process has queued some meanwhile, so it never chooses
     * an address that someone else empties. Returns what it planned.
     */
    readonly queueSweeps: <E, R>(
      network: string,
      plan: (known: KnownSweeps) => Effect.Effect<SweepPlan, E, R>,
      job?: LeasedJob
    ) => Effect.Effect<SweepPlan, E | LeaseLost | StoreUnavailable, R>
    /** A comparison found nothing up to here. */
    readonly recordComparison: (
      network: string,
      point: ComparedPoint,
      job: LeasedJob
    ) => Effect.Effect<void, LeaseLost | StoreUnavailable>
    /**
     * An operator has understood these differences. They are kept with the reason, and are no differences from now on.
     * A difference that was acknowledged before keeps its first reason. Returns all that were ever acknowledged.
     */
    readonly acknowledge: (
      network: string,
      understood: Understood
    ) => Effect.Effect<ReadonlyArray<ChainAcknowledgement>, StoreUnavailable>
  }
>()("@quittance/core/concepts/chain/ChainUpkeeps") {
  static readonly layer = Layer.effect(
    ChainUpkeeps,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return ChainUpkeeps.of({
        of: (network) => Effect.map(loadUpkeep(parts, network), ({ state }) => state),
        queueSweeps: (network, plan, job) => queueSweeps(parts, network, plan, job),
        recordComparison: (network, point, job) => recordComparison(parts, network, point, job),
        acknowledge: (network, understood) => acknowledgeDifferences(parts, network, understood)
      })
    })
  )
}

/** The services that sweeps and comparisons use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    states: yield* StateReader,
    transact: (yield* makeTransact).transact
  }
})
type Parts = Effect.Success<typeof makeParts>

const readSweeps = ({ states }: Parts, index: "open_sweeps" | "sweeps", range: IndexRange) =>
  Effect.map(states.indexed(chainTransaction, index, range), statesOf)

const loadUpkeep = Effect.fnUntraced(function* ({ states }: Parts, network: string) {
  const at = yield* Clock.currentTimeMillis
  const found = yield* states.get(chainUpkeep, network, chainUpkeepId(network))
  return { at, ...Option.getOrElse(found, () => ({ state: unkept(network, at), version: 0 })) }
})

const queueSweeps = <E, R>(
  parts: Parts,
  network: string,
  plan: (known: KnownSweeps) => Effect.Effect<SweepPlan, E, R>,
  job?: LeasedJob
) =>
  parts.transact(
    Effect.gen(function* () {
      const { at, state, version } = yield* loadUpkeep(parts, network)
      const open = yield* readSweeps(parts, "open_sweeps", { equal: [network] })
      const last = yield* readSweeps(parts, "sweeps", { equal: [network], above: state.sweptAt - 1 })
      const planned = yield* plan({ sweptBlock: state.sweptBlock, open, last })
      const { orders, sweptBlock } = planned
      if (orders.length === 0 && sweptBlock === state.sweptBlock) return { answer: planned }
      const sweptAt = orders[0]?.createdAt ?? state.sweptAt
      const next: ChainUpkeep = { ...state, sweptBlock, sweptAt, updatedAt: at }
      const queued = orders.map((order) => {
        const event = { _tag: "ChainTransactionQueued", order, at } as const
        const state = ChainTransaction.evolve(ChainTransaction.initial, event)
        invariant(state._tag === "queued", "what is queued waits")
        return { event, state }
      })
      return {
        answer: planned,
        commit: {
          aggregates: [
            writeOver("ChainUpkeep", { state, version }, next),
            ...queued.map(
              (each) => ({ _tag: "ChainTransaction", state: each.state, expectedVersion: 0 }) as const
            )
          ],
          events: [
            {
              ...{ partnerId: network, subjectId: state.id, version: version + 1, at },
              event: { _tag: "ChainSwept", blockNumber: sweptBlock, at } as const
            },
            ...queued.map(({ event }) => ({
              ...{ partnerId: network, subjectId: event.order.id, version: 1, at, event }
            }))
          ],
          jobs: orders.length === 0 ? [] : [sendJob(network, at)],
          completion: job === undefined ? undefined : ({ _tag: "Held", job } as const)
        }
      }
    })
  )

const recordComparison = Effect.fn("ChainUpkeeps.recordComparison")(
  (parts: Parts, network: string, point: ComparedPoint, job: LeasedJob) =>
    parts.transact(
      Effect.gen(function* () {
        const { at, state, version } = yield* loadUpkeep(parts, network)
        const next = { ...state, ...point, updatedAt: at }
        const event = { _tag: "ChainCompared", blockNumber: point.comparedBlock, at } as const
        return {
          answer: undefined,
          commit: {
            aggregates: [writeOver("ChainUpkeep", { state, version }, next)],
            events: [{ partnerId: network, subjectId: state.id, version: version + 1, at, event }],
            completion: { _tag: "Held", job }
          }
        }
      })
    )
)

const acknowledgeDifferences = Effect.fn("ChainUpkeeps.acknowledge")(
  (parts: Parts, network: string, { by, differences, reason, subject }: Understood) =>
    parts.transact(
      Effect.gen(function* () {
        const { at, state, version } = yield* loadUpkeep(parts, network)
        const before = acknowledgedIn(state)
        const isNew = (difference: string) => !before.some((each) => each.difference === difference)
        const added = [...new Set(differences)].filter(isNew)
        if (added.length === 0) return { answer: before }
        const all = [...before, ...added.map((difference) => ({ subject, difference, reason, by, at }))]
        const next: ChainUpkeep = { ...state, acknowledged: Option.some(all), updatedAt: at }
        const event = {
          _tag: "ChainDifferenceAcknowledged",
          differences: added,
          ...{ subject, reason, by, at }
        } as const
        return {
          answer: all,
          commit: {
            aggregates: [writeOver("ChainUpkeep", { state, version }, next)],
            events: [{ partnerId: network, subjectId: state.id, version: version + 1, at, event }]
          }
        }
      })
    )
)

/** Of a network that nobody has swept or compared. */
const unkept = (network: string, at: Instant): ChainUpkeep => ({
  ...nothingCompared,
  id: chainUpkeepId(network),
  partnerId: network,
  createdAt: at,
  sweptBlock: 0,
  sweptAt: 0,
  acknowledged: Option.none(),
  updatedAt: at
})
