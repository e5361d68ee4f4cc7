import { assert, describe } from "@effect/vitest"
import { KycSessions } from "@quittance/core"
import {
  kycJobs,
  kycLink,
  millisPerDay,
  millisPerHour,
  millisPerMinute,
  millisPerSecond
} from "@quittance/core/adapter"
import { Effect, Fiber, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Memory, Seen } from "./Deployment.ts"
import { drain, racingStore, shop, workFor } from "./fiatInvoices.ts"
import { KycOutside, unavailable } from "./KycOutside.ts"
import {
  blobsOf,
  jobDueAt,
  openKyc,
  passed,
  readKyc,
  recordedKyc,
  redactKyc,
  refusedFinally,
  refusedWith,
  showAll,
  showStep,
  tagOf,
  test,
  testIn,
  verdictIs
} from "./kyc.ts"
import { checked, decided, heldBy, marker, personal, type Way } from "./kycPersonal.ts"
import { callsTo } from "./Receivers.ts"
import { listen } from "./webhooks.ts"

/** What leads a session into a state, and how it stands after its redaction. */
const ways: ReadonlyArray<readonly [string, string, "completed" | "failed" | "expired", Way]> = [
  ["that waits", "pending", "expired", () => Effect.void],
  [
    "whose second step is missing",
    "collecting",
    "expired",
    (order) => Effect.asVoid(showStep(order, "document"))
  ],
  ["that was refused and is asked again", "collecting", "expired", decided(refusedWith("selfie_mismatch"))],
  ["whose check is asked for next", "submitted", "expired", (order) => Effect.asVoid(showAll(order))],
  [
    "whose check was asked for",
    "opening",
    "expired",
    Effect.fnUntraced(function* (order) {
      const { script } = yield* KycOutside
      script.open = () => () => Effect.never
      yield* showAll(order)
      const process = yield* Effect.forkChild(drain)
      yield* TestClock.adjust(1)
      yield* Fiber.interrupt(process)
    })
  ],
  [
    "whose check nobody knows of",
    "unknown",
    "expired",
    Effect.fnUntraced(function* (order) {
      const { script } = yield* KycOutside
      script.open = () => () => unavailable
      yield* checked(order)
    })
  ],
  ["whose check runs", "checking", "expired", checked],
  ["that passed", "completed", "completed", decided(passed)],
  ["that failed", "failed", "failed", decided(refusedFinally)],
  [
    "that expired",
    "expired",
    "expired",
    Effect.fnUntraced(function* (order) {
      yield* showStep(order, "document")
      yield* TestClock.setTime(order.expiresAt)
      yield* drain
    })
  ],
  [
    "that is due, and nobody recorded it",
    "pending",
    "expired",
    // Nobody recorded the expiry.
    (order) => TestClock.setTime(order.expiresAt + 1)
  ]
]

describe("a redaction leaves the shell and nothing else", () => {
  for (const [name, tag, end, comeTo] of ways) {
    test(`of a session ${name}`, function* () {
      const memory = yield* Memory
      const partnerId = yield* shop()
      yield* listen(partnerId, "shop", { events: ["kyc.completed", "kyc.failed"] })
      const order = yield* openKyc(partnerId, personal)
      yield* comeTo(order)
      assert.strictEqual(yield* tagOf(order), tag)
      const before = yield* recordedKyc(order)
      const fingerprints = before.documents.flatMap(({ picture }) =>
        Option.toArray(Option.map(picture, (seen) => seen.fingerprint))
      )
      assert.lengthOf(fingerprints, before.documents.length)
      for (const text of [marker, ...fingerprints]) assert.include(heldBy(memory), text)

      const session = yield* redactKyc(order)
      assert.strictEqual(session._tag, end)
      assert.deepStrictEqual(yield* readKyc(order), session)
      assert.deepStrictEqual(yield* recordedKyc(order), session)
      assert.deepStrictEqual(yield* blobsOf(order), [], "the documents went with it")
      const { id, token } = order
      assert.deepInclude(session.order, { id, partnerId, token, metadata: "{}", person: "" })
      const { attempts, check, reasons } = before
      assert.deepStrictEqual(
        { attempts: session.attempts, check: session.check, reasons: session.reasons },
        { attempts, check, reasons }
      )
      const link = yield* Effect.flatMap(KycSessions, (sessions) => sessions.getByToken(token))
      assert.strictEqual(kycLink(link, session.updatedAt, millisPerHour), "over")

      yield* drain
      const held = heldBy(memory)
      for (const text of [marker, personal.redirectUrl, ...fingerprints]) assert.notInclude(held, text)
      yield* workFor(kycJobs.erase, millisPerDay)
      assert.deepStrictEqual(yield* jobDueAt(kycJobs.erase), Option.none())
      assert.deepStrictEqual(yield* recordedKyc(order), session, "nothing comes after it")
      assert.deepStrictEqual((yield* Seen).errors, [])
    })
  }

  testIn({ store: racingStore })("and can be asked for again, by as many as like", function* () {
    const order = yield* openKyc(yield* shop(), personal)
    const sessions = yield* Effect.all(
      Array.from({ length: 5 }, () => redactKyc(order)),
      { concurrency: "unbounded" }
    )
    for (const session of sessions) assert.deepStrictEqual(session, sessions[0])
    yield* TestClock.adjust(millisPerDay)
    assert.deepStrictEqual(yield* redactKyc(order), sessions[0])
  })

  testIn({ store: racingStore })("whatever races it: the session ends once, and is told once", function* () {
    const partnerId = yield* shop()
    const { url } = yield* listen(partnerId, "shop", { events: ["kyc.completed", "kyc.failed"] })
    for (let round = 0; round < 6; round++) {
      const order = yield* openKyc(partnerId, personal)
      yield* showStep(order, "document")
      const last = Effect.exit(showStep(order, "selfie"))
      yield* verdictIs(order, passed)
      const acts = [Effect.asVoid(last), Effect.asVoid(redactKyc(order)), Effect.asVoid(drain)]
      yield* Effect.all(round % 2 === 0 ? acts : acts.toReversed(), { concurrency: "unbounded" })
      yield* drain
      yield* redactKyc(order)
      assert.deepStrictEqual(yield* blobsOf(order), [])
      assert.lengthOf(yield* callsTo(url), round + 1)
    }
  })
})

describe("the documents of a redacted session", () => {
  test("are destroyed by its job where they cannot be reached at once", function* () {
    const order = yield* openKyc(yield* shop(), personal)
    yield* showAll(order)
    const { blobFaults } = yield* KycOutside
    blobFaults.set("destroy", "before")
    assert.isTrue(Option.isSome((yield* redactKyc(order)).redactedAt), "the redaction stands")
    assert.lengthOf(yield* blobsOf(order), 2)
    yield* workFor(kycJobs.erase, millisPerMinute)
    assert.lengthOf(yield* blobsOf(order), 2)
    assert.isAbove((yield* Seen).errors.length, 0, "and that is said")
    blobFaults.clear()
    yield* workFor(kycJobs.erase, 15 * millisPerSecond)
    assert.deepStrictEqual(yield* blobsOf(order), [])
  })

  test("are swept once more, for one that was on its way", function* () {
    const order = yield* openKyc(yield* shop())
    yield* redactKyc(order)
    yield* workFor(kycJobs.erase, millisPerMinute)
    const { blobs } = yield* KycOutside
    yield* blobs.put(
      { partnerId: order.partnerId, ownerId: order.id },
      "doc_late",
      Stream.make(new Uint8Array(3))
    )
    yield* workFor(kycJobs.erase, millisPerHour - millisPerMinute - 1)
    assert.lengthOf(yield* blobsOf(order), 1)
    yield* workFor(kycJobs.erase, 1)
    assert.lengthOf(yield* blobsOf(order), 0)
    assert.deepStrictEqual(yield* jobDueAt(kycJobs.erase), Option.none())
  })

  test("are nobody else's: another session of the partner keeps its own", function* () {
    const partnerId = yield* shop()
    const [one, other] = [yield* openKyc(partnerId), yield* openKyc(partnerId)]
    yield* showAll(one)
    yield* showAll(other)
    yield* redactKyc(one)
    yield* workFor(kycJobs.erase, millisPerDay)
    assert.lengthOf(yield* blobsOf(other), 2)
  })
})
