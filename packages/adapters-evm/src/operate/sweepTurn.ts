import {
  type ChainTransactionOrder,
  ChainJournal,
  ChainUpkeeps,
  ChainWallets,
  type KnownSweeps,
  type LeasedJob,
  millisPerHour,
  millisPerMinute
} from "@quittance/core"
import { Effect, Option } from "effect"
import type { EvmNetwork, SweepTerms } from "../EvmNetwork.ts"
import { expectedFactory } from "../factory.ts"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { currentFees } from "../send/currentFees.ts"
import { expectedFeeWei, type GasFees } from "../send/fees.ts"
import type { RaiseOnce } from "../send/repeatedAlert.ts"
import { valueOf } from "../tokenCalls.ts"
import { planSweeps } from "./planSweeps.ts"

/** How soon it is looked again: after sweeps that have no outcome yet, for lower fees, and for new deposits. */
const openMillis = millisPerMinute
const feeMillis = 5 * millisPerMinute
const idleMillis = 10 * millisPerMinute

/**
 * One look of the automatic sweeper. It queues sweeps only while none is without an outcome, so no address is in two of them. What a
 * sweep of the time before left on an address is refused by the token, and left to people.
 */
export const sweepTurn = Effect.fnUntraced(function* (
  network: EvmNetwork,
  rpc: Rpc["Service"],
  raise: RaiseOnce,
  job: LeasedJob
) {
  const { name, sweep: terms, token } = network
  const journal = yield* ChainJournal
  const upkeeps = yield* ChainUpkeeps
  if (terms === undefined) return { againMillis: millisPerHour }
  const setup = yield* journal.setup(name)
  const mayAct = Option.exists(
    setup,
    ({ factory, isPaused }) => !isPaused && Option.contains(factory, expectedFactory(network).factory.address)
  )
  if (!mayAct) return { againMillis: idleMillis }
  const fees = yield* currentFees(rpc)
  if (expectedFeeWei(fees) > terms.maxFeeWei) return { againMillis: feeMillis }

  let againMillis = idleMillis
  const plan = Effect.fnUntraced(function* ({ last, open, sweptBlock }: KnownSweeps) {
    if (open.length > 0) {
      againMillis = openMillis
      return { orders: [], sweptBlock }
    }
    const planned = yield* planSweeps(network, rpc, {
      above: sweptBlock,
      minimum: minimumOf(terms, token.decimals),
      others: last.filter(({ _tag }) => _tag === "completed")
    })
    const orders = yield* affordable(network, rpc, planned.orders, fees, raise)
    if (orders.length > 0) againMillis = openMillis
    else if (planned.orders.length === 0 && !planned.isAll) againMillis = 0
    return { ...planned, orders }
  })
  yield* upkeeps.queueSweeps(name, plan, job)
  return { againMillis }
})

/** Nothing is never worth it. */
const minimumOf = ({ minimumMinor }: SweepTerms, decimals: number): bigint => {
  const minimum = valueOf(minimumMinor, decimals)
  return minimum > 0n ? minimum : 1n
}

/** Those for which a wallet can pay with half of its coins. The other half is for payouts, which wait behind a sweep in the queue. */
const affordable = Effect.fnUntraced(function* (
  { name }: EvmNetwork,
  rpc: Rpc["Service"],
  orders: ReadonlyArray<ChainTransactionOrder>,
  { maxFeeWei }: GasFees,
  raise: RaiseOnce
) {
  const [first] = orders
  if (first === undefined) return orders
  const wallets = yield* ChainWallets
  let [payer, coins] = ["", 0n]
  for (const { address } of yield* wallets.wallets(name)) {
    const balance = yield* rpc.balance(address as Hex, "latest")
    if (payer === "" || balance > coins) [payer, coins] = [address, balance]
  }
  if (payer === "") return []
  const { contract, data } = first
  const gas = yield* Effect.result(
    rpc.estimateGas({ from: payer as Hex, to: contract as Hex, data: data as Hex })
  )
  if (gas._tag === "Failure") {
    if (gas.failure._tag === "RpcUnavailable") return yield* gas.failure
    yield* Effect.logWarning(`${name} refuses to sweep: ${gas.failure.reason}`)
    return []
  }
  const count = coins / 2n / (gas.success * maxFeeWei)
  if (count === 0n)
    yield* raise(
      "chain.funds",
      `wallet ${payer} on ${name} has too little of the network's coin to pay for a sweep; deposits stay where they are`
    )
  return count < BigInt(orders.length) ? orders.slice(0, Number(count)) : orders
})
