import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { reviewReasons } from "../../../src/concepts/kyc/KycReason.ts"
import {
  decodeKycDecision,
  kycLocaleOf,
  kycOutcomes,
  kycSessionDecoder
} from "../../../src/concepts/kyc/KycRequest.ts"
import { kycLevels } from "../../../src/concepts/kyc/KycStep.ts"
import { defaultSettings } from "../../../src/concepts/settings/Settings.ts"
import { breaksRule, type InvalidInput } from "../../../src/kernel/input/Input.ts"

const decode = kycSessionDecoder(defaultSettings)
const decodeLive = kycSessionDecoder({ ...defaultSettings, mode: "live" })

/** What is wrong, field by field; nothing when it is right. */
const issuesOf = <A>(decoded: Result.Result<A, InvalidInput>) =>
  Result.match(decoded, {
    onSuccess: () => [],
    onFailure: ({ issues }) => issues.map(({ code, field }) => `${field} ${code}`)
  })

describe("a request for a KYC session", () => {
  it("needs its level and nothing else", () => {
    for (const level of kycLevels) assert.deepStrictEqual(issuesOf(decode({ level })), [])
    assert.deepStrictEqual(issuesOf(decode({})), ["level required"])
  })

  it("may have null for what it leaves out", () => {
    const names = ["locale", "redirectUrl", "metadata", "webhookUrl", "callbackUrl", "notificationUrl"]
    const nothing = Object.fromEntries(names.map((name) => [name, null]))
    assert.deepStrictEqual(issuesOf(decode({ level: "basic", ...nothing })), [])
  })

  it.each<readonly [object, string]>([
    [{ level: "premium" }, "level invalid_value"],
    [{ level: 1 }, "level invalid_value"],
    [{ locale: "de" }, "locale invalid_value"],
    [{ redirectUrl: "shop.example" }, "redirectUrl invalid_url"],
    [{ redirectUrl: "javascript:alert(1)" }, "redirectUrl invalid_url"],
    [{ metadata: [] }, "metadata invalid_type"],
    [{ metadata: { a: "x".repeat(17_000) } }, "metadata too_long"],
    [{ webhookUrl: 1 }, "webhookUrl invalid_type"],
    [{ callbackUrl: {} }, "callbackUrl invalid_type"],
    [{ notificationUrl: false }, "notificationUrl invalid_type"]
  ])("is refused with %j", (fields, issue) =>
    assert.deepStrictEqual(issuesOf(decode({ level: "basic", ...fields })), [issue])
  )

  it("tells everything that is wrong at once", () =>
    assert.deepStrictEqual(issuesOf(decode({ locale: "xx", redirectUrl: "x" })), [
      "level required",
      "locale invalid_value",
      "redirectUrl invalid_url"
    ]))

  it("may lead back over http in a sandbox only", () => {
    const request = { level: "basic", redirectUrl: "http://localhost:8080/done" }
    assert.deepStrictEqual(issuesOf(decode(request)), [])
    assert.deepStrictEqual(issuesOf(decodeLive(request)), ["redirectUrl invalid_url"])
  })

  it("breaks a rule with a text that is too long or a URL that is none, and is malformed with all else", () => {
    const decoded = decode({ locale: "xx", redirectUrl: "x", metadata: { a: "x".repeat(17_000) } })
    assert(Result.isFailure(decoded))
    assert.deepStrictEqual(
      decoded.failure.issues.filter(breaksRule).map(({ field }) => field),
      ["redirectUrl", "metadata"]
    )
  })
})

describe("the locale of a session", () => {
  it("is the one asked for, Kazakh by either name, and English where none is", () => {
    assert.deepStrictEqual((["ru", "en", "kz", "kk", null, undefined] as const).map(kycLocaleOf), [
      "ru",
      "en",
      "kz",
      "kz",
      "en",
      "en"
    ])
    assert.deepStrictEqual(issuesOf(decode({ level: "basic", locale: "kk" })), [])
  })
})

describe("an operator's decision", () => {
  const decision = { outcome: "failed" as const, reasons: ["document_expired"], decidedBy: "olga" }

  it("has an outcome and who decided; reasons where there are some", () => {
    for (const outcome of kycOutcomes)
      assert.deepStrictEqual(issuesOf(decodeKycDecision({ outcome, decidedBy: "olga" })), [])
    assert.deepStrictEqual(Result.getOrThrow(decodeKycDecision(decision)), decision)
  })

  it.each<readonly [object, string]>([
    [{ outcome: "passed" }, "outcome invalid_value"],
    [{ outcome: undefined }, "outcome invalid_value"],
    [{ reasons: ["Jane looked odd"] }, "reasons.0 invalid_value"],
    [{ reasons: ["document_expired", "blah"] }, "reasons.1 invalid_value"],
    [{ comment: "Jane looked odd" }, "comment invalid_value"],
    [{ reasons: undefined, comment: "Jane looked odd" }, "comment invalid_value"],
    [{ reasons: ["other"], comment: "x".repeat(501) }, "comment too_long"],
    [{ reasons: Array.from({ length: 11 }, (_, i) => `reason_${i}`) }, "reasons too_long"],
    [{ decidedBy: "" }, "decidedBy invalid_value"],
    [{ decidedBy: " \n" }, "decidedBy invalid_value"],
    [{ decidedBy: "x".repeat(101) }, "decidedBy too_long"],
    [{ decidedBy: 1 }, "decidedBy invalid_type"]
  ])("is refused with %j", (fields, issue) =>
    assert.deepStrictEqual(issuesOf(decodeKycDecision({ ...decision, ...fields })), [issue])
  )

  it("takes every reason of the list, and a comment beside the reason other", () => {
    for (const reason of reviewReasons)
      assert.deepStrictEqual(issuesOf(decodeKycDecision({ ...decision, reasons: [reason] })), [])
    const commented = { ...decision, reasons: ["document_expired", "other"], comment: "Jane looked odd" }
    assert.deepStrictEqual(Result.getOrThrow(decodeKycDecision(commented)), commented)
  })

  it("needs both", () =>
    assert.deepStrictEqual(issuesOf(decodeKycDecision({})), ["outcome required", "decidedBy required"]))
})
