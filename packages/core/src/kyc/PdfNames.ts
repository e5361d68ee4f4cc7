/**
 * The names of forbidden PDF features (ISO 32000-2). A reviewer opens the document, so it must not contain
 * active content, other files or a password.
 */
const activeNames = new Set([
  "JavaScript",
  "JS",
  "Launch",
  "SubmitForm",
  "ImportData",
  "Rendition",
  "RichMedia",
  "EmbeddedFile",
  "EmbeddedFiles",
  "GoToE",
  "XFA"
])
const lockedNames = new Set(["Encrypt"])

/** Names this short occur by chance in compressed pictures, so they count only outside streams. */
const shortNameMax = 4

export type PdfName = "active" | "locked" | undefined

const slash = 0x2f
const hash = 0x23

/** No searched name is longer, even if each character is written as `#xx`. */
const writtenLengthMax = 64

/** White space and delimiters (7.2.3), which end a name. */
const endsName = new Set([0, 9, 10, 12, 13, 32, ...[..."()<>[]{}/%"].map((each) => each.charCodeAt(0))])

const hexDigit = (byte: number | undefined): number =>
  byte === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(byte), 16)

/** The name whose slash is at `at`, with `#xx` decoded; only the start of a name longer than any searched one. */
const nameAt = (bytes: Uint8Array, at: number): string => {
  const end = Math.min(bytes.length, at + 1 + writtenLengthMax)
  let name = ""
  for (let index = at + 1; index < end; index += 1) {
    const byte = bytes[index] ?? 0
    if (endsName.has(byte)) return name
    const escaped = byte === hash ? hexDigit(bytes[index + 1]) * 16 + hexDigit(bytes[index + 2]) : Number.NaN
    if (Number.isNaN(escaped)) name += String.fromCharCode(byte)
    else {
      name += String.fromCharCode(escaped)
      index += 2
    }
  }
  return name
}

export type PdfPlace = "inStream" | "outside"

/** The meaning of a name for the file. */
const meaningOf = (name: string, place: PdfPlace): PdfName => {
  if (place === "inStream" && name.length <= shortNameMax) return undefined
  return activeNames.has(name) ? "active" : lockedNames.has(name) ? "locked" : undefined
}

/** The positions of names between two places; a name may end after the second. */
function* slashes(bytes: Uint8Array, from: number, to: number): Generator<number> {
  const part = bytes.subarray(from, to)
  for (let at = part.indexOf(slash); at !== -1; at = part.indexOf(slash, at + 1)) yield from + at
}

/**
 * The first forbidden feature in a part of a PDF. Every byte counts, whether a reader would take it for a
 * name or for text: readers differ, and an honest file has no such bytes.
 */
export const forbiddenName = (
  bytes: Uint8Array,
  { from, place, to }: { readonly from: number; readonly to: number; readonly place: PdfPlace }
): PdfName => {
  for (const at of slashes(bytes, from, to)) {
    const found = meaningOf(nameAt(bytes, at), place)
    if (found !== undefined) return found
  }
  return undefined
}

/** All names between two places. */
export const namesBetween = (bytes: Uint8Array, from: number, to: number): ReadonlySet<string> =>
  new Set(Array.from(slashes(bytes, from, to), (at) => nameAt(bytes, at)))
