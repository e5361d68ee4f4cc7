import {
  type ChainTransactionOrder,
  type ChainWallet,
  ChainWallets,
  invariant,
  type SignedForm,
  type SlotPlan
} from "@quittance/core"
import { Clock, Effect, type Result } from "effect"
import type { CallReverted, RpcUnavailable } from "../rpc/RpcFailure.ts"
import { valueOf } from "../tokenCalls.ts"
import type { Refused } from "./refusals.ts"
import type { RaiseOnce } from "./repeatedAlert.ts"
import { estimatedAtOnceMax, signedMillisMax } from "./SenderOptions.ts"
import type { SignerUnavailable } from "./Signer.ts"
import type { Token } from "./slotOutcome.ts"
import { brokenLimit, recentHours, type SpendingLimits, withSpent } from "./spending.ts"

/** How a network turns queued orders into transactions. */
export interface Taking<A, E, R> {
  /** Why nothing is ever signed for an order; undefined if it may be. */
  readonly forbids: (order: ChainTransactionOrder) => string | undefined
  /** What each transaction needs. */
  readonly estimates: (
    orders: ReadonlyArray<ChainTransactionOrder>
  ) => Effect.Effect<ReadonlyArray<Result.Result<A, CallReverted | RpcUnavailable>>, E, R>
  /**
   * Why the wallet cannot pay for this now, in a sentence, which is empty if it only waits for its open ones; undefined if it can. Those
   * behind it wait too.
   */
  readonly shortOf: (estimate: A) => string | undefined
  /** Signs for a slot. What the wallet has is less from then on. */
  readonly sign: (
    order: ChainTransactionOrder,
    estimate: A,
    nonce: number
  ) => Effect.Effect<SignedForm, SignerUnavailable, R>
}

interface Queue {
  readonly network: string
  readonly token: Token
  readonly limits: SpendingLimits
  readonly refused: Refused
  readonly raise: RaiseOnce
}

/**
 * Signs queued orders for the next slots of a wallet, in order, as far as its money and the limits of all wallets
 * allow. What a limit or an empty wallet holds up stays in the queue.
 */
export const planQueued = Effect.fnUntraced(function* <A, E, R>(
  { limits, network, raise, refused, token }: Queue,
  wallet: ChainWallet,
  queued: ReadonlyArray<ChainTransactionOrder>,
  /**
   * What the wallet has, in units of the token. Reserved amounts may already be gone from it, if they were carried
   * out meanwhile.
   */
  held: { readonly tokens: bigint; readonly reserved: bigint },
  { estimates, forbids, shortOf, sign }: Taking<A, E, R>
) {
  const wallets = yield* ChainWallets
  const { address } = wallet
  const now = yield* Clock.currentTimeMillis
  let tokens = held.tokens - held.reserved
  let spent = recentHours(wallet.spent, now)
  const others = (yield* wallets.wallets(network)).filter((other) => other.address !== address)
  const spentByOthers = others.flatMap((other) => recentHours(other.spent, now))
  const taken: Array<{ readonly order: ChainTransactionOrder; readonly form: SignedForm }> = []
  const candidates: Array<ChainTransactionOrder> = []
  for (const order of queued) {
    const forbidden = forbids(order)
    if (forbidden === undefined) candidates.push(order)
    else {
      yield* raise("chain.foreign", `${order.purpose} ${order.id} on ${network} is not signed: ${forbidden}`)
      yield* refused(order, forbidden)
    }
  }
  const known = new Map<string, Result.Result<A, CallReverted | RpcUnavailable>>()
  /** What the transaction needs. Those behind it are asked about at the same time, but not all: they may have to wait. */
  const estimateOf = Effect.fnUntraced(function* (order: ChainTransactionOrder, index: number) {
    if (!known.has(order.id)) {
      const asked = candidates.slice(index, index + estimatedAtOnceMax)
      const found = yield* estimates(asked)
      for (const [at, { id }] of asked.entries()) {
        const estimate = found[at]
        if (estimate !== undefined) known.set(id, estimate)
      }
    }
    return known.get(order.id)
  })
  for (const [index, order] of candidates.entries()) {
    const value = valueOf(order.amountMinor, token.decimals)
    if (value > tokens) {
      if (value > tokens + held.reserved)
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
        `payout ${order.payoutId} on ${network} exceeds the limit of one payout, and waits`
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
    const estimate = yield* estimateOf(order, index)
    invariant(estimate !== undefined, "what is checked was requested")
    if (estimate._tag === "Failure") {
      if (estimate.failure._tag === "RpcUnavailable") return yield* estimate.failure
      yield* refused(order, estimate.failure.reason)
      continue
    }
    const short = shortOf(estimate.success)
    if (short !== undefined) {
      if (short !== "") yield* raise("chain.funds", short)
      break
    }
    const signed = yield* Effect.result(sign(order, estimate.success, wallet.nextNonce + taken.length))
    if (signed._tag === "Failure") {
      // What was already signed is stored and sent: a signer that fails from time to time stops nothing.
      if (taken.length === 0) return yield* signed.failure
      break
    }
    taken.push({ order, form: signed.success })
    tokens -= value
    if (order.purpose === "payout") spent = withSpent(spent, order.amountMinor, now)
    if ((yield* Clock.currentTimeMillis) - now >= signedMillisMax) break
  }
  return { taken, spent } satisfies SlotPlan
})
