import { assert, describe } from "@effect/vitest"
import { KycUploads } from "@quittance/core"
import {
  type DocumentChoice,
  type DocumentFault,
  freePicturesMax,
  type KycOrder,
  type KycStep,
  nextStep,
  type Picture,
  sameBitsMax
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { Memory } from "./Deployment.ts"
import { drain, shop } from "./fiatInvoices.ts"
import { damagedJpeg, jpegOf, KycOutside } from "./KycOutside.ts"
import {
  blobsAreItsOwn,
  blobsOf,
  leavesNothing,
  openKyc,
  passed,
  pictureOf,
  recordedKyc,
  redactKyc,
  refusedWith,
  savedAnew,
  showAll,
  showStep,
  tagOf,
  test,
  upload,
  verdictIs
} from "./kyc.ts"
import { heldBy } from "./kycPersonal.ts"

/** Pictures that are compared with others when they are shown, what refused ones cost, and both sides of a document. */

const person = (name: string) => ({ metadata: { name } })
const face = pictureOf("a face")
const card: DocumentChoice = { kind: "identity_card", country: "KZ" }

/** The picture is refused with this fault, for nothing. */
const isRefused = Effect.fnUntraced(function* (
  order: KycOrder,
  step: KycStep,
  picture: Picture,
  fault: DocumentFault
) {
  const error = yield* leavesNothing(order, step, jpegOf(picture))
  assert(error._tag === "DocumentRefused")
  assert.strictEqual(error.fault, fault)
})

describe("a picture that was shown before is refused when it is shown, and costs no attempt", () => {
  test("where it was sent for another step, also saved anew, and only then", function* () {
    const order = yield* openKyc(yield* shop())
    yield* showStep(order, "document", face)
    for (const bits of [0, sameBitsMax]) yield* isRefused(order, "selfie", savedAnew(face, bits), "repeated")
    assert.strictEqual((yield* showStep(order, "selfie", savedAnew(face, sameBitsMax + 1)))._tag, "submitted")
  })

  test("where another person used it, also saved anew", function* () {
    const partnerId = yield* shop()
    yield* showStep(yield* openKyc(partnerId, person("Jane")), "document", face)
    for (const other of [person("Joan"), {}]) {
      const order = yield* openKyc(partnerId, other)
      yield* isRefused(order, "document", savedAnew(face, sameBitsMax), "usedBefore")
    }
    yield* showStep(yield* openKyc(partnerId, {}), "document", savedAnew(face, sameBitsMax + 1))
  })

  test("and is as good as any for the same person, or to another partner", function* () {
    const partnerId = yield* shop()
    yield* showStep(yield* openKyc(partnerId, person("Jane")), "document", face)
    yield* showStep(yield* openKyc(partnerId, person("Jane")), "document", face)
    yield* showStep(yield* openKyc(yield* shop("another shop"), person("Joan")), "document", face)
  })

  test("and is forgotten with what was redacted, and with what was refused", function* () {
    const partnerId = yield* shop()
    const redacted = yield* openKyc(partnerId, person("Jane"))
    yield* showStep(redacted, "document", face)
    yield* redactKyc(redacted)
    const refused = yield* openKyc(partnerId, person("Joan"))
    yield* showStep(refused, "document", face)
    yield* showAll(refused)
    yield* verdictIs(refused, refusedWith("document_unreadable"))
    yield* drain
    yield* showStep(yield* openKyc(partnerId, person("Jean")), "document", face)
  })
})

describe("refused pictures", () => {
  const blurred = jpegOf(pictureOf("blurred", { sharpness: 1 }))

  test("are free up to the tenth; the eleventh costs an attempt, and the third that costs one ends it", function* () {
    const order = yield* openKyc(yield* shop())
    for (let count = 1; count <= freePicturesMax; count++) yield* leavesNothing(order, "document", blurred)
    assert.strictEqual(yield* tagOf(order), "pending")
    for (const [tag, attempts] of [
      ["collecting", 1],
      ["collecting", 2],
      ["failed", 3]
    ] as const) {
      yield* Effect.flip(upload(order, "document", damagedJpeg))
      const { _tag, ...session } = yield* recordedKyc(order)
      assert.deepStrictEqual(
        [_tag, session.attempts, session.reasons],
        [tag, attempts, ["document_unreadable"]]
      )
    }
    assert.strictEqual((yield* Effect.flip(upload(order, "document", blurred)))._tag, "InvalidState")
    yield* blobsAreItsOwn(order)
  })

  test("are those that were opened: a file of another kind is told from its first bytes, and counts for nothing", function* () {
    const order = yield* openKyc(yield* shop())
    for (const file of [new Uint8Array(0), new TextEncoder().encode("GIF89a")])
      yield* leavesNothing(order, "document", file)
    assert.deepStrictEqual((yield* recordedKyc(order)).discarded, Option.none())
  })

  test("that came at once are counted each, and one that lost to a good one for nothing", function* () {
    const order = yield* openKyc(yield* shop())
    const { reader } = yield* KycOutside
    yield* Effect.all(
      [Effect.flip(upload(order, "document", blurred)), Effect.flip(upload(order, "document", blurred))],
      {
        concurrency: "unbounded"
      }
    )
    assert.deepStrictEqual((yield* recordedKyc(order)).discarded, Option.some(2))
    const services = yield* Effect.context<KycUploads>()
    reader.meanwhile = Effect.suspend(() => {
      reader.meanwhile = Effect.void
      const faster = upload(order, "document", jpegOf(pictureOf("the faster one")))
      return Effect.orDie(Effect.asVoid(Effect.provide(faster, services)))
    })
    assert.strictEqual((yield* Effect.flip(upload(order, "document", jpegOf(face))))._tag, "KycStepRefused")
    const session = yield* recordedKyc(order)
    assert.deepStrictEqual([nextStep(session), session.discarded], ["selfie", Option.some(2)])
    yield* blobsAreItsOwn(order)
  })
})

describe("a document with two sides", () => {
  test("is shown from both, and its checker is told what it is", function* () {
    const order = yield* openKyc(yield* shop())
    yield* upload(order, "document", jpegOf(pictureOf("front")), card)
    const session = yield* showAll(order)
    assert.deepStrictEqual(
      session.documents.map(({ choice, step }) => [step, choice]),
      [
        ["document", card],
        ["document_back", card],
        ["selfie", undefined]
      ]
    )
    yield* drain
    const { opened } = yield* KycOutside
    assert.deepStrictEqual(
      opened.flatMap(({ documents }) => documents.map(({ choice }) => choice)),
      [card, card, undefined]
    )
  })

  test("of no known kind or country is refused by the name of the field, before the file is opened", function* () {
    const order = yield* openKyc(yield* shop())
    const cases: ReadonlyArray<readonly [string, { readonly kind: string; readonly country: string }]> = [
      ["kind", { kind: "library_card", country: "KZ" }],
      ["country", { kind: "passport", country: "kz" }],
      ["country", { kind: "passport", country: "ZZ" }]
    ]
    for (const [field, choice] of cases) {
      const error = yield* Effect.flip(upload(order, "document", damagedJpeg, choice as DocumentChoice))
      assert(error._tag === "InvalidInput")
      assert.deepStrictEqual(
        error.issues.map((issue) => issue.field),
        [field]
      )
    }
    assert.deepStrictEqual((yield* recordedKyc(order)).discarded, Option.none())
  })

  test("of which nothing was said goes on as before: a session of an earlier version, or a form without it", function* () {
    const order = yield* openKyc(yield* shop())
    yield* showStep(order, "document")
    assert.strictEqual((yield* showStep(order, "selfie"))._tag, "submitted")
    yield* verdictIs(order, passed)
    yield* drain
    assert.strictEqual(yield* tagOf(order), "completed")
  })

  test("is taken back for another one, whose pictures are what is kept", function* () {
    const order = yield* openKyc(yield* shop())
    yield* upload(order, "document", jpegOf(pictureOf("front")), card)
    const { takeBack } = yield* KycUploads
    const session = yield* takeBack(order.token)
    assert.deepStrictEqual([nextStep(session), session.documents], ["document", []])
    assert.deepStrictEqual(yield* blobsOf(order), [])
    assert.strictEqual((yield* Effect.flip(takeBack(order.token)))._tag, "InvalidState")
    yield* upload(order, "document", jpegOf(pictureOf("front")), { kind: "passport", country: "KZ" })
    assert.strictEqual((yield* showStep(order, "selfie"))._tag, "submitted")
  })

  test("is forgotten with the session, in every place", function* () {
    const memory = yield* Memory
    const order = yield* openKyc(yield* shop())
    yield* upload(order, "document", jpegOf(pictureOf("front")), { kind: "residence_permit", country: "SJ" })
    yield* showAll(order)
    assert.include(heldBy(memory), "residence_permit")
    yield* redactKyc(order)
    assert.notInclude(heldBy(memory), "residence_permit")
  })
})
