import { Effect } from "effect"
import type { Block } from "../rpc/ChainData.ts"
import type { NodeFailure, TokenNode } from "./TokenNode.ts"

/**
 * The block after which a network is read for the first time: the last one that is not younger than `since`, when the
 * store began with the network, or the head. Addresses that were given out before had another source; what they got is
 * recorded with its positions, and would be credited again with ours.
 */
export const firstBlock = Effect.fnUntraced(function* (
  node: TokenNode,
  head: Block,
  since: number
): Effect.fn.Return<Block, NodeFailure> {
  if (head.timestamp <= since) return head
  let above = head.number
  let found = head
  // From the head down, because nodes may have forgotten their first blocks.
  for (let step = 1; found.number > 0 && found.timestamp > since; step *= 2) {
    above = found.number
    found = yield* node.block(Math.max(0, above - step))
  }
  while (above - found.number > 1) {
    const block = yield* node.block((found.number + above) >> 1)
    if (block.timestamp <= since) found = block
    else above = block.number
  }
  return found
})
