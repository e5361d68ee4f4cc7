import { type FoundTransfer, otherExecution } from "@quittance/core/adapter"
import { Effect, Option, Result } from "effect"
import { transferTopic } from "../tokenCalls.ts"
import { tokenTransfers } from "./TokenTransfer.ts"
import type { ShownReceipt, WatchedNetwork, WatchedNode } from "./WatchedNetwork.ts"

/** What nodes say about a transfer when they are asked for its receipt. */
export interface Testimony {
  /** The hosts of those that show it. */
  readonly shownBy: ReadonlyArray<string>
  /** Those that answer, and do not have it in this block. */
  readonly deniedBy: ReadonlyArray<WatchedNode>
}

type Asked = Pick<
  FoundTransfer,
  "address" | "askedFor" | "blockHash" | "blockNumber" | "position" | "shownBy" | "txHash" | "value"
>

/**
 * Asks nodes for the receipts of transfers, one node after the other, until as many have shown each as were asked
 * for. A log is what a node says; its receipt is asked for by another question, and counts if the transaction
 * succeeded in the same block, which the node has in its chain, and moved the same to the same address at the same
 * place. Hosts that have shown a transfer already are not asked again, unless `isAgain`.
 */
export const testimonies = Effect.fnUntraced(function* (
  network: WatchedNetwork,
  transfers: ReadonlyArray<Asked>,
  /** The host whose blocks these are; undefined if one node's word is enough. */
  reader: string | undefined,
  isAgain = false
) {
  const said = transfers.map((transfer) => ({
    transfer,
    shownBy: isAgain ? [] : [...transfer.shownBy],
    deniedBy: [] as Array<WatchedNode>
  }))
  for (const each of network.nodes) {
    const open = said.filter(
      ({ shownBy, transfer }) =>
        !shownBy.includes(each.host) && (isAgain || shownBy.length < transfer.askedFor)
    )
    const hashes = [...new Set(open.map(({ transfer }) => transfer.txHash))]
    if (hashes.length === 0) continue
    const answers = yield* each.receipts(hashes.map(network.spelling.hexOfHash))
    const receiptOf = new Map(hashes.map((hash, index) => [hash, answers[index]]))
    const isThere = onChainOf(each, reader)
    for (const { deniedBy, shownBy, transfer } of open) {
      const answer = receiptOf.get(transfer.txHash)
      if (answer === undefined || Result.isFailure(answer)) continue
      const isShown = showsTransfer(network, Option.getOrUndefined(answer.success), transfer)
      const verdict = isShown ? yield* isThere(transfer) : false
      if (verdict === true) shownBy.push(each.host)
      else if (verdict === false) deniedBy.push(each)
    }
  }
  return said.map(({ deniedBy, shownBy }): Testimony => ({ shownBy, deniedBy }))
})

/**
 * Whether a node has the block of a transfer in its chain; undefined if it does not answer. Each block is asked for
 * once.
 */
const onChainOf = (each: WatchedNode, reader: string | undefined) => {
  const known = new Map<number, string | undefined>()
  return Effect.fnUntraced(function* ({ blockHash, blockNumber }: Asked) {
    // Its blocks were just read by their numbers.
    if (reader === undefined || each.host === reader) return true
    if (!known.has(blockNumber)) {
      const block = yield* Effect.option(each.node.block(blockNumber))
      known.set(blockNumber, Option.getOrUndefined(block)?.hash)
    }
    const hash = known.get(blockNumber)
    return hash === undefined ? undefined : hash === blockHash
  })
}

const showsTransfer = (
  { spelling, token }: WatchedNetwork,
  receipt: ShownReceipt | undefined,
  transfer: Asked
): boolean => {
  if (receipt?.isSuccess !== true || receipt.blockHash !== transfer.blockHash) return false
  const contract = token.toLowerCase()
  const logs = receipt.logs.filter(
    ({ address, topics }) => address === contract && topics[0] === transferTopic
  )
  return tokenTransfers(logs, spelling).some(
    ({ position, recipient, value }) =>
      position === transfer.position % otherExecution &&
      recipient === transfer.address &&
      String(value) === transfer.value
  )
}
