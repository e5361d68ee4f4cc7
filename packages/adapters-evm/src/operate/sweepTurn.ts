import type { StoreUnavailable } from "@quittance/core"
import {
  ChainJournal,
  type ChainTransactionOrder,
  ChainUpkeeps,
  type KnownSweeps,
  type LeasedJob,
  type LeaseLost,
  millisPerMinute
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { LiveNetwork } from "../LiveNetwork.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import { valueOf } from "../tokenCalls.ts"
import { type DepositContracts, planSweeps } from "./planSweeps.ts"

/** How soon to look again: after sweeps without an outcome yet, for lower fees, and for new deposits. */
const openMillis = millisPerMinute
const feeMillis = 5 * millisPerMinute
const idleMillis = 10 * millisPerMinute

/** What may be spent on sweeps. */
export interface SweepBudget<E, R> {
  /** The least amount on an address that is swept. */
  readonly minimumMinor: bigint
  /** Whether the network's fee is low enough now. */
  readonly isCheap: Effect.Effect<boolean, E, R>
  /**
   * Those for which a wallet can pay with half of its coins. The other half is for payouts, which wait behind a sweep
   * in the queue.
   */
  readonly affordable: (
    orders: ReadonlyArray<ChainTransactionOrder>
  ) => Effect.Effect<ReadonlyArray<ChainTransactionOrder>, E, R>
}

/**
 * One turn of the automatic sweeper. It queues sweeps only if every earlier one has an outcome, so no address is in
 * two of them. Money that an earlier sweep left on an address was refused by the token, and is left to people.
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
      minimum: valueOf(budget.minimumMinor, token.decimals),
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

/** How soon the sweeper asks a network that did not answer again. */
const retryMillis = 60_000

/** The same; repeated if the network does not answer. */
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
