import { Effect, Latch } from "effect"
import type { WorkQueue } from "../ports/WorkQueue.ts"

/** One write for so many jobs. */
const reservedMax = 1_024

/** Fences reserved for jobs to come. */
export class FenceStock {
  #fences: ReadonlyArray<number> = []
  #next = 0
  readonly #isLow = Latch.makeUnsafe(true)

  /** None if they are used up, which they are until `fill` has got more. */
  take(): number | undefined {
    if (this.#fences.length - this.#next <= reservedMax / 2) this.#isLow.openUnsafe()
    const fence = this.#fences[this.#next]
    if (fence !== undefined) this.#next += 1
    return fence
  }

  /** Keeps the stock filled. */
  readonly fill = (queue: WorkQueue["Service"]) =>
    Effect.gen({ self: this }, function* () {
      while (true) {
        yield* this.#isLow.await
        const fences = yield* queue.reserveFences(reservedMax)
        this.#fences = [...this.#fences.slice(this.#next), ...fences]
        this.#next = 0
        this.#isLow.closeUnsafe()
      }
    })
}
