import { Effect, Result } from "effect"
import type { Log } from "../rpc/ChainData.ts"
import type { LogFilter } from "../rpc/LogFilter.ts"
import { isLimited, mayBeTooMuch } from "../rpc/mayBeTooMuch.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { grown, halved, type WindowSize } from "./WindowSize.ts"

/** The pause before a node that limits requests is asked again. */
const limitedMillis = 500

/**
 * Reads the logs of the blocks above one, up to another, in as many requests as the node's limits demand; `take` gets
 * the logs of each. Fails when a node refuses a single block. Returns the size of the next window.
 */
export const readLogs = Effect.fnUntraced(function* <E, R>(
  rpc: Rpc["Service"],
  filter: LogFilter,
  above: number,
  upTo: number,
  first: WindowSize,
  take: (logs: ReadonlyArray<Log>) => Effect.Effect<void, E, R>
) {
  let window = first
  for (let read = above; read < upTo; ) {
    const to = Math.min(upTo, read + window.blocks)
    const answer = yield* Effect.result(rpc.logsOfRange(read + 1, to, filter))
    if (Result.isFailure(answer)) {
      const { failure } = answer
      const isLater = isLimited(failure)
      const smaller = isLater || mayBeTooMuch(failure) ? halved(to - read) : undefined
      if (smaller === undefined) return yield* failure
      if (isLater) yield* Effect.sleep(limitedMillis)
      window = smaller
      continue
    }
    yield* take(answer.success.logs)
    read = to
    window = grown(window)
  }
  return window
})
