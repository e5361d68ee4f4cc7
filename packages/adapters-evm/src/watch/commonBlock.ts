import type { ChainBlock } from "@quittance/core/adapter"
import { Effect } from "effect"

/**
 * The last of the remembered blocks that is still on the network; undefined if none is. A block's hash stands for all
 * blocks before it, so each request decides half of the rest.
 */
export const commonBlock = Effect.fnUntraced(function* <E>(
  remembered: ReadonlyArray<ChainBlock>,
  isOnNetwork: (block: ChainBlock) => Effect.Effect<boolean, E>
): Effect.fn.Return<ChainBlock | undefined, E> {
  let common = -1
  let gone = remembered.length
  // Most reorganisations are short: the first steps are small.
  let step = 1
  while (gone - common > 1) {
    const probe = Math.max(gone - step, (common + gone) >> 1)
    const block = remembered[probe]
    if (block !== undefined && (yield* isOnNetwork(block))) common = probe
    else gone = probe
    step *= 2
  }
  return remembered[common]
})
