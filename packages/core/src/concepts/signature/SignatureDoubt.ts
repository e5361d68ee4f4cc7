import { SignatureBounds } from "./SignatureBounds.ts"
import {
  mostProbableOf,
  type OtherKind,
  type SignatureEvidence,
  signatureKinds
} from "./SignatureEvidence.ts"
import type { SignatureIssueCode } from "./SignatureIssue.ts"

const ofLikeness: { readonly [K in OtherKind]: SignatureIssueCode } = {
  notASignature: "unlike_ink",
  printedText: "like_print",
  handwrittenText: "like_handwriting",
  drawing: "like_drawing"
}

/** Whether an image that is refused may show a signature all the same: then it says so, and what would help. */
export const mayBeSignature = ({ probabilities }: SignatureEvidence): boolean =>
  probabilities.signature >= SignatureBounds.mayBeFrom

/**
 * Why an image that may be a signature is refused: much goes on beyond its borders, as lines and print do, and no fault
 * says so; else what it looks most like.
 */
export const doubtOf = (
  { probabilities, quality }: SignatureEvidence,
  faults: ReadonlyArray<SignatureIssueCode>
): SignatureIssueCode => {
  if (faults.length === 0 && quality.cutStrokes >= SignatureBounds.aloneCutStrokesMax) return "not_alone"
  const others = signatureKinds.filter((kind) => kind !== "signature")
  return ofLikeness[mostProbableOf(others, probabilities)]
}
