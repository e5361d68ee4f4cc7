/** How much of an answer's body is kept, in UTF-8. */
const keptBytesMax = 2 * 1024

/** How much of a body is read, so that its connection can be used again. */
const readBytesMax = 64 * 1024

const empty = Buffer.alloc(0)

/** What an answer's body begins with, in bounded memory. */
export class AnswerStart {
  #kept = empty
  #readBytes = 0

  /** Takes the next piece. Says whether more is worth reading. */
  add(piece: Buffer): boolean {
    const room = keptBytesMax - this.#kept.length
    // A copy: the piece is a view of the much larger block that was read.
    if (room > 0) this.#kept = Buffer.concat([this.#kept, piece.subarray(0, room)])
    this.#readBytes += piece.length
    return this.#readBytes <= readBytesMax
  }

  /** Whole characters, at most 2 KiB of them, and none that is NUL, which not every store can hold. */
  text(): string {
    if (this.#kept.length === 0) return ""
    const text = wholeCharacters(this.#kept).replaceAll("\0", "")
    // What is no UTF-8 reads as replacement characters, which are longer.
    const bytes = Buffer.from(text)
    return bytes.length <= keptBytesMax ? text : wholeCharacters(bytes.subarray(0, keptBytesMax))
  }
}

/** As text, without the character at the end whose rest is missing. */
const wholeCharacters = (bytes: Buffer): string => new TextDecoder().decode(bytes, { stream: true })
