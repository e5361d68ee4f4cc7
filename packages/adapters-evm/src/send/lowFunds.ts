import { type ChainWallet, millisPerMinute } from "@quittance/core"
import { Clock, Effect } from "effect"
import { formatEther, formatUnits } from "viem/utils"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { tokenBalance, valueOf } from "../tokenCalls.ts"
import { currentFees } from "./currentFees.ts"
import type { RaiseOnce } from "./repeatedAlert.ts"
import { type SenderOptions, usualGas } from "./SenderOptions.ts"

/** What each wallet should have, so that somebody refills it before payouts wait. */
export interface Floors {
  /** Of the network's own coin, in wei. Without it: what some transfers cost at the fees of now. */
  readonly coinWei: bigint | undefined
  /** Of the token, in minor units. Without it nothing is too little. */
  readonly tokenMinor: bigint | undefined
}

/** The gas of this many transfers is the least that a wallet should have, unless the configuration says what is. */
const transfersAhead = 20n

const lookMillis = millisPerMinute

/** Alerts when a wallet falls below its floors. It looks once a minute, however often it is asked; a node that does not answer changes nothing. */
export const makeLowFunds = (
  rpc: Rpc["Service"],
  { floors, network, token }: SenderOptions,
  raise: RaiseOnce
) => {
  let lookedAt = Number.NEGATIVE_INFINITY

  const look = Effect.fnUntraced(function* ({ address }: ChainWallet) {
    const { coinWei, tokenMinor } = floors
    const wallet = address as Hex
    const least = coinWei ?? transfersAhead * usualGas * (yield* currentFees(rpc)).maxFeeWei
    const what = coinWei === undefined ? `${transfersAhead} transfers cost now` : formatEther(coinWei)
    if ((yield* rpc.balance(wallet, "latest")) < least)
      yield* raise(
        "chain.low",
        `wallet ${address} on ${network} has less of the network's coin than ${what}: send it some`
      )
    if (tokenMinor === undefined) return
    const balance = yield* tokenBalance(rpc, token.address as Hex, wallet)
    if (balance < valueOf(tokenMinor, token.decimals))
      yield* raise(
        "chain.low",
        `wallet ${address} on ${network} has less of the token than ${formatUnits(tokenMinor, 6)}: send it some`
      )
  })

  return Effect.fnUntraced(function* (wallets: ReadonlyArray<ChainWallet>) {
    const now = yield* Clock.currentTimeMillis
    if (now - lookedAt < lookMillis) return
    lookedAt = now
    yield* Effect.ignore(Effect.forEach(wallets, look, { discard: true }))
  })
}
