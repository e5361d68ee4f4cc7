import { Option, Schema } from "effect"
import type { Instant } from "../../kernel/time/Instant.ts"
import { approves } from "../roster/Role.ts"
import type { Roster } from "../roster/Roster.ts"
import { rosterAt } from "../roster/rosterAt.ts"
import { actorOf } from "../roster/rosterPeople.ts"
import { approvalFault, isMaker } from "./PayoutApproval.ts"
import { approvalsOf, type RecordedPayout } from "./PayoutRecord.ts"

/** What an approval by somebody would be: one that counts, one that counts already, or none, and why. */
export const approvalSays = ["open", "given", "maker", "no_say", "expired"] as const

/** How a payout that waits for approvals stands, for whoever asks. */
export const ApprovalStandingView = Schema.Struct({
  /** How many approvals are missing, of those that count at this instant. */
  missing: Schema.Int,
  /** What an approval by whoever asks would be. */
  say: Schema.Literals(approvalSays),
  /** Whether whoever asks may withdraw it: they asked for it, or made the key that did. */
  isMaker: Schema.Boolean,
  /** Who may approve it and has not, as `user:anna`. */
  approvers: Schema.Array(Schema.String)
})
export interface ApprovalStandingView extends Schema.Schema.Type<typeof ApprovalStandingView> {}

/** `by` is the user who asks, if it is one; the roster is that of the partner. */
export const approvalStanding = (
  payout: RecordedPayout,
  stored: Roster,
  by: string | undefined,
  at: Instant
): ApprovalStandingView => {
  const { order } = payout
  const entitled = rosterAt(stored, at).members.flatMap(({ role, user }) => (approves(role) ? [user] : []))
  const given = approvalsOf(payout).flatMap((each) => (entitled.includes(each.by) ? [each.by] : []))
  const fault = by === undefined ? "no_say" : approvalFault(order, by, entitled, at)
  const needed = Option.match(order.approval, { onNone: () => 0, onSome: (approval) => approval.needed })
  return {
    missing: Math.max(0, needed - given.length),
    say: fault ?? (by !== undefined && given.includes(by) ? "given" : "open"),
    isMaker: by !== undefined && isMaker(order, by),
    approvers: entitled.filter((user) => !isMaker(order, user) && !given.includes(user)).map(actorOf)
  }
}
