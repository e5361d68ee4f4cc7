import type { ChainTransfer, SettledTransaction } from "@quittance/core/adapter"
import { otherExecution } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { LiveNetwork } from "../LiveNetwork.ts"
import { slotOutcome } from "../send/slotOutcome.ts"
import { transferTopic } from "../tokenCalls.ts"
import { tokenTransfers } from "../watch/TokenTransfer.ts"

/** Compares the journal with what the network carried out. A difference is one sentence. */

const executionIn = ({ executionOf }: LiveNetwork, hash: string, blockNumber: number) =>
  Effect.map(executionOf(hash), (execution) =>
    Option.getOrUndefined(Option.filter(execution, (each) => each.blockNumber === blockNumber))
  )

/** A transfer that counts is in its block, with its value. */
export const transferDifference = Effect.fnUntraced(function* (
  network: LiveNetwork,
  { address, blockNumber, position, txHash, value }: ChainTransfer
) {
  const { name, spelling, token } = network
  const execution = yield* executionIn(network, txHash, blockNumber)
  const contract = spelling.hexOfAddress(token.address).toLowerCase()
  const transactionHash = spelling.hexOfHash(txHash)
  const there = tokenTransfers(
    (execution?.logs ?? [])
      .filter((log) => log.address === contract && log.topics[0] === transferTopic)
      .map((log) => ({ ...log, transactionHash })),
    spelling
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
  network: LiveNetwork,
  { _tag, blockNumber, costWei, forms, hash, nonce, order, wallet }: SettledTransaction
) {
  const { name } = network
  const what = `transaction ${hash} of ${order.purpose} ${order.payoutId || order.id}`
  // A slot that is proven to stay unused for ever has none.
  if (hash === "") return undefined
  const execution = yield* executionIn(network, hash, blockNumber)
  if (execution === undefined)
    return `${what} is recorded in block ${blockNumber} for slot ${nonce} of wallet ${wallet}, and ${name} does not have it there`
  const form = forms.find((each) => each.hash === hash)
  // A transaction that was not signed here took the slot.
  if (form === undefined) return undefined
  const outcome = slotOutcome(order, form, execution, wallet, network)
  if (outcome?._tag !== _tag)
    return `${what} is recorded as ${_tag}, and ${outcome?._tag ?? "moved something else"} on ${name}`
  return String(outcome.costWei) === costWei
    ? undefined
    : `${what} cost ${outcome.costWei} wei on ${name}, and is recorded with ${costWei}`
})
