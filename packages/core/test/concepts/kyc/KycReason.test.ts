import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  isKycReason,
  kycReasonsMax,
  kycReasonsOf,
  pictureFaults,
  pictureReason,
  reviewReasons,
  stepOfReason
} from "../../../src/concepts/kyc/KycReason.ts"
import { kycSteps } from "../../../src/concepts/kyc/KycStep.ts"
import { holds } from "../../holds.ts"

describe("a reason", () => {
  it.each(["other", "document_expired", "a", "a1", "x".repeat(64)])("may be %s", (text) =>
    assert.isTrue(isKycReason(text))
  )

  it.each([
    "",
    "Jane Doe",
    "Document",
    "document-expired",
    "1st",
    "_a",
    "passport N1234567",
    "документ",
    "a\n",
    "x".repeat(65)
  ])("may not be %j, which could name a person", (text) => assert.isFalse(isKycReason(text)))

  it("that reviewers choose, or that a machine sees in a picture, is a code", () => {
    const faults = kycSteps.flatMap((step) => pictureFaults.map((fault) => pictureReason(step, fault)))
    for (const reason of [...reviewReasons, ...faults]) assert.isTrue(isKycReason(reason), reason)
  })
})

describe("the step that a reason is about", () => {
  it("is the one that the code begins with", () => {
    for (const step of kycSteps) {
      for (const fault of pictureFaults) assert.strictEqual(stepOfReason(pictureReason(step, fault)), step)
    }
    assert.strictEqual(stepOfReason("proof_of_address_outdated"), "proof_of_address")
  })

  it.each(["other", "suspected_fraud", "document", "documents_missing", "a_document_expired", "proof_of"])(
    "is none of %s",
    (reason) => assert.isUndefined(stepOfReason(reason))
  )
})

describe("what a checker says, as codes", () => {
  it("keeps codes in their order, each once, and puts `other` for what is none", () => {
    assert.deepStrictEqual(
      kycReasonsOf([
        "selfie_mismatch",
        "Jane Doe is on a list",
        "document_expired",
        "selfie_mismatch",
        "",
        "x y"
      ]),
      ["selfie_mismatch", "other", "document_expired"]
    )
    assert.deepStrictEqual(kycReasonsOf([]), [])
  })

  it("has codes only, each once and at most ten, whatever it says; codes stay what they are", () =>
    holds(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom(...reviewReasons)), { size: "large" }),
        (texts) => {
          const reasons = kycReasonsOf(texts)
          assert.isTrue(reasons.every(isKycReason))
          assert.strictEqual(new Set(reasons).size, reasons.length)
          assert.isAtMost(reasons.length, kycReasonsMax)
          assert.deepStrictEqual(kycReasonsOf(reasons), reasons)
          const reasonsOf = new Set([...texts.filter(isKycReason), "other"])
          assert.isTrue(reasons.every((reason) => reasonsOf.has(reason)))
          if (texts.length > 0) assert.isAbove(reasons.length, 0, "a refusal that says something says why")
        }
      )
    ))
})
