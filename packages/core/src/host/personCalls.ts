import type { InvitationRequest } from "../concepts/person/Invitations.ts"
import type { InvitationView, MemberView, UserView } from "../concepts/person/PersonView.ts"
import type { HistoryView } from "../kernel/history/History.ts"
import type { ActorNames } from "./operations/actorOperations.ts"

/** The link of an invitation, which is in this answer only. */
export interface MadeInvitationView extends InvitationView {
  /** The end of the link: 256 random bits, in lower-case hex. */
  readonly token: string
}

/** People: members of partners, and operators. */
export interface HostUsers {
  /** Everybody, disabled people too, in the order of creation. */
  readonly list: () => Promise<ReadonlyArray<UserView>>
  /** A person as it is now; `NotFound` if there is none of that id. */
  readonly get: (id: string) => Promise<UserView>
  /** What became of a person, and who caused it, the oldest first. */
  readonly history: (id: string) => Promise<HistoryView>
  /**
   * Takes a person out of every roster and, with the last commit, out of everything, for ever. `RosterRefused`, and
   * nothing is changed, if a partner would have no owner left.
   */
  readonly disable: (id: string) => Promise<UserView>
  /** Erases name and e-mail address of a disabled person; `InvalidState` if it is enabled. */
  readonly forget: (id: string) => Promise<UserView>
  /** Makes a link with which a person enrols new credentials; earlier such links open nothing any more. */
  readonly recover: (id: string) => Promise<MadeInvitationView>
}

/** Who stands behind the actors of a partner's records. */
export interface HostActors {
  /** The names of people and keys of a partner, by actor, such as `user:usr_…`; without those that have none. */
  readonly named: (partnerId: string, actors: ReadonlyArray<string>) => Promise<ActorNames>
}

/** The members of partners; `rosters` changes who they are. */
export interface HostMembers {
  /** By the names that they have, in the order in which they came. */
  readonly list: (partnerId: string) => Promise<ReadonlyArray<MemberView>>
}

/** One-time links for people. `partnerId` may be `operators`. */
export interface HostInvitations {
  /** Invites a person to a partner with a role, or to the operators, for 24 hours. Whoever acts invites. */
  readonly create: (
    partnerId: string,
    input: Omit<InvitationRequest, "partner" | "operator">
  ) => Promise<MadeInvitationView>
  /** The newest 500, the newest first. */
  readonly list: (partnerId: string) => Promise<ReadonlyArray<InvitationView>>
  /** What became of an invitation, and who caused it, the oldest first. */
  readonly history: (partnerId: string, id: string) => Promise<HistoryView>
  /** Ends a link; one that was used, revoked or has expired stays as it is. */
  readonly revoke: (partnerId: string, id: string) => Promise<InvitationView>
  /** What a link opens; `InvitationRefused` if that is nothing. */
  readonly byToken: (token: string) => Promise<InvitationView>
  /** Uses a link, for somebody new or for this user. Of those who use one link, one joins, once. */
  readonly accept: (token: string, userId?: string) => Promise<UserView>
}
