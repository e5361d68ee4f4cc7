import type { ChainBlock } from "@quittance/core/adapter"
import { Clock, Effect, Result } from "effect"
import type { Log } from "../rpc/ChainData.ts"
import { isLimited, mayBeTooMuch } from "../rpc/mayBeTooMuch.ts"
import { keyOf, type ReadBlock } from "./ReadBlock.ts"
import { reconcile } from "./reconcile.ts"
import { settleBlock } from "./recordTransfers.ts"
import { tokenTransfers } from "./TokenTransfer.ts"
import type { Dispute, Watch, WatchFailure } from "./Watch.ts"
import { countFailure } from "./watcherMetrics.ts"

/** By then a node has indexed a block, and most reorganisations are over. */
const delayMax = 20

/** A single node gets requests for this many blocks at once. */
const portion = 8

/** At most this many, after a node gave no answer for a while. */
const portionMax = 32

/**
 * How far behind the head blocks are read again. Another node is asked before a transfer reaches its depth, so that
 * no confirmation counts that is on a branch of one node alone.
 */
export const scanDelay = (confirmations: number, hasOther: boolean): number =>
  hasOther ? Math.min(delayMax, confirmations - 1) : delayMax

/** The depth at which a node has long indexed a block, and at which a credit is due. */
export const settledDepth = (confirmations: number): number => Math.max(confirmations, delayMax)

export interface Scanned {
  /** The last block about which the answers agree. */
  readonly to: number
  readonly dispute: Dispute | undefined
  /** Whether transfers were found or moved. */
  readonly isChanged: boolean
}

/**
 * Reads blocks again, by range instead of by hash, and from another node if there is one, to find what was left out
 * the first time. A node that gives no answer is asked again later. Credits do not wait for it; otherwise a second
 * node would make them less reliable.
 */
export const secondScan = Effect.fnUntraced(function* (
  watch: Watch,
  from: number,
  blocks: ReadonlyArray<ChainBlock>
): Effect.fn.Return<Scanned, WatchFailure> {
  const { deadline, network, node, other, reader } = watch
  const head = blocks.at(-1)?.number ?? 0
  const due = head - scanDelay(network.confirmations, other !== undefined)
  const hashes = new Map(blocks.map(({ hash, number }) => [number, hash]))
  let next = from
  let size = portionMax
  let isChanged = false
  while (due - next + 1 >= (other === undefined ? portion : 1)) {
    const agreed = { to: next - 1, dispute: undefined, isChanged }
    if ((yield* Clock.currentTimeMillis) >= deadline) return agreed
    const to = Math.min(due, next + size - 1)
    const answer = yield* Effect.result((other ?? node).logsOfRange(next, to, undefined))
    if (Result.isFailure(answer)) {
      yield* countFailure(network.name, answer.failure)
      if (to === next || !(isLimited(answer.failure) || mayBeTooMuch(answer.failure))) return agreed
      // One more question tells a limit of blocks from one of requests.
      size = isLimited(answer.failure) ? 1 : Math.ceil((to - next + 1) / 2)
      continue
    }
    const { last, logs } = answer.success
    const known = hashes.get(to) ?? (yield* node.block(to)).hash
    if (last.hash !== known) {
      // The first node may be reorganising; the next reading follows it.
      if (other === undefined || (yield* node.block(to)).hash !== known) return agreed
      return { ...agreed, dispute: { blockNumber: next, reason: `nodes have different blocks ${to}` } }
    }
    const second = Map.groupBy(logs, ({ blockHash }) => blockHash)
    for (let number = next; number <= to; number++) {
      const kept = reader.kept(hashes.get(number) ?? "")
      const first = kept ?? (yield* reader.read(watch, yield* node.block(number)))
      // Another process recorded it, and may have died in the middle of a correction.
      if (kept === undefined) isChanged = (yield* settleBlock(watch, first)) || isChanged
      const shown = second.get(first.hash) ?? []
      const extra = yield* extraIn(watch, first, shown)
      isChanged = (yield* reconcile(watch, first, extra)) || isChanged
    }
    next = to + 1
  }
  return { to: next - 1, dispute: undefined, isChanged }
})

/** What only the second answer has: to this store, or in a transaction with such a transfer, as keys. */
const extraIn = Effect.fnUntraced(function* (
  { network, reader }: Watch,
  first: ReadBlock,
  logs: ReadonlyArray<Log>
) {
  const unknown = tokenTransfers(logs, network.spelling).filter(
    (transfer) => !first.keys.has(keyOf(transfer))
  )
  const toUs = new Set((yield* reader.ownOf(first, unknown)).map(({ key }) => key))
  const ourTransactions = new Set(first.own.map(({ found }) => found.txHash))
  return unknown
    .filter((transfer) => toUs.has(keyOf(transfer)) || ourTransactions.has(transfer.txHash))
    .map(keyOf)
})
