import { close, fsync, openSync } from "node:fs"
import { resolve } from "node:path"
import { Effect } from "effect"

/** Flushes a file to the disk without blocking the event loop. One flush at a time. */
export class FileFlush {
  readonly #filename: string
  #descriptor: number | undefined
  #isFlushing = false
  #whenIdle: (() => void) | undefined

  constructor(filename: string) {
    this.#filename = resolve(filename)
  }

  /** Calls `done` in a later turn, with the error if the disk reported one. */
  flush(done: (error: Error | null) => void): void {
    this.#isFlushing = true
    try {
      this.#descriptor ??= openSync(this.#filename, "r+")
    } catch {
      // For lack of descriptors, for example: SQLite has its own, and flushes the file itself before it relies on it.
      setImmediate(() => this.#end(done, null))
      return
    }
    fsync(this.#descriptor, (error) => this.#end(done, error))
  }

  /**
   * Waits for a flush that is under way. Call it after SQLite has closed the file, because closing any descriptor of a
   * file ends all locks that the process has on it.
   */
  readonly close: Effect.Effect<void> = Effect.callback<void>((resume) => {
    const closes = (): void => {
      if (this.#descriptor === undefined) resume(Effect.void)
      else close(this.#descriptor, () => resume(Effect.void))
    }
    if (this.#isFlushing) this.#whenIdle = closes
    else closes()
  })

  #end(done: (error: Error | null) => void, error: Error | null): void {
    this.#isFlushing = false
    done(error)
    this.#whenIdle?.()
  }
}
