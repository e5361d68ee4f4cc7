import type { Hex } from "@quittance/adapters-evm"
import { type RaiseOnce, type SweepBudget, saltsOf } from "@quittance/adapters-evm/parts"
import { type ChainTransactionOrder, ChainWallets } from "@quittance/core/adapter"
import { Effect } from "effect"
import { hexOfAddress } from "../address.ts"
import { sweepEnergyLeft } from "../factory.ts"
import type { TronApi } from "../node/TronApi.ts"
import type { TronNetwork, TronSweepTerms } from "../TronNetwork.ts"

/** The limits of sweeps: TRX for the energy that no wallet has staked or rented. */
export const energyBudget = (
  { energy, name }: TronNetwork,
  { maxFeeSun, minimumMinor }: TronSweepTerms,
  api: TronApi,
  raise: RaiseOnce
) => {
  const affordable = Effect.fnUntraced(function* (orders: ReadonlyArray<ChainTransactionOrder>) {
    const [first] = orders
    const payer = first === undefined ? undefined : yield* richest(api, name)
    if (first === undefined || payer === undefined) return []
    const { contract, data } = first
    const call = { owner: payer.address, contract: hexOfAddress(contract), data: data as Hex }
    const needed = yield* Effect.result(api.energyOf(call))
    if (needed._tag === "Failure") {
      if (needed.failure._tag === "RpcUnavailable") return yield* needed.failure
      yield* raise("chain.refused", `${name} refuses to sweep: ${needed.failure.reason}`)
      return []
    }
    // The first one is the largest. It gets a quarter more than the estimate, like everything that is signed.
    const used = needed.success
    const ofEach = ((used + sweepEnergyLeft) * 5n) / 4n
    const { energyPriceSun } = yield* api.parameters
    const staked = payer.energyLeft / ofEach
    const bought =
      (payer.balanceSun / 2n + (payer.energyLeft % ofEach) * energyPriceSun) / (ofEach * energyPriceSun)
    const addresses = BigInt(saltsOf(data).length)
    if (energy === "burn" && staked === 0n && (used * energyPriceSun) / addresses > maxFeeSun) {
      yield* Effect.logInfo(`sweeps on ${name} wait: an address costs more than sweep.maxFee now`)
      return []
    }
    const count = energy === "staked" ? staked : staked + bought
    if (count === 0n)
      yield* raise(
        "chain.funds",
        `wallet ${payer.written} on ${name} has too little ${energy === "staked" ? "energy" : "TRX"} for a sweep; deposits are not moved`
      )
    return count < BigInt(orders.length) ? orders.slice(0, Number(count)) : orders
  })
  return { minimumMinor, isCheap: Effect.succeed(true), affordable } satisfies SweepBudget<
    unknown,
    ChainWallets
  >
}

/** The wallet that can pay most. */
const richest = Effect.fnUntraced(function* (api: TronApi, name: string) {
  const wallets = yield* ChainWallets
  const all = yield* Effect.forEach(yield* wallets.wallets(name), ({ address: written }) => {
    const address = hexOfAddress(written)
    return Effect.map(api.account(address), (account) => ({ ...account, address, written }))
  })
  return all.toSorted((a, b) => Number(b.balanceSun - a.balanceSun)).at(0)
})
