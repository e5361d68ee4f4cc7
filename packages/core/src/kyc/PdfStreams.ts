import { namesBetween } from "./PdfNames.ts"

/** A stream of a PDF: the position of its content, between `stream` and `endstream`. */
export interface PdfStream {
  readonly from: number
  readonly to: number
  /** Whether it contains compressed objects of the file (ISO 32000-2, 7.5.7). */
  readonly holdsObjects: boolean
  /** Whether it is deflated or unfiltered; with other filters it cannot be inspected. */
  readonly isDeflated: boolean
  readonly isPlain: boolean
  /** The length in its dictionary, if given directly. */
  readonly length: number | undefined
}

const streamWord = "stream"
export const endWord = "endstream"

/**
 * The maximum distance of a dictionary before its stream; a longer one holds no objects that a reader would
 * find.
 */
const dictionaryBytesMax = 2048

/** Other filters; content behind one of them cannot be inspected. */
const otherFilters = [
  "ASCIIHexDecode",
  "AHx",
  "ASCII85Decode",
  "A85",
  "LZWDecode",
  "LZW",
  "RunLengthDecode",
  "RL",
  "Crypt",
  "DCTDecode",
  "JPXDecode",
  "CCITTFaxDecode",
  "JBIG2Decode"
]

/** The bytes as text, one character each, so that the engine's own search finds words. */
export const pdfText = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes)

const lineEnd = /^(?:\r\n|\r|\n)?/

const streamAt = (bytes: Uint8Array, text: string, word: number, end: number): PdfStream => {
  const after = word + streamWord.length
  const start = Math.max(0, word - dictionaryBytesMax)
  const before = text.slice(start, word)
  const object = Math.max(0, before.lastIndexOf("obj"))
  const names = namesBetween(bytes, start + object, word)
  const length = /\/Length\s+(\d{1,9})\s*(?:\/|>>)/.exec(before.slice(object))?.[1]
  return {
    from: Math.min(end, after + (lineEnd.exec(text.slice(after, after + 2))?.[0].length ?? 0)),
    to: end,
    // Readers find the objects by these two keys, whatever the type says.
    holdsObjects: names.has("ObjStm") || (names.has("First") && names.has("N")),
    isDeflated:
      (names.has("FlateDecode") || names.has("Fl")) &&
      !names.has("Predictor") &&
      !otherFilters.some((filter) => names.has(filter)),
    isPlain: !names.has("Filter") && !names.has("F"),
    length: length === undefined ? undefined : Number(length)
  }
}

/** The next stream at `from` or later; one without an end extends to the end of the file. */
export const nextStream = (bytes: Uint8Array, text: string, from: number): PdfStream | undefined => {
  let word = text.indexOf(streamWord, from)
  // "endstream" ends with "stream".
  while (word >= 3 && text.slice(word - 3, word) === "end") word = text.indexOf(streamWord, word + 1)
  if (word === -1) return undefined
  const end = text.indexOf(endWord, word)
  return streamAt(bytes, text, word, end === -1 ? bytes.length : end)
}
