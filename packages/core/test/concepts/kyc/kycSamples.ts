import { Option } from "effect"
import type { DocumentChoice } from "../../../src/concepts/kyc/DocumentChoice.ts"
import type { KycDocument } from "../../../src/concepts/kyc/KycDocument.ts"
import type { KycReason } from "../../../src/concepts/kyc/KycReason.ts"
import type { KycSessionCommand, KycSessionState } from "../../../src/concepts/kyc/KycSession.ts"
import type { KycOrder } from "../../../src/concepts/kyc/KycSessionRecord.ts"
import type { KycStep } from "../../../src/concepts/kyc/KycStep.ts"
import type { KycVerdict } from "../../../src/concepts/kyc/KycVerdict.ts"
import type { Picture } from "../../../src/concepts/kyc/Picture.ts"
import { millisPerDay } from "../../../src/kernel/time/Instant.ts"

export const createdAt = 1_772_000_000_000
export const expiresAt = createdAt + millisPerDay
export const attemptMax = 3
/** How many pictures are refused for nothing. */
export const freeMax = 2

export const card: DocumentChoice = { kind: "identity_card", country: "KZ" }
export const passport: DocumentChoice = { kind: "passport", country: "KZ" }

export const orderOf = (chosen: Partial<KycOrder> = {}): KycOrder => ({
  id: "kyc_1",
  partnerId: "prt_1",
  token: "token-1",
  level: "basic",
  locale: "en",
  redirectUrl: Option.some("https://shop.example/back"),
  metadata: '{"customer":"Jane"}',
  person: "digest of Jane",
  recipient: Option.none(),
  createdAt,
  expiresAt,
  ...chosen
})

export const order = orderOf()

export const picture: Picture = {
  width: 1000,
  height: 700,
  sharpness: 300,
  brightness: 120,
  fingerprint: "0123456789abcdef".repeat(4)
}

export const documentOf = (step: KycStep, chosen: Partial<KycDocument> = {}): KycDocument => ({
  id: `doc_${step}`,
  step,
  type: "image/jpeg",
  sizeBytes: 1000,
  picture: Option.some(picture),
  submittedAt: createdAt,
  ...chosen
})

export const submit = (
  step: KycStep,
  at: number = createdAt + 1,
  choice?: DocumentChoice
): KycSessionCommand => ({
  _tag: "Submit",
  document: documentOf(step, choice && { choice }),
  at
})

/** A blurry picture, which is refused at once. */
export const refusePicture = (step: KycStep, at: number = createdAt + 1) =>
  ({
    _tag: "RefusePicture",
    step,
    fault: "blurry",
    freeMax,
    attemptMax,
    at
  }) as const satisfies KycSessionCommand

export const passed: KycVerdict = { _tag: "Passed" }

export const refused = (
  reasons: ReadonlyArray<KycReason>,
  course: "retry" | "final" = "retry"
): KycVerdict => ({
  _tag: "Refused",
  reasons,
  course
})

/** The answer to a check of that number, by a checker. */
export const answer = (
  check: number,
  verdict: KycVerdict,
  at: number = createdAt + 1
): KycSessionCommand => ({
  _tag: "Answer",
  check,
  verdict,
  decidedBy: Option.none(),
  attemptMax,
  at
})

/** The number of the last check. */
export const checkOf = (state: KycSessionState): number => (state._tag === "absent" ? 0 : state.check)
