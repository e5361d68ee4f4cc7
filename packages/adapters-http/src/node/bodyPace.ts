import type { IncomingMessage } from "node:http"
import { WallClock } from "@quittance/core"
import { Effect } from "effect"
import { breakBody } from "./brokenBody.ts"

/** A quarter of a megabit, which a telephone has nearly everywhere. */
const bytesPerSecondMin = 32 * 1024
/** The most bytes that any request of ours has. */
const bytesMax = 12 * 1024 * 1024
/** How long a body is left alone at least, however close to its end it is. */
const lookMillisMin = 100

/** The time that bytes may take on their way, in whichever direction. */
export const transferMillis = (bytes: number): number => (bytes / bytesPerSecondMin) * 1_000

/** The longest that a request may take which has `millis` for its first byte. */
export const slowestMillis = (millis: number): number => millis + transferMillis(bytesMax)

/**
 * Breaks a body that comes too slowly. It has `millis`, and a second more for each 32 KiB that came: a person may send
 * a photograph over a slow network, and who sends a byte now and then takes nobody's place for long.
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
