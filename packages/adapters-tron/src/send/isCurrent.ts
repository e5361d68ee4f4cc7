import { type ChainCursor, ChainJournal } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { lifetimeMillis, proofMarginMillis } from "./TronSenderOptions.ts"
import type { Reference } from "./transactionFor.ts"

/** A process may miss this many blocks (90 s) before the next one reads on: the cursor is written every 45 s. */
const missedBlocksMax = 30

/**
 * The watcher reads the last blocks one by one, and remembers a gap where it read more: at least 15 blocks of one that
 * counts.
 */
export const liveBlocksMax = 15

/** No two blocks are closer. */
const blockMillis = 3_000

/** No transaction lives through so many blocks. */
const lifeBlocks = (lifetimeMillis + proofMarginMillis) / blockMillis

/**
 * Whether no transaction that this store may have forgotten can still be carried out. A store that was replaced by an
 * old copy does not know what was signed since, and no node shows transactions that are in no block. So after a gap
 * in the reading of the network, which such a copy has, the longest life of a transaction must pass first, even if
 * another process has read on since. A stop of a few minutes costs the same wait.
 */
export const makeIsCurrent = Effect.fnUntraced(function* (network: string) {
  const journal = yield* ChainJournal
  // Read when the process begins: before it reads on.
  const before = yield* Effect.result(journal.cursor(network))
  let endBlock: number | undefined

  return ({ head, solid }: Reference): boolean => {
    endBlock ??= lifeBlocks + (before._tag === "Failure" ? head.number : gapEnd(before.success, head.number))
    return solid.number >= endBlock
  }
})

/** A block that is not before the newest one at the time when reading continued. */
const gapEnd = (cursor: Option.Option<ChainCursor>, head: number): number => {
  if (Option.isNone(cursor)) return Number.NEGATIVE_INFINITY
  const { blockNumber, blocks } = cursor.value
  if (head - blockNumber > missedBlocksMax) return head
  const resumed = blocks.findLast(
    ({ number }, index) => number - (blocks[index - 1]?.number ?? number) >= missedBlocksMax - liveBlocksMax
  )
  // More blocks came while it read.
  return resumed === undefined ? Number.NEGATIVE_INFINITY : resumed.number + missedBlocksMax
}
