import { Clock, Effect, Option } from "effect"
import { actingAs } from "../../kernel/actor/Actor.ts"
import { orNotFound } from "../../kernel/input/Refusals.ts"
import type { AggregateWrite } from "../../kernel/ports/Store.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { userEvent } from "./acceptance.ts"
import { accepted, InvitationRefused, invitation, invitationStatus, revoked } from "./Invitation.ts"
import { invitationEvent, newInvitation } from "./Invitations.ts"
import { recovered } from "./User.ts"
import { readUser, type UserParts, type WithUser } from "./userParts.ts"

/** Makes a link with which the user enrols new credentials, and revokes earlier ones. */
export const recover = Effect.fn("Users.recover")((parts: UserParts, id: string) =>
  parts.transact(
    Effect.gen(function* () {
      const { state } = yield* readUser(parts, id)
      const at = yield* Clock.currentTimeMillis
      yield* Effect.fromResult(recovered(state, "", at))
      const earlier = yield* parts.states.indexed(invitation, "listed", { equal: [id] })
      const changes = earlier.flatMap((found) => {
        const change = revoked(found.state, at)
        return change === undefined ? [] : [{ found, ...change }]
      })
      const link = yield* newInvitation(
        parts,
        { partnerId: id, purpose: "recovery", role: Option.none(), name: "", email: Option.none() },
        at
      )
      const writes: ReadonlyArray<AggregateWrite> = [
        link.write,
        ...changes.map(({ found, next }) => writeOver("Invitation", found, next))
      ]
      return {
        commit: {
          aggregates: writes,
          events: [
            link.event,
            ...changes.map(({ event, found }) => invitationEvent(found.state, found.version + 1, event))
          ],
          jobs: [link.job]
        },
        answer: link.made
      }
    })
  )
)

/** Uses such a link. */
export const recoverBy = Effect.fn("Users.recoverBy")(function* (
  parts: UserParts,
  token: string,
  also: WithUser = {}
) {
  const given = yield* parts.invitations.byToken(token)
  if (given.state.purpose !== "recovery") return yield* new InvitationRefused({ reason: "unknown" })
  const { id: linkId, partnerId: id } = given.state
  const use = parts.transact(
    Effect.gen(function* () {
      const link = yield* Effect.flatMap(
        parts.states.get(invitation, id, linkId),
        orNotFound("invitation", linkId)
      )
      const at = yield* Clock.currentTimeMillis
      const status = invitationStatus(link.state, at)
      if (status !== "open")
        return yield* new InvitationRefused({ reason: status === "accepted" ? "used" : status })
      const found = yield* readUser(parts, id)
      const { event, next } = yield* Effect.fromResult(recovered(found.state, linkId, at))
      const used = accepted(link.state, id, at)
      const { aggregates = [], claims = [], events = [] } = also
      const writes: ReadonlyArray<AggregateWrite> = [
        writeOver("User", found, next),
        writeOver("Invitation", link, used.next),
        ...aggregates
      ]
      return {
        commit: {
          aggregates: writes,
          claims,
          events: [
            userEvent(next, found.version + 1, event),
            invitationEvent(link.state, link.version + 1, used.event),
            ...events
          ]
        },
        answer: next
      }
    })
  )
  return yield* actingAs(`user:${id}`, use)
})
