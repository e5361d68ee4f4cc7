import type { ChainTransactionOrder, SignedForm, SlotOutcome } from "@quittance/core/adapter"
import type { Execution, LiveNetwork } from "../LiveNetwork.ts"
import type { Receipt } from "../rpc/ChainData.ts"
import { addressTopic, transferTopic, valueOf } from "../tokenCalls.ts"

export interface Token {
  readonly address: string
  readonly decimals: number
}

/**
 * What became of a transaction in a final block. Undefined if it succeeded but did not move what it should have
 * moved: a person has to decide, and nothing happens until then.
 */
export const slotOutcome = (
  order: ChainTransactionOrder,
  form: Pick<SignedForm, "hash" | "isCancel">,
  execution: Execution,
  wallet: string,
  network: Pick<LiveNetwork, "spelling" | "token">
): SlotOutcome | undefined => {
  const { blockNumber, costWei, failure, reason } = execution
  const { spelling, token } = network
  const outcome = { hash: form.hash, blockNumber, costWei, reason: "" }
  if (form.isCancel) return { ...outcome, _tag: "cancelled" }
  if (failure !== undefined)
    return { ...outcome, _tag: "failed", reason: reason === undefined ? failure : `${failure}: ${reason}` }
  if (order.purpose !== "payout") return { ...outcome, _tag: "completed" }
  const moved = movedBy(execution, wallet, network)
  if (moved.length === 0)
    return { ...outcome, _tag: "failed", reason: "the token accepted the transfer and moved nothing" }
  const [only, ...others] = moved
  const isMeant =
    others.length === 0 &&
    only?.to === addressTopic(spelling.hexOfAddress(order.recipient)) &&
    only.value === valueOf(order.amountMinor, token.decimals)
  return isMeant ? { ...outcome, _tag: "completed" } : undefined
}

/** What the token says that it moved out of the wallet. */
export const movedBy = (
  { logs }: Pick<Execution, "logs">,
  wallet: string,
  { spelling, token }: Pick<LiveNetwork, "spelling" | "token">
) => {
  const contract = spelling.hexOfAddress(token.address).toLowerCase()
  const sender = addressTopic(spelling.hexOfAddress(wallet))
  return logs.flatMap(({ address, data, topics: [topic, from, to] }) => {
    const isTransfer = address === contract && topic === transferTopic && from === sender
    const value = data === "0x" ? 0n : BigInt(data)
    return isTransfer ? [{ to, value }] : []
  })
}

/** What a receipt says of a transaction. */
export const executionIn = ({
  blockNumber,
  effectiveGasPrice,
  gasUsed,
  logs,
  status,
  transactionIndex
}: Receipt): Execution => ({
  blockNumber,
  transactionIndex,
  failure: status === 0 ? "the network carried it out and it failed" : undefined,
  costWei: gasUsed * effectiveGasPrice,
  logs
})
