import { WallClock } from "@quittance/core/adapter"
import { Effect } from "effect"
import { RequestShare } from "./RequestShare.ts"
import type { RequestLogTable } from "./requestLogSettings.ts"

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

const secondMillis = 1_000

type Share = Pick<RequestShare, "takesAnswered" | "takesRefused">

const noShare: Share = { takesAnswered: () => false, takesRefused: () => false }

/**
 * Writes one line for a request at level info, if it has a share (`RequestShare`), and one line a second that counts
 * those that had none.
 */
export const makeRequestLog = Effect.fnUntraced(function* (limits: RequestLogTable | "off") {
  if (limits === "off") return { share: noShare, write: () => Effect.void }
  const wallClock = yield* WallClock
  const share = new RequestShare(limits)
  const writeRest = Effect.suspend(() => {
    const left = share.turn()
    if (left === undefined) return Effect.void
    return Effect.annotateLogs(Effect.logInfo("requests without a line"), { ...left })
  })
  yield* Effect.addFinalizer(() => writeRest)
  yield* wallClock.sleep(secondMillis).pipe(Effect.andThen(writeRest), Effect.forever, Effect.forkScoped)
  const write = (line: RequestLine) => Effect.annotateLogs(Effect.logInfo("request"), { ...line })
  return { share, write }
})
