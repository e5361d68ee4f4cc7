import { type ChainBlock, rememberedBlocksMax } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import type { Block } from "../rpc/ChainData.ts"
import { BlockUnknown } from "../rpc/RpcFailure.ts"
import type { ReadBlock } from "./ReadBlock.ts"
import { recordTransfers } from "./recordTransfers.ts"
import type { TokenNode } from "./TokenNode.ts"
import type { Watch, WatchFailure } from "./Watch.ts"

/** At most this many blocks are read in one step, besides those that replace others. */
const stepBlocks = 64

/** Requests to a node at once. */
const concurrency = 4

/** Blocks read between two checks of the clock. */
const portion = 8

/** How far a network was read. */
interface Before {
  /** The block after which reading began. */
  readonly firstBlock: number
  /** The remembered blocks, and the last of them. */
  readonly blocks: ReadonlyArray<ChainBlock>
  readonly last: ChainBlock
}

export type Followed =
  /** The network shows nothing new, or less than before. */
  | { readonly _tag: "Same" }
  /** A reorganisation is not completely read yet. */
  | { readonly _tag: "Unfinished" }
  /** A reorganisation is deeper than is followed. */
  | { readonly _tag: "Lost" }
  | {
      readonly _tag: "Read"
      /** The last block before the new ones. */
      readonly ancestor: ChainBlock
      readonly blocks: readonly [ReadBlock, ...ReadonlyArray<ReadBlock>]
      /** Whether a transfer came, moved or went. */
      readonly isChanged: boolean
    }

/**
 * Reads the blocks above the remembered ones, one by one. Where the chain forked, the new branch is read to the old
 * height before any transfer of the old branch is given up: it may come back in a later block.
 */
export const follow = Effect.fnUntraced(function* (
  watch: Watch,
  before: Before,
  head: Block
): Effect.fn.Return<Followed, WatchFailure> {
  const { job, journal, network } = watch
  const { last } = before
  // A node that has seen less than another shows an older head.
  if (head.number < last.number) return { _tag: "Same" }
  const ancestor = yield* ancestorOf(watch, before, head)
  if (ancestor === undefined || last.number - ancestor.number > rememberedBlocksMax) return { _tag: "Lost" }
  const isFork = ancestor.number < last.number
  // Nothing is new, or the block after which reading began was replaced and has no successor yet.
  if (head.number === ancestor.number) return { _tag: "Same" }
  const branch = yield* headersOf(watch, ancestor, Math.min(head.number, last.number + stepBlocks), head)
  const blocks = yield* readOf(watch, branch)
  const [first, ...rest] = blocks
  if (first === undefined || (isFork && blocks.length < branch.length)) return { _tag: "Unfinished" }
  let isChanged = isFork
  for (const { own } of blocks) isChanged = (yield* recordTransfers(watch, own)) || isChanged
  const hashes = new Map(blocks.map(({ hash, number }) => [number, hash]))
  for (const transfer of yield* journal.transfersAbove(network.name, ancestor.number)) {
    const hash = hashes.get(transfer.blockNumber)
    // Those above the new branch were seen by a process that then died. They are decided when it is as long.
    if (transfer.isDropped || hash === undefined || hash === transfer.blockHash) continue
    isChanged = (yield* journal.drop(transfer, job)) || isChanged
  }
  return { _tag: "Read", ancestor, blocks: [first, ...rest], isChanged }
})

/**
 * The last remembered block that is still on the network. Where reading began that may be none: nothing below was ever
 * read, so the block that is there now takes its place.
 */
const ancestorOf = Effect.fnUntraced(function* (
  { node }: Watch,
  { blocks: remembered, firstBlock, last }: Before,
  head: Block
): Effect.fn.Return<ChainBlock | undefined, WatchFailure> {
  const next = head.number > last.number ? yield* blockAt(node, last.number + 1, head) : undefined
  if (next?.parentHash === last.hash) return last
  const common = yield* commonBlock(remembered, ({ hash, number }) =>
    Effect.map(blockAt(node, number, head), (block) => block.hash === hash)
  )
  if (common !== undefined || remembered[0]?.number !== firstBlock) return common
  const { hash } = yield* blockAt(node, firstBlock, head)
  return { number: firstBlock, hash }
})

const blockAt = (node: TokenNode, number: number, head: Block) =>
  number === head.number ? Effect.succeed(head) : node.block(number)

/** The blocks above the ancestor, each proven to follow the one before it. */
const headersOf = Effect.fnUntraced(function* (
  { node }: Watch,
  ancestor: ChainBlock,
  to: number,
  head: Block
) {
  const numbers = Array.from({ length: to - ancestor.number }, (_, index) => ancestor.number + 1 + index)
  const blocks = yield* Effect.forEach(numbers, (number) => blockAt(node, number, head), { concurrency })
  let parent = ancestor.hash
  for (const block of blocks) {
    // The chain forked again meanwhile, or two nodes answered.
    if (block.parentHash !== parent) return yield* new BlockUnknown({ host: "", block: parent })
    parent = block.hash
  }
  return blocks
})

/** As many of the blocks as there is time for. */
const readOf = Effect.fnUntraced(function* (watch: Watch, branch: ReadonlyArray<Block>) {
  const { deadline, reader } = watch
  const blocks: Array<ReadBlock> = []
  while (blocks.length < branch.length) {
    const next = branch.slice(blocks.length, blocks.length + portion)
    blocks.push(...(yield* Effect.forEach(next, (block) => reader.read(watch, block), { concurrency })))
    if ((yield* Clock.currentTimeMillis) >= deadline) break
  }
  return blocks
})

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
