import type { FileSource } from "../FileSource.ts"

/** What `client.signature.validate` takes. */
export interface ValidateSignatureForm {
  /**
   * An image of one handwritten signature: PNG, JPEG, GIF or WebP, as its bytes say, of at most 10 MiB, 40
   * megapixels and 10000 pixels on a side; a part without a filename is no file.
   */
  readonly file: FileSource
}

/**
 * 0: The image shows a genuine handwritten signature. 1: The image is blank or shows no ink. 2: The image
 * shows no signature but a photo, an object or a document page. 3: The image shows typed or printed text. 4:
 * The image shows handwritten text of three or more words, or of several lines. 5: The image shows a
 * scribble, a stamp or a drawing. 6: The quality of the image is too low: it is blurred, dark, faint, noisy
 * or too small. 7: The signature is cropped or too small, or there are several signatures. 8: It cannot be
 * determined whether the image shows a genuine signature. New ones may be added.
 */
export type SignatureCategory = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** The code of an issue. New ones may be added. */
export type SignatureIssueCode =
  | "no_ink"
  | "not_a_signature"
  | "printed_text"
  | "handwritten_text"
  | "drawing"
  | "blurred"
  | "too_dark"
  | "low_contrast"
  | "noisy"
  | "too_few_pixels"
  | "cropped"
  | "signature_too_small"
  | "sideways"
  | "several_signatures"
  | "undetermined"
  | "like_print"
  | "like_handwriting"
  | "like_drawing"
  | "unlike_ink"
  | "not_alone"
  | "somewhat_blurred"
  | "somewhat_dark"
  | "somewhat_low_contrast"
  | "somewhat_noisy"
  | "few_pixels"
  | "near_the_border"
  | "somewhat_small"

/** What an image shows. */
export interface SignatureVerdict {
  /** Whether it is a genuine signature; true only with category 0. */
  readonly isValid: boolean
  /**
   * How certain the category is, 0 to 100: the calibrated probability times 100. Low if the image is not good
   * enough. From 0 to 100.
   */
  readonly confidenceScore: number
  /**
   * 0: The image shows a genuine handwritten signature. 1: The image is blank or shows no ink. 2: The image
   * shows no signature but a photo, an object or a document page. 3: The image shows typed or printed text.
   * 4: The image shows handwritten text of three or more words, or of several lines. 5: The image shows a
   * scribble, a stamp or a drawing. 6: The quality of the image is too low: it is blurred, dark, faint, noisy
   * or too small. 7: The signature is cropped or too small, or there are several signatures. 8: It cannot be
   * determined whether the image shows a genuine signature.
   */
  readonly category: SignatureCategory
  /** The category in a sentence. */
  readonly description: string
  /** Stable sentences about what is wrong or could be better; a valid signature may have some. */
  readonly issues: ReadonlyArray<string>
  /** The code of each issue, in the same order. New codes may be added. */
  readonly issueCodes: ReadonlyArray<SignatureIssueCode>
  /** What to do about the issues. */
  readonly recommendations: ReadonlyArray<string>
}
