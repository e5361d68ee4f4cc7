import { Context, Effect, Layer, Option } from "effect"
import type { InvalidState, NotFound } from "../../kernel/input/Refusals.ts"
import { allById, StateReader } from "../../kernel/ports/StateReader.ts"
import type { ClaimTaken, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Role } from "../roster/Role.ts"
import { type Accepting, accept } from "./accepting.ts"
import { disable, forget } from "./disabling.ts"
import type { InvitationRefused } from "./Invitation.ts"
import type { MadeInvitation } from "./Invitations.ts"
import type { LeavingRefused } from "./leaving.ts"
import { emailDigest } from "./PersonName.ts"
import { personClaims, userPrefix } from "./personNames.ts"
import { recover, recoverBy } from "./recovery.ts"
import { type User, user } from "./User.ts"
import { makeUserParts, readUser, roleFor, type UserParts, type WithUser } from "./userParts.ts"

/** Where a user is a member. */
export interface Membership {
  readonly partnerId: string
  readonly role: Role
}

type Accepted = Effect.Effect<
  User,
  InvitationRefused | InvalidState | NotFound | ClaimTaken | StoreUnavailable
>

/** People: who they are, where they belong, and that they do so no more. */
export class Users extends Context.Service<
  Users,
  {
    readonly newId: Effect.Effect<string>
    /**
     * Uses the link of an invitation to a partner or to the operators. Of those who use one link, one joins, once. A
     * refusal changes nothing, except that somebody new may stay without a membership if the inviting side changed its
     * mind at the same instant. Fails with `ClaimTaken` for claims of `also` only.
     */
    readonly accept: (token: string, who: Accepting) => Accepted
    /** Makes what is left of an acceptance whose process ended. Whoever signs somebody in calls it first. */
    readonly finish: (id: string) => Effect.Effect<void, StoreUnavailable>
    readonly get: (id: string) => Effect.Effect<User, NotFound | StoreUnavailable>
    /** The user who has this e-mail address and is not disabled. */
    readonly byEmail: (email: string) => Effect.Effect<Option.Option<User>, StoreUnavailable>
    /** In the order of creation. */
    readonly all: Effect.Effect<ReadonlyArray<User>, StoreUnavailable>
    /** What the user may do for the partner now; undefined for somebody who is no member, or disabled. */
    readonly roleOf: (id: string, partnerId: string) => Effect.Effect<Role | undefined, StoreUnavailable>
    /** Where the user is a member now. */
    readonly memberships: (
      id: string
    ) => Effect.Effect<ReadonlyArray<Membership>, NotFound | StoreUnavailable>
    /**
     * Takes the user out of every roster, and then for ever out of everything. With the commit that disables, no
     * roster has the user any more, so it approves nothing. Nothing is changed if a partner would have no owner left.
     */
    readonly disable: (id: string) => Effect.Effect<User, LeavingRefused | NotFound | StoreUnavailable>
    /** Erases name and e-mail address of a disabled user. */
    readonly forget: (id: string) => Effect.Effect<User, InvalidState | NotFound | StoreUnavailable>
    /** A link with which the user enrols new credentials. Earlier such links open nothing any more. */
    readonly recover: (
      id: string
    ) => Effect.Effect<MadeInvitation, InvalidState | NotFound | StoreUnavailable>
    /** Uses such a link: with the same commit, no credential and session of before counts any more. */
    readonly recoverBy: (token: string, also?: WithUser) => Accepted
  }
>()("@quittance/core/concepts/person/Users") {
  static readonly layer = Layer.effect(
    Users,
    Effect.gen(function* () {
      const parts = yield* makeUserParts
      return Users.of({
        newId: parts.ids.prefixed(userPrefix),
        accept: (token, who) => accept(parts, token, who),
        finish: (id) => Effect.asVoid(parts.finish(id)),
        get: (id) => Effect.map(readUser(parts, id), ({ state }) => state),
        byEmail: (email) => userByEmail(parts, email),
        all: Effect.provideService(allById(user), StateReader, parts.states),
        roleOf: (id, partnerId) => roleFor(parts, id, partnerId),
        memberships: (id) => membershipsOf(parts, id),
        disable: (id) => disable(parts, id),
        forget: (id) => forget(parts, id),
        recover: (id) => recover(parts, id),
        recoverBy: (token, also) => recoverBy(parts, token, also)
      })
    })
  )
}

const userByEmail = Effect.fn("Users.byEmail")(function* (parts: UserParts, email: string) {
  const { claims, states } = parts
  const claim = yield* claims.find(personClaims.email, "", emailDigest(email))
  if (Option.isNone(claim)) return Option.none<User>()
  const { ownerId } = claim.value
  return Option.map(yield* states.get(user, ownerId, ownerId), ({ state }) => state)
})

const membershipsOf = Effect.fn("Users.memberships")(function* (parts: UserParts, id: string) {
  const { state } = yield* readUser(parts, id)
  const found = yield* Effect.forEach(state.partners, (partnerId) =>
    Effect.map(roleFor(parts, id, partnerId), (role) => (role === undefined ? [] : [{ partnerId, role }]))
  )
  return found.flat()
})
