import { Effect } from "effect"

/** Counts changes of jobs by any process. */
export class JobChanges {
  #count = 0

  /** A commit of this process that changed jobs is durable. */
  noteOwn(): void {
    this.#count += 1
  }

  readonly changes: Effect.Effect<number> = Effect.sync(() => this.#count)

  awaitChange(_seen: number): Effect.Effect<void> {
    return Effect.never
  }
}
