import { Effect, Latch } from "effect"
import type { LeasedJob } from "../ports/Job.ts"
import type { AggregateWrite, StoreUnavailable } from "../ports/Store.ts"
import type { JobHandler } from "./JobHandler.ts"

/** Starts a job that has a slot. `written` is what the commit that handed it over wrote; empty if it was claimed. */
export type StartJob = (job: LeasedJob, written: ReadonlyArray<AggregateWrite>) => void

/** How many jobs of a kind may run at once. */
export class Slots {
  #free: number
  readonly #isFree = Latch.makeUnsafe(true)
  /** Completes when one is free. */
  readonly awaitFree = this.#isFree.await

  constructor(count: number) {
    this.#free = count
  }

  /** Takes as many as are free, and at most this many; how many they were. */
  take(most: number): number {
    const taken = Math.min(this.#free, most)
    this.#free -= taken
    if (this.#free === 0) this.#isFree.closeUnsafe()
    return taken
  }

  giveBack(count: number): void {
    this.#free += count
    if (this.#free > 0) this.#isFree.openUnsafe()
  }
}

/** The queue of one kind in this process. */
export class Line {
  readonly handler: JobHandler
  readonly #due = Latch.makeUnsafe(true)
  #isDue = true
  #isCaughtUp = false
  #open: { readonly slots: Slots; readonly start: StartJob } | undefined

  /** Completes while there may be something to claim. */
  readonly awaitDue = this.#due.await
  readonly isHeld: Effect.Effect<boolean, StoreUnavailable>

  constructor(handler: JobHandler) {
    this.handler = handler
    this.isHeld = handler.isHeld ?? Effect.succeed(false)
  }

  noteDue(): void {
    this.#isDue = true
    this.#isCaughtUp = false
    this.#due.openUnsafe()
  }

  /** A claim begins: what becomes due from now on, it may not find. */
  noteClaim(): void {
    this.#isDue = false
    this.#due.closeUnsafe()
  }

  /** The claim found everything that was due. */
  noteCaughtUp(): void {
    this.#isCaughtUp = !this.#isDue
  }

  /** From now on jobs are started in these slots. */
  open(slots: Slots, start: StartJob): void {
    this.#open = { slots, start }
  }

  close(): void {
    this.#open = undefined
  }

  /**
   * Takes a slot for a job that no claim will find; undefined if there is none, or if something else is due: whatever
   * was due before goes first.
   */
  takePlace(): Place | undefined {
    const open = this.#open
    if (open === undefined || !this.#isCaughtUp || open.slots.take(1) === 0) return undefined
    return {
      start: (job, written) => {
        if (this.#open !== open) return false
        open.start(job, written)
        return true
      },
      giveBack: () => open.slots.giveBack(1)
    }
  }
}

/** A slot in which a job that is being handed over will run. */
export interface Place {
  /** Returns whether it started: after the line was closed it does not. */
  readonly start: (...job: Parameters<StartJob>) => boolean
  readonly giveBack: () => void
}
