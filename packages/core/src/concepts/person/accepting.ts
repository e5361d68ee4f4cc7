import { Clock, Effect, Option } from "effect"
import { actingAs } from "../../kernel/actor/Actor.ts"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import type { AggregateWrite } from "../../kernel/ports/Store.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { userEvent } from "./acceptance.ts"
import { InvitationRefused } from "./Invitation.ts"
import { operatorsId, personClaims, personJobs } from "./personNames.ts"
import { begun, type Joining, newUser } from "./User.ts"
import { emailClaim, readUser, roleFor, type UserParts, type WithUser } from "./userParts.ts"

/** Who uses a link: somebody new, under an id of `newId`, or somebody who is signed in. */
export type Accepting =
  | { readonly _tag: "New"; readonly id: string; readonly also?: WithUser }
  | { readonly _tag: "Known"; readonly id: string }

/** The job comes after the call that makes the rest itself. */
const joinDelayMillis = 10_000

/** Uses the link of an invitation; see `Users.accept`. */
export const accept = Effect.fn("Users.accept")(function* (parts: UserParts, token: string, who: Accepting) {
  const { finish, invitations, partners, transact } = parts
  if (who._tag === "Known") {
    yield* readUser(parts, who.id)
    yield* finish(who.id)
  }
  const { state: invited } = yield* invitations.byToken(token)
  const { email, name, partnerId: to, purpose } = invited
  if (purpose === "recovery") return yield* new InvitationRefused({ reason: "unknown" })
  if (purpose === "member")
    yield* Effect.catchTag(partners.byId(to), "NotFound", () =>
      Effect.fail(new InvitationRefused({ reason: "partner_gone" }))
    )
  if (who._tag === "Known") yield* refuseMember(parts, who.id, to)
  const joining = Effect.map(Clock.currentTimeMillis, (at): Joining => ({ invitationId: invited.id, to, at }))
  const claim = ownClaim({ id: who.id, partnerId: who.id }, personClaims.accepted, invited.id)
  const begin = transact(
    Effect.gen(function* () {
      const now = yield* joining
      const job = {
        ...{ kind: personJobs.join, partnerId: who.id, subjectId: who.id, dueAt: now.at + joinDelayMillis }
      }
      if (who._tag === "New") {
        const { aggregates = [], claims = [], events = [] } = who.also ?? {}
        const made = newUser({ id: who.id, name, email }, now)
        const ownClaims = Option.match(email, {
          onNone: () => [claim],
          onSome: (address) => [claim, emailClaim(who.id, address)]
        })
        const writes: ReadonlyArray<AggregateWrite> = [
          { _tag: "User", state: made.user, expectedVersion: 0 },
          ...aggregates
        ]
        const own = made.events.map((event) => userEvent(made.user, 1, event))
        return {
          commit: {
            aggregates: writes,
            claims: [...ownClaims, ...claims],
            events: [...own, ...events],
            jobs: [job]
          },
          answer: undefined
        }
      }
      const found = yield* readUser(parts, who.id)
      const { event, next } = yield* Effect.fromResult(begun(found.state, now))
      const writes: ReadonlyArray<AggregateWrite> = [writeOver("User", found, next)]
      return {
        commit: {
          aggregates: writes,
          claims: [claim],
          events: [userEvent(next, found.version + 1, event)],
          jobs: [job]
        },
        answer: undefined
      }
    })
  )
  yield* Effect.catchTag(actingAs(`user:${who.id}`, begin), "ClaimTaken", (failure) => {
    const { taken } = failure
    const accepted = taken.find(({ scope }) => scope === personClaims.accepted.name)
    // By the same user, in a call that still goes on or that ended in between.
    if (accepted !== undefined && accepted.ownerId === who.id) return Effect.void
    if (accepted !== undefined) return Effect.fail(new InvitationRefused({ reason: "used" }))
    const isKnown = taken.some(({ scope }) => scope === personClaims.email.name)
    return Effect.fail(isKnown ? new InvitationRefused({ reason: "account" }) : failure)
  })
  const refused = yield* finish(who.id)
  if (refused !== undefined) return yield* refused
  return (yield* readUser(parts, who.id)).state
})

/** Whoever is a member already keeps the link for somebody else. */
const refuseMember = Effect.fnUntraced(function* (parts: UserParts, id: string, to: string) {
  const isMember =
    to === operatorsId
      ? (yield* readUser(parts, id)).state.isOperator
      : (yield* roleFor(parts, id, to)) !== undefined
  if (isMember) return yield* new InvitationRefused({ reason: "member" })
})
