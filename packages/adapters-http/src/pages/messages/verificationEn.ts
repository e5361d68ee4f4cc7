import type { VerificationMessages } from "../VerificationMessages.ts"

const asker = (name: string | null): string => name ?? "the service that sent you here"
const Asker = (name: string | null): string => name ?? "The service that sent you here"
const needs = (name: string | null): string =>
  `${Asker(name)} needs to be sure who you are before it goes on. It asks for`

/** English. */
export const verificationEn: VerificationMessages = {
  pageTitle: "Identity verification",
  testMode: "Test mode: do not send real documents",

  introduction: {
    basic: (name) => `${needs(name)} an identity document and a photo of yourself.`,
    advanced: (name) => `${needs(name)} an identity document, a photo of yourself and a proof of address.`
  },
  consent: (name) =>
    `By sending, you agree that ${asker(name)} keeps this file and uses it to check who you are.`,
  storedFor: (days) => `Stored encrypted, and deleted ${days} after the verification has ended.`,
  storedUntilDeleted: (name) => `Stored encrypted until ${asker(name)} deletes it.`,
  handling: {
    headline: "What happens to what you send",
    pictures:
      "Of a picture only what can be seen in it is kept, without the place, the time and the camera. A PDF is kept as it is, with a picture of each page.",
    seenBy: (name) =>
      `It is seen by ${asker(name)} and by those who check it on its behalf. From here it goes to nobody else.`,
    compared: (name) =>
      `Pictures may be compared with those of other verifications for ${asker(name)}, so that nobody can use yours.`,
    deletion: (name) => `If you want it to be deleted earlier, ask ${asker(name)}.`,
    record: "That there was a verification, and how it ended, stays on record."
  },
  handOver: {
    headline: "Go on with your phone",
    explanation: "Scan this code with its camera. The same verification opens there, and this page follows.",
    warning: "Show the code to nobody else: whoever has it can go on in your place.",
    code: "QR code of this page"
  },

  stepName: {
    document: "Identity document",
    document_back: "Back of the document",
    selfie: "Photo of yourself",
    proof_of_address: "Proof of address"
  },
  stepOf: (step, count) => `Step ${step} of ${count}`,
  stepTaken: "done",
  asking: {
    document: {
      headline: "Show your identity document",
      again: "Show your identity document again",
      explanation:
        "Take a photo of your passport, identity card or driving licence. All four corners must be in the picture, and every line must be readable."
    },
    document_back: {
      headline: "Show the back of the document",
      again: "Show the back of the document again",
      explanation:
        "Turn the document over, and take a photo of its other side. All four corners must be in the picture, and every line must be readable."
    },
    selfie: {
      headline: "Take a photo of yourself",
      again: "Take a photo of yourself again",
      explanation:
        "Look straight into the camera, alone and in good light. Take off dark glasses and whatever else covers your face."
    },
    proof_of_address: {
      headline: "Show a proof of address",
      again: "Show a proof of address again",
      explanation:
        "A recent utility bill, bank statement or official letter with your name and your address. Every line must be readable."
    }
  },
  checking: {
    headline: "We are checking what you sent",
    explanation: {
      basic:
        "This usually takes 1 to 5 minutes. You can keep this page open, or come back later with the same link.",
      advanced:
        "This usually takes 5 to 30 minutes. You can keep this page open, or come back later with the same link."
    }
  },
  ended: {
    verified: {
      headline: "You are verified",
      explanation: () => "Thank you! Your identity has been confirmed."
    },
    refused: {
      headline: "The verification was not passed",
      explanation: (name) =>
        `We could not confirm your identity. If you have questions, contact ${asker(name)}.`
    },
    expired: {
      headline: "The time to verify has run out",
      explanation: (name) => `The verification was not finished in time. Ask ${asker(name)} for a new link.`
    }
  },

  whyHeadline: "What was not right",
  fault: {
    too_small: "The picture is too small to make out the details. Go closer, or use a better camera.",
    blurry: "The picture is blurry. Hold the camera still and let it focus.",
    too_dark: "The picture is too dark. Take it in brighter light.",
    repeated: "The same picture was sent for another step. Each step needs a picture of its own.",
    used_before: "This picture was used in another verification. A new one is needed."
  },
  reason: {
    document_unreadable:
      "The document could not be read. Its text must be sharp, and no reflection may cover it.",
    document_incomplete: "Part of the document is not in the picture. All four corners must be visible.",
    document_expired: "The document has expired. One that is still valid is needed.",
    document_unsupported:
      "This kind of document is not accepted. A passport, an identity card or a driving licence is needed.",
    document_back_unreadable:
      "The back of the document could not be read. Its text must be sharp, and no reflection may cover it.",
    document_back_incomplete:
      "Part of the back of the document is not in the picture. All four corners must be visible.",
    document_back_mismatch:
      "The two sides are not of the same document. Show the back of the document whose front you showed.",
    selfie_unclear:
      "Your face could not be seen clearly. Look straight into the camera, in good light, with nothing in front of your face.",
    selfie_mismatch: "The face in the photo could not be matched with the document.",
    proof_of_address_unreadable: "The proof of address could not be read. Its text must be sharp.",
    proof_of_address_outdated: "The proof of address is too old. A recent one is needed.",
    proof_of_address_mismatch: "The proof of address could not be matched with the document.",
    suspected_fraud: "It could not be confirmed that what was sent is genuine.",
    other: "What was sent could not be accepted."
  },
  attemptsLeft: (count) => `Attempts left: ${count}.`,
  lastAttempt: "This is the last attempt.",

  takePhoto: "Take a photo",
  chooseFile: "Choose a file",
  chosenPicture: "The picture that you chose",
  formats: {
    pictures: "Send a picture in JPEG, PNG or WebP, up to 10 MB.",
    documents: "Send a picture in JPEG, PNG or WebP, or a PDF, up to 10 MB."
  },
  send: "Send",
  sending: "Sending…",
  awaitingAnswer: "Sent. Waiting for the answer…",
  stop: "Stop",
  noAttempt: "This did not use up an attempt.",
  problem: {
    noFile: "No file was chosen, or the file is empty. Choose one, then send it.",
    tooLarge: "The file is larger than 10 MB. Choose a smaller one.",
    unsupported: "A file of this kind cannot be used.",
    unreadable: "The file is damaged or cannot be opened. Choose another one.",
    tooManyPixels: "The picture has too many pixels. Take it again with a lower resolution.",
    tooCostly: "The file is too complex to open. Take a new picture, or save the file again.",
    brokenPdf:
      "The PDF is damaged or cannot be opened. Choose another file, or take a picture of the document.",
    lockedPdf: "The PDF opens only with a password. Save it without one, or take a picture of the document.",
    tooManyPages: "The PDF has more than 10 pages. Send only the pages that matter.",
    tooLargePages:
      "A page of the PDF is too large. Print it to a new PDF on A4, or take a picture of the document.",
    costlyPdf: "The PDF takes too long to display. Print it to a new PDF, or take a picture of the document.",
    unclearPdf:
      "Nothing can be made out on the pages of the PDF. Scan it again, or take a picture of the document.",
    documentUnsaid: "Choose what the document is and which country issued it. Then send the file again.",
    broken: "The file did not arrive as it should. Choose one file, and send it again.",
    stale: "Something else is asked for by now. Please go on here.",
    tooOften: "Too many files were sent in a short time. Wait a minute, then try again.",
    away: "The file cannot be taken at the moment. Please try again in a minute."
  },
  arrivedUnseen: "Your file has arrived. What comes next is shown when the connection is back.",
  unanswered:
    "The file was sent, but the answer was lost. If it has arrived, this page goes on by itself. If it does not within a minute, send the file again: that does no harm.",
  connectionLost:
    "The connection was lost before the file arrived. The file is still chosen: please send it again.",
  stopped: "You stopped it before the file had arrived. The file is still chosen.",
  offline: "No connection. What you have chosen stays here: send it when the connection is back.",
  validUntil: "This link works until:",

  goBack: "Return to the website",
  returningSoon: "You will be taken back in a few seconds.",
  stayHere: "Stay on this page",

  overHeadline: "This link no longer works",
  overExplanation: (name) =>
    `The verification that it led to is over. If you still have to verify yourself, ask ${asker(name)} for a new link.`,
  notFoundExplanation:
    "Check that the link was copied in full, or ask the service that sent you here for a new one.",
  errorExplanation: "Please try again in a few minutes. Files that have arrived are not lost.",
  refusedExplanation: "It came from another website. Open the verification link yourself and try again."
}
