import { writeFileSync } from "node:fs"

/** The clock of the servers: real time and a shift, which they read from a small file. */
export class ShiftedClock {
  readonly file: string
  #shiftMillis = 0

  constructor(file: string) {
    this.file = file
    this.set(0)
  }

  get shiftMillis(): number {
    return this.#shiftMillis
  }

  /** What the servers' clock shows. */
  get now(): number {
    return Date.now() + this.#shiftMillis
  }

  set(shiftMillis: number): void {
    this.#shiftMillis = shiftMillis
    // As wide as any other, so that a reader never sees the end of an earlier one.
    writeFileSync(this.file, String(shiftMillis).padStart(16))
  }
}
