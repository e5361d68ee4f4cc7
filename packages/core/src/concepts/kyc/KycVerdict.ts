import type { KycReason } from "./KycReason.ts"

/** The final answer of a checker. */
export type KycVerdict =
  | { readonly _tag: "Passed" }
  /** `retry`: the person may repeat the refused steps; `final`: the person is refused. */
  | {
      readonly _tag: "Refused"
      readonly reasons: ReadonlyArray<KycReason>
      readonly course: "retry" | "final"
    }

/**
 * Why the answer of a check is missing: the checker was unreachable, already has the check, answered for
 * another one, no longer knows it, or the process ended during the call. The checker's own message is in the
 * log.
 */
export const kycAnswerLosses = [
  "unavailable",
  "duplicate",
  "other_check",
  "forgotten",
  "process_ended"
] as const
export type KycAnswerLoss = (typeof kycAnswerLosses)[number]
