import type { Block } from "../rpc/ChainData.ts"

/** So many blocks show how far apart they are at least. */
const seenMax = 8

/** Nobody waits longer, whatever the blocks say. */
const quietMillisMax = 8_000

/**
 * When to look at a network again. No block comes sooner after one that has just appeared than the blocks before it
 * did, so until then nobody asks; the rest of the time it is polled. A block is seen as soon as with polling alone.
 */
export class Pace {
  readonly #pollMillis: number
  #seen: ReadonlyArray<Pick<Block, "number" | "timestamp">> = []
  /** When the network last showed nothing new. */
  #sameAt = Number.NEGATIVE_INFINITY

  constructor(pollMillis: number) {
    this.#pollMillis = pollMillis
  }

  /** The wait after a look at an instant that showed this block as the newest. */
  after({ number, timestamp }: Pick<Block, "number" | "timestamp">, at: number): number {
    const last = this.#seen.at(-1)
    if (last?.number === number) {
      this.#sameAt = at
      return this.#pollMillis
    }
    // After a reorganisation the distances are learned again.
    const isNext = last !== undefined && number > last.number && timestamp >= last.timestamp
    this.#seen = [...(isNext ? this.#seen : []), { number, timestamp }].slice(-seenMax)
    const hasJustCome = at - this.#sameAt <= 2 * this.#pollMillis
    if (!hasJustCome || this.#seen.length < seenMax) return this.#pollMillis
    // It appeared up to one poll ago, and blocks are passed on unevenly.
    const quietMillis = Math.min(quietMillisMax, this.#leastDistance - 2 * this.#pollMillis)
    return Math.max(this.#pollMillis, quietMillis)
  }

  get #leastDistance(): number {
    const [first, ...rest] = this.#seen
    let before = first
    return rest.reduce((least, block) => {
      const distance = (block.timestamp - (before?.timestamp ?? 0)) / (block.number - (before?.number ?? 0))
      before = block
      return Math.min(least, distance)
    }, Number.POSITIVE_INFINITY)
  }
}
