import {
  type ChainTransactionOrder,
  ChainJournal,
  ChainUpkeeps,
  type KnownSweeps,
  type LeasedJob,
  type LeaseLost,
  millisPerMinute,
  type StoreUnavailable
} from "@quittance/core"
import { Effect, Option } from "effect"
import type { LiveNetwork } from "../LiveNetwork.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import { valueOf } from "../tokenCalls.ts"
import { type DepositContracts, planSweeps } from "./planSweeps.ts"

/** How soon it is looked again: after sweeps that have no outcome yet, for lower fees, and for new deposits. */
const openMillis = millisPerMinute
const feeMillis = 5 * millisPerMinute
const idleMillis = 10 * millisPerMinute

/** What may be spent on sweeps. */
export interface SweepBudget<E, R> {
  /** What must lie on an address. */
  readonly minimumMinor: bigint
  /** Whether the network takes little enough now. */
  readonly isCheap: Effect.Effect<boolean, E, R>
  /**
   * Those for which a wallet can pay with half of its coins. The other half is for payouts, which wait behind a sweep in the queue.
   */
  readonly affordable: (
    orders: ReadonlyArray<ChainTransactionOrder>
  ) => Effect.Effect<ReadonlyArray<ChainTransactionOrder>, E, R>
}

/**
 * One look of the automatic sweeper. It queues sweeps only while none is without an outcome, so no address is in two of them. What a
 * sweep of the time before left on an address is refused by the token, and left to people.
 */
const turn = Effect.fnUntraced(function* <E, R>(
  network: LiveNetwork,
  deposits: DepositContracts,
  budget: SweepBudget<E, R>,
  job: LeasedJob
) {
  const { name, token } = network
  const journal = yield* ChainJournal
  const upkeeps = yield* ChainUpkeeps
  const setup = yield* journal.setup(name)
  const mayAct = Option.exists(
    setup,
    ({ factory, isPaused }) => !isPaused && Option.contains(factory, deposits.factory)
  )
  if (!mayAct) return { againMillis: idleMillis }
  if (!(yield* budget.isCheap)) return { againMillis: feeMillis }

  let againMillis = idleMillis
  const plan = Effect.fnUntraced(function* ({ last, open, sweptBlock }: KnownSweeps) {
    if (open.length > 0) {
      againMillis = openMillis
      return { orders: [], sweptBlock }
    }
    const planned = yield* planSweeps(network, deposits, {
      above: sweptBlock,
      minimum: minimumOf(budget.minimumMinor, token.decimals),
      others: last.filter(({ _tag }) => _tag === "completed")
    })
    const orders = yield* budget.affordable(planned.orders)
    if (orders.length > 0) againMillis = openMillis
    else if (planned.orders.length === 0 && !planned.isAll) againMillis = 0
    return { ...planned, orders }
  })
  yield* upkeeps.queueSweeps(name, plan, job)
  return { againMillis }
})

/** Nothing is never worth it. */
const minimumOf = (minimumMinor: bigint, decimals: number): bigint => {
  const minimum = valueOf(minimumMinor, decimals)
  return minimum > 0n ? minimum : 1n
}

/** How soon the sweeper asks a network again that did not answer. */
const retryMillis = 60_000

/** The same; a network that does not answer is asked again. */
export const sweepTurn = <R>(
  network: LiveNetwork,
  deposits: DepositContracts,
  budget: SweepBudget<LeaseLost | RpcUnavailable | StoreUnavailable, R>,
  job: LeasedJob
) => {
  const waits = (reason: string) =>
    Effect.as(Effect.logWarning(`sweeps on ${network.name} wait: ${reason}`), { againMillis: retryMillis })
  return turn(network, deposits, budget, job).pipe(
    Effect.catchTags({
      NoToken: ({ reason }) => waits(reason),
      RpcUnavailable: ({ host, reason }) => waits(`${host}: ${reason}`)
    })
  )
}
