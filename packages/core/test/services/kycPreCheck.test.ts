import { assert, describe, it } from "@effect/vitest"
import { PreCheck, StoreUnavailable } from "@quittance/core"
import {
  type KycOrder,
  KycReader,
  type KycStep,
  kycJobs,
  millisPerMinute,
  type Picture,
  sameBitsMax
} from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
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
  redactKyc,
  refusedWith,
  savedAnew,
  showAll,
  showStep,
  upload,
  verdictIs
} from "./kyc.ts"

/** The programmable checker with the pre-check in front of it. */
const preChecked = (options: DeploymentOptions = {}) =>
  kycDeployed(options, (providers) => PreCheck.layer.pipe(Layer.provideMerge(providers)))

/** What came of a session whose person shows these: the reasons of its refusal, or that the checker has it. */
const outcomeOf = Effect.fnUntraced(function* (order: KycOrder) {
  yield* drain
  const { _tag, reasons } = yield* recordedKyc(order)
  return _tag === "checking" ? "checking" : reasons
})

const shows = Effect.fnUntraced(function* (order: KycOrder, pictures: Partial<Record<KycStep, Picture>>) {
  for (const step of ["document", "selfie"] as const) yield* showStep(order, step, pictures[step])
  return yield* outcomeOf(order)
})

const person = (name: string) => ({ metadata: { name } })

const test = testOn(preChecked())

describe("a picture is refused before anybody is asked about it", () => {
  test("where it was sent twice, also saved anew, and only then", function* () {
    const partnerId = yield* shop()
    const picture = pictureOf("a face")
    for (const [bits, outcome] of [
      [0, ["selfie_repeated"]],
      [sameBitsMax, ["selfie_repeated"]],
      [sameBitsMax + 1, "checking"]
    ] as const) {
      const order = yield* openKyc(partnerId, person("Jane"))
      assert.deepStrictEqual(
        yield* shows(order, { document: picture, selfie: savedAnew(picture, bits) }),
        outcome
      )
    }
  })
})

describe("a picture that another session showed", () => {
  const face = pictureOf("a face")

  test("for another person is refused, also saved anew", function* () {
    const partnerId = yield* shop()
    assert.strictEqual(yield* shows(yield* openKyc(partnerId, person("Jane")), { selfie: face }), "checking")
    yield* TestClock.adjust(1)
    for (const other of [person("Joan"), {}]) {
      const order = yield* openKyc(partnerId, other)
      assert.deepStrictEqual(yield* shows(order, { selfie: savedAnew(face, sameBitsMax) }), [
        "selfie_used_before"
      ])
      yield* TestClock.adjust(1)
    }
    const document = yield* openKyc(partnerId, person("Jean"))
    assert.deepStrictEqual(yield* shows(document, { document: face }), ["document_used_before"])
    const different = yield* openKyc(partnerId, person("John"))
    assert.strictEqual(yield* shows(different, { selfie: savedAnew(face, sameBitsMax + 1) }), "checking")
  })

  test("for the same person, or to another partner, is as good as any", function* () {
    const partnerId = yield* shop()
    yield* shows(yield* openKyc(partnerId, person("Jane")), { selfie: face })
    yield* TestClock.adjust(1)
    const again = yield* openKyc(partnerId, person("Jane"))
    assert.strictEqual(yield* shows(again, { selfie: face }), "checking")
    const elsewhere = yield* openKyc(yield* shop("another shop"), person("Joan"))
    assert.strictEqual(yield* shows(elsewhere, { selfie: face }), "checking")
  })

  test("later is that one's fault: who showed it first is not blamed, even where it is checked after both showed it", function* () {
    const partnerId = yield* shop()
    const [first, second] = [
      yield* openKyc(partnerId, person("Jane")),
      yield* openKyc(partnerId, person("Joan"))
    ]
    yield* showStep(first, "document", face)
    yield* TestClock.adjust(millisPerMinute)
    yield* showStep(second, "document", face)
    yield* showStep(first, "selfie")
    assert.strictEqual(yield* outcomeOf(first), "checking")
    yield* showStep(second, "selfie")
    assert.deepStrictEqual(yield* outcomeOf(second), ["document_used_before"])
  })

  test("stays the session's own when it is checked again", function* () {
    const order = yield* openKyc(yield* shop(), person("Jane"))
    yield* shows(order, { document: face })
    yield* verdictIs(order, refusedWith("selfie_mismatch"))
    yield* workFor(kycJobs.check, millisPerMinute)
    yield* showStep(order, "selfie")
    assert.strictEqual(yield* outcomeOf(order), "checking")
  })

  test("is forgotten with what was redacted, and with what was refused", function* () {
    const partnerId = yield* shop()
    const redacted = yield* openKyc(partnerId, person("Jane"))
    yield* shows(redacted, { selfie: face })
    yield* redactKyc(redacted)
    yield* TestClock.adjust(1)
    const refused = yield* openKyc(partnerId, person("Joan"))
    assert.strictEqual(yield* shows(refused, { selfie: face }), "checking")
    yield* verdictIs(refused, refusedWith("selfie_unclear"))
    yield* workFor(kycJobs.check, millisPerMinute)
    const third = yield* openKyc(partnerId, person("Jean"))
    assert.strictEqual(yield* shows(third, { selfie: face }), "checking")
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
    "is not known while earlier pictures cannot be read: the check waits, and nobody is refused",
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
        yield* showAll(order)
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
