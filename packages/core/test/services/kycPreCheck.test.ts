import { assert, describe, it } from "@effect/vitest"
import { PreCheck, StoreUnavailable } from "@quittance/core"
import {
  type CheckedDocument,
  KycChecker,
  type KycOrder,
  KycReader,
  type KycStep,
  kycJobs,
  millisPerMinute,
  type Picture,
  sameBitsMax
} from "@quittance/core/adapter"
import { Effect, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { testOn } from "../testOn.ts"
import type { DeploymentOptions } from "./Deployment.ts"
import { drain, shop, storeOf, workFor } from "./fiatInvoices.ts"
import { pdfOf } from "./KycOutside.ts"
import {
  asked,
  checkNumbered,
  checksBegun,
  kycDeployed,
  openKyc,
  pictureOf,
  recordedKyc,
  refusedWith,
  savedAnew,
  showAll,
  showAtOnce,
  showStep,
  upload,
  verdictIs
} from "./kyc.ts"

/** The programmable checker with the pre-check in front of it. */
const preChecked = (options: DeploymentOptions = {}) =>
  kycDeployed(options, (providers) => PreCheck.layer.pipe(Layer.provideMerge(providers)))

/** What came of a session whose person showed everything: the reasons of its refusal, or that the checker has it. */
const outcomeOf = Effect.fnUntraced(function* (order: KycOrder) {
  yield* drain
  const { _tag, reasons } = yield* recordedKyc(order)
  return _tag === "checking" ? "checking" : reasons
})

const person = (name: string) => ({ metadata: { name } })
const face = pictureOf("a face")

const test = testOn(preChecked())

describe("pictures of a session that showed them to an earlier version of the program", () => {
  const documentOf = (step: KycStep, picture: Picture): CheckedDocument => ({
    ...{ id: `doc_${step}`, step, page: 1, type: "image/jpeg", sizeBytes: 1, submittedAt: 1 },
    picture: Option.some(picture),
    content: Stream.empty
  })

  for (const [bits, reasons] of [
    [0, ["selfie_repeated"]],
    [sameBitsMax, ["selfie_repeated"]],
    [sameBitsMax + 1, "Running"]
  ] as const) {
    it.effect(`are refused where one was sent twice, also saved anew: ${bits} bits differ`, () =>
      Effect.gen(function* () {
        const checker = yield* KycChecker
        const answer = yield* checker.open({
          ...{ checkId: "c", sessionId: "kyc_1", partnerId: "prt_1", level: "basic", person: "Jane" },
          documents: [documentOf("document", face), documentOf("selfie", savedAnew(face, bits))]
        })
        const said = answer._tag === "Decided" && answer.verdict._tag === "Refused" && answer.verdict.reasons
        assert.deepStrictEqual(said || answer._tag, reasons)
      }).pipe(
        Effect.provide(
          PreCheck.layer.pipe(
            Layer.provide([
              Layer.succeed(KycChecker, {
                open: ({ checkId }) => Effect.succeed({ _tag: "Running", checkId }),
                lookup: () => Effect.succeed({ _tag: "NotFound" })
              }),
              Layer.succeed(KycReader, { picturesLike: () => Effect.succeed([]) })
            ])
          )
        )
      )
    )
  }
})

describe("a picture that two persons showed at once", () => {
  test("is refused before anybody is asked about it, and costs an attempt", function* () {
    const partnerId = yield* shop()
    const one = yield* openKyc(partnerId, person("Joan"))
    yield* showAtOnce([one, yield* openKyc(partnerId, person("Jane"))], "document", face)
    yield* showStep(one, "selfie")
    assert.deepStrictEqual(yield* outcomeOf(one), ["document_used_before"])
    assert.strictEqual((yield* recordedKyc(one)).attempts, 1)
    assert.deepStrictEqual(yield* asked, [])
  })

  test("is the later one's fault, even where the earlier one is checked after both showed it", function* () {
    const partnerId = yield* shop()
    const [first, second] = [
      yield* openKyc(partnerId, person("Jane")),
      yield* openKyc(partnerId, person("Joan"))
    ]
    yield* showStep(first, "document", face)
    yield* TestClock.adjust(millisPerMinute)
    assert.strictEqual((yield* Effect.flip(showStep(second, "document", face)))._tag, "DocumentRefused")
    yield* showStep(first, "selfie")
    assert.strictEqual(yield* outcomeOf(first), "checking")
  })

  test("stays the session's own when it is checked again", function* () {
    const order = yield* openKyc(yield* shop(), person("Jane"))
    yield* showStep(order, "document", face)
    yield* showAll(order)
    yield* drain
    yield* verdictIs(order, refusedWith("selfie_mismatch"))
    yield* workFor(kycJobs.check, millisPerMinute)
    yield* showStep(order, "selfie")
    assert.strictEqual(yield* outcomeOf(order), "checking")
  })
})

describe("what nothing is wrong with", () => {
  test("is for the checker behind, with everything that was shown; lookups are too", function* () {
    const order = yield* openKyc(yield* shop())
    yield* showAll(order)
    yield* workFor(kycJobs.check, 6000)
    assert.deepStrictEqual(yield* asked, ["open", "lookup"])
    yield* verdictIs(order, refusedWith("document_expired"))
    yield* workFor(kycJobs.check, millisPerMinute)
    assert.deepStrictEqual((yield* recordedKyc(order)).reasons, ["document_expired"])
  })

  test("is a PDF, however often it was shown: it is left to the checker", function* () {
    const partnerId = yield* shop()
    const pdf = pdfOf(pictureOf("terms"), pictureOf("a page of everybody"))
    for (const name of ["Jane", "Joan"]) {
      const order = yield* openKyc(partnerId, { ...person(name), level: "advanced" })
      yield* upload(order, "document", pdf)
      yield* showStep(order, "selfie")
      yield* upload(order, "proof_of_address", pdf)
      assert.strictEqual(yield* outcomeOf(order), "checking")
      yield* TestClock.adjust(1)
    }
  })

  it.effect(
    "is not known while earlier pictures cannot be read: nothing is taken, the check waits, and nobody is refused",
    () => {
      const down = { is: true }
      const store = storeOf(KycReader, (reader) => ({
        picturesLike: (partnerId, fingerprint) =>
          down.is
            ? Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "the line is cut" }))
            : reader.picturesLike(partnerId, fingerprint)
      }))
      return Effect.gen(function* () {
        const order = yield* openKyc(yield* shop())
        assert.strictEqual((yield* Effect.flip(showAll(order)))._tag, "StoreUnavailable")
        down.is = false
        yield* showAll(order)
        down.is = true
        yield* workFor(kycJobs.check, millisPerMinute)
        const session = yield* recordedKyc(order)
        assert.strictEqual(session._tag, "unknown")
        assert.strictEqual(session.attempts, 0)
        assert.deepStrictEqual(yield* checksBegun, [])
        down.is = false
        yield* workFor(kycJobs.check, millisPerMinute)
        assert.deepStrictEqual(yield* checksBegun, [checkNumbered(order)])
      }).pipe(preChecked({ store }))
    }
  )
})
