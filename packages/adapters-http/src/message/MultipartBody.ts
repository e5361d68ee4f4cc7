import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy"
import { Effect, Stream } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import { type ApiRequest, type BodyAlreadyRead, type BodyBroken, headerOf } from "./ApiMessage.ts"
import { FileBytes } from "./FileBytes.ts"
import { giveBackAlone } from "./giveBack.ts"
import { mediaParameter, sentType } from "./mediaType.ts"

/** The content of a form. Nothing of it is written to disk. */
export interface MultipartForm {
  /**
   * The content of the one part `file` that has a filename and is not empty, alone in its buffer; undefined if there is
   * none.
   */
  readonly file: Uint8Array | undefined
  /** The other fields that were not empty, by name. */
  readonly fields: ReadonlyMap<string, string>
}

/** More than any of our forms has. */
const partsMax = 16
/** All fields except the file, together. */
const fieldBytesMax = 64 * 1024
/** The maximum size of boundaries and headers of so few parts. */
const framingBytesMax = 64 * 1024
const partHeaderBytesMax = 2 * 1024

const refuse = (message: string) => new ApiRefusal({ code: "invalid_request", message })

const fileTooLarge = (fileBytesMax: number) =>
  new ApiRefusal({
    code: "payload_too_large",
    message: `the file must have at most ${fileBytesMax} bytes`
  })

const cutOff = refuse("the form ends before its closing boundary: it was cut off, or is not well-formed")

/** RFC 2046, 5.1.1. */
const boundaryPattern = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/

/** The boundary in the headers, or their fault. */
const boundaryOf = (request: ApiRequest): Effect.Effect<string, ApiRefusal> => {
  const contentType = headerOf(request, "content-type") ?? ""
  if (!/^multipart\/form-data[ \t]*(?:;|$)/i.test(contentType))
    return Effect.fail(
      refuse(
        `the Content-Type must be multipart/form-data; ${sentType(headerOf(request, "content-type"))}: send the file as a form, as curl -F file=@FILE does`
      )
    )
  const encoding = headerOf(request, "content-encoding")
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity")
    return Effect.fail(refuse("the form must be sent as it is, without a Content-Encoding"))
  const [boundary = ""] = mediaParameter(contentType, "boundary")
  return boundaryPattern.test(boundary)
    ? Effect.succeed(boundary)
    : Effect.fail(refuse("the Content-Type must name the boundary of the form, of 1 to 70 characters"))
}

/** The size of the whole form, if the headers give it. */
const announcedBytes = (request: ApiRequest): number | undefined => {
  const length = headerOf(request, "content-length") ?? ""
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined
}

/** Parses a form as it arrives. The first fault ends it. */
class FormReader {
  private readonly parser: BusboyInstance
  private readonly fileBytesMax: number
  private readonly ownsPieces: boolean
  private readonly fields = new Map<string, string>()
  private readonly file: FileBytes
  private fileCount = 0
  private fieldLength = 0
  private refusal: ApiRefusal | undefined
  private isComplete = false
  /** The piece being parsed, if it is ours to free. */
  private piece: Uint8Array | undefined
  /** Completes the current wait: for a piece being parsed, or for the end of the form. */
  private resume: ((outcome: Effect.Effect<void, ApiRefusal>) => void) | undefined

  constructor(boundary: string, fileBytesMax: number, announced: number | undefined, ownsPieces: boolean) {
    this.fileBytesMax = fileBytesMax
    this.ownsPieces = ownsPieces
    this.file = new FileBytes(fileBytesMax, announced)
    this.parser = new Busboy({
      headers: { "content-type": `multipart/form-data; boundary="${boundary}"` },
      limits: { parts: partsMax, headerSize: partHeaderBytesMax },
      // Every part is a stream, so that each limit applies as soon as it is exceeded.
      isPartAFile: () => true
    })
    this.parser
      .on("file", (name, part, fileName, encoding) => this.take(name, part, fileName, encoding))
      .on("partsLimit", () => this.refuse(refuse(`the form must have at most ${partsMax} parts`)))
      .on("error", () => this.refuse(cutOff))
      .on("finish", () => {
        this.isComplete = true
        this.resume?.(this.outcome())
      })
  }

  readonly write = (piece: Uint8Array): Effect.Effect<void, ApiRefusal> =>
    Effect.callback((resume) => {
      this.resume = resume
      if (this.ownsPieces) this.piece = piece
      this.parser.write(piece, () => resume(this.outcome()))
    })

  readonly end: Effect.Effect<MultipartForm, ApiRefusal> = Effect.map(
    Effect.callback<void, ApiRefusal>((resume) => {
      if (this.isComplete || this.refusal !== undefined) return resume(this.outcome())
      this.resume = resume
      this.parser.end()
    }),
    () => ({ file: this.file.all, fields: this.fields })
  )

  private outcome(): Effect.Effect<void, ApiRefusal> {
    return this.refusal === undefined ? Effect.void : Effect.fail(this.refusal)
  }

  private refuse(refusal: ApiRefusal): void {
    this.refusal ??= refusal
    this.resume?.(this.outcome())
  }

  private take(
    name: string | undefined,
    part: BusboyFileStream,
    fileName: string | undefined,
    encoding: string
  ): void {
    part.on("error", () => this.refuse(cutOff))
    if (!/^(?:7bit|8bit|binary)$/.test(encoding))
      this.refuse(refuse("the parts of the form must be sent without a Content-Transfer-Encoding"))
    const isFile = fileName !== undefined && fileName !== ""
    if (name === "file" && isFile) this.takeFile(part)
    // RFC 7578, 4.2: without a filename it is a text, and the sender's intent is unclear.
    else if (name === "file") part.resume()
    else if (isFile)
      this.refuse(
        refuse(`the form takes one file, as its part file; one was sent as ${(name ?? "").slice(0, 80)}`)
      )
    else this.takeField(name ?? "", part)
  }

  private takeFile(part: BusboyFileStream): void {
    // A form may offer several inputs for the one file: a browser sends the unused ones empty.
    part.once("data", () => {
      this.fileCount += 1
      if (this.fileCount > 1) this.refuse(refuse("the form takes one file; several were sent"))
    })
    part.on("data", (bytes: Buffer) => {
      if (!this.file.add(bytes)) this.refuse(fileTooLarge(this.fileBytesMax))
      this.free(bytes)
    })
  }

  /** Frees what was copied, if it is the whole piece: neither the parser nor another part reads that again. */
  private free(copied: Uint8Array): void {
    if (copied.buffer === this.piece?.buffer) giveBackAlone(copied)
  }

  private takeField(name: string, part: BusboyFileStream): void {
    const taken: Array<Uint8Array> = []
    part.on("data", (bytes: Buffer) => {
      this.fieldLength += bytes.length
      if (this.fieldLength <= fieldBytesMax) taken.push(bytes)
      else this.refuse(refuse(`the fields beside the file must have at most ${fieldBytesMax} bytes together`))
    })
    part.on("end", () => {
      const text = Buffer.concat(taken).toString("utf8")
      if (text === "") return
      if (this.fields.has(name)) this.refuse(refuse(`the field ${name.slice(0, 80)} must be sent once`))
      this.fields.set(name, text)
    })
  }
}

/**
 * The form in a request's body. A fault is reported as soon as it is known, while the rest is still arriving:
 * `payload_too_large` for a file of more than `fileBytesMax`, `invalid_request` for everything else.
 */
export const readMultipart = Effect.fnUntraced(function* (
  request: ApiRequest,
  { fileBytesMax }: { readonly fileBytesMax: number }
) {
  const boundary = yield* boundaryOf(request)
  const reader = new FormReader(boundary, fileBytesMax, announcedBytes(request), request.ownsPieces ?? false)
  const body = request.streamBody(fileBytesMax + fieldBytesMax + framingBytesMax)
  const form: Effect.Effect<MultipartForm, ApiRefusal | BodyBroken | BodyAlreadyRead> = Effect.andThen(
    Stream.runForEach(body, reader.write),
    reader.end
  ).pipe(Effect.catchTag("BodyTooLarge", () => Effect.fail(fileTooLarge(fileBytesMax))))
  return yield* form
})
