import type { StoreUnavailable } from "@quittance/core"
import { Effect } from "effect"
import { notWritten } from "./failure.ts"
import type { Backend } from "./session.ts"

/** How many sessions to end are remembered. */
const sessionsMax = 1_000

/**
 * Sessions that were lost after COMMIT was sent to them: they may still receive it and write. Everybody whose write was
 * in one of them waits for all to end, so they are ended together, and all who wait share it: after an outage hundreds
 * do.
 */
export class DoubtfulSessions {
  readonly #backends = new Set<Backend>()
  readonly #end: (backends: ReadonlyArray<Backend>) => Effect.Effect<boolean, StoreUnavailable>
  /** Ends all that are known; undefined once another one is. */
  #ending: Promise<StoreUnavailable | undefined> | undefined

  /** `end` ends sessions on the server, and says whether all of them are gone. */
  constructor(end: (backends: ReadonlyArray<Backend>) => Effect.Effect<boolean, StoreUnavailable>) {
    this.#end = end
  }

  remember(backend: Backend | undefined): void {
    if (backend === undefined || this.#backends.size >= sessionsMax) return
    this.#backends.add(backend)
    this.#ending = undefined
  }

  /** Completes when none of them can write any more. */
  readonly settled: Effect.Effect<void, StoreUnavailable> = Effect.flatMap(
    Effect.promise(() => this.#settles()),
    (failure) => (failure === undefined ? Effect.void : Effect.fail(failure))
  )

  /** The same, without waiting for it. */
  settleSoon(): void {
    // A defect is told to those who wait.
    this.#settles().catch(() => {})
  }

  async #settles(): Promise<StoreUnavailable | undefined> {
    if (this.#backends.size === 0) return undefined
    const ending = this.#ending ?? this.#endAll([...this.#backends])
    this.#ending = ending
    try {
      return await ending
    } finally {
      if (this.#ending === ending) this.#ending = undefined
    }
  }

  #endAll(backends: ReadonlyArray<Backend>): Promise<StoreUnavailable | undefined> {
    return Effect.runPromise(
      Effect.match(this.#end(backends), {
        onFailure: (failure) => failure,
        onSuccess: (areGone) => {
          if (!areGone) return notWritten("the server still works on an earlier write")
          for (const backend of backends) this.#backends.delete(backend)
          return undefined
        }
      })
    )
  }
}
