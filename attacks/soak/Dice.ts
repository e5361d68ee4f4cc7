/**
 * Chance of one seed. What it is asked for depends on what servers do and when, so a seed gives a like run, not the
 * same one.
 */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  happens(ratio: number): boolean {
    return this.next() < ratio
  }

  /** A whole number, both ends included. */
  between(lowest: number, highest: number): number {
    return lowest + Math.floor(this.next() * (highest - lowest + 1))
  }

  oneOf<const A>(choices: ReadonlyArray<A>): A | undefined {
    return choices[Math.floor(this.next() * choices.length)]
  }

  /** By weight. */
  weighed<const A extends string>(weights: Readonly<Record<A, number>>): A {
    const entries = Object.entries<number>(weights)
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      rest -= weight
      if (rest < 0) return name as A
    }
    return entries[0]?.[0] as A
  }

  hex(bytes: number): string {
    return Array.from({ length: bytes }, () => this.between(0, 255).toString(16).padStart(2, "0")).join("")
  }
}
