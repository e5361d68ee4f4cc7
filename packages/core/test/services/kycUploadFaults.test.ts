import { assert, describe } from "@effect/vitest"
import { StoreUnavailable } from "@quittance/core"
import { type Commit, kycJobs, millisPerDay, millisPerHour, Store } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { shop, storeOf, workFor } from "./fiatInvoices.ts"
import { jpegOf, KycOutside } from "./KycOutside.ts"
import {
  blobsAreItsOwn,
  blobsOf,
  leavesNothing,
  openKyc,
  pictureOf,
  recordedKyc,
  showStep,
  tagOf,
  test,
  testIn,
  upload
} from "./kyc.ts"

const picture = pictureOf("a document")
const opened = Effect.flatMap(shop(), (partnerId) => openKyc(partnerId))

describe("while documents cannot be written", () => {
  for (const when of ["before", "after"] as const) {
    test(`(the store fails ${when} it wrote) nothing is taken, and it can be tried again`, function* () {
      const order = yield* opened
      const { blobFaults } = yield* KycOutside
      blobFaults.set("put", when)
      const error = yield* Effect.flip(upload(order, "document", jpegOf(picture)))
      assert.strictEqual(error._tag, "BlobStoreUnavailable")
      assert.strictEqual(yield* tagOf(order), "pending")
      assert.lengthOf(yield* blobsOf(order), when === "before" ? 0 : 1, "it may have left something behind")
      blobFaults.clear()
      assert.strictEqual((yield* upload(order, "document", jpegOf(picture)))._tag, "collecting")
      yield* TestClock.setTime(order.expiresAt)
      yield* workFor(kycJobs.erase, millisPerDay)
      yield* blobsAreItsOwn(order)
      assert.lengthOf(yield* blobsOf(order), 1)
    })
  }

  test("what could not be taken back is swept after the session's end", function* () {
    const order = yield* opened
    const { blobFaults, reader } = yield* KycOutside
    blobFaults.set("remove", "before")
    reader.meanwhile = TestClock.setTime(order.expiresAt)
    assert.strictEqual((yield* Effect.flip(upload(order, "document", jpegOf(picture))))._tag, "InvalidState")
    assert.lengthOf(yield* blobsOf(order), 1)
    yield* workFor(kycJobs.erase, 2 * millisPerHour)
    assert.lengthOf(yield* blobsOf(order), 1, "the sweep is tried again until it succeeds")
    blobFaults.clear()
    yield* workFor(kycJobs.erase, millisPerHour)
    assert.lengthOf(yield* blobsOf(order), 0)
  })
})

describe("where it is not known whether the commit of a document landed", () => {
  const isUpload = ({ events }: Commit) => events.some(({ event }) => event._tag === "KycDocumentSubmitted")
  const failing = (outcome: "unknown" | "notWritten") =>
    Effect.fail(new StoreUnavailable({ outcome, reason: "the line is cut" }))

  /** A store whose first commit of a document goes so, and that cannot say whether it landed, if chosen so. */
  const onceUnclear = (
    goes: (made: Effect.Effect<void, unknown>) => Effect.Effect<void, unknown>,
    answers: "asked" | "silent"
  ) => {
    const once = { isOver: false, isSilent: answers === "silent" }
    return storeOf(Store, (inner) => {
      const commit: typeof inner.commit = (whole) => {
        if (once.isOver || !isUpload(whole)) return inner.commit(whole)
        once.isOver = true
        return Effect.andThen(Effect.exit(goes(inner.commit(whole))), failing("unknown"))
      }
      const committed: typeof inner.committed = (event) =>
        once.isSilent ? failing("unknown") : inner.committed(event)
      return { commit, committed }
    })
  }
  const landed = (made: Effect.Effect<void, unknown>) => made
  const unmade = () => Effect.void

  for (const [name, goes] of [
    ["landed", landed],
    ["did not land", unmade]
  ] as const) {
    testIn({ store: onceUnclear(goes, "asked") })(
      `and the store says that it ${name}, the document is taken once`,
      function* () {
        const order = yield* opened
        const session = yield* upload(order, "document", jpegOf(picture))
        assert.lengthOf(session.documents, 1)
        assert.deepStrictEqual(yield* recordedKyc(order), session)
        yield* blobsAreItsOwn(order)
      }
    )
  }

  testIn({ store: onceUnclear(landed, "silent") })(
    "and it did, the document stays the session's although its person was told nothing",
    function* () {
      const order = yield* opened
      const error = yield* Effect.flip(upload(order, "document", jpegOf(picture)))
      assert.strictEqual(error._tag, "StoreUnavailable")
      assert.lengthOf((yield* recordedKyc(order)).documents, 1)
      yield* blobsAreItsOwn(order)
      assert.strictEqual((yield* showStep(order, "selfie"))._tag, "submitted")
    }
  )

  testIn({ store: onceUnclear(unmade, "silent") })(
    "and it did not, the document is shown again and the first is swept after the end",
    function* () {
      const order = yield* opened
      yield* Effect.flip(upload(order, "document", jpegOf(picture)))
      assert.strictEqual(yield* tagOf(order), "pending")
      assert.lengthOf(yield* blobsOf(order), 1)
      yield* showStep(order, "document")
      assert.lengthOf(yield* blobsOf(order), 2)
      yield* TestClock.setTime(order.expiresAt)
      yield* workFor(kycJobs.erase, millisPerDay)
      assert.lengthOf(yield* blobsOf(order), 1)
      yield* blobsAreItsOwn(order)
    }
  )

  testIn({
    store: storeOf(Store, (inner) => ({
      commit: (whole) => (isUpload(whole) ? failing("notWritten") : inner.commit(whole))
    }))
  })("nothing stays of a document whose commit surely did not land", function* () {
    const error = yield* leavesNothing(yield* opened, "document", jpegOf(picture))
    assert.strictEqual(error._tag, "StoreUnavailable")
  })
})
