import type { ChainTransfer, SettledTransaction } from "@quittance/core"
import { otherExecution } from "@quittance/core"
import { Effect, Option } from "effect"
import type { EvmNetwork } from "../EvmNetwork.ts"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { slotOutcome } from "../send/slotOutcome.ts"
import { transferTopic } from "../tokenCalls.ts"
import { tokenTransfers } from "../watch/TokenTransfer.ts"

/** What the journal says, compared with the receipts of the network: the difference in a sentence, if there is one. */

const receiptIn = (rpc: Rpc["Service"], hash: string, blockNumber: number) =>
  Effect.map(rpc.receipt(hash as Hex), (receipt) =>
    Option.getOrUndefined(Option.filter(receipt, (each) => each.blockNumber === blockNumber))
  )

/** A transfer that counts is in its block, with its value. */
export const transferDifference = Effect.fnUntraced(function* (
  { name, token }: EvmNetwork,
  rpc: Rpc["Service"],
  { address, blockNumber, position, txHash, value }: ChainTransfer
) {
  const receipt = yield* receiptIn(rpc, txHash, blockNumber)
  const contract = token.address.toLowerCase()
  const there = tokenTransfers(
    (receipt?.logs ?? []).filter((log) => log.address === contract && log.topics[0] === transferTopic)
  )
  const isThere = there.some(
    (each) =>
      each.position === position % otherExecution &&
      each.recipient === address &&
      each.value === BigInt(value)
  )
  return isThere
    ? undefined
    : `transfer ${txHash} of ${value} to ${address} is recorded in block ${blockNumber}, and ${name} does not have it there`
})

/** A transaction has the outcome and the cost that its receipt says. */
export const transactionDifference = Effect.fnUntraced(function* (
  { name, token }: EvmNetwork,
  rpc: Rpc["Service"],
  { _tag, blockNumber, costWei, forms, hash, nonce, order, wallet }: SettledTransaction
) {
  const what = `transaction ${hash} of ${order.purpose} ${order.payoutId || order.id}`
  const receipt = yield* receiptIn(rpc, hash, blockNumber)
  if (receipt === undefined)
    return `${what} is recorded in block ${blockNumber} for slot ${nonce} of wallet ${wallet}, and ${name} does not have it there`
  const form = forms.find((each) => each.hash === hash)
  // One that was not signed here took the slot.
  if (form === undefined) return undefined
  const outcome = slotOutcome(order, form, receipt, wallet, token)
  if (outcome?._tag !== _tag)
    return `${what} is recorded as ${_tag}, and ${outcome?._tag ?? "moved something else"} on ${name}`
  return String(outcome.costWei) === costWei
    ? undefined
    : `${what} cost ${outcome.costWei} wei on ${name}, and is recorded with ${costWei}`
})
