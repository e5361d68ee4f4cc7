import { Option, Schema } from "effect"
import { packed } from "../../kernel/concept/Field.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { approvalReasons } from "../roster/requirementOf.ts"

/**
 * What a payout needs before it is sent: a snapshot of the rules at its creation. Later changes of the rules do not
 * change it.
 */
export const PayoutApproval = Schema.Struct({
  /** How many people must approve, at least 1. */
  needed: Schema.Int,
  reasons: Schema.Array(Schema.Literals(approvalReasons)),
  /** From this instant on nobody can approve it, and nothing is sent. */
  expiresAt: Schema.Int,
  /** Users who may never approve it: who asked for it, and who made the key that asked for it. */
  makers: Schema.Array(Schema.String)
})
export interface PayoutApproval extends Schema.Schema.Type<typeof PayoutApproval> {}

/** That a user approved it. */
export const GivenApproval = Schema.Struct({
  /** The user's id. */
  by: Schema.String,
  at: Schema.Int
})
export interface GivenApproval extends Schema.Schema.Type<typeof GivenApproval> {}

export const packedApproval = packed(PayoutApproval)
export const packedApprovals = packed(Schema.Array(GivenApproval))

/** How a payout that waits for approvals is ended. */
export const declineKinds = ["declined", "withdrawn", "expired"] as const
export type DeclineKind = (typeof declineKinds)[number]

/** An order, as far as approvals go. */
interface Approvable {
  readonly approval: Option.Option<PayoutApproval>
}

/** Whether nothing may be sent any more because the approval's time is over. */
export const isExpired = ({ approval }: Approvable, at: Instant): boolean =>
  Option.exists(approval, ({ expiresAt }) => at >= expiresAt)

/** Whether this user asked for it. */
export const isMaker = ({ approval }: Approvable, user: string): boolean =>
  Option.exists(approval, ({ makers }) => makers.includes(user))

/** Why an approval by this user would not count; undefined if it would. `entitled` may approve at that instant. */
export const approvalFault = (
  order: Approvable,
  by: string,
  entitled: ReadonlyArray<string>,
  at: Instant
): "expired" | "maker" | "no_say" | undefined => {
  if (isExpired(order, at)) return "expired"
  if (isMaker(order, by)) return "maker"
  return entitled.includes(by) ? undefined : "no_say"
}

/**
 * Why a person's say about a payout does not count. `expired`: from `expiresAt` on. `maker`: nobody approves what they
 * asked for. `no_say`: the roster does not give it to them now. `not_maker`: only its maker withdraws a payout.
 */
export class ApprovalRefused extends Schema.TaggedError<ApprovalRefused>()("ApprovalRefused", {
  reason: Schema.Literals(["expired", "maker", "no_say", "not_maker"])
}) {
  get code() {
    return this.reason === "expired" ? ("invalid_state" as const) : ("forbidden" as const)
  }

  override get message(): string {
    return messages[this.reason]
  }
}

const messages: { readonly [R in ApprovalRefused["reason"]]: string } = {
  expired: "the time to approve the payout is over: create it again",
  maker: "nobody approves a payout that they or their key asked for: another owner or finance person must",
  no_say: "only owners and finance people of the partner decide on its payouts",
  not_maker: "only who asked for the payout withdraws it: decline it instead"
}
