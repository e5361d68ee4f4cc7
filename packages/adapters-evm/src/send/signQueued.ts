import type { StoreUnavailable } from "@quittance/core"
import {
  type ChainTransactionOrder,
  type ChainWallet,
  ChainWallets,
  type LeasedJob,
  type NextPayouts,
  type OpenTransaction,
  type SlotPlan
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import { type NoToken, tokenBalance, transferCall, valueOf } from "../tokenCalls.ts"
import type { Call } from "./allowedCalls.ts"
import { currentFees } from "./currentFees.ts"
import { gasOf } from "./gasOf.ts"
import type { GuardedSigner } from "./guardedSigner.ts"
import { onlyErrands, planQueued, type Queue } from "./planQueued.ts"
import { type SenderOptions, signedAtOnceMax, usualGas, waitingMax } from "./SenderOptions.ts"
import type { SignerUnavailable } from "./Signer.ts"

/** What an order asks for, if it may be signed. */
export const callOf = (order: ChainTransactionOrder, { token }: Pick<SenderOptions, "token">): Call =>
  order.purpose === "payout"
    ? {
        to: token.address as Hex,
        data: transferCall(order.recipient, valueOf(order.amountMinor, token.decimals))
      }
    : { ...(order.contract !== "" && { to: order.contract as Hex }), data: order.data as Hex }

/**
 * Signs what waits in the queue for the next slots of a wallet, as far as the wallet can pay for it and its limits
 * allow, and returns what may be broadcast.
 */
export const signQueued = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  signer: GuardedSigner,
  options: SenderOptions,
  address: Hex,
  unmined: ReadonlyArray<OpenTransaction>,
  job: LeasedJob,
  queue: Queue,
  mayPay: Effect.Effect<boolean>
) {
  const wallets = yield* ChainWallets
  const context = yield* Effect.context<ChainWallets>()
  const { chainId, network, token } = options

  const plan = Effect.fnUntraced(function* (
    wallet: ChainWallet,
    queued: ReadonlyArray<ChainTransactionOrder>,
    next: NextPayouts
  ): Effect.fn.Return<SlotPlan, NoToken | RpcUnavailable | SignerUnavailable | StoreUnavailable> {
    const room = waitingMax - unmined.length
    if (room <= 0 || queued.length === 0) return { taken: [], spent: wallet.spent }
    const waiting = { queued, next, room }
    const fees = yield* currentFees(rpc)
    const now = yield* Clock.currentTimeMillis
    let coin = yield* rpc.balance(address, "latest")
    let tokens = yield* tokenBalance(rpc, token.address as Hex, address)
    for (const { forms, order } of unmined) {
      coin -= usualGas * (forms.at(-1)?.maxFeeWei ?? 0n)
      tokens -= valueOf(order.amountMinor, token.decimals)
    }
    return yield* planQueued(
      queue,
      wallet,
      (yield* mayPay) ? waiting : onlyErrands(waiting),
      { tokens, reserved: 0n },
      {
        forbids: (order) => signer.forbids(address, order),
        estimates: (orders) =>
          rpc.estimates(orders.map((each) => ({ from: address, ...callOf(each, options) }))),
        shortOf: (estimate) =>
          gasOf(estimate) * fees.maxFeeWei > coin
            ? `wallet ${address} on ${network} has too little of the network's coin to pay for gas`
            : undefined,
        sign: Effect.fnUntraced(function* (order, estimate, nonce) {
          const gas = gasOf(estimate)
          const unsigned = { chainId, nonce, ...callOf(order, options), gas, fees }
          const signed = yield* signer.sign(address, order.purpose, unsigned)
          coin -= gas * fees.maxFeeWei
          return { ...signed, ...fees, isCancel: false, at: now, expiresAt: 0 }
        })
      }
    ).pipe(Effect.provideContext(context))
  })

  return yield* wallets.assign(network, address, signedAtOnceMax, job, plan)
})
