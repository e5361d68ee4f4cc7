import { WallClock } from "@quittance/core"
import { Effect } from "effect"
import type { RequestLogTable } from "./requestLogSettings.ts"
import { RequestShare } from "./RequestShare.ts"

/** What the log says about one request. Nothing in it was written by the client. */
export interface RequestLine {
  readonly method: string
  /** The pattern of the path, with its braces; `-` if nothing is there: an unknown path may contain a link's token. */
  readonly path: string
  /** The status that was answered; null if the request was interrupted before. */
  readonly status: number | null
  readonly millis: number
  readonly partnerId?: string
  readonly keyId?: string
  /** The key that the request named without proving it. */
  readonly claimedKeyId?: string
  readonly requestId: string
  /** The error code. */
  readonly code?: string
  /** The client was gone before the answer. */
  readonly aborted?: boolean
}

export interface RequestLog {
  /** Writes the line, if it has a share; undefined if not. The address decides which limit counts, and is not written. */
  readonly write: (line: RequestLine, addressOf: () => string) => Effect.Effect<void> | undefined
}

const secondMillis = 1_000

/**
 * Writes one line for each request at level info, as far as `RequestShare` allows, and one line a second that counts the
 * others.
 */
export const makeRequestLog = Effect.fnUntraced(function* (limits: RequestLogTable) {
  const wallClock = yield* WallClock
  const share = new RequestShare(limits)
  const writeRest = Effect.suspend(() => {
    const left = share.turn()
    if (left === undefined) return Effect.void
    return Effect.annotateLogs(Effect.logInfo("requests without a line"), { ...left })
  })
  yield* Effect.addFinalizer(() => writeRest)
  yield* wallClock.sleep(secondMillis).pipe(Effect.andThen(writeRest), Effect.forever, Effect.forkScoped)
  const write: RequestLog["write"] = (line, addressOf) => {
    const isRefused = line.status === null || line.status >= 400
    const isWritten = isRefused
      ? share.takesRefused(addressOf(), line.code ?? "-")
      : share.takesAnswered(line.requestId)
    return isWritten ? Effect.annotateLogs(Effect.logInfo("request"), { ...line }) : undefined
  }
  return { write } satisfies RequestLog
})
