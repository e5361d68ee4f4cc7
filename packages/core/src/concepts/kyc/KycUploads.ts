import { Array as Arr, Clock, Context, Effect, Layer, Option, Stream } from "effect"
import { InvalidState, type NotFound, ProviderMissing } from "../../kernel/input/Refusals.ts"
import { BlobStore, type BlobStoreUnavailable } from "../../kernel/ports/BlobStore.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { Settings } from "../settings/Settings.ts"
import { DocumentRefused } from "./DocumentRefused.ts"
import { documentBytesMax, documentTypeOf, isPicture, typesOfStep } from "./DocumentType.ts"
import { makeApplyKyc } from "./KycCommits.ts"
import { blobIdsOf, type KycDocument } from "./KycDocument.ts"
import { folderOf } from "./KycEraser.ts"
import { KycStepRefused, kycStatus, nextStep } from "./KycSession.ts"
import type { OpenedKycSession } from "./KycSessionRecord.ts"
import { KycSessions } from "./KycSessions.ts"
import type { KycStep } from "./KycStep.ts"
import { kycDocumentPrefix } from "./kycNames.ts"
import { pictureFault } from "./Picture.ts"
import { Pictures, type PicturesUnavailable } from "./Pictures.ts"

/** How much of a document is encrypted at a time. */
const pieceBytes = 64 * 1024

const pieces = (bytes: Uint8Array): Stream.Stream<Uint8Array> =>
  Stream.range(0, Math.ceil(bytes.length / pieceBytes) - 1).pipe(
    Stream.map((index) => bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes))
  )

/** Uploads of documents in the steps of a session. */
export class KycUploads extends Context.Service<
  KycUploads,
  {
    /**
     * Accepts a file for a step, from the holder of the link. A picture is re-encoded from its pixels, so
     * nothing else in the file is kept. A PDF is kept with a picture of each of its pages. An unrecognisable
     * picture, or a PDF without a recognisable page, is refused immediately and costs no attempt. The
     * document is written before the commit that refers to it; if that commit is refused, or another upload
     * was faster, the document is deleted.
     */
    readonly submit: (
      token: string,
      step: KycStep,
      file: Uint8Array
    ) => Effect.Effect<
      OpenedKycSession,
      | BlobStoreUnavailable
      | DocumentRefused
      | InvalidState
      | KycStepRefused
      | NotFound
      | PicturesUnavailable
      | ProviderMissing
      | StoreUnavailable
    >
  }
>()("@quittance/core/concepts/kyc/KycUploads") {
  static readonly layer = Layer.effect(
    KycUploads,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return KycUploads.of({
        submit: (token, step, file) => submitDocument(parts, token, step, file)
      })
    })
  )
}

/** The services that uploads use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    demands: (yield* Settings).kyc.picture,
    ids: yield* Ids,
    sessions: yield* KycSessions,
    blobs: yield* Effect.serviceOption(BlobStore),
    pictures: yield* Effect.serviceOption(Pictures),
    apply: yield* makeApplyKyc
  }
})
type Parts = Effect.Success<typeof makeParts>

/** The content to store, with its measures, and the pages of a PDF. */
const cleaned = Effect.fnUntraced(function* ({ demands, pictures }: Parts, step: KycStep, file: Uint8Array) {
  if (file.length === 0) return yield* new DocumentRefused({ fault: "empty" })
  if (file.length > documentBytesMax) return yield* new DocumentRefused({ fault: "tooLarge" })
  const type = documentTypeOf(file)
  if (type === undefined || !typesOfStep(step).includes(type))
    return yield* new DocumentRefused({ fault: "unsupported" })
  if (Option.isNone(pictures)) return yield* new ProviderMissing({ provider: "Pictures" })
  if (!isPicture(type)) {
    const pages = yield* pictures.value.pages(file)
    // A page may be empty, but not all of them.
    if (pages.every(({ picture }) => pictureFault(picture, demands) !== undefined))
      return yield* new DocumentRefused({ fault: "unclearPdf" })
    return { type, bytes: file, picture: Option.none(), pages }
  }
  const { bytes, picture } = yield* pictures.value.clean(file, type)
  const fault = pictureFault(picture, demands)
  if (fault !== undefined) return yield* new DocumentRefused({ fault })
  return { type, bytes, picture: Option.some(picture), pages: undefined }
})

const submitDocument = Effect.fn("KycUploads.submit")(function* (
  parts: Parts,
  token: string,
  step: KycStep,
  file: Uint8Array
) {
  const { apply, blobs, ids, sessions } = parts
  const session = yield* sessions.getByToken(token)
  const { id, partnerId } = session.order
  const ended = (status: string) => new InvalidState({ what: "KYC session", status, command: "upload" })
  const expected = nextStep(session)
  if (expected === undefined) return yield* ended(kycStatus(session))
  // Checked before decoding; the commit checks it again.
  if (step !== expected) return yield* new KycStepRefused({ step, expected })
  if (Option.isNone(blobs)) return yield* new ProviderMissing({ provider: "BlobStore" })
  const { bytes, pages, picture, type } = yield* cleaned(parts, step, file)
  const folder = folderOf(session.order)
  const unwritten = {
    id: yield* ids.prefixed(kycDocumentPrefix),
    step,
    type,
    sizeBytes: bytes.length,
    picture,
    ...(pages === undefined
      ? {}
      : { pages: pages.map((page) => ({ sizeBytes: page.bytes.length, picture: page.picture })) })
  }
  const written = Arr.zip(blobIdsOf(unwritten), [bytes, ...(pages ?? []).map((page) => page.bytes)])
  const remove = Effect.forEach(written, ([id]) => Effect.ignore(blobs.value.remove(folder, id)), {
    discard: true
  })
  yield* Effect.forEach(written, ([id, content]) => blobs.value.put(folder, id, pieces(content)), {
    discard: true
  })
  const at = yield* Clock.currentTimeMillis
  const document: KycDocument = { ...unwritten, submittedAt: at }
  return yield* apply(partnerId, id, { _tag: "Submit", document, at }).pipe(
    // After an unclear commit the document may belong to the session; if not, it is deleted later.
    Effect.tapError((failure) =>
      failure._tag === "StoreUnavailable" && failure.outcome === "unknown" ? Effect.void : remove
    ),
    Effect.catchTag("KycCommandRefused", ({ from }) => Effect.fail(ended(from)))
  )
})
