import type { DocumentFault } from "@quittance/core/adapter"
import type { UploadProblem } from "../pages/VerificationView.ts"
import { type ApiFailure, refusalOf } from "../refusal/refusalOf.ts"

const problemOfFault: { readonly [F in DocumentFault]: UploadProblem } = {
  empty: "noFile",
  tooLarge: "tooLarge",
  unsupported: "unsupported",
  unreadable: "unreadable",
  tooManyPixels: "tooManyPixels",
  tooCostly: "tooCostly",
  tooSmall: "tooSmall",
  tooDark: "tooDark",
  blurry: "blurry",
  brokenPdf: "brokenPdf",
  lockedPdf: "lockedPdf",
  tooManyPages: "tooManyPages",
  tooLargePages: "tooLargePages",
  costlyPdf: "costlyPdf",
  unclearPdf: "unclearPdf",
  repeated: "repeated",
  usedBefore: "usedBefore"
}

/** The page's text for a file that was refused. */
export const uploadProblemOf = (failure: ApiFailure): UploadProblem => {
  if (failure._tag === "DocumentRefused") return problemOfFault[failure.fault]
  if (failure._tag === "InvalidInput") return "documentUnsaid"
  const { code } = refusalOf(failure)
  if (code === "payload_too_large") return "tooLarge"
  if (code === "rate_limited") return "tooOften"
  if (code === "invalid_state") return "stale"
  return code === "invalid_request" ? "broken" : "away"
}
