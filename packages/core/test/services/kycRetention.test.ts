import { assert, describe } from "@effect/vitest"
import { type GivenSettings, Worker } from "@quittance/core"
import { type KycOrder, kycJobs, millisPerDay, millisPerHour } from "@quittance/core/adapter"
import { Context, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, start } from "./Deployment.ts"
import { drain, shop, workFor } from "./fiatInvoices.ts"
import { KycOutside } from "./KycOutside.ts"
import {
  blobsOf,
  kycSettings,
  openKyc,
  passed,
  recordedKyc,
  showAll,
  shownKyc,
  tagOf,
  test,
  testIn,
  verdictIs
} from "./kyc.ts"

const isRedacted = (order: KycOrder) =>
  Effect.map(recordedKyc(order), ({ redactedAt }) => Option.isSome(redactedAt))

/** A session that passed, at once. */
const passedKyc = Effect.fnUntraced(function* (partnerId: string) {
  const order = yield* openKyc(partnerId, { metadata: { customer: "Jane" } })
  yield* verdictIs(order, passed)
  yield* showAll(order)
  yield* drain
  assert.strictEqual(yield* tagOf(order), "completed")
  return order
})

const keptFor = (days: number | undefined): GivenSettings =>
  kycSettings({ retentionMillis: days === undefined ? undefined : days * millisPerDay })

describe("a session is kept", () => {
  test("for good, unless the deployment says otherwise", function* () {
    const order = yield* passedKyc(yield* shop())
    yield* workFor(kycJobs.retain, 40 * millisPerDay)
    assert.isFalse(yield* isRedacted(order))
    assert.lengthOf(yield* blobsOf(order), 2)
  })

  testIn({ settings: keptFor(7) })(
    "for as many days as the deployment says, and redacted at the end of the day after them",
    function* () {
      yield* TestClock.adjust(10 * millisPerHour)
      const order = yield* passedKyc(yield* shop())
      // It ended at ten in the morning of the first day, so that its week is over within the eighth.
      yield* workFor(kycJobs.retain, 7 * millisPerDay + 14 * millisPerHour - 1)
      assert.isFalse(yield* isRedacted(order))
      assert.lengthOf(yield* blobsOf(order), 2)
      yield* workFor(kycJobs.retain, 1)
      assert.isTrue(yield* isRedacted(order))
      assert.lengthOf(yield* blobsOf(order), 0)
      const { endedAt, order: shell, _tag } = yield* ended(order)
      assert.deepStrictEqual([_tag, endedAt, shell.metadata], ["completed", start + 10 * millisPerHour, "{}"])
    }
  )

  testIn({ settings: keptFor(1) })("until it has ended, however long that takes", function* () {
    const order = yield* shownKyc(yield* shop())
    yield* workFor(kycJobs.retain, 5 * millisPerDay)
    assert.strictEqual(yield* tagOf(order), "checking")
    yield* verdictIs(order, passed)
    yield* workFor(kycJobs.check, millisPerHour)
    yield* workFor(kycJobs.retain, millisPerDay)
    assert.strictEqual(yield* tagOf(order), "completed")
    assert.isFalse(yield* isRedacted(order), "the days count from its end")
    yield* workFor(kycJobs.retain, millisPerDay)
    assert.isTrue(yield* isRedacted(order))
  })

  testIn({ settings: keptFor(1) })(
    "as long as any other of its day, however many there are; later ones stay",
    function* () {
      const partners = [yield* shop(), yield* shop("another shop")]
      const first: Array<KycOrder> = []
      for (let i = 0; i < 45; i++) first.push(yield* passedKyc(partners[i % 10 === 0 ? 1 : 0] ?? ""))
      yield* workFor(kycJobs.retain, millisPerDay)
      const late = yield* passedKyc(partners[0] ?? "")
      yield* workFor(kycJobs.retain, millisPerDay)
      for (const order of first) assert.isTrue(yield* isRedacted(order))
      assert.isFalse(yield* isRedacted(late))
    }
  )

  testIn({ settings: keptFor(7) })(
    "no longer where nobody worked on the day that its time was over",
    function* () {
      const partnerId = yield* shop()
      const order = yield* passedKyc(partnerId)
      yield* TestClock.adjust(20 * millisPerDay)
      yield* openKyc(partnerId)
      yield* drain
      assert.isTrue(yield* isRedacted(order))
    }
  )
})

const ended = (order: KycOrder) =>
  Effect.map(recordedKyc(order), (session) => {
    assert("endedAt" in session)
    return session
  })

describe("when the deployment changes its mind,", () => {
  /** Goes through the days with one process after the other, each with its own setting. */
  const over = Effect.fnUntraced(function* (
    settings: ReadonlyArray<readonly [keptDays: number | undefined, lasts: number]>
  ) {
    const order = yield* passedKyc(yield* shop())
    const { providers } = yield* KycOutside
    for (const [keptDays, lasts] of settings) {
      const process = yield* anotherProcess({ kyc: providers, settings: keptFor(keptDays) })
      for (let day = 0; day < lasts; day++) {
        yield* TestClock.adjust(millisPerDay)
        yield* Context.get(process, Worker).drain
      }
    }
    return yield* isRedacted(order)
  })

  const heldLonger = [
    [10, 9],
    [undefined, 5]
  ] as const
  for (const [what, settings, redacted] of [
    [
      "what it kept for good ends by the new setting",
      [
        [undefined, 10],
        [3, 1]
      ],
      true
    ],
    ["what was to end is kept by the new setting", heldLonger, false],
    ["what was kept a while longer ends when it is due", [...heldLonger, [10, 1]], true],
    ["what was kept a while longer is kept as long as is said last", [...heldLonger, [30, 1]], false]
  ] as const)
    test(what, function* () {
      assert.strictEqual(yield* over(settings), redacted)
    })
})
