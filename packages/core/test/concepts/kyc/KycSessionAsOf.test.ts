import { Option } from "effect"
import { assert, describe, it } from "vitest"
import { KycSession } from "../../../src/concepts/kyc/KycSession.ts"
import { kycLink, kycSessionAsOf, openedKycSession } from "../../../src/concepts/kyc/KycSessionAsOf.ts"
import type { OpenedKycSession } from "../../../src/concepts/kyc/KycSessionRecord.ts"
import { awaitsPerson, isEnded } from "../../../src/concepts/kyc/KycStanding.ts"
import { show } from "../../kernel/machine/explore.ts"
import { createdAt, expiresAt } from "./kycSamples.ts"
import { sessionIn, sessionTags } from "./sessionSamples.ts"

const resultMillis = 1000
const instants = [createdAt, expiresAt - 1, expiresAt, expiresAt + 1]

describe("a session as the clock makes it", () => {
  for (const tag of sessionTags) {
    const session = sessionIn(tag)

    it(`${tag}: ${awaitsPerson(session) ? "expired from its instant on, and as recorded before" : "always as recorded"}`, () => {
      for (const now of instants) {
        const shown = kycSessionAsOf(session, now)
        if (!awaitsPerson(session) || now < expiresAt) {
          assert.strictEqual(shown, session)
          continue
        }
        assert.deepStrictEqual<OpenedKycSession>(shown, {
          ...session,
          _tag: "expired",
          updatedAt: expiresAt,
          endedAt: expiresAt
        })
      }
    })

    it(`${tag}: the same as if a worker had recorded the expiry at that instant`, () => {
      for (const now of instants) {
        const events = KycSession.decide(session, { _tag: "Expire", at: now })
        assert(events._tag === "Success")
        const recorded = openedKycSession(events.success.reduce(KycSession.evolve, session))
        const timeless = (of: OpenedKycSession) => ({
          ...of,
          updatedAt: 0,
          ...(isEnded(of) ? { endedAt: 0 } : {})
        })
        assert.deepStrictEqual(timeless(kycSessionAsOf(session, now)), timeless(recorded), show(now))
      }
    })
  }
})

describe("the link of a session", () => {
  it("is open for as long as the session is not at its end", () => {
    for (const tag of sessionTags) {
      const session = sessionIn(tag)
      if (!isEnded(session)) assert.strictEqual(kycLink(session, expiresAt + 1e9, resultMillis), "open")
    }
  })

  it("shows the result for a while after the end, and then nothing", () => {
    for (const tag of ["completed", "failed", "expired"] as const) {
      const session = sessionIn(tag)
      assert(isEnded(session))
      const { endedAt } = session
      assert.strictEqual(kycLink(session, endedAt, resultMillis), "result")
      assert.strictEqual(kycLink(session, endedAt + resultMillis - 1, resultMillis), "result")
      assert.strictEqual(kycLink(session, endedAt + resultMillis, resultMillis), "over")
    }
  })

  it("shows nothing of what was redacted", () => {
    for (const tag of ["completed", "failed", "expired"] as const) {
      const session = sessionIn(tag)
      assert(isEnded(session))
      const redacted = { ...session, redactedAt: Option.some(session.endedAt) }
      assert.strictEqual(kycLink(redacted, session.endedAt, resultMillis), "over")
    }
  })

  it("of a session that is due shows that it expired, whether or not that was recorded", () =>
    assert.strictEqual(
      kycLink(kycSessionAsOf(sessionIn("pending"), expiresAt), expiresAt, resultMillis),
      "result"
    ))
})

it("a session that was opened is never absent again", () =>
  assert.throws(() => openedKycSession({ _tag: "absent" }), "never absent"))
