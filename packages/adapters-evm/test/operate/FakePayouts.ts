import type { ChainTransactionOrder, RecordedPayout, RecordedTransaction } from "@quittance/core/adapter"
import { Option } from "effect"
import type { Deed } from "../../src/operate/Deed.ts"
import { addressOf, type FakeMoves, name, wallet } from "./FakeMoves.ts"

/** Payouts of the store, and transactions of its wallet. */

/** As the payout with this number is queued. */
export const orderOf = (
  number: number,
  changes: Partial<ChainTransactionOrder> = {}
): ChainTransactionOrder => ({
  ...{ id: `reference-${number}`, partnerId: name, purpose: "payout", payoutId: `payout-${number}` },
  ...{
    payoutPartnerId: "prt_1",
    sendBefore: Option.none(),
    recipient: addressOf(number),
    amountMinor: 5_000_000n
  },
  ...{ contract: "", data: "", createdAt: number, ...changes }
})

/** The store has the payout of this order. */
export const addPayout = (
  { state }: FakeMoves,
  order: ChainTransactionOrder,
  tag: RecordedPayout["_tag"] = "reserved"
): void => {
  const kept = {
    _tag: tag,
    order: {
      ...{
        id: order.payoutId,
        partnerId: order.payoutPartnerId,
        reference: order.id,
        network: order.partnerId
      },
      ...{
        address: order.recipient,
        amountMinor: order.amountMinor,
        feeMinor: 0n,
        createdAt: order.createdAt,
        approval: Option.none()
      }
    }
  } as unknown as RecordedPayout
  state.aggregates.Payout.set(order.payoutId, { state: kept, version: 1 })
}

/** The journal has a transaction of this order. */
export const addTransaction = (
  { state }: FakeMoves,
  order: ChainTransactionOrder,
  tag: RecordedTransaction["_tag"],
  changes: object = {}
): void => {
  const slot = { wallet, nonce: 0, forms: [] }
  const settled = { hash: `0x${order.id}`, blockNumber: 1, costWei: "1", settledAt: 1 }
  const [hasSlot, isSettled] = [!["queued", "abandoned"].includes(tag), !["sent", "cancelling"].includes(tag)]
  const kept = {
    ...{ _tag: tag, order, updatedAt: 1 },
    ...(hasSlot && { ...slot, ...(isSettled && settled) }),
    ...{ refusal: Option.none(), ...changes }
  } as unknown as RecordedTransaction
  state.aggregates.ChainTransaction.set(order.id, { state: kept, version: 1 })
}

/** A payment in a slot of the wallet that the journal does not know, with what the order asks for. */
export const deed = (nonce: number, order: ChainTransactionOrder, changes: Partial<Deed> = {}): Deed => ({
  ...{ wallet, nonce, at: 1_000 + nonce, transactionIndex: 0, isPayment: true, did: `did ${nonce}` },
  outcome: { _tag: "completed", hash: `0xd${nonce}`, blockNumber: 10 + nonce, costWei: 3n, reason: "" },
  order: { ...order, id: `${name}/0xd${nonce}`, payoutId: "", payoutPartnerId: "", createdAt: 1_000 + nonce },
  ...changes
})
