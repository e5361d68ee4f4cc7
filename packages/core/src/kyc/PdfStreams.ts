import { namesBetween } from "./PdfNames.ts"

/** A stream of a PDF: where its content lies, between `stream` and `endstream`. */
export interface PdfStream {
  readonly from: number
  readonly to: number
  /** Whether it holds objects, which the file then has without showing them (ISO 32000-2, 7.5.7). */
  readonly holdsObjects: boolean
  /** Whether deflating is all that was done to it, or nothing at all; otherwise it cannot be looked into. */
  readonly isDeflated: boolean
  readonly isPlain: boolean
  /** As its dictionary says, where it says it at once. */
  readonly length: number | undefined
}

const streamWord = "stream"
export const endWord = "endstream"

/** How far before its stream a dictionary begins at most; what is longer holds no objects that a reader would find. */
const dictionaryBytesMax = 2048

/** Filters beside deflating; one of them leaves what cannot be looked into. */
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

/** The bytes as text, a character for each, so that words are found by the engine's own search. */
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
    // Readers find the objects by these two, whatever the type says.
    holdsObjects: names.has("ObjStm") || (names.has("First") && names.has("N")),
    isDeflated:
      (names.has("FlateDecode") || names.has("Fl")) &&
      !names.has("Predictor") &&
      !otherFilters.some((filter) => names.has(filter)),
    isPlain: !names.has("Filter") && !names.has("F"),
    length: length === undefined ? undefined : Number(length)
  }
}

/** The next stream that begins at `from` or later; one that does not end goes to the end of the file. */
export const nextStream = (bytes: Uint8Array, text: string, from: number): PdfStream | undefined => {
  let word = text.indexOf(streamWord, from)
  // The word for the end ends with the word for the beginning.
  while (word >= 3 && text.slice(word - 3, word) === "end") word = text.indexOf(streamWord, word + 1)
  if (word === -1) return undefined
  const end = text.indexOf(endWord, word)
  return streamAt(bytes, text, word, end === -1 ? bytes.length : end)
}
