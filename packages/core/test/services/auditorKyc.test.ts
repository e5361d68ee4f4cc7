import { assert, describe } from "@effect/vitest"
import { KycChecks, KycSessions } from "@quittance/core"
import { type JobKind, kycJobs, type OpenedKycSession, webhookJobs } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Memory, testIn } from "./Deployment.ts"
import { drain, shop } from "./fiatInvoices.ts"
import { kycOutside } from "./KycOutside.ts"
import { checkIdNow, openKyc, passed, redactKyc, refusedWith, shownKyc, showStep, tagOf } from "./kyc.ts"
import { changeOnly, noticing, removeFrom, type Tamper, type Tampering, verified } from "./tampering.ts"

/** A checker that is at every check and never done, and somewhere to keep what is shown to it. */
const kyc = Layer.unwrap(Effect.map(kycOutside, ({ providers }) => providers))

/**
 * Sessions that wait for their person, one of them with a URL of its own, one in check, one that ended and a redacted
 * one.
 */
const lived = Effect.gen(function* () {
  const partnerId = yield* shop()
  const pending = yield* openKyc(partnerId, { webhookUrl: "https://shop.example/kyc" })
  const collecting = yield* openKyc(partnerId)
  yield* showStep(collecting, "document")
  const [checking, completed, redacted] = [
    yield* shownKyc(partnerId),
    yield* shownKyc(partnerId),
    yield* shownKyc(partnerId, { metadata: { name: "Aq" }, redirectUrl: "https://shop.example/back" })
  ]
  yield* drain
  const checks = yield* KycChecks
  yield* checks.confirm(yield* checkIdNow(completed), passed)
  yield* redactKyc(redacted)
  yield* TestClock.adjust("1 minute")
  yield* drain
  return { partnerId, pending, collecting, checking, completed, redacted }
})
type Names = Effect.Success<typeof lived>
type Session = Exclude<keyof Names, "partnerId">

const withoutJob =
  (kind: JobKind, session: Session): Tamper<Names> =>
  (state, names) =>
    removeFrom(state.jobs, (job) => job.kind === kind && job.subjectId === names[session].id)

const changed =
  (session: Session, change: (session: OpenedKycSession) => OpenedKycSession): Tamper<Names> =>
  (state, names) =>
    changeOnly(state.aggregates.KycSession, ({ order }) => order.id === names[session].id, change)

const withOrder = (session: Session, order: Partial<OpenedKycSession["order"]>): Tamper<Names> =>
  changed(session, (found) => ({ ...found, order: { ...found.order, ...order } }))

const personal = /^KYC session kyc_\w+ is redacted and still has personal data$/

const tampering: Tampering<Names> = {
  "the job of a session's expiry is removed": [
    withoutJob(kycJobs.expire, "pending"),
    /^KYC session kyc_\w+ is pending and has no job that records its expiry$/
  ],
  "the job of a session's expiry is removed while its person is at it": [
    withoutJob(kycJobs.expire, "collecting"),
    /^KYC session kyc_\w+ is collecting and has no job that records its expiry$/
  ],
  "the job of a check is removed": [
    withoutJob(kycJobs.check, "checking"),
    /^KYC session kyc_\w+ is checking and has no job$/
  ],
  "a session that ended is said to be in check": [
    changed("completed", (session) => {
      const {
        attempts,
        check,
        checkSince,
        comment,
        decidedBy,
        discarded,
        documents,
        lost,
        order,
        reasons,
        redactedAt,
        updatedAt
      } = session
      const answered = { attempts, check, checkSince, comment, decidedBy, discarded, lost, reasons }
      return { _tag: "submitted", ...answered, documents, order, redactedAt, updatedAt }
    }),
    /^KYC session kyc_\w+ is submitted and has no job$/
  ],
  "the job of a partner's retention is removed": [
    (state) => removeFrom(state.jobs, ({ kind }) => kind === kycJobs.retain),
    /^KYC session kyc_\w+ is not redacted and has no job that ends its retention$/
  ],
  "the endpoint of a session's own URL is removed": [
    (state) => removeFrom(state.aggregates.WebhookEndpoint, ({ state: { order } }) => order.family === "kyc"),
    /^KYC session kyc_\w+ is told to webhook whk_\w+, which is not there$/
  ],
  "a session is moved to another partner, whose endpoint its own is not": [
    withOrder("pending", { partnerId: "prt_thief" }),
    /^KYC session kyc_\w+ is told to webhook whk_\w+, which is not there$/
  ],
  "a redacted session has its metadata again": [
    withOrder("redacted", { metadata: `{"name":"Aq"}` }),
    personal
  ],
  "a redacted session says again whose it was": [withOrder("redacted", { person: "a".repeat(64) }), personal],
  "a redacted session has documents": [
    (state, names) => {
      const documents = state.aggregates.KycSession.get(names.checking.id)?.state.documents ?? []
      changed("redacted", (session) => ({ ...session, documents }))(state, names)
    },
    personal
  ]
}

const test = testIn({ kyc })

describe("the audit of KYC sessions", () => {
  test("finds nothing in honest sessions, and counts them", function* () {
    const { redacted } = yield* lived
    const { faults, kycSessionCount } = yield* verified
    assert.deepStrictEqual(faults, [])
    assert.strictEqual(kycSessionCount, 5)
    const states = [...(yield* Memory).aggregates.KycSession.values()].map(({ state }) => state._tag)
    assert.deepStrictEqual(states, ["pending", "collecting", "checking", "completed", "expired"])
    assert.strictEqual(yield* tagOf(redacted), "expired")
  })

  test("finds nothing once all that was due is done", function* () {
    const done = yield* Memory
    const names = yield* lived
    for (let day = 0; day < 3; day++) {
      yield* TestClock.adjust("1 day")
      yield* drain
      assert.deepStrictEqual((yield* verified).faults, [])
    }
    assert.deepStrictEqual(
      [yield* tagOf(names.pending), yield* tagOf(names.collecting), yield* tagOf(names.checking)],
      ["expired", "expired", "checking"]
    )
    const sessions = yield* KycSessions
    yield* Effect.forEach(done.aggregates.KycSession.values(), ({ state: { order } }) =>
      sessions.redact(order.partnerId, order.id)
    )
    yield* TestClock.adjust("1 day")
    yield* drain
    assert.deepStrictEqual((yield* verified).faults, [])
    const left = [...done.jobs.values()].map(({ kind }) => kind)
    assert.sameMembers(left, [kycJobs.retain, webhookJobs.prune])
    assert.strictEqual(done.webhookMessages.size, 0)
  })

  test("finds nothing when a check is refused by a clock that is behind the one that looked at the expiry", function* () {
    const order = yield* shownKyc(yield* shop())
    yield* drain
    yield* TestClock.setTime(order.expiresAt)
    yield* drain
    assert.strictEqual(
      yield* tagOf(order),
      "checking",
      "the expiry was looked at, and is not looked at again"
    )
    yield* TestClock.setTime(order.expiresAt - 1)
    const checks = yield* KycChecks
    yield* checks.confirm(yield* checkIdNow(order), refusedWith("document_expired"))
    assert.strictEqual(yield* tagOf(order), "collecting")
    assert.deepStrictEqual((yield* verified).faults, [])
    yield* TestClock.setTime(order.expiresAt)
    yield* drain
    assert.strictEqual(yield* tagOf(order), "expired")
    assert.deepStrictEqual((yield* verified).faults, [])
  })

  noticing(lived, tampering, { kyc })
})
