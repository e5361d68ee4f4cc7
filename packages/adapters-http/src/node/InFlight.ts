import type { ServerResponse } from "node:http"
import { Effect } from "effect"

/** Answers in progress, so that a shutdown can wait for them. */
export class InFlight {
  private readonly streams = new Set<() => void>()
  private count = 0
  private whenNone: (() => void) | undefined

  /** Whether the server is shutting down: connections are then not reused. */
  stopping = false

  begin(response: ServerResponse): void {
    this.count += 1
    response.once("close", this.end)
  }

  private readonly end = (): void => {
    this.count -= 1
    if (this.count === 0) this.whenNone?.()
  }

  /** A stream ends only by its client or by the shutdown. */
  addStream(response: ServerResponse, stop: () => void): void {
    this.streams.add(stop)
    response.once("close", () => this.streams.delete(stop))
    if (this.stopping) stop()
  }

  /** Starts the shutdown: streams end, and the next answer of every connection is its last. */
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
