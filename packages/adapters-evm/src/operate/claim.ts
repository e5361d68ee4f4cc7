import {
  type ChainTransactionOrder,
  ChainWallets,
  lookOf,
  payout,
  payoutStatus,
  StateReader
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { ChainRefused, type Matched } from "../ChainOperators.ts"
import type { LiveNetwork } from "../LiveNetwork.ts"
import { orRefused } from "./orRefused.ts"
import { orderOf } from "./unsignedPayouts.ts"

/** An operator's decision about a transaction that was read back. */

type Named = Pick<LiveNetwork, "name" | "spelling">

export const claim = Effect.fnUntraced(function* (
  { name, spelling }: Named,
  txHash: string,
  payoutId: string
) {
  const wallets = yield* ChainWallets
  const states = yield* StateReader
  const partnerId = yield* orRefused(states.partnerOf(payout, payoutId))
  const found = Option.isNone(partnerId)
    ? Option.none()
    : yield* orRefused(states.get(payout, partnerId.value, payoutId))
  if (Option.isNone(found) || found.value.state.order.network !== name)
    return yield* new ChainRefused({ reason: `${payoutId} is not a payout on ${name}` })
  const { state } = found.value
  if (payoutStatus(state) !== "PENDING")
    return yield* new ChainRefused({ reason: `payout ${payoutId} is ${payoutStatus(state)} already` })
  const unclaimed = yield* orRefused(wallets.doubtful(name))
  const transaction = unclaimed.find(
    ({ hash }) => hash === spelling.hash(spelling.hexOfHash(txHash.toLowerCase()))
  )
  if (transaction?._tag === "assumed")
    return yield* new ChainRefused({
      reason: `transaction ${txHash} is already matched to payout ${transaction.order.payoutId}`
    })
  if (transaction === undefined)
    return yield* new ChainRefused({
      reason: `${txHash} is not a transaction of ${name} that waits to be matched`
    })
  if (lookOf(transaction.order) !== lookOf(orderOf(state)))
    return yield* new ChainRefused({
      reason: `transaction ${txHash} has another recipient or amount than payout ${payoutId}`
    })
  return yield* match(transaction.hash, transaction.order.id, orderOf(state))
})

export const claimAll = Effect.fnUntraced(function* ({ name }: Named) {
  const wallets = yield* ChainWallets
  const unclaimed = (yield* orRefused(wallets.doubtful(name))).filter(({ _tag }) => _tag === "unclaimed")
  const byLook = Map.groupBy(unclaimed, ({ order }) => lookOf(order))
  const matched: Array<Matched> = []
  for (const { order } of yield* orRefused(wallets.heldBack(name))) {
    const transaction = byLook.get(lookOf(order))?.shift()
    if (transaction !== undefined) matched.push(yield* match(transaction.hash, transaction.order.id, order))
  }
  return matched satisfies ReadonlyArray<Matched>
})

const match = Effect.fnUntraced(function* (txHash: string, id: string, order: ChainTransactionOrder) {
  const wallets = yield* ChainWallets
  yield* wallets.claim(id, order).pipe(
    Effect.catchTag("ChainTransactionCommandRefused", ({ from }) =>
      Effect.fail(
        new ChainRefused({
          reason: `transaction ${txHash} cannot be payout ${order.payoutId}: one of them is already ${from}`
        })
      )
    ),
    orRefused
  )
  return { txHash, payoutId: order.payoutId } satisfies Matched
})

export const clear = Effect.fnUntraced(function* ({ name, spelling }: Named, txHash: string) {
  const wallets = yield* ChainWallets
  const transaction = (yield* orRefused(wallets.doubtful(name))).find(
    ({ hash }) => hash === spelling.hash(spelling.hexOfHash(txHash.toLowerCase()))
  )
  if (transaction === undefined)
    return yield* new ChainRefused({
      reason: `${txHash} is not a transaction of ${name} that waits to be matched`
    })
  yield* orRefused(
    wallets
      .clear(name, transaction.order.id)
      // Another operator was quicker.
      .pipe(Effect.catchTag("ChainTransactionCommandRefused", () => Effect.void))
  )
})
