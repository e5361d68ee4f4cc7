import {
  type ChainTransactionOrder,
  type ChainWallet,
  ChainWallets,
  invariant,
  type LeasedJob,
  type OpenTransaction,
  type SignedForm,
  type SlotPlan,
  type StoreUnavailable
} from "@quittance/core"
import { Clock, Effect, type Result } from "effect"
import type { Hex } from "../hex.ts"
import { currentFees } from "./currentFees.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { CallReverted, RpcUnavailable } from "../rpc/RpcFailure.ts"
import type { Call } from "./allowedCalls.ts"
import type { GuardedSigner } from "./guardedSigner.ts"
import {
  estimatedAtOnceMax,
  type SenderOptions,
  signedAtOnceMax,
  signedMillisMax,
  usualGas,
  waitingMax
} from "./SenderOptions.ts"
import type { SignerUnavailable } from "./Signer.ts"
import type { RaiseOnce } from "./repeatedAlert.ts"
import { brokenLimit, recentHours, withSpent } from "./spending.ts"
import { type NoToken, tokenBalance, transferCall, valueOf } from "../tokenCalls.ts"

/** What an order asks for, if it may be signed. */
export const callOf = (order: ChainTransactionOrder, { token }: Pick<SenderOptions, "token">): Call =>
  order.purpose === "payout"
    ? {
        to: token.address as Hex,
        data: transferCall(order.recipient, valueOf(order.amountMinor, token.decimals))
      }
    : { ...(order.contract !== "" && { to: order.contract as Hex }), data: order.data as Hex }

/** The network refused what is queued. It waits, and the sender decides for how long. */
export type Refused = (order: ChainTransactionOrder, reason: string) => void

/**
 * Signs what waits in the queue for the next slots of a wallet, as far as the wallet can pay for it and its limits allow, and
 * returns what may be broadcast.
 */
export const signQueued = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  signer: GuardedSigner,
  options: SenderOptions,
  address: Hex,
  unmined: ReadonlyArray<OpenTransaction>,
  job: LeasedJob,
  refused: Refused,
  raise: RaiseOnce
) {
  const wallets = yield* ChainWallets
  const { chainId, limits, network, token } = options

  const plan = Effect.fnUntraced(function* (
    wallet: ChainWallet,
    queued: ReadonlyArray<ChainTransactionOrder>
  ): Effect.fn.Return<SlotPlan, NoToken | RpcUnavailable | SignerUnavailable | StoreUnavailable> {
    const none: SlotPlan = { taken: [], spent: wallet.spent }
    if (queued.length === 0) return none
    const room = Math.min(queued.length, waitingMax - unmined.length)
    if (room <= 0) return none
    const fees = yield* currentFees(rpc)
    const now = yield* Clock.currentTimeMillis
    let coin = yield* rpc.balance(address, "latest")
    let tokens = yield* tokenBalance(rpc, token.address as Hex, address)
    for (const { forms, order } of unmined) {
      coin -= usualGas * (forms.at(-1)?.maxFeeWei ?? 0n)
      tokens -= valueOf(order.amountMinor, token.decimals)
    }
    let spent = recentHours(wallet.spent, now)
    const others = (yield* wallets.wallets(network)).filter((other) => other.address !== address)
    const spentByOthers = others.flatMap((other) => recentHours(other.spent, now))
    const taken: Array<{ readonly order: ChainTransactionOrder; readonly form: SignedForm }> = []
    const candidates: Array<ChainTransactionOrder> = []
    for (const order of queued.slice(0, room)) {
      const forbidden = signer.forbids(address, order)
      if (forbidden === undefined) candidates.push(order)
      else {
        yield* raise(
          "chain.foreign",
          `${order.purpose} ${order.id} on ${network} is not signed: ${forbidden}`
        )
        refused(order, forbidden)
      }
    }
    const estimates = new Map<string, Estimate>()
    /** What the transaction needs. Those behind it are asked about at the same time, but not all: they may have to wait. */
    const estimateOf = Effect.fnUntraced(function* (order: ChainTransactionOrder, index: number) {
      if (!estimates.has(order.id)) {
        const asked = candidates.slice(index, index + estimatedAtOnceMax)
        const found = yield* rpc.estimates(asked.map((each) => ({ from: address, ...callOf(each, options) })))
        for (const [at, { id }] of asked.entries()) {
          const estimate = found[at]
          if (estimate !== undefined) estimates.set(id, estimate)
        }
      }
      return estimates.get(order.id)
    })
    for (const [index, order] of candidates.entries()) {
      const value = valueOf(order.amountMinor, token.decimals)
      if (value > tokens) {
        yield* raise(
          "chain.funds",
          `wallet ${address} on ${network} has too little of the token for payout ${order.payoutId}, which waits`
        )
        break
      }
      const broken =
        order.purpose === "payout"
          ? brokenLimit([...spentByOthers, ...spent], limits, order.amountMinor, now)
          : undefined
      if (broken === "payout") {
        yield* raise(
          "chain.limit",
          `payout ${order.payoutId} on ${network} is above the limit of one payout, and waits`
        )
        continue
      }
      if (broken !== undefined) {
        yield* raise(
          "chain.limit",
          `the wallets of ${network} reached the limit of the ${broken}; payout ${order.payoutId} waits`
        )
        break
      }
      const call = callOf(order, options)
      const estimate = yield* estimateOf(order, index)
      invariant(estimate !== undefined, "what is looked at was asked about")
      if (estimate._tag === "Failure") {
        if (estimate.failure._tag === "RpcUnavailable") return yield* estimate.failure
        refused(order, estimate.failure.reason)
        continue
      }
      const gas = (estimate.success * 5n) / 4n
      if (gas * fees.maxFeeWei > coin) {
        yield* raise(
          "chain.funds",
          `wallet ${address} on ${network} has too little of the network's coin to pay for gas; payouts wait`
        )
        break
      }
      const nonce = wallet.nextNonce + taken.length
      const signed = yield* Effect.result(
        signer.sign(address, order.purpose, { chainId, nonce, ...call, gas, fees })
      )
      if (signed._tag === "Failure") {
        // What was signed before it is stored and sent: a signer that fails now and then stops nothing.
        if (taken.length === 0) return yield* signed.failure
        break
      }
      taken.push({ order, form: { ...signed.success, ...fees, isCancel: false, at: now, expiresAt: 0 } })
      coin -= gas * fees.maxFeeWei
      tokens -= value
      if (order.purpose === "payout") spent = withSpent(spent, order.amountMinor, now)
      if ((yield* Clock.currentTimeMillis) - now >= signedMillisMax) break
    }
    return { taken, spent }
  })

  return yield* wallets.assign(network, address, signedAtOnceMax, job, plan)
})

type Estimate = Result.Result<bigint, CallReverted | RpcUnavailable>
