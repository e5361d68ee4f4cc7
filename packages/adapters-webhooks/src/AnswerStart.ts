/** How much of an answer's body is kept, in UTF-8. */
const keptBytesMax = 2 * 1024

/** How much of a body is read, so that its connection can be used again. */
const readBytesMax = 64 * 1024

const empty = Buffer.alloc(0)

/** The beginning of an answer's body, in bounded memory. */
export class AnswerStart {
  #kept = empty
  #readBytes = 0

  /** Adds the next piece. Returns whether more is worth reading. */
  add(piece: Buffer): boolean {
    const room = keptBytesMax - this.#kept.length
    // A copy, because the piece is a view of a much larger block.
    if (room > 0) this.#kept = Buffer.concat([this.#kept, piece.subarray(0, room)])
    this.#readBytes += piece.length
    return this.#readBytes <= readBytesMax
  }

  /** Whole characters, at most 2 KiB of them, without NUL, which not every store supports. */
  text(): string {
    if (this.#kept.length === 0) return ""
    const text = wholeCharacters(this.#kept).replaceAll("\0", "")
    // Invalid UTF-8 becomes replacement characters, which are longer.
    const bytes = Buffer.from(text)
    return bytes.length <= keptBytesMax ? text : wholeCharacters(bytes.subarray(0, keptBytesMax))
  }
}

/** As text, without an incomplete character at the end. */
const wholeCharacters = (bytes: Buffer): string => new TextDecoder().decode(bytes, { stream: true })
