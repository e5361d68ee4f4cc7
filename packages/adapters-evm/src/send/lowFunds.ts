import { type ChainWallet, millisPerMinute } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { formatEther, formatUnits } from "viem/utils"
import type { Hex } from "../hex.ts"
import type { LiveNetwork } from "../LiveNetwork.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import { tokenBalance, valueOf } from "../tokenCalls.ts"
import { currentFees } from "./currentFees.ts"
import type { RaiseOnce } from "./repeatedAlert.ts"
import { usualGas } from "./SenderOptions.ts"

/** What the network's own coin is to the wallets of a network. */
export interface CoinFloor {
  /** What a wallet has of it. */
  readonly balance: (wallet: string) => Effect.Effect<bigint, RpcUnavailable>
  /** The least that it should have, and its wording. */
  readonly least: Effect.Effect<{ readonly coins: bigint; readonly wording: string }, RpcUnavailable>
}

/** The gas of this many transfers is the least that a wallet should have, unless the configuration says what is. */
export const transfersAhead = 20n

const lookMillis = millisPerMinute

/**
 * Raises an alert when a wallet falls below its floors. It checks once a minute, however often it is called; a node
 * that does not answer changes nothing.
 */
export const makeLowFunds = (
  { name, rpc, spelling, token }: Pick<LiveNetwork, "name" | "rpc" | "spelling" | "token">,
  { balance: coinOf, least }: CoinFloor,
  tokenMinor: bigint | undefined,
  raise: RaiseOnce
) => {
  const contract = spelling.hexOfAddress(token.address)
  let lookedAt = Number.NEGATIVE_INFINITY

  const look = Effect.fnUntraced(function* ({ address }: ChainWallet) {
    const { coins, wording } = yield* least
    if ((yield* coinOf(address)) < coins)
      yield* raise(
        "chain.low",
        `wallet ${address} on ${name} has less of the network's coin than ${wording}: send it some`
      )
    if (tokenMinor === undefined) return
    const balance = yield* tokenBalance(rpc, contract, spelling.hexOfAddress(address))
    if (balance < valueOf(tokenMinor, token.decimals))
      yield* raise(
        "chain.low",
        `wallet ${address} on ${name} has less of the token than ${formatUnits(tokenMinor, 6)}: send it some`
      )
  })

  return Effect.fnUntraced(function* (wallets: ReadonlyArray<ChainWallet>) {
    const now = yield* Clock.currentTimeMillis
    if (now - lookedAt < lookMillis) return
    lookedAt = now
    yield* Effect.ignore(Effect.forEach(wallets, look, { discard: true }))
  })
}

/** The floor of an EVM network: what the configuration says or, without that, the gas of some transfers. */
export const gasFloor = (rpc: Rpc["Service"], coinWei: bigint | undefined): CoinFloor => ({
  balance: (wallet) => rpc.balance(wallet as Hex, "latest"),
  least:
    coinWei === undefined
      ? Effect.map(currentFees(rpc), ({ maxFeeWei }) => ({
          coins: transfersAhead * usualGas * maxFeeWei,
          wording: `${transfersAhead} transfers cost now`
        }))
      : Effect.succeed({ coins: coinWei, wording: formatEther(coinWei) })
})
