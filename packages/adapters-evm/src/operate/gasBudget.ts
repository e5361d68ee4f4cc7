import type { StoreUnavailable } from "@quittance/core"
import { type ChainTransactionOrder, ChainWallets } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { SweepTerms } from "../EvmNetwork.ts"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import { currentFees } from "../send/currentFees.ts"
import { expectedFeeWei, type GasFees } from "../send/fees.ts"
import type { RaiseOnce } from "../send/repeatedAlert.ts"
import type { SweepBudget } from "./sweepTurn.ts"

/** The limits of sweeps, by the price of gas. */
export const gasBudget = (
  name: string,
  { maxFeeWei, minimumMinor }: SweepTerms,
  rpc: Rpc["Service"],
  raise: RaiseOnce
) =>
  ({
    minimumMinor,
    isCheap: Effect.map(currentFees(rpc), (fees) => expectedFeeWei(fees) <= maxFeeWei),
    affordable: (orders) =>
      Effect.flatMap(currentFees(rpc), (fees) => affordable(name, rpc, orders, fees, raise))
  }) satisfies SweepBudget<RpcUnavailable | StoreUnavailable, ChainWallets>

const affordable = Effect.fnUntraced(function* (
  name: string,
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
    yield* raise("chain.refused", `${name} refuses to sweep: ${gas.failure.reason}`)
    return []
  }
  const count = coins / 2n / (gas.success * maxFeeWei)
  if (count === 0n)
    yield* raise(
      "chain.funds",
      `wallet ${payer} on ${name} has too little of the network's coin to pay for a sweep; deposits are not moved`
    )
  return count < BigInt(orders.length) ? orders.slice(0, Number(count)) : orders
})
