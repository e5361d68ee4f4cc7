/**
 * The texts of the verification page that no other page has, once per language.
 *
 * The languages are complete by type, and texts are plain text, as in `Messages.ts`. What went wrong is said so that it
 * helps who may try again and offends nobody who may not.
 */
import {
  type KycLevel,
  type KycReason,
  type KycStep,
  kycSteps,
  type PictureFault,
  pictureFaults,
  pictureReason,
  type reviewReasons,
  stepOfReason,
  typesOfStep
} from "@quittance/core/adapter"
import type { NoticeTexts, Said } from "./Messages.ts"
import type { ReturnTexts } from "./pageParts.ts"
import type { UploadProblem } from "./VerificationView.ts"

type ReviewReason = (typeof reviewReasons)[number]

/** What is said of a picture is the same when it is shown and after a check. */
const faultOfProblem = {
  tooSmall: "too_small",
  tooDark: "too_dark",
  blurry: "blurry",
  repeated: "repeated",
  usedBefore: "used_before"
} as const satisfies Partial<Record<UploadProblem, PictureFault>>

/** Said of who asks, by name; `null` where that is not shown. */
export type OfAsker = (name: string | null) => string

interface SaidOfAsker {
  readonly headline: string
  readonly explanation: OfAsker
}

export interface VerificationMessages extends ReturnTexts, NoticeTexts {
  readonly pageTitle: string
  readonly testMode: string

  /** Who asks, why, and for what. */
  readonly introduction: Readonly<Record<KycLevel, OfAsker>>
  /** What who sends a file agrees to. */
  readonly consent: OfAsker
  readonly storedFor: (days: string) => string
  readonly storedUntilDeleted: OfAsker
  readonly handling: {
    readonly headline: string
    readonly pictures: string
    readonly seenBy: OfAsker
    readonly compared: OfAsker
    readonly deletion: OfAsker
    readonly record: string
  }
  /** On a screen with a pointer, to who has a phone with a camera beside it. */
  readonly handOver: {
    readonly headline: string
    readonly explanation: string
    readonly warning: string
    readonly code: string
  }

  /** What a step asks for, as a name. */
  readonly stepName: Readonly<Record<KycStep, string>>
  readonly stepOf: (step: number, count: number) => string
  readonly stepTaken: string
  /** `again`: the headline when it is asked for again. */
  readonly asking: Readonly<Record<KycStep, Said & { readonly again: string }>>
  readonly checking: { readonly headline: string; readonly explanation: Readonly<Record<KycLevel, string>> }
  readonly ended: Readonly<Record<"verified" | "refused" | "expired", SaidOfAsker>>

  readonly whyHeadline: string
  /** Of any step's picture. */
  readonly fault: Readonly<Record<PictureFault, string>>
  readonly reason: Readonly<Record<ReviewReason, string>>
  readonly attemptsLeft: (count: number) => string
  readonly lastAttempt: string

  readonly takePhoto: string
  readonly chooseFile: string
  readonly chosenPicture: string
  readonly formats: Readonly<Record<"pictures" | "documents", string>>
  readonly send: string
  readonly sending: string
  /** All of the file was sent. */
  readonly awaitingAnswer: string
  readonly stop: string
  /** After a refusal of what a picture shows. */
  readonly noAttempt: string
  readonly problem: Readonly<Record<Exclude<UploadProblem, keyof typeof faultOfProblem>, string>>
  /** The file arrived, and the page that comes next cannot be fetched. */
  readonly arrivedUnseen: string
  /** All of the file was sent, and no answer came. */
  readonly unanswered: string
  readonly connectionLost: string
  /** The person stopped it. */
  readonly stopped: string
  /** Beside the form, while there is no connection. */
  readonly offline: string
  readonly validUntil: string

  readonly overHeadline: string
  readonly overExplanation: OfAsker
}

const isReviewReason = (
  reason: KycReason,
  { reason: sentences }: VerificationMessages
): reason is ReviewReason => Object.hasOwn(sentences, reason)

/** A sentence for a reason; a general one for a code that only its checker knows. */
export const reasonText = (reason: KycReason, texts: VerificationMessages): string => {
  if (isReviewReason(reason, texts)) return texts.reason[reason]
  const step = stepOfReason(reason)
  const fault = pictureFaults.find((each) => step !== undefined && pictureReason(step, each) === reason)
  return fault === undefined ? texts.reason.other : texts.fault[fault]
}

/** What kinds of file a step takes: a whole sentence, which may follow another one. */
export const formatsText = (step: KycStep, texts: VerificationMessages): string =>
  texts.formats[typesOfStep(step).includes("application/pdf") ? "documents" : "pictures"]

const isPictureProblem = (problem: UploadProblem): problem is keyof typeof faultOfProblem =>
  Object.hasOwn(faultOfProblem, problem)

/** Why a file that was sent for a step was not taken, and what would be right. */
export const problemText = (
  problem: UploadProblem,
  step: string,
  freeLeft: number,
  texts: VerificationMessages
): string => {
  if (isPictureProblem(problem)) {
    const fault = texts.fault[faultOfProblem[problem]]
    // Where none is free any more, this one may have cost an attempt.
    return freeLeft > 0 ? `${fault} ${texts.noAttempt}` : fault
  }
  const known = kycSteps.find((each) => each === step)
  return problem === "unsupported" && known !== undefined
    ? `${texts.problem.unsupported} ${formatsText(known, texts)}`
    : texts.problem[problem]
}
