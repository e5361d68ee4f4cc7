import type { IncomingMessage } from "node:http"
import { breakBody } from "./brokenBody.ts"

/** A quarter of a megabit, which a telephone has nearly everywhere. */
const bytesPerSecondMin = 32 * 1024
/** The most bytes that any request of ours has. */
const bytesMax = 12 * 1024 * 1024
/** How often it is looked at least, however close to its end a body is. */
const lookMillisMin = 100

const earnedMillis = (bytes: number): number => (bytes / bytesPerSecondMin) * 1_000

/** The longest that a request may take which has `millis` for its first byte. */
export const slowestMillis = (millis: number): number => millis + earnedMillis(bytesMax)

/**
 * Breaks a body that comes too slowly. It has `millis`, and a second more for each 32 KiB that came: a person may send a photograph
 * over a slow network, and who sends a byte now and then takes nobody's place for long.
 */
export const keepPace = (request: IncomingMessage, millis: number): void => {
  const { socket } = request
  const bytesBefore = socket.bytesRead
  const began = performance.now()
  const look = (): void => {
    if (request.complete) return
    const left = began + millis + earnedMillis(socket.bytesRead - bytesBefore) - performance.now()
    if (left > 0) lookIn(Math.max(left, lookMillisMin))
    else breakBody(request, { code: "ERR_HTTP_REQUEST_TIMEOUT" })
  }
  let timer: NodeJS.Timeout
  const lookIn = (delay: number): void => {
    timer = setTimeout(look, delay).unref()
  }
  lookIn(millis)
  request.once("close", () => clearTimeout(timer))
}
