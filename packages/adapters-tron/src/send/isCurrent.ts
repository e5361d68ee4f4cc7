import { ChainJournal } from "@quittance/core"
import { Effect, Option } from "effect"
import { lifetimeMillis, proofMarginMillis } from "./TronSenderOptions.ts"
import type { Reference } from "./transactionFor.ts"

/** So many blocks, 90 s, a process may miss before the next one reads on: how far it read is written every 45 s. */
const missedBlocksMax = 30

/**
 * Whether nothing can be carried out any more that this store may have forgotten. A store that was put back to a copy does not know what
 * was signed since, and no node shows what no block has taken. So after a gap in what was read of the network, which such a copy has,
 * the longest life of a transaction must pass first. A stop of some minutes costs the same wait.
 */
export const makeIsCurrent = Effect.fnUntraced(function* (network: string) {
  const journal = yield* ChainJournal
  // Read when the process begins: before it reads on.
  const before = yield* Effect.result(journal.cursor(network))
  let endsAt: number | undefined

  return ({ head, solid }: Reference): boolean => {
    if (endsAt === undefined) {
      const readTo =
        before._tag === "Failure"
          ? 0
          : Option.match(before.success, { onNone: () => head.number, onSome: (each) => each.blockNumber })
      const isGap = head.number - readTo > missedBlocksMax
      endsAt = isGap ? head.timestamp + lifetimeMillis + proofMarginMillis : 0
    }
    return solid.timestamp >= endsAt
  }
})
