import { ChangeCount } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Partners } from "../commit/BulkRows.ts"
import { everyMillis } from "../Pause.ts"
import { JobNotices } from "./JobNotices.ts"

/**
 * A change that was never announced, because its process ended or a connection broke, is found after this time at the
 * latest. If the rows of partners are on different machines, each check asks all of them.
 */
const lookMillisDefault: Record<Partners, number> = { many: 500, one: 2_000 }

/**
 * Counts changes of jobs by any process. Our own changes count when their commit is durable, those of others when
 * they announce them. While someone waits, passing time counts as a change as well: the waiter checks for itself.
 */
export class JobChanges {
  readonly #changes = new ChangeCount()
  readonly #notices: JobNotices
  readonly #lookMillis: number
  #timer: NodeJS.Timeout | undefined

  constructor(url: string, partners: Partners, lookMillis = lookMillisDefault[partners]) {
    this.#lookMillis = lookMillis
    this.#notices = new JobNotices(url, () => this.#bump())
  }

  /** A commit of this process that changed jobs is durable. */
  noteOwn(): void {
    this.#bump()
    this.#notices.tell()
  }

  readonly changes: Effect.Effect<number> = Effect.sync(() => this.#changes.count)

  awaitChange(seen: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.#notices.listen()
      if (this.#changes.count !== seen) return Effect.void
      this.#timer ??= everyMillis(this.#lookMillis, () => this.#bump())
      return Effect.onInterrupt(this.#changes.await(seen), () =>
        Effect.sync(() => this.#stopWhenNobodyWaits())
      )
    })
  }

  readonly close: Effect.Effect<void> = Effect.suspend(() => {
    clearInterval(this.#timer)
    return this.#notices.close
  })

  #bump(): void {
    this.#changes.bump()
    this.#stopWhenNobodyWaits()
  }

  #stopWhenNobodyWaits(): void {
    if (this.#changes.isAwaited) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
