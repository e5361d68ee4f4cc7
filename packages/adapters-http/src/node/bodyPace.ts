import type { IncomingMessage } from "node:http"
import { statementFileBytesMax, WallClock } from "@quittance/core/adapter"
import { Effect } from "effect"
import { breakBody } from "./nodeRequest.ts"

/** A quarter of a megabit per second, which a phone has nearly everywhere. */
const bytesPerSecondMin = 32 * 1024
/** The maximum size of any of our requests: no other is larger. */
const bytesMax = statementFileBytesMax
/** The minimum time between two checks of a body, however close to its end it is. */
const lookMillisMin = 100

/** The time allowed for transferring bytes, in either direction. */
export const transferMillis = (bytes: number): number => (bytes / bytesPerSecondMin) * 1_000

/** The maximum duration of a request that has `millis` for its first byte. */
export const slowestMillis = (millis: number): number => millis + transferMillis(bytesMax)

/**
 * Breaks a body that arrives too slowly. It has `millis`, plus a second for each 32 KiB received: a person
 * may send a photo over a slow network, but a client that sends a byte now and then holds its place only
 * briefly.
 */
export const requireUploadPace = Effect.fnUntraced(function* (request: IncomingMessage, millis: number) {
  const wallClock = yield* WallClock
  const { socket } = request
  const bytesBefore = socket.bytesRead
  let waited = 0
  while (!request.complete) {
    const left = millis + transferMillis(socket.bytesRead - bytesBefore) - waited
    if (left <= 0) return breakBody(request, { code: "ERR_HTTP_REQUEST_TIMEOUT" })
    const pause = Math.max(left, lookMillisMin)
    yield* wallClock.sleep(pause)
    waited += pause
  }
})
