/**
 * One keep-alive connection in a closed loop: it sends, waits for the whole answer, and sends the next. At most one
 * request is in flight. If the server closes the connection, it is opened again, and a request that was in flight is an
 * error.
 */
import { connect, type Socket } from "node:net"
import { wholeAnswer } from "./httpAnswer.ts"

export type LoadEvents = {
  /** The next request's bytes, or nothing when this connection is to stop. */
  readonly next: () => Buffer | undefined
  /** `latencyMillis` runs from the write to the arrival of the answer's last byte; `body` reads it on demand. */
  readonly answered: (status: number, latencyMillis: number, body: () => string) => void
  readonly failed: (reason: string) => void
  /** Called once, when nothing is in flight any more. */
  readonly stopped: () => void
}

const reconnectLimit = 20

/** Starts the loop. The returned function stops it; a request in flight then counts as failed. */
export const runLoadConnection = (host: string, port: number, events: LoadEvents): (() => void) => {
  let socket: Socket
  let pending: Buffer | undefined
  let sentAt = 0
  let isInFlight = false
  let isStopped = false
  let reconnects = 0

  const stop = (): void => {
    if (isStopped) return
    isStopped = true
    socket.destroy()
    events.stopped()
  }

  const send = (): void => {
    const request = events.next()
    if (request === undefined) {
      stop()
      return
    }
    isInFlight = true
    sentAt = performance.now()
    socket.write(request)
  }

  const receive = (chunk: Buffer): void => {
    const bytes = pending === undefined ? chunk : Buffer.concat([pending, chunk])
    const answer = wholeAnswer(bytes)
    if (answer === undefined) {
      pending = bytes
      return
    }
    pending = undefined
    isInFlight = false
    events.answered(answer.status, performance.now() - sentAt, () =>
      bytes.toString("utf8", answer.bodyStart, answer.end)
    )
    send()
  }

  const fail = (reason: string): void => {
    if (isInFlight) events.failed(reason)
    isInFlight = false
    pending = undefined
  }

  const open = (): void => {
    let closeReason = "the server closed the connection"
    socket = connect({ host, port, noDelay: true })
    socket.on("connect", send)
    socket.on("data", (chunk) => {
      try {
        receive(chunk)
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    })
    socket.on("error", (error) => {
      closeReason = error.message
    })
    socket.on("close", () => {
      if (isStopped) return
      fail(closeReason)
      if (++reconnects > reconnectLimit) {
        events.failed(`gave up after ${reconnectLimit} reconnects: ${closeReason}`)
        stop()
      } else {
        open()
      }
    })
  }

  open()
  return () => {
    fail("no answer before the run's end")
    stop()
  }
}
