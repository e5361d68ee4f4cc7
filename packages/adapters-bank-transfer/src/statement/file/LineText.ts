import { isAscii, isUtf8 } from "node:buffer"
import type { StatementItem } from "@quittance/core/adapter"
import { lineAt, refuse } from "../refuse.ts"
import type { LineReader } from "../StatementReaders.ts"

/** Longer than any line of a statement; an endless one would fill the memory. */
const lineBytesMax = 65_536

/** What the text may be in if it is not UTF-8. `isIt` tells among several; the first one is taken if all look wrong. */
export interface OtherEncoding {
  readonly label: string
  readonly isIt?: (line: string) => boolean
}

/**
 * Bytes as lines. The first line with a letter that is no ASCII decides the encoding: UTF-8, or another one of the
 * format. A later line that is not in it refuses the file, because in one of the two encodings names and texts are
 * wrong: somebody has joined files.
 */
export class LineText {
  readonly #reader: LineReader
  readonly #others: ReadonlyArray<OtherEncoding>
  #rest: Uint8Array = new Uint8Array()
  #lines = 0
  #decoder: TextDecoder | undefined
  #isUtf8 = false

  constructor(reader: LineReader, others: ReadonlyArray<OtherEncoding>) {
    this.#reader = reader
    this.#others = others
  }

  push(bytes: Uint8Array): ReadonlyArray<StatementItem> {
    const items: Array<StatementItem> = []
    let start = 0
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
      const line = bytes.subarray(start, end)
      items.push(...this.#line(this.#rest.length === 0 ? line : joined(this.#rest, line)))
      this.#rest = new Uint8Array()
      start = end + 1
    }
    this.#rest = joined(this.#rest, bytes.subarray(start))
    if (this.#rest.length > lineBytesMax) this.#tooLong()
    return items
  }

  end(): ReadonlyArray<StatementItem> {
    const last = this.#rest.length === 0 ? [] : this.#line(this.#rest)
    return [...last, ...this.#reader.end(this.#lines)]
  }

  #line(bytes: Uint8Array): ReadonlyArray<StatementItem> {
    this.#lines += 1
    if (bytes.length > lineBytesMax) this.#tooLong()
    const marked = this.#lines === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    const text = this.#text(marked ? bytes.subarray(3) : bytes)
    return this.#reader.line(text.endsWith("\r") ? text.slice(0, -1) : text, this.#lines)
  }

  #text(bytes: Uint8Array): string {
    if (isAscii(bytes)) return ascii.decode(bytes)
    const isOfUtf8 = isUtf8(bytes)
    if (this.#decoder === undefined) {
      this.#isUtf8 = isOfUtf8
      this.#decoder = isOfUtf8 ? utf8 : this.#other(bytes)
    }
    if (this.#isUtf8 !== isOfUtf8)
      refuse(
        lineAt(this.#lines),
        this.#isUtf8
          ? "the line is not UTF-8, and lines before it are: export the file again in one encoding"
          : "the line is UTF-8, and lines before it are not: export the file again in one encoding"
      )
    return this.#decoder.decode(bytes)
  }

  #other(bytes: Uint8Array): TextDecoder {
    const decoders = this.#others.map(({ isIt, label }) => ({ isIt, decoder: new TextDecoder(label) }))
    const found = decoders.find(({ decoder, isIt }) => isIt?.(decoder.decode(bytes)) ?? true) ?? decoders[0]
    return found?.decoder ?? refuse(lineAt(this.#lines), "the line is not UTF-8")
  }

  #tooLong(): never {
    return refuse(lineAt(this.#lines), `the line has more than ${lineBytesMax} bytes`)
  }
}

const ascii = new TextDecoder("latin1")
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  if (one.length === 0) return other.slice()
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
