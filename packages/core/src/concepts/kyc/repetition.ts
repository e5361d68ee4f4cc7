import { Effect } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { DocumentFault } from "./DocumentRefused.ts"
import type { KycReader } from "./KycReader.ts"
import { isSamePicture } from "./Picture.ts"

/** A picture as a person of the partner shows it. */
export interface ShowingOfPicture {
  readonly partnerId: PartnerId
  readonly person: string
  readonly fingerprint: string
  readonly submittedAt: Instant
  /** The fingerprints of what the session shows in its other steps. */
  readonly others: ReadonlyArray<string>
}

/**
 * Whether a picture was sent for another step, or the partner's sessions have it of another person. Who showed it first
 * is not blamed.
 */
export const repetitionOf = Effect.fnUntraced(function* (
  { picturesLike }: KycReader["Service"],
  { fingerprint, others, partnerId, person, submittedAt }: ShowingOfPicture
) {
  if (others.some((other) => isSamePicture(other, fingerprint)))
    return "repeated" as const satisfies DocumentFault
  const likes = yield* picturesLike(partnerId, fingerprint)
  const isUsed = likes.some(
    (other) =>
      other.person !== person &&
      other.submittedAt <= submittedAt &&
      isSamePicture(other.fingerprint, fingerprint)
  )
  return isUsed ? ("usedBefore" as const satisfies DocumentFault) : undefined
})
