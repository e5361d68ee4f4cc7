import { Effect } from "effect"
import type { Block, Log } from "../rpc/ChainData.ts"
import { keyOf, type ReadBlock } from "./ReadBlock.ts"
import type { NodeFailure, TokenNode } from "./TokenNode.ts"
import { tokenTransfers } from "./TokenTransfer.ts"
import type { Dispute, Watch, WatchFailure } from "./Watch.ts"
import { countLateFinds } from "./watcherMetrics.ts"

/** What a second answer about a block says otherwise than the first, in keys of transfers. */
export interface Difference {
  /** Only in the second answer: to this store, or in a transaction with such a transfer. */
  readonly extra: ReadonlyArray<string>
  /** To this store, only in the first answer. */
  readonly missing: ReadonlyArray<string>
}

/** Records all transfers of a block. Returns whether any was news. */
export const recordBlock = Effect.fnUntraced(function* ({ job, journal }: Watch, { own }: ReadBlock) {
  let isNews = false
  for (const { found, partnerId } of own) isNews = (yield* journal.see(partnerId, found, job)) || isNews
  return isNews
})

/**
 * Finds out which of two different answers about a block is true: the node that knows less is asked again, and for the receipts of
 * the block if it insists. Nodes that insist on both are in dispute.
 */
export const reconcile = Effect.fnUntraced(function* (
  watch: Watch,
  block: Block,
  { extra, missing }: Difference
): Effect.fn.Return<Dispute | undefined, WatchFailure> {
  const { job, journal, network, node, other = node, reader } = watch
  const dispute = { blockNumber: block.number, reason: "a transfer is known to one node only" }
  if (missing.length > 0 && (yield* logsWith(other, block, missing)) === undefined) return dispute
  if (extra.length === 0) return undefined
  const logs = yield* logsWith(node, block, extra)
  if (logs === undefined) return dispute
  const read = yield* reader.readFrom(block, logs)
  yield* recordBlock(watch, read)
  // A log that was left out moved the positions of those after it.
  const places = new Set(read.own.map(({ found }) => `${found.txHash} ${found.position}`))
  for (const transfer of yield* journal.transfersAbove(network.name, block.number - 1))
    if (transfer.blockHash === block.hash && !places.has(`${transfer.txHash} ${transfer.position}`))
      yield* journal.drop(transfer, job)
  yield* countLateFinds(network.name, extra.length)
  return undefined
})

/** The logs of the block with these among them; undefined if the node denies one. */
const logsWith = Effect.fnUntraced(function* (
  node: TokenNode,
  block: Block,
  keys: ReadonlyArray<string>
): Effect.fn.Return<ReadonlyArray<Log> | undefined, NodeFailure> {
  for (const ask of [node.logsOf, node.provenLogsOf]) {
    const logs = yield* ask(block)
    const known = new Set(tokenTransfers(logs).map(keyOf))
    if (keys.every((key) => known.has(key))) return logs
  }
  return undefined
})
