import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { Effect } from "effect"

/** Answers in the making, so that a shutdown can wait for them. */
export class InFlight {
  private readonly latest = new Map<Duplex, ServerResponse>()
  private readonly streams = new Set<() => void>()
  private count = 0
  private whenNone: (() => void) | undefined

  /** Whether the server is shutting down: connections are then not used again. */
  stopping = false

  begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    this.count += 1
    this.latest.set(socket, response)
    response.once("close", () => {
      this.count -= 1
      // A client may have sent its next request before this answer: then that one is the connection's latest.
      if (this.latest.get(socket) === response) this.latest.delete(socket)
      if (this.count === 0) this.whenNone?.()
    })
  }

  /** The answer in the making to the latest request of a connection. */
  latestOn(socket: Duplex): ServerResponse | undefined {
    return this.latest.get(socket)
  }

  /** A stream ends only by its client or by the shutdown. */
  addStream(response: ServerResponse, stop: () => void): void {
    this.streams.add(stop)
    response.once("close", () => this.streams.delete(stop))
    if (this.stopping) stop()
  }

  /** Begins the shutdown: streams end, and the next answer of every connection is its last. */
  stop(): void {
    this.stopping = true
    for (const stop of this.streams) stop()
  }

  /** Completes when nothing is in flight. */
  readonly finished = Effect.callback<void>((resume) => {
    if (this.count === 0) resume(Effect.void)
    else this.whenNone = () => resume(Effect.void)
  })
}
