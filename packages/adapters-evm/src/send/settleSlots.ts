import type { OpenTransaction, SlotOutcome } from "@quittance/core"
import { Effect, Option } from "effect"
import type { Hex } from "../hex.ts"
import type { Receipt } from "../rpc/ChainData.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { RaiseOnce } from "./repeatedAlert.ts"
import { slotOutcome, type Token } from "./slotOutcome.ts"

export interface SettledSlot {
  readonly transaction: OpenTransaction
  readonly outcome: SlotOutcome
}

/** The last block that a reorganisation does not take back. */
export const finalBlockNumber = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  finality: "finalized" | "safe" | number
) {
  if (typeof finality !== "number") return (yield* rpc.head(finality)).number
  return Math.max(0, (yield* rpc.head("latest")).number - finality)
})

/** What became final in the open slots of a wallet. A slot of which that is not clear stays open, and raises an alert. */
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
    const outcome = yield* outcomeOf(rpc, transaction, receiptOf, finalBlock, token, raise)
    if (outcome !== undefined) found.push({ transaction, outcome })
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
  for (const form of forms.toReversed()) {
    const receipt = receiptOf.get(form.hash)
    if (receipt === undefined) continue
    const outcome = slotOutcome(order, form, receipt, wallet, token)
    if (outcome === undefined)
      yield* raise(
        "chain.slot",
        `transaction ${form.hash} of wallet ${wallet} moved something else than ${order.id} was to move`
      )
    return outcome
  }
  return yield* otherOutcome(rpc, transaction, finalBlock).pipe(
    Effect.tap((other) =>
      other === undefined
        ? raise("chain.slot", `slot ${nonce} of wallet ${wallet} is used, and no node says by what`)
        : Effect.void
    )
  )
})

/** The proof that a transaction that was not signed here has the slot, so that none of ours ever will. */
const otherOutcome = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  { forms, nonce, wallet }: OpenTransaction,
  finalBlock: number
) {
  const address = wallet as Hex
  const blockNumber = yield* blockOfSlot(rpc, address, nonce, finalBlock)
  const there = yield* rpc.slotsUsedIn(blockNumber)
  const holder = there.find((each) => each.from === address.toLowerCase() && each.nonce === nonce)
  if (holder === undefined || forms.some(({ hash }) => hash === holder.hash)) return undefined
  const outcome: SlotOutcome = {
    _tag: "failed",
    hash: holder.hash,
    blockNumber,
    costWei: 0n,
    reason: `transaction ${holder.hash}, which was not signed here, took its place`
  }
  return outcome
})

/** The block in which the count of a wallet's transactions passed a slot: looked for between two blocks by halves. */
const blockOfSlot = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  wallet: Hex,
  nonce: number,
  finalBlock: number
) {
  const isUsedAt = (block: number) =>
    Effect.map(rpc.transactionCount(wallet, block), (count) => count > nonce)
  let [unused, used, step] = [finalBlock - 1, finalBlock, 1]
  while (unused >= 0 && (yield* isUsedAt(unused))) {
    used = unused
    unused -= step
    step *= 2
  }
  unused = Math.max(unused, -1)
  while (used - unused > 1) {
    const middle = Math.floor((used + unused) / 2)
    if (yield* isUsedAt(middle)) used = middle
    else unused = middle
  }
  return used
})
