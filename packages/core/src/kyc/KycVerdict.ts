import type { KycReason } from "./KycReason.ts"

/** What a checker says in the end. */
export type KycVerdict =
  | { readonly _tag: "Passed" }
  /** `retry`: the person may show the refused steps again; `final`: this person does not pass. */
  | {
      readonly _tag: "Refused"
      readonly reasons: ReadonlyArray<KycReason>
      readonly course: "retry" | "final"
    }

/**
 * Why the answer of a check is missing: the checker could not be reached, has the check already, answered for another one, no
 * longer knows it, or the process ended while it was asked. What the checker said about it is in the log of the process.
 */
export const kycAnswerLosses = [
  "unavailable",
  "duplicate",
  "other_check",
  "forgotten",
  "process_ended"
] as const
export type KycAnswerLoss = (typeof kycAnswerLosses)[number]
