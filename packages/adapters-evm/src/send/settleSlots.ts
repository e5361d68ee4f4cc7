import type { OpenTransaction, SlotOutcome } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Hex } from "../hex.ts"
import type { Receipt, Transaction } from "../rpc/ChainData.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import { evmSpelling } from "../Spelling.ts"
import { blocksFrom, findSlots } from "./findSlots.ts"
import type { RaiseOnce } from "./repeatedAlert.ts"
import { callOf } from "./signQueued.ts"
import { executionIn, slotOutcome, type Token } from "./slotOutcome.ts"

export interface SettledSlot {
  readonly transaction: OpenTransaction
  readonly what: {
    readonly outcome: SlotOutcome
    /** Somebody else has the key. */
    readonly isForeign: boolean
  }
}

/** The last block that a reorganisation does not take back. */
export const finalBlockNumber = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  finality: "finalized" | "safe" | number
) {
  if (typeof finality !== "number") return (yield* rpc.head(finality)).number
  return Math.max(0, (yield* rpc.head("latest")).number - finality)
})

/** Settles what became final in the open slots of a wallet. An unclear slot stays open, and raises an alert. */
export const settledSlots = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  wallet: Hex,
  open: ReadonlyArray<OpenTransaction>,
  finalBlock: number,
  token: Token,
  raise: RaiseOnce
) {
  const used = yield* rpc.transactionCount(wallet, finalBlock)
  const ended = open.filter(({ nonce }) => nonce < used)
  const receiptOf = yield* finalReceipts(
    rpc,
    ended.flatMap(({ forms }) => forms.map(({ hash }) => hash as Hex)),
    finalBlock
  )
  const found: Array<SettledSlot> = []
  for (const transaction of ended) {
    const what = yield* outcomeOf(rpc, transaction, receiptOf, finalBlock, token, raise)
    if (what !== undefined) found.push({ transaction, what })
  }
  return found satisfies ReadonlyArray<SettledSlot>
})

/** The receipts by hash that are in final blocks of the chain as it is now. */
const finalReceipts = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  hashes: ReadonlyArray<Hex>,
  finalBlock: number
) {
  const receipts: Array<Receipt> = []
  for (const answer of yield* rpc.receipts(hashes)) {
    const receipt = Option.getOrUndefined(yield* Effect.fromResult(answer))
    if (receipt !== undefined && receipt.blockNumber <= finalBlock) receipts.push(receipt)
  }
  const numbers = [...new Set(receipts.map(({ blockNumber }) => blockNumber))]
  const blocks = yield* Effect.forEach(numbers, (number) => rpc.block(number), { concurrency: 8 })
  // Others are of blocks that the network has left.
  const blockHashes = new Set(blocks.flatMap(Option.toArray).map(({ hash }) => hash))
  const there = receipts.filter(({ blockHash }) => blockHashes.has(blockHash))
  return new Map(there.map((receipt) => [receipt.transactionHash as string, receipt]))
})

const outcomeOf = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  transaction: OpenTransaction,
  receiptOf: ReadonlyMap<string, Receipt>,
  finalBlock: number,
  token: Token,
  raise: RaiseOnce
) {
  const { forms, nonce, order, wallet } = transaction
  const network = { token, spelling: evmSpelling }
  for (const form of forms.toReversed()) {
    const receipt = receiptOf.get(form.hash)
    if (receipt === undefined) continue
    const outcome = slotOutcome(order, form, executionIn(receipt), wallet, network)
    if (outcome === undefined)
      yield* raise(
        "chain.slot",
        `transaction ${form.hash} of wallet ${wallet} did not move what ${order.id} should have moved`
      )
    return outcome === undefined ? undefined : { outcome, isForeign: false }
  }
  return yield* otherOutcome(rpc, transaction, finalBlock, token).pipe(
    Effect.tap((other) =>
      other === undefined
        ? raise("chain.slot", `slot ${nonce} of wallet ${wallet} is used, and no node says by what`)
        : Effect.void
    )
  )
})

/**
 * The proof that a transaction that was not signed here has the slot, so that none of ours ever will. If it does the
 * same, or nothing, this store signed it and was then replaced by an old copy.
 */
const otherOutcome = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  { forms, nonce, order, wallet }: OpenTransaction,
  finalBlock: number,
  token: Token
): Effect.fn.Return<SettledSlot["what"] | undefined, RpcUnavailable> {
  const address = wallet as Hex
  const blocks = yield* blocksFrom(rpc, address, token.address, nonce, forms[0]?.at ?? 0, finalBlock)
  const slots = yield* findSlots(rpc, address, token.address, new Set([nonce]), blocks)
  const holder = slots.get(nonce)
  if (holder === undefined || forms.some(({ hash }) => hash === holder.transaction.hash)) return undefined
  const { receipt, transaction } = holder
  const { hash } = transaction
  const isCancel = doesNothing(transaction)
  const network = { token, spelling: evmSpelling }
  if (isCancel || isCall(transaction, callOf(order, { token }))) {
    const outcome = slotOutcome(order, { hash, isCancel }, executionIn(receipt), wallet, network)
    return outcome === undefined ? undefined : { outcome, isForeign: false }
  }
  const reason = `transaction ${hash}, which was not signed here, took its place`
  const { blockNumber } = receipt
  return { outcome: { _tag: "failed", hash, blockNumber, costWei: 0n, reason }, isForeign: true }
})

/** A cancellation is sent to the wallet itself. */
export const doesNothing = ({ from, input, to, value }: Transaction): boolean =>
  to === from && input === "0x" && value === 0n

const isCall = ({ input, to, value }: Transaction, call: ReturnType<typeof callOf>): boolean =>
  value === 0n && input === call.data.toLowerCase() && to === (call.to?.toLowerCase() ?? null)
