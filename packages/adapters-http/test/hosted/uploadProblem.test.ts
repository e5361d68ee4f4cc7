import {
  DocumentRefused,
  InvalidInput,
  InvalidState,
  KycStepRefused,
  ProviderMissing,
  StoreUnavailable
} from "@quittance/core"
import { BlobStoreUnavailable, documentFaults, PicturesUnavailable } from "@quittance/core/adapter"
import { describe, expect, it } from "vitest"
import { uploadProblemOf } from "../../src/hosted/uploadProblem.ts"
import { BodyBroken, BodyTooLarge } from "../../src/index.ts"
import { type UploadProblem, uploadProblems } from "../../src/pages/VerificationView.ts"
import { ApiRefusal } from "../../src/refusal/ApiRefusal.ts"
import type { ApiFailure } from "../../src/refusal/refusalOf.ts"

const away: ReadonlyArray<ApiFailure> = [
  new StoreUnavailable({ reason: "test", outcome: "unknown" }),
  new BlobStoreUnavailable({ reason: "test" }),
  new PicturesUnavailable({ reason: "test" }),
  new ProviderMissing({ provider: "Pictures" }),
  new ApiRefusal({ code: "service_unavailable", message: "test" })
]

const others: ReadonlyArray<readonly [ApiFailure, UploadProblem]> = [
  [new BodyTooLarge({ limitBytes: 1 }), "tooLarge"],
  [new BodyBroken({ reason: "test" }), "broken"],
  [new ApiRefusal({ code: "invalid_request", message: "test" }), "broken"],
  [InvalidInput.of("kind", "required", "test"), "documentUnsaid"],
  [new KycStepRefused({ step: "selfie", expected: "document" }), "stale"],
  [new InvalidState({ what: "KYC session", status: "expired", command: "upload" }), "stale"],
  [new ApiRefusal({ code: "rate_limited", message: "test" }), "tooOften"]
]

describe("uploadProblemOf", () => {
  it("tells whatever is not the person's doing as something that passes", () => {
    for (const failure of away) expect(uploadProblemOf(failure), failure._tag).toBe("away")
  })

  it("tells apart what a person can do something about", () => {
    for (const [failure, problem] of others) expect(uploadProblemOf(failure), failure._tag).toBe(problem)
    const faults = documentFaults.map((fault) => uploadProblemOf(new DocumentRefused({ fault })))
    expect(new Set(faults).size).toBe(documentFaults.length)
    const shown = new Set([...faults, ...others.map(([, problem]) => problem), "away"])
    expect([...shown].toSorted()).toEqual([...uploadProblems].toSorted())
  })
})
