import { assert, describe } from "@effect/vitest"
import { type DocumentFault, type KycOrder, kycJobs, millisPerHour } from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { start } from "./Deployment.ts"
import { drain, racingStore, shop, workFor } from "./fiatInvoices.ts"
import { cleanJpegOf, damagedJpeg, jpegOf, KycOutside, pdfOf, pdfRefusedAs } from "./KycOutside.ts"
import {
  blobsAreItsOwn,
  blobsOf,
  jobDueAt,
  leavesNothing,
  openKyc,
  passed,
  pictureOf,
  readKyc,
  recordedKyc,
  redactKyc,
  refusedWith,
  showAll,
  showStep,
  tagOf,
  test,
  testIn,
  upload,
  verdictIs
} from "./kyc.ts"

const picture = pictureOf("a document")
const opened = Effect.flatMap(shop(), (partnerId) => openKyc(partnerId))

/** What lies in the session's folder under a name, in one piece. */
const contentOf = ({ id, partnerId }: KycOrder, documentId: string) =>
  Effect.flatMap(KycOutside, ({ blobs }) =>
    Stream.mkUint8Array(blobs.get({ partnerId, ownerId: id }, documentId))
  )

describe("what is shown in a step", () => {
  test("is kept as the picture that it is, and what a machine sees in it with the session", function* () {
    const order = yield* opened
    yield* TestClock.adjust(1000)
    const session = yield* upload(order, "document", jpegOf(picture))
    assert.strictEqual(session._tag, "collecting")
    const [document, ...others] = session.documents
    assert(document !== undefined && others.length === 0)
    const clean = cleanJpegOf(picture)
    assert.deepStrictEqual(document, {
      id: document.id,
      step: "document",
      type: "image/jpeg",
      sizeBytes: clean.length,
      picture: Option.some(picture),
      submittedAt: start + 1000
    })
    assert.match(document.id, /^doc_[0-9a-f]{32}$/)
    assert.deepStrictEqual(yield* contentOf(order, document.id), clean)
    assert.deepStrictEqual(yield* recordedKyc(order), session)
  })

  test("of the last step leads to the check at once", function* () {
    const order = yield* openKyc(yield* shop(), { level: "advanced" })
    for (const step of ["document", "selfie", "proof_of_address"] as const) {
      assert.deepStrictEqual(yield* jobDueAt(kycJobs.check), Option.none())
      yield* showStep(order, step)
    }
    assert.strictEqual(yield* tagOf(order), "submitted")
    assert.deepStrictEqual(yield* jobDueAt(kycJobs.check), Option.some(start))
    assert.lengthOf(yield* blobsOf(order), 3)
    yield* blobsAreItsOwn(order)
  })

  test("again after a refusal takes the place of what was refused, which is swept after the end", function* () {
    const order = yield* opened
    yield* showAll(order)
    yield* verdictIs(order, refusedWith("selfie_mismatch"))
    yield* drain
    const { documents } = yield* showStep(order, "selfie")
    assert.deepStrictEqual(
      documents.map(({ step }) => step),
      ["document", "selfie"]
    )
    assert.lengthOf(yield* blobsOf(order), 3)
    yield* verdictIs(order, passed, 2)
    yield* drain
    assert.strictEqual(yield* tagOf(order), "completed")
    yield* workFor(kycJobs.erase, millisPerHour - 1)
    assert.lengthOf(yield* blobsOf(order), 3)
    yield* workFor(kycJobs.erase, 1)
    assert.lengthOf(yield* blobsOf(order), 2)
    yield* blobsAreItsOwn(order)
  })
})

describe("nothing stays of a file that is refused:", () => {
  const blank = pictureOf("blank", { sharpness: 0, brightness: 255 })
  const dark = pictureOf("dark", { brightness: 29 })
  const small = pictureOf("small", { height: 479 })
  const pdfFaults = ["brokenPdf", "lockedPdf", "tooManyPages", "tooLargePages", "costlyPdf"] as const
  const cases: ReadonlyArray<readonly [string, Uint8Array, DocumentFault]> = [
    ["an empty one", new Uint8Array(0), "empty"],
    ["one over 10 MB", new Uint8Array(10 * 1024 * 1024 + 1).fill(0xff), "tooLarge"],
    ["one of another kind", new TextEncoder().encode("GIF89a"), "unsupported"],
    ["a picture that nobody can read", damagedJpeg, "unreadable"],
    ...pdfFaults.map((fault) => [`a PDF that is ${fault}`, pdfRefusedAs(fault), fault] as const),
    ["a PDF on whose pages nothing is to be seen", pdfOf(blank, dark, small), "unclearPdf"],
    [
      "a picture of too many pixels",
      jpegOf(pictureOf("huge", { width: 9000, height: 9000 })),
      "tooManyPixels"
    ],
    ["a picture of too few pixels", jpegOf(small), "tooSmall"],
    ["a picture that is too dark", jpegOf(dark), "tooDark"],
    ["a blurry picture", jpegOf(pictureOf("blurred", { sharpness: 19 })), "blurry"]
  ]
  for (const [name, file, fault] of cases) {
    test(name, function* () {
      const error = yield* leavesNothing(yield* opened, "document", file)
      assert.strictEqual(error._tag, "DocumentRefused")
      if (error._tag === "DocumentRefused") assert.strictEqual(error.fault, fault)
    })
  }

  test("and it costs no attempt, however often a picture is bad", function* () {
    const order = yield* opened
    const blurred = jpegOf(pictureOf("blurred", { sharpness: 1 }))
    for (let time = 0; time < 5; time++) yield* leavesNothing(order, "document", blurred)
    yield* showStep(order, "document")
    yield* leavesNothing(order, "selfie", blurred)
    const session = yield* recordedKyc(order)
    assert.deepStrictEqual([session._tag, session.attempts], ["collecting", 0])
  })

  test("a face as a PDF", function* () {
    const order = yield* opened
    yield* showStep(order, "document")
    const error = yield* leavesNothing(order, "selfie", pdfOf(picture))
    assert.strictEqual(error._tag, "DocumentRefused")
  })

  test("one that comes while pictures cannot be looked at", function* () {
    const order = yield* opened
    const { reader } = yield* KycOutside
    reader.isDown = true
    const error = yield* leavesNothing(order, "document", jpegOf(picture))
    assert.strictEqual(error._tag, "PicturesUnavailable")
    reader.isDown = false
    assert.strictEqual((yield* upload(order, "document", jpegOf(picture)))._tag, "collecting")
  })

  test("one for another step than the next, which is named before anything is looked at", function* () {
    const order = yield* opened
    for (const step of ["selfie", "proof_of_address"] as const) {
      const error = yield* leavesNothing(order, step, damagedJpeg)
      assert.strictEqual(error._tag, "KycStepRefused")
      if (error._tag === "KycStepRefused") assert.deepInclude(error, { step, expected: "document" })
    }
    yield* showStep(order, "document")
    const again = yield* leavesNothing(order, "document", jpegOf(picture))
    assert.strictEqual(again._tag, "KycStepRefused")
    assert.strictEqual((yield* KycOutside).reader.cleaned, 1)
  })

  test("one that nobody waits for any more: in check, at the end, at the expiry, after a redaction", function* () {
    const order = yield* opened
    const isRefused = Effect.fnUntraced(function* (status: string) {
      const error = yield* leavesNothing(order, "document", jpegOf(picture))
      assert.strictEqual(error._tag, "InvalidState")
      if (error._tag === "InvalidState") assert.strictEqual(error.status, status)
    })
    yield* showAll(order)
    yield* isRefused("in_progress")
    yield* drain
    yield* isRefused("in_progress")
    yield* verdictIs(order, passed)
    yield* workFor(kycJobs.check, millisPerHour)
    yield* isRefused("completed")
    yield* redactKyc(order)
    yield* isRefused("completed")
    const late = yield* openKyc(order.partnerId)
    yield* TestClock.setTime(late.expiresAt)
    assert.strictEqual((yield* leavesNothing(late, "document", jpegOf(picture)))._tag, "InvalidState")
    assert.strictEqual(yield* tagOf(late), "pending", "nobody recorded the expiry")
  })

  test("one under a link that leads nowhere", function* () {
    const order = yield* opened
    const error = yield* Effect.flip(
      upload({ ...order, token: `${order.token}0` }, "document", pdfOf(picture))
    )
    assert.strictEqual(error._tag, "NotFound")
  })

  for (const [name, happens] of [
    ["expires", (order: KycOrder) => TestClock.setTime(order.expiresAt)],
    ["is redacted", (order: KycOrder) => Effect.asVoid(redactKyc(order))]
  ] as const) {
    test(`one whose session ${name} while it is looked at`, function* () {
      const order = yield* opened
      const { reader } = yield* KycOutside
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof redactKyc>>>()
      reader.meanwhile = Effect.orDie(Effect.provide(happens(order), context))
      const error = yield* Effect.flip(upload(order, "document", jpegOf(picture)))
      assert.strictEqual(error._tag, "InvalidState")
      if (error._tag === "InvalidState") assert.strictEqual(error.status, "expired")
      assert.deepStrictEqual(yield* blobsOf(order), [])
      assert.strictEqual((yield* readKyc(order))._tag, "expired")
    })
  }
})

describe("of two files for one step at once", () => {
  for (const [name, before, loser] of [
    ["the first", [], "KycStepRefused"],
    ["the last", ["document"], "InvalidState"]
  ] as const) {
    testIn({ store: racingStore })(`one is taken and nothing stays of the other: ${name} step`, function* () {
      for (let round = 0; round < 5; round++) {
        const order = yield* opened
        for (const step of before) yield* showStep(order, step)
        const step = before.length === 0 ? "document" : "selfie"
        const files = [1, 2, 3].map((i) => jpegOf(pictureOf(`${order.id} ${i}`)))
        const results = yield* Effect.forEach(files, (file) => Effect.result(upload(order, step, file)), {
          concurrency: "unbounded"
        })
        assert.lengthOf(
          results.filter(({ _tag }) => _tag === "Success"),
          1
        )
        for (const result of results)
          if (result._tag === "Failure") assert.strictEqual(result.failure._tag, loser)
        assert.lengthOf((yield* recordedKyc(order)).documents, before.length + 1)
        yield* blobsAreItsOwn(order)
      }
    })
  }
})
