import { Option } from "effect"
import { actorShown, recordedActor } from "../../kernel/actor/Actor.ts"
import { instantView } from "../../kernel/money/Money.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { Role } from "../roster/Role.ts"
import type { Member } from "../roster/Roster.ts"
import {
  type Invitation,
  type InvitationPurpose,
  type InvitationStatus,
  invitationStatus
} from "./Invitation.ts"
import type { User } from "./User.ts"
import type { Membership } from "./Users.ts"

/** A person, as operators see it. Instants are ISO 8601, in UTC. */
export interface UserView {
  /** `usr_…` */
  readonly id: string
  /** `null` once it is erased. */
  readonly name: string | null
  readonly email: string | null
  readonly isOperator: boolean
  /** Where the person is a member now. */
  readonly memberships: ReadonlyArray<Membership>
  readonly createdAt: string
  readonly disabledAt: string | null
}

const shownAt = (at: Option.Option<Instant>): string | null =>
  Option.match(at, { onNone: () => null, onSome: instantView })

const shownText = (text: string): string | null => (text === "" ? null : text)

export const userView = (
  { createdAt, disabledAt, email, id, isOperator, name }: User,
  memberships: ReadonlyArray<Membership>
): UserView => ({
  ...{ id, name: shownText(name), email: Option.getOrNull(email), isOperator, memberships },
  createdAt: instantView(createdAt),
  disabledAt: shownAt(disabledAt)
})

/** A member of a partner, as its owners see them. Instants are ISO 8601, in UTC. */
export interface MemberView {
  /** `usr_…`, or as a host calls its people. */
  readonly user: string
  /** `null` of somebody whom the host alone knows. */
  readonly name: string | null
  readonly email: string | null
  readonly role: Role
  readonly since: string
}

export const memberView = ({ role, since, user }: Member, known: Option.Option<User>): MemberView => ({
  ...{ user, role, since: instantView(since) },
  name: Option.getOrNull(Option.map(known, ({ name }) => shownText(name))),
  email: Option.getOrNull(Option.flatMap(known, ({ email }) => email))
})

/** An invitation, as who invites sees it: never its link. */
export interface InvitationView {
  /** `ivt_…` */
  readonly id: string
  readonly purpose: InvitationPurpose
  readonly role: Role | null
  readonly status: InvitationStatus
  /** `null` once the link was used, was revoked or has expired. */
  readonly name: string | null
  readonly email: string | null
  /** The actor who invited; partners see an operator as `operator`. */
  readonly createdBy: string
  readonly createdAt: string
  readonly expiresAt: string
  /** The user who used it. */
  readonly acceptedBy: string | null
  readonly acceptedAt: string | null
  readonly revokedAt: string | null
}

export const invitationView = (state: Invitation, now: Instant): InvitationView => ({
  id: state.id,
  purpose: state.purpose,
  role: Option.getOrNull(state.role),
  status: invitationStatus(state, now),
  name: shownText(state.name),
  email: Option.getOrNull(state.email),
  createdBy: actorShown(recordedActor(state.createdBy), "partner"),
  createdAt: instantView(state.createdAt),
  expiresAt: instantView(state.expiresAt),
  acceptedBy: Option.getOrNull(state.acceptedBy),
  acceptedAt: shownAt(state.acceptedAt),
  revokedAt: shownAt(state.revokedAt)
})
