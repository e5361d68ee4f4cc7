import { Option } from "effect"
import { assert, describe, it } from "vitest"
import { kycSessionCreatedView, kycSessionView } from "../../../src/concepts/kyc/KycSessionView.ts"
import { isEnded } from "../../../src/concepts/kyc/KycStanding.ts"
import { createdAt, expiresAt, orderOf } from "./kycSamples.ts"
import { sessionIn, sessionTags } from "./sessionSamples.ts"

const publicUrl = "https://pay.example"
const iso = (instant: number) => new Date(instant).toISOString()

describe("a KYC session as the API shows it", () => {
  it("has every field", () =>
    assert.deepStrictEqual(kycSessionView(sessionIn("pending"), publicUrl), {
      id: "kyc_1",
      level: "basic",
      status: "pending",
      verificationUrl: "https://pay.example/verify/token-1",
      locale: "en",
      redirectUrl: "https://shop.example/back",
      metadata: { customer: "Jane" },
      attempts: 0,
      failureReasons: [],
      createdAt: iso(createdAt),
      updatedAt: iso(createdAt),
      expiresAt: iso(expiresAt),
      completedAt: null,
      redactedAt: null
    }))

  it("says of each state only whether it waits, is in progress, or how it ended", () => {
    const statuses = sessionTags.map((tag) => [tag, kycSessionView(sessionIn(tag), publicUrl).status])
    assert.deepStrictEqual(Object.fromEntries(statuses), {
      pending: "pending",
      collecting: "in_progress",
      submitted: "in_progress",
      opening: "in_progress",
      unknown: "in_progress",
      checking: "in_progress",
      completed: "completed",
      failed: "failed",
      expired: "expired"
    })
  })

  it("was completed at an instant only where it passed", () => {
    for (const tag of sessionTags) {
      const session = sessionIn(tag)
      const completedAt = tag === "completed" && isEnded(session) ? iso(session.endedAt) : null
      assert.strictEqual(kycSessionView(session, publicUrl).completedAt, completedAt)
    }
  })

  it("tells why it was refused, in codes", () => {
    const { attempts, failureReasons } = kycSessionView(sessionIn("failed"), publicUrl)
    assert.deepStrictEqual({ attempts, failureReasons }, { attempts: 1, failureReasons: ["suspected_fraud"] })
  })

  it("gives the metadata back unchanged, and null for what was not given", () => {
    const metadata = { text: "a\u0000b", none: null, list: [1, { two: 0.1 }] }
    const order = orderOf({ metadata: JSON.stringify(metadata), redirectUrl: Option.none(), locale: "kz" })
    const view = kycSessionView(sessionIn("pending", order), publicUrl)
    assert.deepStrictEqual(view.metadata, metadata)
    assert.isNull(view.redirectUrl)
    assert.strictEqual(view.locale, "kz")
  })

  it("shows of a redacted session when that was, and nothing that it held", () => {
    const session = { ...sessionIn("completed"), redactedAt: Option.some(expiresAt) }
    assert.strictEqual(kycSessionView(session, publicUrl).redactedAt, iso(expiresAt))
  })

  it("never shows a document, a person's digest, an operator's comment, or where the result is told", () => {
    const recipient = Option.some({ endpointId: "whk_1", url: "https://own.example/hook" })
    const session = { ...sessionIn("checking", orderOf({ recipient })), comment: Option.some("looked odd") }
    const text = JSON.stringify(kycSessionView(session, publicUrl))
    for (const hidden of ["looked odd", "doc_", "digest", "fingerprint", "whk_", "own.example", "decidedBy"])
      assert.notInclude(text, hidden)
  })
})

describe("the answer to a creation", () => {
  it("has the secret of the session's own URL where it has one, and no field for it where it has none", () => {
    const session = sessionIn("pending")
    const view = kycSessionView(session, publicUrl)
    assert.deepStrictEqual(kycSessionCreatedView({ session, secret: Option.none() }, publicUrl), view)
    assert.deepStrictEqual(kycSessionCreatedView({ session, secret: Option.some("whsec_1") }, publicUrl), {
      ...view,
      webhookSecret: "whsec_1"
    })
  })
})
