import { Array as Arr, Clock, Context, Effect, Layer, Option, Stream } from "effect"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import { InvalidState, type NotFound, ProviderMissing } from "../../kernel/input/Refusals.ts"
import { BlobStore, type BlobStoreUnavailable } from "../../kernel/ports/BlobStore.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { Settings } from "../settings/Settings.ts"
import { type DocumentChoice, decodeDocumentChoice } from "./DocumentChoice.ts"
import { DocumentRefused, isOpenedFault } from "./DocumentRefused.ts"
import { documentBytesMax, documentTypeOf, isPicture, typesOfStep } from "./DocumentType.ts"
import { makeApplyKyc } from "./KycCommits.ts"
import { blobIdsOf, type KycDocument } from "./KycDocument.ts"
import { folderOf } from "./KycEraser.ts"
import { KycReader } from "./KycReader.ts"
import { KycStepRefused } from "./KycRefusals.ts"
import type { OpenedKycSession } from "./KycSessionRecord.ts"
import { KycSessions } from "./KycSessions.ts"
import { kycStatus, nextStep } from "./KycStanding.ts"
import type { KycStep } from "./KycStep.ts"
import { kycDocumentPrefix } from "./kycNames.ts"
import { pictureFault } from "./Picture.ts"
import { Pictures, type PicturesUnavailable } from "./Pictures.ts"
import { repetitionOf } from "./repetition.ts"

/**
 * So many pictures of a session may be refused when they are shown, or be taken back, for nothing. Whoever needs more
 * pays with an attempt for each: the work that a stranger can cause is bounded.
 */
export const freePicturesMax = 10

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
     * picture, one that was sent for another step or by another person, or a PDF without a recognisable page, is
     * refused immediately, and costs no attempt as long as the session has free ones left. The document is written
     * before the commit that refers to it; if that commit is refused, or another upload was faster, the document is
     * deleted. `choice`, untrusted, is what the person says of the identity document; it decides whether its back
     * is asked for, and counts with the front only.
     */
    readonly submit: (
      token: string,
      step: KycStep,
      file: Uint8Array,
      choice?: DocumentChoice
    ) => Effect.Effect<
      OpenedKycSession,
      | BlobStoreUnavailable
      | DocumentRefused
      | InvalidInput
      | InvalidState
      | KycStepRefused
      | NotFound
      | PicturesUnavailable
      | ProviderMissing
      | StoreUnavailable
    >
    /**
     * Takes back the front of a document whose back is asked for, so that another document can be shown. It counts as
     * a free picture, and needs one.
     */
    readonly takeBack: (
      token: string
    ) => Effect.Effect<OpenedKycSession, InvalidState | NotFound | StoreUnavailable>
  }
>()("@quittance/core/concepts/kyc/KycUploads") {
  static readonly layer = Layer.effect(
    KycUploads,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return KycUploads.of({
        submit: (token, step, file, choice) => submitDocument(parts, token, step, file, choice),
        takeBack: (token) => takeBackDocument(parts, token)
      })
    })
  )
}

/** The services that uploads use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  const { attemptMax, picture } = (yield* Settings).kyc
  return {
    attemptMax,
    demands: picture,
    reader: yield* KycReader,
    ids: yield* Ids,
    sessions: yield* KycSessions,
    blobs: yield* Effect.serviceOption(BlobStore),
    pictures: yield* Effect.serviceOption(Pictures),
    apply: yield* makeApplyKyc
  }
})
type Parts = Effect.Success<typeof makeParts>

/** The content to store, with its measures, and the pages of a PDF. */
const cleaned = Effect.fnUntraced(function* (
  { demands, pictures, reader }: Parts,
  { documents, order }: OpenedKycSession,
  step: KycStep,
  file: Uint8Array
) {
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
  const { partnerId, person } = order
  const fault =
    pictureFault(picture, demands) ??
    (yield* repetitionOf(reader, {
      ...{ partnerId, person, fingerprint: picture.fingerprint },
      submittedAt: yield* Clock.currentTimeMillis,
      others: documents.flatMap((shown) => Option.toArray(shown.picture).map((other) => other.fingerprint))
    }))
  if (fault !== undefined) return yield* new DocumentRefused({ fault })
  return { type, bytes, picture: Option.some(picture), pages: undefined }
})

/** Counts a file that was opened and refused. Whoever is not waited for any more has nothing to lose. */
const countRefused = Effect.fnUntraced(function* (
  { apply, attemptMax }: Parts,
  { order: { id, partnerId } }: OpenedKycSession,
  step: KycStep,
  refused: DocumentRefused
) {
  const { fault } = refused
  if (!isOpenedFault(fault)) return yield* refused
  const at = yield* Clock.currentTimeMillis
  const command = { _tag: "RefusePicture", step, fault, freeMax: freePicturesMax, attemptMax, at } as const
  yield* apply(partnerId, id, command).pipe(
    Effect.catchTags({ KycCommandRefused: () => Effect.void, KycStepRefused: Effect.die })
  )
  return yield* refused
})

const ended = (status: string, command: string) => new InvalidState({ what: "KYC session", status, command })

const takeBackDocument = Effect.fn("KycUploads.takeBack")(function* (
  { apply, blobs, sessions }: Parts,
  token: string
) {
  const before = yield* sessions.getByToken(token)
  const { id, partnerId } = before.order
  const at = yield* Clock.currentTimeMillis
  const after = yield* apply(partnerId, id, { _tag: "TakeBack", freeMax: freePicturesMax, at }).pipe(
    Effect.catchTags({
      KycCommandRefused: ({ from }) => Effect.fail(ended(from, "taking a document back")),
      KycStepRefused: Effect.die
    })
  )
  // What this misses is swept after the end.
  if (Option.isNone(blobs)) return after
  const kept = new Set(after.documents.flatMap(blobIdsOf))
  const gone = before.documents.flatMap(blobIdsOf).filter((blobId) => !kept.has(blobId))
  yield* Effect.forEach(gone, (blobId) => Effect.ignore(blobs.value.remove(folderOf(after.order), blobId)), {
    discard: true
  })
  return after
})

const submitDocument = Effect.fn("KycUploads.submit")(function* (
  parts: Parts,
  token: string,
  step: KycStep,
  file: Uint8Array,
  given: DocumentChoice | undefined
) {
  const { apply, blobs, ids, sessions } = parts
  const session = yield* sessions.getByToken(token)
  const { id, partnerId } = session.order
  const expected = nextStep(session)
  if (expected === undefined) return yield* ended(kycStatus(session), "upload")
  // Checked before decoding; the commit checks it again.
  if (step !== expected) return yield* new KycStepRefused({ step, expected })
  if (Option.isNone(blobs)) return yield* new ProviderMissing({ provider: "BlobStore" })
  const choice =
    given === undefined || step !== "document"
      ? undefined
      : yield* Effect.fromResult(decodeDocumentChoice(given))
  const { bytes, pages, picture, type } = yield* Effect.catchTag(
    cleaned(parts, session, step, file),
    "DocumentRefused",
    (refused) => countRefused(parts, session, step, refused)
  )
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
  const document: KycDocument = { ...unwritten, ...(choice && { choice }), submittedAt: at }
  return yield* apply(partnerId, id, { _tag: "Submit", document, at }).pipe(
    // After an unclear commit the document may belong to the session; if not, it is deleted later.
    Effect.tapError((failure) =>
      failure._tag === "StoreUnavailable" && failure.outcome === "unknown" ? Effect.void : remove
    ),
    Effect.catchTag("KycCommandRefused", ({ from }) => Effect.fail(ended(from, "upload")))
  )
})
