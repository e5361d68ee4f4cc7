import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { Effect } from "effect"

/** Answers in the making, so that a shutdown can wait for them. */
export class InFlight {
  private readonly sockets = new Set<Duplex>()
  private readonly streams = new Set<() => void>()
  private count = 0
  private whenNone: (() => void) | undefined

  /** Whether the server is shutting down: connections are then not used again. */
  stopping = false

  begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    this.count += 1
    this.sockets.add(socket)
    response.once("close", () => {
      this.count -= 1
      this.sockets.delete(socket)
      if (this.count === 0) this.whenNone?.()
    })
  }

  isBusy(socket: Duplex): boolean {
    return this.sockets.has(socket)
  }

  /** A stream ends only by its client or by the shutdown. */
  addStream(response: ServerResponse, stop: () => void): void {
    this.streams.add(stop)
    response.once("close", () => this.streams.delete(stop))
    if (this.stopping) stop()
  }

  /** Begins the shutdown; completes when nothing is in flight. */
  readonly finished = Effect.callback<void>((resume) => {
    this.stopping = true
    for (const stop of this.streams) stop()
    if (this.count === 0) resume(Effect.void)
    else this.whenNone = () => resume(Effect.void)
  })
}
