import { type FoundTransfer, otherExecution } from "@quittance/core/adapter"
import { Effect, Result } from "effect"
import { testimonies } from "./receipts.ts"
import { settledDepth } from "./secondScan.ts"
import { tokenTransfers } from "./TokenTransfer.ts"
import type { Watch } from "./Watch.ts"
import type { WatchedNode } from "./WatchedNetwork.ts"

/**
 * Whether a waiting transfer can be given up. All nodes are asked again, also those that have shown it. As many must
 * deny it as were to agree on it, or all if there are fewer: one of two that contradict each other proves nothing. A
 * node denies it if it is deep below its newest block, where receipts and logs are indexed, and neither shows it.
 */
export const isRefuted = Effect.fnUntraced(function* (watch: Watch, found: FoundTransfer, head: number) {
  const { host, network } = watch
  if (head - found.blockNumber + 1 < settledDepth(network.confirmations)) return false
  const [again] = yield* testimonies(network, [found], host, true)
  const { length } = network.nodes
  const wanted = found.askedFor === 1 ? length : Math.min(found.askedFor, length)
  let denied = 0
  for (const each of again?.deniedBy ?? []) if (yield* isDenied(watch, each, found)) denied += 1
  return denied >= wanted
})

const isDenied = Effect.fnUntraced(function* (
  { network }: Watch,
  { node }: WatchedNode,
  { address, blockHash, blockNumber, position, txHash, value }: FoundTransfer
) {
  const answer = yield* Effect.result(
    Effect.gen(function* () {
      const { number } = yield* node.head
      if (number - blockNumber + 1 < settledDepth(network.confirmations)) return false
      const block = yield* node.block(blockNumber)
      if (block.hash !== blockHash) return true
      const transfers = tokenTransfers(yield* node.logsOf(block), network.spelling)
      return !transfers.some(
        (each) =>
          each.txHash === txHash &&
          each.recipient === address &&
          String(each.value) === value &&
          each.position === position % otherExecution
      )
    })
  )
  return Result.isSuccess(answer) && answer.success
})
