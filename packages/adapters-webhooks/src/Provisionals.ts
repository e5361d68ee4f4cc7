const empty = Buffer.alloc(0)

/** As much of an answer as shows whether it is provisional: `HTTP/1.1 100`. */
const statusLength = 12

const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Passes over the provisional answers (1xx) of one connection: any number of them precede an answer, whether the
 * caller expects them or not (RFC 9110, 15.2). A switch of protocols (101) is not provisional. Bodies are not looked
 * at, so they cost nothing.
 */
export class Provisionals {
  #stage: "answer" | "status" | "provisional" = "answer"
  /** The beginning of a status, while it may still become either. */
  #held = empty
  #isLineEmpty = false
  #passedBytes = 0

  /** How long the provisional answers to the last request are so far. */
  get passedBytes(): number {
    return this.#passedBytes
  }

  /** A request is on its way: what arrives next is the head of an answer. */
  expectAnswer(): void {
    this.#stage = "status"
    this.#held = empty
    this.#passedBytes = 0
  }

  /** What a piece contains of the answer; empty if nothing. */
  answerIn(piece: Buffer): Buffer {
    let left = piece
    while (left.length > 0 && this.#stage !== "answer")
      left = this.#stage === "status" ? this.#afterStatus(left) : this.#afterProvisional(left)
    return left
  }

  #afterStatus(piece: Buffer): Buffer {
    const known = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece])
    const status = known.toString("latin1", 0, statusLength)
    if (provisionalStart.test(status) && status.length < statusLength) {
      // A copy, because the piece is a view of a much larger block.
      this.#held = Buffer.from(known)
      return empty
    }
    this.#held = empty
    this.#isLineEmpty = false
    this.#stage = provisional.test(status) ? "provisional" : "answer"
    return known
  }

  #afterProvisional(piece: Buffer): Buffer {
    for (let index = 0; index < piece.length; index += 1) {
      const byte = piece[index]
      if (byte === lineFeed && this.#isLineEmpty) {
        this.#stage = "status"
        this.#passedBytes += index + 1
        return piece.subarray(index + 1)
      }
      if (byte !== carriageReturn) this.#isLineEmpty = byte === lineFeed
    }
    this.#passedBytes += piece.length
    return empty
  }
}

const provisional = /^HTTP\/1\.[01] 1(?!01)\d\d/

/** Every beginning of what `provisional` matches, and more. */
const provisionalStart = /^(?:H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\.|HTTP\/1\.[01](?: (?:1\d?\d?)?)?)$/
