import { Effect } from "effect"

/** A count with waiters. Call `bump` after the change is made: waiters may continue before it returns. */
export class ChangeCount {
  readonly #waiting = new Set<() => void>()
  #count = 0

  get count(): number {
    return this.#count
  }

  get isAwaited(): boolean {
    return this.#waiting.size > 0
  }

  bump(): void {
    this.#count += 1
    // A woken waiter may wait again at once: it must not be among those to wake now.
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake()
  }

  /** Completes when the count differs from `seen`. */
  await(seen: number): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      if (this.#count !== seen) return resume(Effect.void)
      const wake = (): void => resume(Effect.void)
      this.#waiting.add(wake)
      return Effect.sync(() => void this.#waiting.delete(wake))
    })
  }
}
