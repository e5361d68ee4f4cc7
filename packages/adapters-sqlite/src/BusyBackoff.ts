/**
 * How long to wait while another process holds the write lock: short and growing waits, with jitter so that
 * two processes do not keep colliding, up to a limit on their sum. The sum replaces a clock, so nothing here
 * reads one.
 */
export class BusyBackoff {
  readonly #boundMillis: number
  #attempts = 0
  #waitedMillis = 0
  #spread: number

  constructor(boundMillis: number) {
    this.#boundMillis = boundMillis
    this.#spread = (process.pid * 2_654_435_761) >>> 0
  }

  /** The next wait, or undefined when the limit is reached. */
  next(): number | undefined {
    if (this.#waitedMillis >= this.#boundMillis) return undefined
    // A linear congruential generator whose seed differs between processes is enough for jitter.
    this.#spread = (Math.imul(this.#spread, 1_664_525) + 1_013_904_223) >>> 0
    const millis = Math.min(2 ** Math.min(this.#attempts, 5), 24) * (0.5 + this.#spread / 2 ** 32)
    this.#attempts += 1
    this.#waitedMillis += millis
    return millis
  }

  reset(): void {
    this.#attempts = 0
    this.#waitedMillis = 0
  }
}
