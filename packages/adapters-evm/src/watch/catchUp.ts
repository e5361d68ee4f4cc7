import type { StoreUnavailable } from "@quittance/core"
import { Effect, Result } from "effect"
import type { Hex } from "../hex.ts"
import type { Block, Log } from "../rpc/ChainData.ts"
import { mayBeTooMuch } from "../rpc/mayBeTooMuch.ts"
import { BlockUnknown } from "../rpc/RpcFailure.ts"
import { reconcile } from "./reconcile.ts"
import { recordTransfers } from "./recordTransfers.ts"
import { tokenTransfers } from "./TokenTransfer.ts"
import type { Dispute, Watch, WatchFailure } from "./Watch.ts"
import { grown, halved, type WindowSize } from "./WindowSize.ts"
import { countFailure } from "./watcherMetrics.ts"

/** A window of blocks that was read. */
export interface CaughtUp {
  /** Its last block; undefined if it does not count. */
  readonly last: Pick<Block, "hash" | "number" | "timestamp"> | undefined
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
  /** The last block that was read and compared. */
  after: number,
  target: number,
  recipients: ReadonlyArray<Hex> | undefined,
  window: WindowSize
): Effect.fn.Return<CaughtUp, WatchFailure> {
  const { node, reader } = watch
  const from = after + 1
  const to = Math.min(target, after + window.blocks)
  const first = yield* Effect.result(node.logsOfRange(from, to, recipients))
  if (Result.isFailure(first)) {
    const smaller = mayBeTooMuch(first.failure) ? halved(to - after) : undefined
    if (smaller === undefined) return yield* first.failure
    return { last: undefined, window: smaller, dispute: undefined }
  }
  const { last } = first.success
  const second = yield* otherRange(watch, from, to, recipients)
  if (second === "tooMuch")
    return { last: undefined, window: halved(to - after) ?? window, dispute: undefined }
  if (second !== undefined && second.last.hash !== last.hash) {
    const reason = `nodes have different blocks ${to}`
    return { last: undefined, window, dispute: { blockNumber: from, reason } }
  }
  const logs = [...first.success.logs, ...(second?.logs ?? [])]
  for (const [number, { hashes, keys }] of yield* hitsOf(watch, logs)) {
    const block = yield* node.block(number)
    // The node has another block there since; or a node tells of a block that nobody has.
    if (!hashes.has(block.hash)) {
      if (second === undefined) return yield* new BlockUnknown({ host: "", block: [...hashes].join(", ") })
      continue
    }
    const read = yield* reader.read(watch, block)
    yield* recordTransfers(watch, read.own)
    yield* reconcile(
      watch,
      read,
      keys.filter((key) => !read.keys.has(key))
    )
  }
  yield* dropGhosts(watch, after, to)
  return { last, window: grown(window), dispute: undefined }
})

/** What the other node says, if it is asked about so many blocks; undefined if there is none or it gives no answer. */
const otherRange = Effect.fnUntraced(function* (
  { network, other }: Watch,
  from: number,
  to: number,
  recipients: ReadonlyArray<Hex> | undefined
) {
  if (other === undefined) return undefined
  const answer = yield* Effect.result(other.logsOfRange(from, to, recipients))
  if (Result.isSuccess(answer)) return answer.success
  if (answer.failure._tag === "TooMuch" && from < to) return "tooMuch"
  yield* countFailure(network.name, answer.failure)
  return undefined
})

interface Hit {
  /** Of the blocks that the answers name. */
  readonly hashes: ReadonlySet<string>
  /** Of the transfers to this store. */
  readonly keys: ReadonlyArray<string>
}

/** The blocks with transfers to this store, lowest first. */
const hitsOf = Effect.fnUntraced(function* (
  { network, reader }: Watch,
  logs: ReadonlyArray<Log>
): Effect.fn.Return<ReadonlyArray<readonly [number, Hit]>, StoreUnavailable> {
  const hits = new Map<number, { hashes: Set<string>; keys: Array<string> }>()
  for (const [hash, [first, ...rest]] of Map.groupBy(logs, ({ blockHash }) => blockHash)) {
    if (first === undefined) continue
    const number = first.blockNumber
    const transfers = tokenTransfers([first, ...rest], network.spelling)
    const own = (yield* reader.ownOf({ hash, number, timestamp: 0 }, transfers)).map(({ key }) => key)
    if (own.length === 0) continue
    const hit = hits.get(number) ?? { hashes: new Set(), keys: [] }
    hit.hashes.add(hash)
    hit.keys.push(...own)
    hits.set(number, hit)
  }
  return [...hits].sort(([a], [b]) => a - b)
})

/** Transfers that a process saw in these blocks before it died, and that a reorganisation then removed. */
const dropGhosts = Effect.fnUntraced(function* (
  { job, journal, network, node }: Watch,
  after: number,
  to: number
) {
  for (const transfer of yield* journal.transfersAbove(network.name, after))
    if (!transfer.isDropped && transfer.blockNumber <= to) {
      const { hash } = yield* node.block(transfer.blockNumber)
      if (hash !== transfer.blockHash) yield* journal.drop(transfer, job)
    }
})
