import type { StatementItem } from "@quittance/core/adapter"
import { lineAt, refuse } from "../refuse.ts"
import type { TextReader } from "../StatementReaders.ts"

/** Encodings that banks write XML in. */
const encodings = ["utf-8", "us-ascii", "iso-8859-1", "iso-8859-15", "windows-1251", "windows-1252"]

/** Bytes as the text of XML, in the encoding that its first line declares. */
export class XmlText {
  readonly #reader: TextReader
  readonly #decoder: TextDecoder

  constructor(reader: TextReader, head: Uint8Array) {
    this.#reader = reader
    const start = new TextDecoder("latin1").decode(head.subarray(0, 200))
    const declared = /^[^<]*<\?xml[^>]*\sencoding=["']([^"'>]+)["']/.exec(start)?.[1] ?? "utf-8"
    if (!encodings.includes(declared.toLowerCase()))
      refuse(lineAt(1), `the encoding ${declared} is not read: export the file in UTF-8`)
    this.#decoder = new TextDecoder(declared, { fatal: true })
  }

  push(bytes: Uint8Array): ReadonlyArray<StatementItem> {
    return this.#reader.push(this.#decoded(bytes))
  }

  end(): ReadonlyArray<StatementItem> {
    return [...this.#reader.push(this.#decoded(undefined)), ...this.#reader.end()]
  }

  #decoded(bytes: Uint8Array | undefined): string {
    try {
      return bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true })
    } catch {
      return refuse(lineAt(0), `the file is not in ${this.#decoder.encoding}, which it says it is in`)
    }
  }
}
