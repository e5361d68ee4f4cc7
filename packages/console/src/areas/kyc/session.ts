import type { KycReviewView } from "@quittance/core"
import { Effect } from "effect"
import { type Cell, text } from "../../look/Cell.ts"
import type { Fact } from "../../look/parts.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

/** The session of this page, of this partner: another's is not found, whatever the reader may see of it there. */
export const ownSession = ({ id, operations, partner }: Seen) => operations.kyc.get(partner.id, id)

/** The same as its reviewers see it. */
export const ownReview = (seen: Seen) =>
  Effect.flatMap(ownSession(seen), ({ id }) => seen.operations.kyc.review.get(id))

/** Reasons in words; one of a checker may have none, and one of a picture names its step. */
export const reasonsCell = (reasons: ReadonlyArray<string>, { reason: words }: Words["kyc"]): Cell =>
  text(reasons.map((reason) => words[reason] ?? reason).join("; "))

/** What the partner noted of the person, each in its own writing direction. */
export const metadataFacts = ({ metadata }: Pick<KycReviewView, "metadata">): ReadonlyArray<Fact> =>
  Object.entries(metadata).map(([name, value]) => [
    name,
    text(typeof value === "string" ? value : JSON.stringify(value))
  ])
