import { Schema } from "effect"
import { type HistoryOf, told, toldAlone } from "../../kernel/history/History.ts"
import { roles } from "../roster/Role.ts"
import { type Invitation, type InvitationEvent, invitationPurposes } from "./Invitation.ts"
import type { User, UserEvent } from "./User.ts"

/** What became of people and of their invitations, for operators. */

const Id = Schema.NullOr(Schema.String)

const joining = (type: string, meaning: string) =>
  told(type, meaning, { invitation: Id, to: Id }, (facts) => ({
    invitation: facts.text("invitationId"),
    to: facts.text("to")
  }))

export const userHistory: HistoryOf<UserEvent["_tag"], User> = {
  UserCreated: toldAlone("user_created", "Somebody new used the link of an invitation."),
  UserJoining: joining("user_joining", "The link of an invitation was used."),
  UserJoined: joining("user_joined", "The partner that invited, or the operators, have the user."),
  UserNotJoined: joining(
    "user_not_joined",
    "The invitation was revoked at the same time, or the partner is full."
  ),
  UserRecovered: told(
    "user_recovered",
    "Access was given anew: no credential or session of before counts.",
    { invitation: Id },
    (facts) => ({ invitation: facts.text("invitationId") })
  ),
  UserDisabled: toldAlone("user_disabled", "The user is in no roster any more, and cannot come back."),
  UserRedacted: toldAlone("user_redacted", "Name and e-mail address were erased.")
}

export const invitationHistory: HistoryOf<InvitationEvent["_tag"], Invitation> = {
  InvitationCreated: told(
    "invitation_created",
    "A one-time link was made.",
    {
      purpose: Schema.NullOr(Schema.Literals(invitationPurposes)),
      role: Schema.NullOr(Schema.Literals(roles))
    },
    (facts) => ({ purpose: facts.oneOf("purpose", invitationPurposes), role: facts.oneOf("role", roles) })
  ),
  InvitationAccepted: told("invitation_accepted", "Its link was used.", { user: Id }, (facts) => ({
    user: facts.text("userId")
  })),
  InvitationRevoked: toldAlone("invitation_revoked", "Its link opens nothing any more."),
  InvitationExpired: toldAlone("invitation_expired", "Its link was not used in time.")
}
