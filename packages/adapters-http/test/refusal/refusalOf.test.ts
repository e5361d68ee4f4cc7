import { DocumentRefused, KycStepRefused } from "@quittance/core"
import {
  BlobMissing,
  BlobStoreUnavailable,
  documentFaults,
  KycCheckerUnavailable,
  PicturesUnavailable
} from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import { statusOfCode } from "../../src/refusal/ErrorCode.ts"
import { type ApiFailure, refusalOf } from "../../src/refusal/refusalOf.ts"

const answerOf = (failure: ApiFailure) => {
  const { code, headers, message } = refusalOf(failure)
  return { status: statusOfCode(code), code, headers, message }
}

const codes = {
  empty: [400, "invalid_image"],
  unreadable: [400, "invalid_image"],
  tooSmall: [400, "invalid_image"],
  tooDark: [400, "invalid_image"],
  blurry: [400, "invalid_image"],
  tooCostly: [400, "invalid_image"],
  unsupported: [400, "unsupported_image"],
  tooManyPixels: [400, "image_too_large"],
  brokenPdf: [400, "invalid_image"],
  unclearPdf: [400, "invalid_image"],
  repeated: [400, "invalid_image"],
  usedBefore: [400, "invalid_image"],
  lockedPdf: [400, "unsupported_image"],
  tooManyPages: [400, "image_too_large"],
  tooLargePages: [400, "image_too_large"],
  costlyPdf: [400, "invalid_image"],
  tooLarge: [413, "payload_too_large"]
} as const

describe("what becomes of an upload that is not taken", () => {
  it.each(documentFaults)("a file that is %s, with a sentence that says what would be right", (fault) => {
    const failure = new DocumentRefused({ fault })
    const { code, message, status } = answerOf(failure)
    assert.deepStrictEqual([status, code, message], [...codes[fault], failure.message])
  })

  it("409 invalid_state: another step is the next one", () => {
    const { code, message, status } = answerOf(new KycStepRefused({ step: "selfie", expected: "document" }))
    assert.deepStrictEqual([status, code], [409, "invalid_state"])
    assert.include(message, "the next one is document")
  })

  it("404 not_found: the document is gone", () => {
    const { code, status } = answerOf(new BlobMissing({ id: "doc_1" }))
    assert.deepStrictEqual([status, code], [404, "not_found"])
  })

  it.each([
    new BlobStoreUnavailable({ reason: "EIO: /srv/documents" }),
    new PicturesUnavailable({ reason: "EIO: /srv/documents" }),
    new KycCheckerUnavailable({ reason: "EIO: /srv/documents" })
  ])("503 service_unavailable with the time to wait, and without what is behind it: $_tag", (failure) => {
    const { code, headers, message, status } = answerOf(failure)
    assert.deepStrictEqual([status, code], [503, "service_unavailable"])
    assert.isAtLeast(Number(headers?.["Retry-After"]), 1)
    assert.notInclude(message, "/srv")
  })
})
