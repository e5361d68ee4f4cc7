import {
  ChainWallets,
  type LeasedJob,
  type OpenTransaction,
  type RecordedTransaction,
  type SignedForm
} from "@quittance/core"
import { Clock, Effect } from "effect"
import { parseTransaction } from "viem/utils"
import type { Hex } from "../hex.ts"
import { currentFees } from "./currentFees.ts"
import { isExcessive, raisedFees } from "./fees.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { raiseMillis, rebroadcastMillis, type SenderOptions } from "./SenderOptions.ts"
import type { GuardedSigner } from "./guardedSigner.ts"
import type { RaiseOnce } from "./repeatedAlert.ts"
import { callOf } from "./signQueued.ts"

/** Offers a signed form to the network. What is refused is offered again: only what becomes final counts. */
export const offer = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  { network }: SenderOptions,
  { nonce, wallet }: OpenTransaction,
  form: SignedForm
) {
  yield* rpc
    .broadcast(form.bytes as Hex)
    .pipe(
      Effect.catchTag("BroadcastRefused", ({ kind, reason }) =>
        kind === "alreadyKnown" || kind === "nonceTooLow"
          ? Effect.void
          : Effect.logWarning(
              `${network} does not take transaction ${form.hash} for slot ${nonce} of wallet ${wallet}: ${reason}`
            )
      )
    )
})

/**
 * Sees to the slots of a wallet that no block has used yet: the latest form is offered again now and then, one that waits for
 * long gets a higher fee, and one that was given up gets its cancellation. `offeredAt` is kept by the process: after a restart
 * everything is offered once more.
 */
export const keepBroadcast = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  signer: GuardedSigner,
  options: SenderOptions,
  unmined: ReadonlyArray<OpenTransaction>,
  job: LeasedJob,
  offeredAt: Map<string, number>,
  raise: RaiseOnce
) {
  const changed: Array<RecordedTransaction> = []
  const wallets = yield* ChainWallets
  const now = yield* Clock.currentTimeMillis

  const signAgain = Effect.fnUntraced(function* (transaction: OpenTransaction, last: SignedForm) {
    const current = yield* currentFees(rpc)
    const fees = raisedFees(last, current)
    const isCancel = transaction._tag === "cancelling"
    // It waits for something else than a higher fee.
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
    const form: SignedForm = { ...signed, ...fees, isCancel, at: now }
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
    // Without a signer the last form does its work as well as it can; what is to be cancelled is not offered.
    const form = yield* Effect.catchTag(again, "SignerUnavailable", ({ reason }) =>
      Effect.as(raise("chain.signer", reason), isUncancelled ? undefined : last)
    )
    if (form === undefined) continue
    const isFresh = now - (offeredAt.get(form.hash) ?? Number.NEGATIVE_INFINITY) < rebroadcastMillis
    if (isFresh) continue
    yield* offer(rpc, options, transaction, form)
    offeredAt.set(form.hash, now)
  }
  return changed satisfies ReadonlyArray<RecordedTransaction>
})

/** What a transfer of nothing uses. */
const cancelGas = 21_000n

/** The same as before: an estimate would take the waiting form for done. */
const gasOf = ({ bytes }: SignedForm): bigint => parseTransaction(bytes as Hex).gas ?? 0n
