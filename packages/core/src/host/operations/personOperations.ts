import { Clock, Effect, Option } from "effect"
import { Partners } from "../../concepts/partner/Partners.ts"
import {
  type InvitationRequest,
  Invitations,
  type MadeInvitation
} from "../../concepts/person/Invitations.ts"
import {
  type InvitationView,
  invitationView,
  type MemberView,
  memberView,
  type UserView,
  userView
} from "../../concepts/person/PersonView.ts"
import { operatorsId } from "../../concepts/person/personNames.ts"
import { type User, user } from "../../concepts/person/User.ts"
import { Users } from "../../concepts/person/Users.ts"
import { Rosters } from "../../concepts/roster/Rosters.ts"
import { rosterAt } from "../../concepts/roster/rosterAt.ts"
import type { NotFound } from "../../kernel/input/Refusals.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { makeHistories } from "../../store/histories.ts"

/** People and their invitations. An owner of invitations is a partner, or `operators`. */
export const makePersonOperations = Effect.gen(function* () {
  const users = yield* Users
  const invitations = yield* Invitations
  const partners = yield* Partners
  const rosters = yield* Rosters
  const states = yield* StateReader
  const histories = yield* makeHistories("operator")

  const shown = (state: User) =>
    Effect.map(users.memberships(state.id), (memberships) => userView(state, memberships))
  const made = ({ invitation, token }: MadeInvitation) =>
    Effect.map(Clock.currentTimeMillis, (now) => ({ ...invitationView(invitation, now), token }))

  return {
    users: {
      list: () =>
        Effect.flatMap(
          users.all,
          (all): Effect.Effect<ReadonlyArray<UserView>, NotFound | StoreUnavailable> =>
            Effect.forEach(all, shown)
        ),
      get: (id: string) => Effect.flatMap(users.get(id), shown),
      history: (id: string) => Effect.flatMap(users.get(id), histories.user),
      disable: (id: string) => Effect.flatMap(users.disable(id), shown),
      forget: (id: string) => Effect.flatMap(users.forget(id), shown),
      recover: (id: string) => Effect.flatMap(users.recover(id), made)
    },
    members: {
      list: Effect.fnUntraced(function* (
        partnerId: string
      ): Effect.fn.Return<ReadonlyArray<MemberView>, NotFound | StoreUnavailable> {
        yield* partners.byId(partnerId)
        const { state } = yield* rosters.fresh(partnerId)
        const { members } = rosterAt(state, yield* Clock.currentTimeMillis)
        return yield* Effect.forEach(members, (member) =>
          Effect.map(states.get(user, member.user, member.user), (found) =>
            memberView(
              member,
              Option.map(found, ({ state }) => state)
            )
          )
        )
      })
    },
    invitations: {
      create: (partnerId: string, input: Omit<InvitationRequest, "partner" | "operator">) =>
        Effect.flatMap(invitations.create({ ...input, ...toWhom(partnerId) }), made),
      list: (partnerId: string) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.map(
            invitations.list(partnerId),
            (all): ReadonlyArray<InvitationView> => all.map((each) => invitationView(each, now))
          )
        ),
      history: (partnerId: string, id: string) =>
        Effect.flatMap(invitations.get(partnerId, id), histories.invitation),
      revoke: (partnerId: string, id: string) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.map(invitations.revoke(partnerId, id), (state) => invitationView(state, now))
        ),
      byToken: (token: string) =>
        Effect.flatMap(invitations.byToken(token), ({ state }) =>
          Effect.map(Clock.currentTimeMillis, (now) => invitationView(state, now))
        ),
      accept: (token: string, userId?: string) =>
        Effect.flatMap(
          userId === undefined
            ? Effect.flatMap(users.newId, (id) => users.accept(token, { _tag: "New", id }))
            : users.accept(token, { _tag: "Known", id: userId }),
          shown
        )
    }
  }
})

const toWhom = (ownerId: string) =>
  ownerId === operatorsId ? { operator: true, partner: null } : { operator: false, partner: ownerId }
