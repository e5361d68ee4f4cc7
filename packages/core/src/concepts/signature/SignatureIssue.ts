/** The texts for clients: what is wrong, and what to do about it. Both are stable, in English. */
interface IssueWords {
  readonly sentence: string
  readonly recommendation: string
}

const photograph = "Photograph or scan only the signature, on plain paper that fills the image."
const sharper = "Hold the camera still and close, and let it focus on the signature before you release it."
const light = "Take the image in daylight or under a lamp, without a shadow on the paper."
const darkPen = "Sign with a dark pen on white paper."
const lessNoise = "Take the image in more light, and do not compress it strongly."
const wholeSignature = "Leave a margin of white paper on all sides of the signature."
const closer = "Move closer, or cut the image so that the signature fills most of it."
const handwritten = "Sign by hand, as you sign documents, and take an image of that."

/** Every possible issue of an image, by code. The codes are stable; new ones may be added. */
export const signatureIssues = {
  no_ink: { sentence: "There is no ink on the image, or none that can be seen.", recommendation: darkPen },
  not_a_signature: {
    sentence: "The image shows something other than handwriting, such as a photo, an object or a page.",
    recommendation: photograph
  },
  printed_text: { sentence: "The image shows typed or printed text.", recommendation: handwritten },
  handwritten_text: {
    sentence: "The image shows handwritten text instead of a signature.",
    recommendation: "Show the signature alone, without the text around it."
  },
  drawing: { sentence: "The image shows a scribble, a stamp or a drawing.", recommendation: handwritten },
  blurred: { sentence: "The image is blurred.", recommendation: sharper },
  too_dark: { sentence: "The image is too dark.", recommendation: light },
  low_contrast: { sentence: "The ink hardly stands out from the paper.", recommendation: darkPen },
  noisy: { sentence: "The image is too noisy.", recommendation: lessNoise },
  too_few_pixels: {
    sentence: "The image has too few pixels.",
    recommendation: "Send an image of at least 300 pixels on its long side."
  },
  cropped: {
    sentence: "The signature is cut off at the border of the image.",
    recommendation: wholeSignature
  },
  signature_too_small: {
    sentence: "The signature is too small on the image.",
    recommendation: closer
  },
  sideways: {
    sentence: "The signature lies on its side.",
    recommendation: "Turn the image by a quarter, so that the signature is upright."
  },
  several_signatures: {
    sentence: "The image shows several signatures, or parts that stand apart.",
    recommendation: "Send one image for each signature."
  },
  undetermined: {
    sentence: "It cannot be told whether the image shows a genuine signature.",
    recommendation: photograph
  },
  like_print: {
    sentence: "It may be a signature, but it looks much like print, or print stands beside it.",
    recommendation: "Sign once more by hand, as freely as on documents, with nothing printed beside it."
  },
  like_handwriting: {
    sentence: "It may be a signature, but it looks much like a line of handwriting.",
    recommendation: "Show only the name that you sign with, without a date, a place or other words."
  },
  like_drawing: {
    sentence: "It may be a signature, but it can hardly be told from a scribble, a stamp or a drawing.",
    recommendation: "Sign once more as you do on documents, with your whole name."
  },
  unlike_ink: {
    sentence: "It may be a signature, but it does not look like the ink of a pen on paper.",
    recommendation: darkPen
  },
  not_alone: {
    sentence: "It may be a signature, but other things seem to be on the image, such as lines or print.",
    recommendation: photograph
  },
  somewhat_blurred: { sentence: "The image is somewhat blurred.", recommendation: sharper },
  somewhat_dark: { sentence: "The image is somewhat dark.", recommendation: light },
  somewhat_low_contrast: {
    sentence: "The ink stands out only a little from the paper.",
    recommendation: darkPen
  },
  somewhat_noisy: { sentence: "The image is somewhat noisy.", recommendation: lessNoise },
  few_pixels: {
    sentence: "The image has few pixels.",
    recommendation: "Send an image of at least 300 pixels on its long side."
  },
  near_the_border: {
    sentence: "Some of the ink touches the border of the image.",
    recommendation: wholeSignature
  },
  somewhat_small: { sentence: "The signature is rather small on the image.", recommendation: closer }
} as const satisfies { readonly [code: string]: IssueWords }

export type SignatureIssueCode = keyof typeof signatureIssues
