import { Effect } from "effect"
import { DocumentRefused } from "./DocumentRefused.ts"
import { forbiddenName, type PdfPlace } from "./PdfNames.ts"
import { endWord, nextStream, type PdfStream, pdfText } from "./PdfStreams.ts"

/** How many bytes are inspected before other work gets a turn. */
const portionBytes = 128 * 1024

/** The maximum inflated size of all compressed objects in a file, and the maximum number of such streams. */
const inflatedBytesMax = 32 * 1024 * 1024
const objectStreamsMax = 2000
/** More than scanners and office programs produce in 10 MB. */
const streamsMax = 50_000
const endsMax = 1000
const streamsOfTurn = 50

/** A name across the end of a portion is still read as a whole. */
const look = Effect.fnUntraced(function* (bytes: Uint8Array, from: number, to: number, place: PdfPlace) {
  for (let at = from; at < to; at += portionBytes) {
    const found = forbiddenName(bytes, { from: at, to: Math.min(to, at + portionBytes), place })
    if (found === "active") return yield* new DocumentRefused({ fault: "activePdf" })
    if (found === "locked") return yield* new DocumentRefused({ fault: "lockedPdf" })
    if (to - at > portionBytes) yield* Effect.yieldNow
  }
})

const unreadable = new DocumentRefused({ fault: "unreadable" })

/** Inflates up to `room` bytes; fails if the data is not deflated, is truncated, or is larger. */
const inflated = (deflated: Uint8Array, room: number): Effect.Effect<Uint8Array, DocumentRefused> =>
  Effect.tryPromise({
    try: async () => {
      const source = new Blob([new Uint8Array(deflated)])
        .stream()
        .pipeThrough(new DecompressionStream("deflate"))
      const reader = source.getReader()
      const pieces: Array<Uint8Array> = []
      let length = 0
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        length += piece.value.length
        if (length > room) {
          await reader.cancel()
          return Promise.reject(new Error("more than may be inspected"))
        }
        pieces.push(piece.value)
      }
      return new Uint8Array(await new Blob(pieces.map((each) => new Uint8Array(each))).arrayBuffer())
    },
    catch: () => unreadable
  })

const carriageReturn = 13
const lineFeed = 10

/**
 * Where the content of a stream may end: at the length its dictionary gives, or before the end of line in
 * front of `endstream`. The last byte of the content may look like part of that end of line.
 */
const endsOf = (bytes: Uint8Array, { from, length, to }: PdfStream): ReadonlyArray<number> => {
  const told = length === undefined || from + length > to ? [] : [from + length]
  const beforeFeed = bytes[to - 1] === lineFeed ? to - 1 : to
  const beforeReturn = bytes[beforeFeed - 1] === carriageReturn ? beforeFeed - 1 : beforeFeed
  return [...new Set([...told, beforeReturn, beforeFeed, to])]
}

const contentOf = (
  bytes: Uint8Array,
  stream: PdfStream,
  room: number
): Effect.Effect<Uint8Array, DocumentRefused> => {
  if (stream.isPlain) return Effect.succeed(bytes.subarray(stream.from, stream.to))
  if (!stream.isDeflated) return Effect.fail(unreadable)
  return endsOf(bytes, stream)
    .map((end) => inflated(bytes.subarray(stream.from, end), room))
    .reduce((tried, other) => Effect.catchTag(tried, "DocumentRefused", () => other))
}

const endMark = "%%EOF"

/** What may follow an end: another object or table of a later change, another end, or nothing. */
const goesOn = /^(?:$|%%EOF|\d{1,10}\s+\d{1,10}\s+obj\b|xref\b|startxref\b|trailer\b)/

/** The start of the first match from `from` on, or the end of the text. */
const placeOf = (pattern: RegExp, text: string, from: number): number => {
  const found = text.slice(from).search(pattern)
  return found === -1 ? text.length : from + found
}

/** More comments than programs write after an end. */
const commentsMax = 100

/**
 * Where spaces and comments end: at another end at the latest, so that a sequence of ends is walked only
 * once.
 */
const afterFiller = (text: string, from: number): number => {
  let at = placeOf(/\S/, text, from)
  for (let comments = 0; comments < commentsMax; comments += 1) {
    if (text[at] !== "%" || text.startsWith(endMark, at)) return at
    at = placeOf(/\S/, text, placeOf(/[\r\n]/, text, at))
  }
  return at
}

/** How many ends there are between two places; none if one is followed by something that is not PDF. */
const honestEnds = (text: string, from: number, to: number): number | undefined => {
  // Only this part is searched: searching to the end of the file for each part would take quadratic time.
  const part = text.slice(from, to)
  let count = 0
  for (let at = part.indexOf(endMark); at !== -1 && count <= endsMax; at = part.indexOf(endMark, at + 1)) {
    const after = afterFiller(text, from + at + endMark.length)
    if (!goesOn.test(text.slice(after, after + 64))) return undefined
    count += 1
  }
  return count
}

/** A ZIP archive is found by its end, which programs search in the last 64 KiB of any file. */
const zipEnd = "PK\u0005\u0006"
const zipTailBytes = 64 * 1024 + 22

/**
 * Refuses a PDF that has active content (scripts, programs to launch, forms to submit), carries other files,
 * is encrypted, or has data between or after its parts. Compressed objects are inflated, within limits; a PDF
 * that cannot be inspected is refused. Nothing is rendered, and nothing else of the file is parsed.
 */
export const checkPdf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const text = pdfText(bytes)
  if (text.includes(zipEnd, Math.max(0, bytes.length - zipTailBytes))) return yield* unreadable
  let room = inflatedBytesMax
  let streams = 0
  let objectStreams = 0
  let ends = 0
  let at = 0
  while (at < bytes.length) {
    const stream = nextStream(bytes, text, at)
    const outsideTo = stream?.from ?? bytes.length
    const found = honestEnds(text, at, outsideTo)
    ends += found ?? 0
    if (found === undefined || ends > endsMax) return yield* unreadable
    yield* look(bytes, at, outsideTo, "outside")
    if (stream === undefined) return
    yield* look(bytes, stream.from, stream.to, "inStream")
    if (stream.holdsObjects) {
      objectStreams += 1
      if (objectStreams > objectStreamsMax) return yield* unreadable
      const content = yield* contentOf(bytes, stream, room)
      room -= content.length
      yield* look(content, 0, content.length, "outside")
    }
    streams += 1
    if (streams > streamsMax) return yield* unreadable
    if (streams % streamsOfTurn === 0) yield* Effect.yieldNow
    at = stream.to + endWord.length
  }
})
