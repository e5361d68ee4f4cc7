import type { ChainWallet } from "@quittance/core/adapter"
import { Effect } from "effect"
import { formatEther } from "viem/utils"
import { ChainRefused } from "../ChainOperators.ts"
import type { Hex } from "../hex.ts"
import type { LiveNetwork } from "../LiveNetwork.ts"
import type { Call } from "../send/allowedCalls.ts"
import { currentFees } from "../send/currentFees.ts"
import { gasOf } from "../send/gasOf.ts"

/** Refuses a call that no wallet can pay the gas of now: an operator would wait for it in vain. */
export const canPayGas = Effect.fnUntraced(function* (
  { coinOf, name, rpc }: LiveNetwork,
  wallets: ReadonlyArray<ChainWallet>,
  call: Call
) {
  const { maxFeeWei } = yield* currentFees(rpc)
  const lacks: Array<string> = []
  for (const { address } of wallets) {
    // What the network refuses is refused where it is signed, with its reason.
    const gas = yield* Effect.catchTag(
      rpc.estimateGas({ from: address as Hex, ...call }),
      "CallReverted",
      () => Effect.succeed(0n)
    )
    const coin = yield* coinOf(address)
    const needed = gasOf(gas) * maxFeeWei
    if (coin >= needed) return
    lacks.push(`wallet ${address} has ${formatEther(coin)} and needs about ${formatEther(needed)}`)
  }
  return yield* new ChainRefused({
    reason: `no wallet of ${name} has enough of the network's own coin for gas: ${lacks.join("; ")}. Send it some, and run the command again`
  })
})
