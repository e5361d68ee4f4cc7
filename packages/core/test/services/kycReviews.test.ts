import { assert, describe, it } from "@effect/vitest"
import { KycReviews, KycUploads, ManualReview, PreCheck } from "@quittance/core"
import {
  actingAs,
  BlobMissing,
  EventReader,
  type KycOrder,
  type KycSessionId,
  type KycStep,
  kycJobs,
  kycReviewView,
  millisPerDay,
  millisPerHour,
  millisPerMinute,
  Store
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Facts } from "../../src/kernel/history/Facts.ts"
import { testOn } from "../testOn.ts"
import { type DeploymentOptions, Memory, Seen } from "./Deployment.ts"
import { drain, racingStore, shop, storeOf, workFor } from "./fiatInvoices.ts"
import { cleanJpegOf, KycOutside, pdfOf } from "./KycOutside.ts"
import {
  jobDueAt,
  kycDeployed,
  test as kycTest,
  openKyc,
  passed,
  pictureOf,
  readKyc,
  recordedKyc,
  redactKyc,
  refusedWith,
  showAtOnce,
  shownKyc,
  showStep,
  tagOf,
  verdictIs
} from "./kyc.ts"
import { heldBy, marker } from "./kycPersonal.ts"

/** Every check is left to people, behind the pre-check. */
const reviewedOn = (options: DeploymentOptions) =>
  kycDeployed(options, (providers) =>
    PreCheck.layer.pipe(Layer.provideMerge(ManualReview.layer), Layer.provideMerge(providers))
  )
const reviewed = reviewedOn({})

const list = Effect.flatMap(KycReviews, ({ list }) =>
  Effect.map(list, (all) => all.map(({ order }) => order.id))
)
const decide = (id: KycSessionId, input: object) =>
  Effect.flatMap(KycReviews, (reviews) => reviews.decide(id, { decidedBy: "olga", ...input }))
const picturesOf = (id: KycSessionId, step: KycStep) =>
  Effect.flatMap(KycReviews, (reviews) =>
    Effect.flatMap(reviews.pictures(id, step), (all) =>
      Effect.forEach(all, ({ content }) => Stream.mkUint8Array(content))
    )
  )
const contentOf = (id: KycSessionId, step: KycStep) =>
  Effect.map(picturesOf(id, step), (all) => {
    assert.lengthOf(all, 1)
    return all[0]
  })

const test = testOn(reviewed)

describe("what waits for a review", () => {
  test("is every session in check, of all partners, the longest waiting first; and nothing else", function* () {
    const [one, other] = [yield* shop(), yield* shop("another shop")]
    const late = yield* openKyc(one)
    const first = yield* shownKyc(one)
    yield* TestClock.adjust(1000)
    const second = yield* shownKyc(other)
    yield* TestClock.adjust(1000)
    for (const step of ["document", "selfie"] as const) yield* showStep(late, step)
    yield* openKyc(one)
    assert.deepStrictEqual(yield* list, [first.id, second.id, late.id])
    yield* drain
    assert.deepStrictEqual(yield* list, [first.id, second.id, late.id], "asked or not")
    yield* decide(first.id, { outcome: "completed" })
    yield* decide(second.id, { outcome: "retry", reasons: ["selfie_unclear"] })
    assert.deepStrictEqual(yield* list, [late.id])
    yield* TestClock.adjust(1000)
    yield* showStep(second, "selfie")
    assert.deepStrictEqual(yield* list, [late.id, second.id], "it waits anew")
    yield* redactKyc(late)
    assert.deepStrictEqual(yield* list, [second.id])
  })

  test("is for a partner's reviewers what waits of this partner", function* () {
    const [one, other] = [yield* shop(), yield* shop("another shop")]
    const { waiting } = yield* KycReviews
    const idsOf = (partnerId: string) =>
      Effect.map(waiting(partnerId), (all) => all.map(({ order }) => order.id))
    const [first, foreign] = [yield* shownKyc(one), yield* shownKyc(other)]
    yield* TestClock.adjust(1000)
    const second = yield* shownKyc(one)
    yield* openKyc(one)
    assert.deepStrictEqual(yield* idsOf(one), [first.id, second.id])
    assert.deepStrictEqual(yield* idsOf(other), [foreign.id])
    yield* decide(first.id, { outcome: "completed" })
    assert.deepStrictEqual(yield* idsOf(one), [second.id])
  })

  test("waits for as long as it takes: it neither expires nor raises an alert", function* () {
    const { id, ...order } = yield* shownKyc(yield* shop())
    yield* workFor(kycJobs.check, millisPerHour)
    yield* TestClock.adjust(10 * millisPerDay)
    yield* drain
    assert.deepStrictEqual(yield* list, [id])
    assert.strictEqual(yield* tagOf({ id, ...order }), "checking")
    assert.deepStrictEqual((yield* Seen).errors, [])
  })
})

describe("what was shown", () => {
  test("is read in clear, by step", function* () {
    const order = yield* openKyc(yield* shop())
    yield* showStep(order, "document", pictureOf("passport"))
    assert.deepStrictEqual(yield* contentOf(order.id, "document"), cleanJpegOf(pictureOf("passport")))
    assert.strictEqual((yield* Effect.flip(contentOf(order.id, "selfie")))._tag, "NotFound")
    assert.strictEqual((yield* Effect.flip(contentOf("kyc_0", "document")))._tag, "NotFound")
  })

  test("is what was shown last in a step that was refused", function* () {
    const order = yield* openKyc(yield* shop())
    yield* showStep(order, "document", pictureOf("passport"))
    yield* showStep(order, "selfie", pictureOf("hat"))
    yield* decide(order.id, { outcome: "retry", reasons: ["selfie_unclear"] })
    assert.strictEqual((yield* Effect.flip(contentOf(order.id, "selfie")))._tag, "NotFound")
    yield* showStep(order, "selfie", pictureOf("face"))
    assert.deepStrictEqual(yield* contentOf(order.id, "selfie"), cleanJpegOf(pictureOf("face")))
    assert.deepStrictEqual(yield* contentOf(order.id, "document"), cleanJpegOf(pictureOf("passport")))
  })

  test("is gone after a redaction, also for who had it open", function* () {
    const order = yield* shownKyc(yield* shop())
    const reviews = yield* KycReviews
    const open = [
      yield* reviews.original(order.id, "document"),
      ...(yield* reviews.pictures(order.id, "document")).map(({ content }) => content)
    ]
    yield* redactKyc(order)
    for (const each of open) assert.instanceOf(yield* Effect.flip(Stream.mkUint8Array(each)), BlobMissing)
    assert.strictEqual((yield* Effect.flip(contentOf(order.id, "document")))._tag, "NotFound")
  })

  test("is told as out of reach while the documents cannot be reached", function* () {
    const order = yield* shownKyc(yield* shop())
    const { blobFaults } = yield* KycOutside
    blobFaults.set("get", "before")
    assert.strictEqual((yield* Effect.flip(contentOf(order.id, "document")))._tag, "BlobStoreUnavailable")
  })
})

describe("a look at documents", () => {
  const looksAt = Effect.fnUntraced(function* ({ id, partnerId }: KycOrder) {
    const told = yield* (yield* EventReader).ofSubject(partnerId, id, 100)
    return told.flatMap(({ actor, data, type }) =>
      type === "KycDocumentsLookedAt" ? [`${actor} ${new Facts(JSON.parse(data)).texts("steps")}`] : []
    )
  })

  test("has the viewer and the instant on every picture and page, and is in the history once", function* () {
    const order = yield* openKyc(yield* shop(), { level: "advanced" })
    yield* showStep(order, "document", pictureOf("passport"))
    yield* showStep(order, "selfie", pictureOf("face"))
    const letter = [pictureOf("page 1"), pictureOf("page 2")]
    yield* (yield* KycUploads).submit(order.token, "proof_of_address", pdfOf(...letter))
    const { watermarked } = yield* KycReviews
    const seen = yield* actingAs("user:usr_1", watermarked(order.id, "Olga\nusr_1"))
    const text = `Olga\nusr_1\n${new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)}`
    assert.deepStrictEqual(
      seen.map(({ page, step }) => [step, page]),
      [
        ["document", 1],
        ["selfie", 1],
        ["proof_of_address", 1],
        ["proof_of_address", 2]
      ]
    )
    for (const { bytes } of seen) assert.include(Buffer.from(bytes).toString(), text)
    assert.deepStrictEqual(yield* looksAt(order), ["user:usr_1 document,selfie,proof_of_address"])
    yield* actingAs("operator:root", picturesOf(order.id, "selfie"))
    assert.deepStrictEqual((yield* looksAt(order)).slice(1), ["operator:root selfie"])
  })

  test("is noted although the documents then cannot be read, and not where there are none", function* () {
    const order = yield* openKyc(yield* shop())
    const { watermarked } = yield* KycReviews
    assert.strictEqual((yield* Effect.flip(watermarked(order.id, "Olga")))._tag, "NotFound")
    yield* showStep(order, "document")
    ;(yield* KycOutside).blobFaults.set("get", "before")
    assert.strictEqual((yield* Effect.flip(watermarked(order.id, "Olga")))._tag, "BlobStoreUnavailable")
    assert.lengthOf(yield* looksAt(order), 1)
    yield* redactKyc(order)
    assert.strictEqual((yield* Effect.flip(watermarked(order.id, "Olga")))._tag, "NotFound")
    assert.lengthOf(yield* looksAt(order), 1)
  })
})

describe("a decision", () => {
  for (const [outcome, tag, event] of [
    ["completed", "completed", "KycSessionCompleted"],
    ["failed", "failed", "KycSessionFailed"],
    ["retry", "collecting", "KycCheckRefused"]
  ] as const) {
    it.effect(`${outcome} is recorded with who gave it, in the session and in its history`, () =>
      Effect.suspend(() => {
        const history: Array<object> = []
        const store = storeOf(Store, (inner) => ({
          commit: (whole) =>
            Effect.tap(inner.commit(whole), () =>
              Effect.sync(() => history.push(...whole.events.map((record) => record.event)))
            )
        }))
        return reviewedOn({ store })(
          Effect.gen(function* () {
            const order = yield* shownKyc(yield* shop())
            yield* drain
            yield* TestClock.adjust(millisPerMinute)
            const reasons = outcome === "completed" ? [] : ["document_expired"]
            const session = yield* decide(order.id, { outcome, reasons })
            assert.strictEqual(session._tag, tag)
            assert.deepStrictEqual(session.reasons, reasons)
            assert.deepStrictEqual(session.decidedBy, Option.some("olga"))
            assert.deepStrictEqual(yield* recordedKyc(order), session)
            const recorded = history.find((each) => "_tag" in each && each._tag === event)
            assert.deepInclude(recorded, { decidedBy: Option.some("olga"), check: 1 })
            yield* workFor(kycJobs.check, millisPerMinute)
            assert.deepStrictEqual(yield* jobDueAt(kycJobs.check), Option.none(), "nobody asks any more")
          })
        )
      })
    )
  }

  test("keeps a comment of who gave it, until the session is redacted", function* () {
    const memory = yield* Memory
    const order = yield* shownKyc(yield* shop())
    yield* drain
    const session = yield* decide(order.id, { outcome: "failed", reasons: ["other"], comment: marker })
    assert.deepStrictEqual(session.reasons, ["other"])
    assert.strictEqual(kycReviewView(yield* readKyc(order)).comment, marker)
    assert.include(heldBy(memory), marker)
    yield* redactKyc(order)
    assert.isNull(kycReviewView(yield* readKyc(order)).comment)
    yield* drain
    assert.notInclude(heldBy(memory), marker)
  })

  test("may come before the checker was asked, or while its answer is lost", function* () {
    const order = yield* shownKyc(yield* shop())
    assert.strictEqual((yield* decide(order.id, { outcome: "completed" }))._tag, "completed")
    yield* drain
    assert.deepStrictEqual(yield* jobDueAt(kycJobs.check), Option.none())
  })

  test("is refused where no check runs, and where it is not well formed", function* () {
    const order = yield* openKyc(yield* shop())
    const refusal = (input: object) => Effect.map(Effect.flip(decide(order.id, input)), ({ _tag }) => _tag)
    assert.strictEqual(yield* refusal({ outcome: "completed" }), "InvalidState")
    yield* showStep(order, "document")
    assert.strictEqual(yield* refusal({ outcome: "completed" }), "InvalidState")
    yield* showStep(order, "selfie")
    assert.strictEqual(yield* refusal({ outcome: "passed" }), "InvalidInput")
    assert.strictEqual(yield* refusal({ outcome: "failed", reasons: ["He looked odd"] }), "InvalidInput")
    assert.strictEqual(yield* refusal({ outcome: "failed", reasons: ["blah"] }), "InvalidInput")
    assert.strictEqual(yield* refusal({ outcome: "failed", decidedBy: " " }), "InvalidInput")
    assert.strictEqual(yield* tagOf(order), "submitted")
    yield* decide(order.id, { outcome: "failed", reasons: ["suspected_fraud"] })
    for (const outcome of ["completed", "failed", "retry"])
      assert.strictEqual(yield* refusal({ outcome }), "InvalidState")
    const reviews = yield* KycReviews
    const unknown = reviews.decide("kyc_0", { outcome: "completed", decidedBy: "olga" })
    assert.strictEqual((yield* Effect.flip(unknown))._tag, "NotFound")
  })

  testOn(reviewedOn({ store: racingStore }))("of two operators at once stands once", function* () {
    const order = yield* shownKyc(yield* shop())
    const both = [
      decide(order.id, { outcome: "completed" }),
      decide(order.id, { outcome: "failed", decidedBy: "igor" })
    ]
    const results = yield* Effect.forEach(both, Effect.result, { concurrency: "unbounded" })
    const session = yield* recordedKyc(order)
    assert.strictEqual(session._tag, Option.contains(session.decidedBy, "olga") ? "completed" : "failed")
    const outcomes = results.map((result) =>
      Result.isSuccess(result) ? result.success : result.failure._tag
    )
    assert.sameDeepMembers(outcomes, [session, "InvalidState"], "who was slower is told so")
  })

  kycTest(
    "also answers a check that a machine has not answered; what that says later changes nothing",
    function* () {
      const order = yield* shownKyc(yield* shop())
      yield* drain
      yield* decide(order.id, { outcome: "retry", reasons: ["document_expired"] })
      yield* verdictIs(order, passed)
      yield* workFor(kycJobs.check, millisPerHour)
      assert.strictEqual(yield* tagOf(order), "collecting")
      yield* verdictIs(order, refusedWith("document_expired"), 2)
      yield* showStep(order, "document")
      yield* drain
      const session = yield* recordedKyc(order)
      assert.strictEqual(session.attempts, 2)
      assert.deepStrictEqual(session.decidedBy, Option.none(), "this time the checker decided")
    }
  )

  test("is the pre-check's where a picture is not fit to be reviewed", function* () {
    const partnerId = yield* shop()
    const order = yield* openKyc(partnerId)
    yield* showAtOnce([order, yield* openKyc(partnerId)], "document", pictureOf("a card"))
    yield* showStep(order, "selfie")
    yield* drain
    assert.deepStrictEqual(yield* list, [])
    assert.deepStrictEqual((yield* recordedKyc(order)).reasons, ["document_used_before"])
  })
})
