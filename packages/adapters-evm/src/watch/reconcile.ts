import { Effect, Result } from "effect"
import { keyOf, type ReadBlock } from "./ReadBlock.ts"
import { recordTransfers, settleBlock } from "./recordTransfers.ts"
import type { TokenNode } from "./TokenNode.ts"
import { tokenTransfers } from "./TokenTransfer.ts"
import type { Watch, WatchFailure } from "./Watch.ts"
import { countLateFinds } from "./watcherMetrics.ts"

/**
 * Settles that a second answer has transfers of a block that the first lacks: to this store, or in a transaction with
 * such a transfer, as keys. The first node is asked again, and for the receipts of the block if it insists. If it
 * still insists, what the other says of the whole block is recorded beside it: the receipts of the transfers decide.
 * Returns whether anything was new.
 */
export const reconcile = Effect.fnUntraced(function* (
  watch: Watch,
  block: ReadBlock,
  extra: ReadonlyArray<string>
): Effect.fn.Return<boolean, WatchFailure> {
  const { network, node, other = node, reader } = watch
  if (extra.length === 0) return false
  const known = yield* logsWith(watch, node, block, extra)
  if (known === undefined) {
    const { logs } = yield* other.logsOfRange(block.number, block.number, undefined)
    const transfers = tokenTransfers(
      logs.filter(({ blockHash }) => blockHash === block.hash),
      network.spelling
    )
    return yield* recordTransfers(watch, yield* reader.ownOf(block, transfers))
  }
  yield* settleBlock(watch, yield* reader.readFrom(block, known))
  yield* countLateFinds(network.name, extra.length)
  return true
})

/** The logs of the block with these among them; undefined if the node denies one, or gives no answer. */
const logsWith = Effect.fnUntraced(function* (
  { network: { spelling } }: Watch,
  node: TokenNode,
  block: ReadBlock,
  keys: ReadonlyArray<string>
) {
  for (const ask of [node.logsOf, node.provenLogsOf]) {
    const answer = yield* Effect.result(ask(block))
    if (Result.isFailure(answer)) continue
    const known = new Set(tokenTransfers(answer.success, spelling).map(keyOf))
    if (keys.every((key) => known.has(key))) return answer.success
  }
  return undefined
})
