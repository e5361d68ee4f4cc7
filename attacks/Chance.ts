/** Seeded chance (mulberry32): the same seed makes the same requests. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0
  }

  pick<Value>(values: readonly [Value, ...ReadonlyArray<Value>] | ReadonlyArray<Value>): Value {
    return values[this.below(values.length)] as Value
  }

  bytes(length: number): Buffer {
    return Buffer.from(Uint8Array.from({ length }, () => this.below(256)))
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.below(16).toString(16)).join("")
  }
}
