import { DocumentRefused } from "@quittance/core"
import {
  BlobStore,
  BlobStoreUnavailable,
  type DocumentFault,
  documentFaults,
  type Instant,
  KycChecker,
  KycCheckerUnavailable,
  type KycCheckRequest,
  type KycCheckStatus,
  type KycVerdict,
  MemoryBlobStore,
  type Picture,
  Pictures,
  PicturesUnavailable
} from "@quittance/core/adapter"
import { Clock, Context, Effect, Layer, Option, Schema, Stream } from "effect"

/**
 * The other side of KYC sessions in tests: a checker by script, documents in memory, pictures that say what they show.
 */

/** A call to the checker. */
export interface CheckerCall {
  readonly name: "open" | "lookup"
  readonly checkId: string
  readonly at: Instant
}

/** The session and the number of a check. */
export const withoutDigest = (checkId: string): string => checkId.slice(0, checkId.lastIndexOf("-"))

type Open = KycChecker["Service"]["open"]
type Lookup = KycChecker["Service"]["lookup"]
type BlobMethod = "put" | "get" | "remove" | "list" | "destroy"

/** Outlives every process. */
export class KycOutside extends Context.Service<
  KycOutside,
  {
    /** Calls to the checker, in their order. */
    readonly calls: Array<CheckerCall>
    /** What the checker was asked to open, in the order of the calls that had an effect. */
    readonly opened: Array<KycCheckRequest>
    /** The verdicts that it came to, by session and number of the check. */
    readonly verdicts: Map<string, KycVerdict>
    /** What it does in place of its duty. */
    readonly script: { open: (honest: Open) => Open; lookup: (honest: Lookup) => Lookup }
    /** Where the documents lie. */
    readonly blobs: BlobStore["Service"]
    /** The calls to the blob store that fail, before they had any effect or after it. */
    readonly blobFaults: Map<BlobMethod, "before" | "after">
    /** What happens while a document is being written. */
    readonly writing: { meanwhile: Effect.Effect<void> }
    /**
     * Whether pictures can be read, how many were, and what happens while one is; and of what PDFs pages were drawn.
     */
    readonly reader: {
      isDown: boolean
      cleaned: number
      drawn: number
      meanwhile: Effect.Effect<void>
    }
    readonly providers: Layer.Layer<KycChecker | BlobStore | Pictures>
  }
>()("test/KycOutside") {}

export const unavailable = Effect.fail(new KycCheckerUnavailable({ reason: "no answer" }))

const decided = (checkId: string, verdict: KycVerdict): KycCheckStatus => ({
  _tag: "Decided",
  checkId,
  verdict
})

/** A checker that keeps the laws of the port, with every call noted before it is made. */
const checkerOf = ({
  calls,
  opened,
  script,
  verdicts
}: Pick<KycOutside["Service"], "calls" | "opened" | "script" | "verdicts">): KycChecker["Service"] => {
  const has = (checkId: string) => opened.some((request) => request.checkId === checkId)
  const statusOf = (checkId: string): KycCheckStatus => {
    const verdict = verdicts.get(withoutDigest(checkId))
    return verdict === undefined ? { _tag: "Running", checkId } : decided(checkId, verdict)
  }
  const open: Open = (request) =>
    Effect.sync(() => {
      if (has(request.checkId)) return { _tag: "Duplicate" }
      opened.push(request)
      return statusOf(request.checkId)
    })
  const lookup: Lookup = (checkId) =>
    Effect.sync(() => (has(checkId) ? statusOf(checkId) : { _tag: "NotFound" }))
  const note = (name: CheckerCall["name"], checkId: string) =>
    Effect.map(Clock.currentTimeMillis, (at) => void calls.push({ name, checkId, at }))
  return KycChecker.of({
    open: (request) =>
      Effect.andThen(
        note("open", request.checkId),
        Effect.suspend(() => script.open(open)(request))
      ),
    lookup: (checkId) =>
      Effect.andThen(
        note("lookup", checkId),
        Effect.suspend(() => script.lookup(lookup)(checkId))
      )
  })
}

/** The blob store with the faults that are set. */
const faultyBlobs = (
  blobs: BlobStore["Service"],
  faults: KycOutside["Service"]["blobFaults"],
  writing: KycOutside["Service"]["writing"]
) => {
  const down = new BlobStoreUnavailable({ reason: "the disk is gone" })
  const around = <A, E>(method: BlobMethod, made: Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | BlobStoreUnavailable> => {
      const fault = faults.get(method)
      if (fault === undefined) return made
      return fault === "before" ? Effect.fail(down) : Effect.andThen(made, Effect.fail(down))
    })
  return BlobStore.of({
    put: (folder, id, content) =>
      Effect.andThen(
        Effect.suspend(() => writing.meanwhile),
        around("put", blobs.put(folder, id, content))
      ),
    get: (folder, id) =>
      Stream.suspend(() => (faults.has("get") ? Stream.fail(down) : blobs.get(folder, id))),
    remove: (folder, id) => around("remove", blobs.remove(folder, id)),
    list: (folder) => around("list", blobs.list(folder)),
    reseal: blobs.reseal,
    destroy: (folder) => around("destroy", blobs.destroy(folder))
  })
}

const PictureFacts = Schema.Struct({
  width: Schema.Number,
  height: Schema.Number,
  sharpness: Schema.Number,
  brightness: Schema.Number,
  fingerprint: Schema.String
})
const readPicture = Schema.decodeUnknownOption(Schema.fromJsonString(PictureFacts))
const readPages = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Union([Schema.Array(PictureFacts), Schema.Literals(documentFaults)]))
)

const jpegStart = [0xff, 0xd8, 0xff]
const encoder = new TextEncoder()

/** A file that is taken for a JPEG, and says in words what a machine sees in it. */
export const jpegOf = (picture: Picture): Uint8Array =>
  Uint8Array.from([...jpegStart, ...encoder.encode(JSON.stringify(picture))])

/** A file that is taken for a JPEG, in which nobody sees anything. */
export const damagedJpeg = Uint8Array.from([...jpegStart, 0, 0, 0])

/** What is kept of a picture. */
export const cleanJpegOf = ({ fingerprint }: Picture): Uint8Array =>
  Uint8Array.from([...jpegStart, ...encoder.encode(`clean ${fingerprint}`)])

/** What a viewer gets of a picture. */
export const watermarkedOf = (bytes: Uint8Array, text: string): Uint8Array =>
  Uint8Array.from([...bytes, ...encoder.encode(` for ${text}`)])

const pdfStart = "%PDF-"

/** A file that is taken for a PDF, and says in words what its pages show, or why they cannot be shown. */
export const pdfOf = (...pages: ReadonlyArray<Picture>): Uint8Array =>
  encoder.encode(`${pdfStart}${JSON.stringify(pages)}`)
export const pdfRefusedAs = (fault: DocumentFault): Uint8Array =>
  encoder.encode(`${pdfStart}${JSON.stringify(fault)}`)

const pixelsMax = 40_000_000

const picturesOf = (reader: KycOutside["Service"]["reader"]): Pictures["Service"] =>
  Pictures.of({
    clean: Effect.fnUntraced(function* (bytes) {
      if (reader.isDown) return yield* new PicturesUnavailable({ reason: "too many at once" })
      const found = readPicture(new TextDecoder().decode(bytes.subarray(jpegStart.length)))
      if (Option.isNone(found)) return yield* new DocumentRefused({ fault: "unreadable" })
      const { height, width } = found.value
      if (width * height > pixelsMax) return yield* new DocumentRefused({ fault: "tooManyPixels" })
      reader.cleaned += 1
      yield* reader.meanwhile
      return { bytes: cleanJpegOf(found.value), picture: found.value }
    }),
    pages: Effect.fnUntraced(function* (pdf) {
      if (reader.isDown) return yield* new PicturesUnavailable({ reason: "too many at once" })
      const found = Option.getOrElse(
        readPages(new TextDecoder().decode(pdf.subarray(pdfStart.length))),
        () => "brokenPdf" as const
      )
      if (typeof found === "string") return yield* new DocumentRefused({ fault: found })
      reader.drawn += 1
      yield* reader.meanwhile
      return found.map((picture) => ({ bytes: cleanJpegOf(picture), picture }))
    }),
    logo: () => Effect.die("no logo is shown here"),
    watermarked: (bytes, _, text) => Effect.succeed(watermarkedOf(bytes, text))
  })

/** A world in which nothing was asked and nothing lies anywhere, and everybody does what they should. */
export const kycOutside: Effect.Effect<KycOutside["Service"]> = Effect.gen(function* () {
  const blobs = Context.get(yield* Effect.scoped(Layer.build(MemoryBlobStore.layer)), BlobStore)
  const calls: Array<CheckerCall> = []
  const opened: Array<KycCheckRequest> = []
  const verdicts = new Map<string, KycVerdict>()
  const script: KycOutside["Service"]["script"] = { open: (honest) => honest, lookup: (honest) => honest }
  const blobFaults: KycOutside["Service"]["blobFaults"] = new Map()
  const writing: KycOutside["Service"]["writing"] = { meanwhile: Effect.void }
  const reader: KycOutside["Service"]["reader"] = {
    isDown: false,
    cleaned: 0,
    drawn: 0,
    meanwhile: Effect.void
  }
  const providers = Layer.mergeAll(
    Layer.succeed(KycChecker, checkerOf({ calls, opened, script, verdicts })),
    Layer.succeed(BlobStore, faultyBlobs(blobs, blobFaults, writing)),
    Layer.succeed(Pictures, picturesOf(reader))
  )
  return { calls, opened, verdicts, script, blobs, blobFaults, writing, reader, providers }
})
