import type { ChainTransactionOrder, SignedForm, SlotOutcome } from "@quittance/core"
import type { Receipt } from "../rpc/ChainData.ts"
import { addressTopic, transferTopic, valueOf } from "../tokenCalls.ts"

export interface Token {
  readonly address: string
  readonly decimals: number
}

/**
 * What a final receipt says of a transaction. Undefined if it succeeded and moved something else than it was to move: a
 * human has to look, and nothing is decided until then.
 */
export const slotOutcome = (
  order: ChainTransactionOrder,
  form: Pick<SignedForm, "hash" | "isCancel">,
  receipt: Receipt,
  wallet: string,
  token: Token
): SlotOutcome | undefined => {
  const { blockNumber, effectiveGasPrice, gasUsed, status } = receipt
  const outcome = { hash: form.hash, blockNumber, costWei: gasUsed * effectiveGasPrice, reason: "" }
  if (form.isCancel) return { ...outcome, _tag: "cancelled" }
  if (status === 0) return { ...outcome, _tag: "failed", reason: "the network carried it out and it failed" }
  if (order.purpose !== "payout") return { ...outcome, _tag: "completed" }
  const moved = movedBy(receipt, wallet, token.address)
  if (moved.length === 0)
    return { ...outcome, _tag: "failed", reason: "the token accepted the transfer and moved nothing" }
  const [only, ...others] = moved
  const isMeant =
    others.length === 0 &&
    only?.to === addressTopic(order.recipient) &&
    only.value === valueOf(order.amountMinor, token.decimals)
  return isMeant ? { ...outcome, _tag: "completed" } : undefined
}

/** What the token says that it moved out of the wallet. */
export const movedBy = (receipt: Receipt, wallet: string, token: string) =>
  receipt.logs.flatMap(({ address, data, topics }) => {
    const [topic, from, to] = topics
    const isTransfer =
      address === token.toLowerCase() && topic === transferTopic && from === addressTopic(wallet)
    return isTransfer ? [{ to, value: data === "0x" ? 0n : BigInt(data) }] : []
  })
