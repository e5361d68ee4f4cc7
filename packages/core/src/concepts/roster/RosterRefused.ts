import { Schema } from "effect"

/**
 * Why a roster stays as it is.
 *
 * - `not_entitled`: the person's role does not include this, or the actor is neither a person nor an operator.
 * - `last_owner`: a partner keeps an owner.
 * - `unsatisfiable`: a rule needs one person more than it asks for, because nobody approves a payout of their own.
 * - `second_person`: who proposed a change, or would be raised by it, cannot agree to it.
 * - `proposed_already`: another person proposed the same.
 * - `taken`: the member or address is there already, in another way.
 * - `unknown`: there is no such member, address or pending change.
 * - `full`: there are as many as there may be.
 * - `less_for_more`: a tier would ask for fewer approvers than one of a smaller amount.
 */
export const rosterRefusals = [
  "not_entitled",
  "last_owner",
  "unsatisfiable",
  "second_person",
  "proposed_already",
  "taken",
  "unknown",
  "full",
  "less_for_more"
] as const

/** The roster stays as it is; `message` says why, and what would be right. */
export class RosterRefused extends Schema.TaggedError<RosterRefused>()("RosterRefused", {
  reason: Schema.Literals(rosterRefusals),
  message: Schema.String
}) {
  get code() {
    return "roster_refused" as const
  }
}
