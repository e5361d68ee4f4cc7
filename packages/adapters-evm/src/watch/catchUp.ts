import type { ChainBlock, StoreUnavailable } from "@quittance/core"
import { Effect, Result } from "effect"
import type { Hex } from "../hex.ts"
import type { Log } from "../rpc/ChainData.ts"
import { keyOf } from "./ReadBlock.ts"
import { reconcile, recordBlock } from "./reconcile.ts"
import { mayBeTooMuch } from "../rpc/mayBeTooMuch.ts"
import { BlockUnknown } from "../rpc/RpcFailure.ts"
import { tokenTransfers } from "./TokenTransfer.ts"
import { grown, halved, type WindowSize } from "./WindowSize.ts"
import type { Dispute, Watch, WatchFailure } from "./Watch.ts"
import { countFailure } from "./watcherMetrics.ts"

/** A window of blocks that was read. */
export interface CaughtUp {
  /** The last block of it that counts. */
  readonly last: ChainBlock
  readonly timestamp: number
  readonly window: WindowSize
  readonly dispute: Dispute | undefined
}

/**
 * Reads the next window of blocks up to `target`, which are too deep to be reorganised: only those with a transfer to
 * one of `recipients` are read one by one, because positions need all logs. Without recipients all transfers of the
 * token are requested.
 */
export const catchUp = Effect.fnUntraced(function* (
  watch: Watch,
  after: ChainBlock,
  target: number,
  recipients: ReadonlyArray<Hex> | undefined,
  window: WindowSize
): Effect.fn.Return<CaughtUp, WatchFailure> {
  const { network, reader } = watch
  const { node, spelling } = network
  const from = after.number + 1
  const to = Math.min(target, after.number + window.blocks)
  const first = yield* Effect.result(node.logsOfRange(from, to, recipients))
  if (Result.isFailure(first)) {
    const smaller = mayBeTooMuch(first.failure) ? halved(to - after.number) : undefined
    if (smaller === undefined) return yield* first.failure
    return { last: after, timestamp: 0, window: smaller, dispute: undefined }
  }
  const { last } = first.success
  const second = yield* otherRange(watch, from, to, recipients)
  if (second !== undefined && second.last.hash !== last.hash) {
    const reason = `nodes have different blocks ${to}`
    return { last: after, timestamp: last.timestamp, window, dispute: { blockNumber: from, reason } }
  }
  const hits = yield* hitsOf(
    watch,
    [...first.success.logs, ...(second?.logs ?? [])],
    recipients === undefined
  )
  const secondKeys =
    second === undefined ? undefined : new Set(tokenTransfers(second.logs, spelling).map(keyOf))
  for (const [number, { hash, keys }] of hits) {
    const block = yield* node.block(number)
    if (block.hash !== hash) return yield* new BlockUnknown({ host: "", block: hash })
    const read = yield* reader.read(block)
    yield* recordBlock(watch, read)
    const extra = [...keys].filter((key) => !read.keys.has(key))
    const missing = read.own.map(({ key }) => key).filter((key) => secondKeys?.has(key) === false)
    const dispute = yield* reconcile(watch, block, { extra, missing })
    if (dispute !== undefined) {
      const before = number === from ? after : yield* node.block(number - 1)
      return { last: before, timestamp: block.timestamp, window, dispute }
    }
  }
  yield* dropGhosts(watch, after, to)
  return { last, timestamp: last.timestamp, window: grown(window), dispute: undefined }
})

/** What the other node says; undefined if there is none or it gives no answer. */
const otherRange = Effect.fnUntraced(function* (
  { network }: Watch,
  from: number,
  to: number,
  recipients: ReadonlyArray<Hex> | undefined
) {
  const { other } = network
  if (other === undefined) return undefined
  const answer = yield* Effect.result(other.logsOfRange(from, to, recipients))
  if (Result.isSuccess(answer)) return answer.success
  yield* countFailure(network.name, answer.failure)
  return undefined
})

interface Hit {
  readonly hash: string
  /** Of the transfers to this store. */
  readonly keys: ReadonlySet<string>
}

/** The blocks with transfers to this store, lowest first. */
const hitsOf = Effect.fnUntraced(function* (
  { network, reader }: Watch,
  logs: ReadonlyArray<Log>,
  isUnfiltered: boolean
): Effect.fn.Return<ReadonlyArray<readonly [number, Hit]>, StoreUnavailable> {
  const hits: Array<readonly [number, Hit]> = []
  const byBlock = [...Map.groupBy(logs, ({ blockNumber }) => blockNumber)].sort(([a], [b]) => a - b)
  for (const [number, [first, ...rest]] of byBlock) {
    if (first === undefined) continue
    const hash = first.blockHash
    const transfers = tokenTransfers([first, ...rest], network.spelling)
    const own = isUnfiltered
      ? (yield* reader.ownOf({ hash, number, timestamp: 0 }, transfers)).map(({ key }) => key)
      : transfers.map(keyOf)
    if (own.length > 0) hits.push([number, { hash, keys: new Set(own) }])
  }
  return hits
})

/** Transfers that a process saw in these blocks before it died, and that a reorganisation then removed. */
const dropGhosts = Effect.fnUntraced(function* (
  { job, journal, network }: Watch,
  after: ChainBlock,
  to: number
) {
  for (const transfer of yield* journal.transfersAbove(network.name, after.number))
    if (!transfer.isDropped && transfer.blockNumber <= to) {
      const { hash } = yield* network.node.block(transfer.blockNumber)
      if (hash !== transfer.blockHash) yield* journal.drop(transfer, job)
    }
})
