import { assert, describe, it } from "@effect/vitest"
import { SignatureBounds as bounds } from "../../../src/concepts/signature/SignatureBounds.ts"
import type { SignatureEvidence, SignatureKind } from "../../../src/concepts/signature/SignatureEvidence.ts"
import { type SignatureIssueCode, signatureIssues } from "../../../src/concepts/signature/SignatureIssue.ts"
import { signatureVerdictOf } from "../../../src/concepts/signature/SignatureVerdict.ts"
import { evidence } from "./evidenceSamples.ts"

const nothing = { signature: 0, notASignature: 0, printedText: 0, handwrittenText: 0, drawing: 0 }

/** Between a signature of this probability and one other kind, of which the networks are not sure. */
const torn = (signature: number, kind: SignatureKind, quality: Partial<SignatureEvidence["quality"]> = {}) =>
  signatureVerdictOf(
    evidence(quality, {
      acceptFrom: 0.76,
      probabilities: { ...nothing, signature, [kind]: Math.min(1 - signature, bounds.sureFrom - 0.01) }
    })
  )

const likenesses: ReadonlyArray<readonly [SignatureKind, SignatureIssueCode, SignatureIssueCode]> = [
  ["notASignature", "not_a_signature", "unlike_ink"],
  ["printedText", "printed_text", "like_print"],
  ["handwrittenText", "handwritten_text", "like_handwriting"],
  ["drawing", "drawing", "like_drawing"]
]

describe("a refusal of what may be a signature", () => {
  it.each(likenesses)("says so, and what it looks like: %s", (kind, code, doubt) => {
    const recommendations = [signatureIssues[doubt].recommendation]
    for (const signature of [0.75, 0.5, 0.45])
      assert.deepInclude(torn(signature, kind), {
        category: 8,
        issueCodes: ["undetermined", doubt],
        recommendations
      })
    assert.deepInclude(torn(bounds.mayBeFrom + 0.01, kind), { issueCodes: [code, doubt], recommendations })
    assert.deepStrictEqual(torn(bounds.mayBeFrom - 0.01, kind).issueCodes, [code])
  })

  it("does not ask for plain paper where the signature is alone on it, nor whoever signed by hand to sign by hand", () => {
    for (const [kind] of likenesses)
      for (const signature of [0.75, 0.5, 0.3]) {
        const asked = torn(signature, kind).recommendations.join()
        assert.notInclude(asked, signatureIssues.undetermined.recommendation)
        assert.notInclude(asked, signatureIssues.printed_text.recommendation)
      }
  })

  it("says that other things are on the image where half as many lines cross a border as the signature has", () => {
    for (const [kind] of likenesses) {
      const lined = torn(0.5, kind, { cutStrokes: bounds.aloneCutStrokesMax })
      assert.deepStrictEqual(lined.issueCodes, ["undetermined", "not_alone"])
      assert.deepStrictEqual(lined.recommendations, [signatureIssues.undetermined.recommendation])
      assert.notInclude(
        torn(0.5, kind, { cutStrokes: bounds.aloneCutStrokesMax * 0.9 }).issueCodes,
        "not_alone"
      )
    }
  })

  it("tells every fault, and recommends one thing: against the first fault, whatever it looks like", () => {
    const soft = { sharpness: bounds.sharpnessMin * 1.1 }
    const dark = { brightness: bounds.brightnessMin * 1.1 }
    const cut = { cutStrokes: bounds.cutStrokesMax * 1.1 }
    for (const [signature, quality, codes] of [
      [0.7, soft, ["undetermined", "like_drawing", "somewhat_blurred"]],
      [0.7, { ...soft, ...dark }, ["undetermined", "like_drawing", "somewhat_blurred", "somewhat_dark"]],
      [0.3, soft, ["drawing", "like_drawing", "somewhat_blurred"]],
      [0.3, { ...dark, ...cut }, ["drawing", "like_drawing", "cropped", "somewhat_dark"]]
    ] as const) {
      const { issueCodes, recommendations } = torn(signature, "drawing", quality)
      assert.deepStrictEqual(issueCodes, codes)
      assert.deepStrictEqual(recommendations, [signatureIssues[codes[2]].recommendation])
    }
  })
})
