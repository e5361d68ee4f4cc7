import {
  ChainWallets,
  type LeasedJob,
  type OpenTransaction,
  type RecordedTransaction,
  type SignedForm
} from "@quittance/core/adapter"
import { Clock, Effect, Option, Result } from "effect"
import { parseTransaction } from "viem/utils"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import { currentFees } from "./currentFees.ts"
import { isExcessive, raisedFees } from "./fees.ts"
import type { GuardedSigner } from "./guardedSigner.ts"
import type { RaiseOnce } from "./repeatedAlert.ts"
import { raiseMillis, rebroadcastMillis, type SenderOptions } from "./SenderOptions.ts"
import { callOf } from "./signQueued.ts"

/** A signed form of a transaction. */
export interface Offer {
  readonly transaction: OpenTransaction
  readonly form: SignedForm
}

/**
 * When each form was last passed to a node, by its hash. Kept by the process: after a restart everything is offered
 * once more.
 */
export type OfferedAt = Map<string, number>

/** Offers signed forms to the network, in order. A refused form is offered again: only what becomes final counts. */
export const offer = Effect.fnUntraced(function* (
  rpc: Pick<Rpc["Service"], "broadcasts">,
  { network }: Pick<SenderOptions, "network">,
  offers: ReadonlyArray<Offer>,
  offeredAt: OfferedAt
) {
  const now = yield* Clock.currentTimeMillis
  const answers = yield* rpc.broadcasts(offers.map(({ form }) => form.bytes as Hex))
  const unavailable: Array<RpcUnavailable> = []
  for (const [index, { form, transaction }] of offers.entries()) {
    const failure = Option.getOrUndefined(
      Option.flatMap(Option.fromNullishOr(answers[index]), Result.getFailure)
    )
    if (failure?._tag === "RpcUnavailable") {
      unavailable.push(failure)
      continue
    }
    offeredAt.set(form.hash, now)
    if (failure !== undefined && failure.kind !== "alreadyKnown" && failure.kind !== "nonceTooLow")
      yield* Effect.logWarning(
        `${network} does not take transaction ${form.hash} for slot ${transaction.nonce} of wallet ${transaction.wallet}: ${failure.reason}`
      )
  }
  const [first] = unavailable
  if (first !== undefined) return yield* first
})

/**
 * Takes care of the slots of a wallet that no block has used yet: it offers the latest form again from time to time,
 * raises the fee of one that waits for long, and cancels one that was given up.
 */
export const keepBroadcast = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  signer: GuardedSigner,
  options: SenderOptions,
  unmined: ReadonlyArray<OpenTransaction>,
  job: LeasedJob,
  offeredAt: OfferedAt,
  raise: RaiseOnce
) {
  const offers: Array<Offer> = []
  const changed: Array<RecordedTransaction> = []
  const wallets = yield* ChainWallets
  const now = yield* Clock.currentTimeMillis

  const signAgain = Effect.fnUntraced(function* (transaction: OpenTransaction, last: SignedForm) {
    const current = yield* currentFees(rpc)
    const fees = raisedFees(last, current)
    const isCancel = transaction._tag === "cancelling"
    // It does not wait for a higher fee.
    if (isExcessive(fees, current) && last.isCancel === isCancel) return last
    const wallet = transaction.wallet as Hex
    const again = isCancel
      ? ({ to: wallet, data: "0x", gas: cancelGas } as const)
      : { ...callOf(transaction.order, options), gas: gasOf(last) }
    const { chainId } = options
    const purpose = isCancel ? "cancellation" : transaction.order.purpose
    const signed = yield* signer.sign(wallet, purpose, {
      ...{ chainId, nonce: transaction.nonce, fees },
      ...again
    })
    const form: SignedForm = { ...signed, ...fees, isCancel, at: now, expiresAt: 0 }
    const next = yield* wallets.apply(
      transaction,
      { _tag: isCancel ? "SignCancel" : "SignAgain", form, at: now },
      job
    )
    changed.push(next)
    return form
  })

  for (const [index, transaction] of unmined.entries()) {
    const last = transaction.forms.at(-1)
    if (last === undefined) continue
    const isUncancelled = transaction._tag === "cancelling" && !last.isCancel
    // Only the first one holds up the others: a higher fee for those behind it changes nothing.
    const isLate = index === 0 && now - last.at >= raiseMillis
    const again = isUncancelled || isLate ? signAgain(transaction, last) : Effect.succeed(last)
    // Without a signer only the last form can be offered; what is to be cancelled is not offered.
    const form = yield* Effect.catchTag(again, "SignerUnavailable", ({ reason }) =>
      Effect.as(raise("chain.signer", reason), isUncancelled ? undefined : last)
    )
    if (form === undefined) continue
    const isFresh = now - (offeredAt.get(form.hash) ?? Number.NEGATIVE_INFINITY) < rebroadcastMillis
    if (!isFresh) offers.push({ transaction, form })
  }
  yield* offer(rpc, options, offers, offeredAt)
  return changed satisfies ReadonlyArray<RecordedTransaction>
})

/** What a transfer of nothing uses. */
const cancelGas = 21_000n

/** The same as before: an estimate would count the waiting form as done. */
const gasOf = ({ bytes }: SignedForm): bigint => parseTransaction(bytes as Hex).gas ?? 0n
