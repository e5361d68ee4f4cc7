import type { CommitFailure } from "@quittance/core"
import { Effect } from "effect"

/** The outcome of one commit. */
export type Outcome = "written" | CommitFailure | Defect

/** An error that no refusal explains: a defect of this program, or of what the store holds. */
export class Defect {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

export const answerOf = (outcome: Outcome): Effect.Effect<void, CommitFailure> => {
  if (outcome === "written") return Effect.void
  return outcome instanceof Defect ? Effect.die(outcome.error) : Effect.fail(outcome)
}
