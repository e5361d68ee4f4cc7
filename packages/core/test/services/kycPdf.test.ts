import { assert, describe } from "@effect/vitest"
import { KycReviews } from "@quittance/core"
import {
  blobIdsOf,
  type Commit,
  type KycDocument,
  type KycOrder,
  kycJobs,
  kycReviewView,
  millisPerHour,
  type OpenedKycSession,
  Store
} from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { pageBlobId } from "../../src/concepts/kyc/KycDocument.ts"
import { drain, racingStore, shop, storeOf, workFor } from "./fiatInvoices.ts"
import { cleanJpegOf, KycOutside, pdfOf, pdfRefusedAs } from "./KycOutside.ts"
import {
  blobsAreItsOwn,
  blobsOf,
  openKyc,
  passed,
  pictureOf,
  recordedKyc,
  redactKyc,
  refusedWith,
  showStep,
  tagOf,
  test,
  testIn,
  upload,
  verdictIs
} from "./kyc.ts"

/** A PDF of strangers stays sealed: what leaves is the picture of each page. */

const [first, second] = [pictureOf("page 1"), pictureOf("page 2", { sharpness: 0 })]
const pdf = pdfOf(first, second)
const opened = Effect.flatMap(shop(), (partnerId) => openKyc(partnerId))

const documentIn = ({ documents }: OpenedKycSession): KycDocument =>
  documents[0] ?? assert.fail("there is no document")

const blobOf = ({ id, partnerId }: KycOrder, blobId: string) =>
  Effect.flatMap(KycOutside, ({ blobs }) =>
    Stream.mkUint8Array(blobs.get({ partnerId, ownerId: id }, blobId))
  )

/** What reviewers see of the document, page by page. */
const seen = ({ id }: KycOrder) =>
  Effect.flatMap(KycReviews, (reviews) =>
    Effect.flatMap(reviews.pictures(id, "document"), (all) =>
      Effect.forEach(all, ({ content, page, sizeBytes, type }) =>
        Effect.map(Stream.mkUint8Array(content), (bytes) => ({ page, type, sizeBytes, bytes }))
      )
    )
  )

const pagesSeen = [first, second].map((picture, index) => {
  const bytes = cleanJpegOf(picture)
  return { page: index + 1, type: "image/jpeg", sizeBytes: bytes.length, bytes }
})

/** What the checker was given, read by it. */
const given = Effect.flatMap(KycOutside, (outside) =>
  Effect.forEach(outside.opened.at(-1)?.documents ?? [], ({ content, page, step, type }) =>
    Effect.map(Stream.mkUint8Array(content), (bytes) => ({ step, page, type, bytes }))
  )
)

describe("a PDF that is taken", () => {
  test("is kept to the byte, with a picture of each page and its measures", function* () {
    const order = yield* opened
    const session = yield* upload(order, "document", pdf)
    const document = documentIn(session)
    assert.deepInclude(document, {
      type: "application/pdf",
      sizeBytes: pdf.length,
      picture: Option.none(),
      pages: [first, second].map((picture) => ({ sizeBytes: cleanJpegOf(picture).length, picture }))
    })
    assert.deepStrictEqual(blobIdsOf(document), [document.id, `${document.id}_1`, `${document.id}_2`])
    assert.deepStrictEqual(yield* blobOf(order, document.id), pdf)
    for (const [index, picture] of [first, second].entries())
      assert.deepStrictEqual(yield* blobOf(order, pageBlobId(document.id, index + 1)), cleanJpegOf(picture))
    yield* blobsAreItsOwn(order)
    assert.deepStrictEqual(yield* recordedKyc(order), session)
    const [shown] = kycReviewView(session).documents
    assert.deepInclude(shown, { type: "application/pdf", sizeBytes: pdf.length, picture: null })
    assert.deepStrictEqual(
      shown?.pages,
      [first, second].map((picture) => {
        const { fingerprint: _, ...measures } = picture
        return { ...measures, sizeBytes: cleanJpegOf(picture).length }
      })
    )
  })

  test("is large, and is kept whole", function* () {
    const order = yield* opened
    const pages = Array.from({ length: 1500 }, (_, index) => pictureOf(`page ${index}`))
    assert.isAbove(pdfOf(...pages).length, 3 * 64 * 1024)
    const { id } = documentIn(yield* upload(order, "document", pdfOf(...pages)))
    assert.deepStrictEqual(yield* blobOf(order, id), pdfOf(...pages))
  })

  test("reaches reviewers and the checker as pictures; it leaves by its own name alone", function* () {
    const order = yield* opened
    yield* upload(order, "document", pdf)
    yield* showStep(order, "selfie", pictureOf("face"))
    yield* drain
    assert.deepStrictEqual(yield* seen(order), pagesSeen)
    assert.deepStrictEqual(yield* given, [
      ...pagesSeen.map(({ sizeBytes: _, ...page }) => ({ step: "document" as const, ...page })),
      { step: "selfie", page: 1, type: "image/jpeg", bytes: cleanJpegOf(pictureOf("face")) }
    ])
    const original = yield* Effect.flatMap(KycReviews, ({ original }) => original(order.id, "document"))
    assert.deepStrictEqual(yield* Stream.mkUint8Array(original), pdf)
    assert.strictEqual((yield* KycOutside).reader.drawn, 1, "it is drawn once, when it is uploaded")
  })

  test("leaves nothing behind when the session is redacted", function* () {
    const order = yield* opened
    yield* upload(order, "document", pdf)
    yield* redactKyc(order)
    assert.lengthOf(yield* blobsOf(order), 0)
    yield* blobsAreItsOwn(order)
  })

  test("and then refused is swept with its pages after the end", function* () {
    const order = yield* opened
    yield* upload(order, "document", pdf)
    yield* showStep(order, "selfie")
    yield* verdictIs(order, refusedWith("document_expired"))
    yield* drain
    yield* showStep(order, "document")
    assert.lengthOf(yield* blobsOf(order), 5)
    yield* verdictIs(order, passed, 2)
    yield* drain
    yield* workFor(kycJobs.erase, 2 * millisPerHour)
    assert.lengthOf(yield* blobsOf(order), 2)
    yield* blobsAreItsOwn(order)
  })
})

describe("nothing stays of a PDF", () => {
  test("whose session ends while it is drawn", function* () {
    const order = yield* opened
    const { reader } = yield* KycOutside
    reader.meanwhile = TestClock.setTime(order.expiresAt)
    assert.strictEqual((yield* Effect.flip(upload(order, "document", pdf)))._tag, "InvalidState")
    assert.lengthOf(yield* blobsOf(order), 0)
  })

  testIn({ store: racingStore })("when another upload is faster", function* () {
    const order = yield* opened
    const both = [upload(order, "document", pdf), upload(order, "document", pdf)]
    yield* Effect.all(both.map(Effect.exit), { concurrency: "unbounded" })
    assert.lengthOf((yield* recordedKyc(order)).documents, 1)
    yield* blobsAreItsOwn(order)
  })
})

/** What a version wrote that drew no pages. */
const withoutPages = ({ pages: _, ...document }: KycDocument): KycDocument => document

const asBefore = (whole: Commit): Commit => ({
  ...whole,
  aggregates: whole.aggregates.map((write) =>
    write._tag === "KycSession"
      ? { ...write, state: { ...write.state, documents: write.state.documents.map(withoutPages) } }
      : write
  ),
  events: whole.events.map((record) =>
    record.event._tag === "KycDocumentSubmitted"
      ? { ...record, event: { ...record.event, document: withoutPages(record.event.document) } }
      : record
  )
})

const testBefore = testIn({
  store: storeOf(Store, (inner) => ({ commit: (whole: Commit) => inner.commit(asBefore(whole)) }))
})

/** A session with a PDF as an earlier version kept it, of which this was drawn since. */
const shownBefore = Effect.fnUntraced(function* (file: Uint8Array) {
  const order = yield* opened
  yield* upload(order, "document", pdf)
  const { blobs } = yield* KycOutside
  const folder = { partnerId: order.partnerId, ownerId: order.id }
  const { id } = documentIn(yield* recordedKyc(order))
  for (const blobId of yield* blobs.list(folder)) yield* blobs.remove(folder, blobId)
  yield* blobs.put(folder, id, Stream.succeed(file))
  yield* blobsAreItsOwn(order)
  return order
})

describe("a PDF from before pages were drawn", () => {
  testBefore("is drawn for each reviewer and for the checker", function* () {
    const order = yield* shownBefore(pdf)
    assert.isNull(kycReviewView(yield* recordedKyc(order)).documents[0]?.pages)
    assert.deepStrictEqual(yield* seen(order), pagesSeen)
    yield* showStep(order, "selfie", pictureOf("face"))
    yield* drain
    assert.strictEqual(yield* tagOf(order), "checking")
    assert.deepStrictEqual(
      (yield* given).map(({ page, step, type }) => `${step} ${page} ${type}`),
      ["document 1 image/jpeg", "document 2 image/jpeg", "selfie 1 image/jpeg"]
    )
    yield* blobsAreItsOwn(order)
  })

  testBefore("that cannot be shown is asked for again, and the checker is not asked", function* () {
    const order = yield* shownBefore(pdfRefusedAs("tooManyPages"))
    const refusal = yield* Effect.flip(seen(order))
    assert.deepInclude(refusal, { _tag: "DocumentRefused", fault: "tooManyPages" })
    yield* showStep(order, "selfie")
    yield* drain
    const session = yield* recordedKyc(order)
    assert.deepInclude(session, { _tag: "collecting", attempts: 1, reasons: ["document_unreadable"] })
    assert.deepStrictEqual(
      session.documents.map(({ step }) => step),
      ["selfie"]
    )
    assert.lengthOf((yield* KycOutside).opened, 0)
  })

  testBefore("waits while pictures cannot be drawn", function* () {
    const order = yield* shownBefore(pdf)
    yield* showStep(order, "selfie")
    const { opened: checks, reader } = yield* KycOutside
    reader.isDown = true
    assert.strictEqual((yield* Effect.flip(seen(order)))._tag, "PicturesUnavailable")
    yield* drain
    assert.strictEqual(yield* tagOf(order), "unknown")
    assert.lengthOf(checks, 0)
    reader.isDown = false
    yield* workFor(kycJobs.check, millisPerHour)
    assert.strictEqual(yield* tagOf(order), "checking")
    assert.lengthOf(checks, 1)
  })
})
