import type { SignatureVerdict } from "@quittance/core"
import {
  component,
  type SignatureIssueCode,
  signatureCategories,
  signatureCategoryDescriptions,
  signatureIssues
} from "@quittance/core/adapter"
import { Schema } from "effect"

/** The multipart form of an upload. Core validates the file. */
export const SignatureForm = Schema.Struct({
  file: Schema.String.annotate({
    format: "binary",
    description:
      "An image of one handwritten signature: PNG, JPEG, GIF or WebP, as its bytes say, of at most 10 MiB, 40 megapixels and 10000 pixels on a side; a part without a filename is no file.",
    examples: ["the bytes of signature.png"]
  })
})

const isIssueCode = (code: string): code is SignatureIssueCode => Object.hasOwn(signatureIssues, code)

const issueCodes = Object.keys(signatureIssues).filter(isIssueCode)

const categories = signatureCategories
  .map((category) => `${category}: ${signatureCategoryDescriptions[category]}`)
  .join(" ")

/** The description of the verdict on an image. */
export const SignatureResult = Schema.Struct({
  isValid: Schema.Boolean.annotate({
    description: "Whether it is a genuine signature; true only with category 0.",
    examples: [true]
  }),
  confidenceScore: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })).annotate({
    description:
      "How certain the category is, 0 to 100: the calibrated probability times 100. Low if the image is not good enough.",
    examples: [98]
  }),
  category: Schema.Literals(signatureCategories).annotate({
    ...component("SignatureCategory", categories),
    examples: [0]
  }),
  description: Schema.String.annotate({
    description: "The category in a sentence.",
    examples: [signatureCategoryDescriptions[0]]
  }),
  issues: Schema.Array(Schema.String).annotate({
    description: "Stable sentences about what is wrong or could be better; a valid signature may have some.",
    examples: [[]]
  }),
  issueCodes: Schema.Array(
    Schema.Literals(issueCodes).annotate(component("SignatureIssueCode", "The code of an issue."))
  ).annotate({
    description: "The code of each issue, in the same order. New codes may be added.",
    examples: [[]]
  }),
  recommendations: Schema.Array(Schema.String).annotate({
    description: "What to do about the issues.",
    examples: [[]]
  })
}).annotate(component("SignatureVerdict", "What an image shows.")) satisfies Schema.Schema<SignatureVerdict>
