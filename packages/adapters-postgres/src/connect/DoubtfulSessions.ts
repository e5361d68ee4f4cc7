import type { StoreUnavailable } from "@quittance/core"
import { Effect } from "effect"
import { notWritten } from "./failure.ts"
import type { Backend } from "./session.ts"

/** How many sessions to end are remembered. */
const sessionsMax = 1_000

/** Sessions that were lost after COMMIT was sent to them: they may still receive it and write. */
export class DoubtfulSessions {
  readonly #backends = new Set<Backend>()
  readonly #end: (backend: Backend) => Effect.Effect<boolean, StoreUnavailable>
  #isSettling = false

  /** `end` ends a session on the server, and says whether it is gone. */
  constructor(end: (backend: Backend) => Effect.Effect<boolean, StoreUnavailable>) {
    this.#end = end
  }

  remember(backend: Backend | undefined): void {
    if (backend !== undefined && this.#backends.size < sessionsMax) this.#backends.add(backend)
  }

  /** Completes when none of them can write any more. */
  readonly settled: Effect.Effect<void, StoreUnavailable> = Effect.suspend(() =>
    Effect.forEach(
      [...this.#backends],
      (backend) =>
        Effect.flatMap(this.#end(backend), (isGone) => {
          if (!isGone) return Effect.fail(notWritten("the server is still working on an earlier write"))
          this.#backends.delete(backend)
          return Effect.void
        }),
      { discard: true }
    )
  )

  /** The same, without waiting for it. */
  settleSoon(): void {
    if (this.#backends.size === 0 || this.#isSettling) return
    this.#isSettling = true
    Effect.runFork(
      Effect.ensuring(
        Effect.ignore(this.settled),
        Effect.sync(() => {
          this.#isSettling = false
        })
      )
    )
  }
}
