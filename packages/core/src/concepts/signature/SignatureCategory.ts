/** What an image shows, as one digit. */
export const signatureCategories = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
export type SignatureCategory = (typeof signatureCategories)[number]

/** The description of each category for clients. */
export const signatureCategoryDescriptions: { readonly [C in SignatureCategory]: string } = {
  0: "The image shows a genuine handwritten signature.",
  1: "The image is blank or shows no ink.",
  2: "The image shows no signature but a photo, an object or a document page.",
  3: "The image shows typed or printed text.",
  4: "The image shows handwritten text of three or more words, or of several lines.",
  5: "The image shows a scribble, a stamp or a drawing.",
  6: "The quality of the image is too low: it is blurred, dark, faint, noisy or too small.",
  7: "The signature is cropped or too small, or there are several signatures.",
  8: "It cannot be determined whether the image shows a genuine signature."
}
