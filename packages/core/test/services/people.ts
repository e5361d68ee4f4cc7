import { type Actor, Partners } from "@quittance/core"
import {
  actingAs,
  type InvitationRequest,
  Invitations,
  roster,
  rosterIdOf,
  StateReader,
  Users
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"

export const root = "operator:root"

/** Invites, as an operator unless somebody else is named. */
export const invite = (request: Partial<InvitationRequest> = {}, as: Actor = root) =>
  actingAs(
    as,
    Effect.flatMap(Invitations, ({ create }) =>
      create({ partner: "shop", role: "owner", name: "Anna", ...request })
    )
  )

/** Somebody new uses the link. */
export const join = Effect.fnUntraced(function* (token: string) {
  const users = yield* Users
  const id = yield* users.newId
  return yield* users.accept(token, { _tag: "New", id })
})

export const shop = Effect.flatMap(Partners, ({ ensure }) => ensure("shop"))

/** A member of the shop with a role. */
export const member = Effect.fnUntraced(function* (
  role: "owner" | "finance" | "viewer" = "owner",
  name = "Anna"
) {
  yield* shop
  const { token } = yield* invite({ role, name })
  return yield* join(token)
})

export const reasonOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (failure) => (failure as { reason?: string }).reason ?? failure)

export const membersOf = Effect.fnUntraced(function* (partnerId: string) {
  const states = yield* StateReader
  const found = yield* states.get(roster, partnerId, rosterIdOf(partnerId))
  return Option.match(found, {
    onNone: () => [],
    onSome: ({ state }) => state.members.map((each) => each.user)
  })
})
