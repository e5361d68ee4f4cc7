import { chainTransferPlace } from "@quittance/core"
import { Effect, Result } from "effect"
import type { Block, Log } from "../rpc/ChainData.ts"
import { keyOf, type ReadBlock } from "./ReadBlock.ts"
import type { NodeFailure, TokenNode } from "./TokenNode.ts"
import { tokenTransfers } from "./TokenTransfer.ts"
import type { Dispute, Watch, WatchFailure } from "./Watch.ts"
import type { WatchedNetwork } from "./WatchedNetwork.ts"
import { countLateFinds } from "./watcherMetrics.ts"

/** How a second answer about a block differs from the first, as keys of transfers. */
export interface Difference {
  /** Only in the second answer: to this store, or in a transaction with such a transfer. */
  readonly extra: ReadonlyArray<string>
  /** To this store, only in the first answer. */
  readonly missing: ReadonlyArray<string>
}

/** Records all transfers of a block. Returns whether any was new. */
export const recordBlock = Effect.fnUntraced(function* (
  { job, journal, network }: Watch,
  { own }: ReadBlock
) {
  let isNews = false
  for (const { found } of own) isNews = (yield* journal.see(network.name, found, job)) || isNews
  return isNews
})

/** Makes the journal say the same of a block, which may have been recorded with logs left out: those moved the positions after them. */
export const settleBlock = Effect.fnUntraced(function* (watch: Watch, read: ReadBlock) {
  const { job, journal, network } = watch
  let isNews = yield* recordBlock(watch, read)
  const places = new Set(read.own.map(({ found }) => chainTransferPlace(found)))
  for (const transfer of yield* journal.transfersAbove(network.name, read.number - 1))
    if (transfer.blockHash === read.hash && !places.has(chainTransferPlace(transfer)))
      isNews = (yield* journal.drop(transfer, job)) || isNews
  return isNews
})

/**
 * Finds out which of two different answers about a block is true: it asks the node that knows less again, and for the
 * receipts of the block if the node insists. If both nodes insist, the block is in dispute.
 */
export const reconcile = Effect.fnUntraced(function* (
  watch: Watch,
  block: Block,
  { extra, missing }: Difference
): Effect.fn.Return<Dispute | undefined, WatchFailure> {
  const { network, reader } = watch
  const { node, other = node } = network
  const dispute = { blockNumber: block.number, reason: "only one node knows a transfer" }
  if (missing.length > 0 && (yield* logsWith(network, other, block, missing)) === undefined) return dispute
  if (extra.length === 0) return undefined
  const logs = yield* logsWith(network, node, block, extra)
  if (logs === undefined) return dispute
  const read = yield* reader.readFrom(block, logs)
  yield* settleBlock(watch, read)
  yield* countLateFinds(network.name, extra.length)
  return undefined
})

/** The logs of the block with these among them; undefined if the node denies one, or cannot prove that it does not exist. */
const logsWith = Effect.fnUntraced(function* (
  { spelling }: WatchedNetwork,
  node: TokenNode,
  block: Block,
  keys: ReadonlyArray<string>
): Effect.fn.Return<ReadonlyArray<Log> | undefined, NodeFailure> {
  for (const ask of [node.logsOf, node.provenLogsOf]) {
    const answer = yield* Effect.result(ask(block))
    if (Result.isFailure(answer)) {
      const { failure } = answer
      if (failure._tag === "RpcUnavailable" && failure.kind !== "refused" && failure.kind !== "unsupported")
        return yield* failure
      continue
    }
    const known = new Set(tokenTransfers(answer.success, spelling).map(keyOf))
    if (keys.every((key) => known.has(key))) return answer.success
  }
  return undefined
})
