import type { KycReviewView, KycSessionView } from "@quittance/core"
import type { KycStep } from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Cell, text } from "../../look/Cell.ts"
import type { Fact } from "../../look/parts.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

/** The session of this page, of this partner: another's is not found, whatever the reader may see of it there. */
export const ownSession = ({ operations, parameters, partner }: Seen) =>
  operations.kyc.get(partner.id, parameters.id ?? "")

/** The same as its reviewers see it. */
export const ownReview = (seen: Seen) =>
  Effect.flatMap(ownSession(seen), ({ id }) => seen.operations.kyc.review.get(id))

/** In what words the status is told: what waits for a decision says so. */
export const standingOf = ({ status }: Pick<KycSessionView, "status">, isWaiting: boolean): string =>
  isWaiting ? "in_review" : status

export const pathOfSession = ({ base, parameters }: Pick<Seen, "base" | "parameters">): string =>
  `${base}/kyc/${parameters.id ?? ""}`

export const stepWord = (step: KycStep, { kyc }: Words): string => kyc.steps[step]

/** A reason in words; one of a checker may have none, and one of a picture names its step. */
export const reasonWord = (reason: string, { kyc }: Words): string => kyc.reason[reason] ?? reason

export const reasonsCell = (reasons: ReadonlyArray<string>, words: Words): Cell =>
  text(reasons.map((reason) => reasonWord(reason, words)).join("; "))

/** What the partner noted of the person, each in its own writing direction. */
export const metadataFacts = ({ metadata }: Pick<KycReviewView, "metadata">): ReadonlyArray<Fact> =>
  Object.entries(metadata).map(([name, value]) => [
    name,
    text(typeof value === "string" ? value : JSON.stringify(value))
  ])
