import { Effect } from "effect"

/** A count that can be waited for. */
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
