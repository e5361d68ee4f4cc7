import { Clock, Effect, Option, Result } from "effect"
import { type Actor, actingAs } from "../../kernel/actor/Actor.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { Draft, NewEvent } from "../../kernel/transact/Draft.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { neverWritten, writeOver } from "../../kernel/transact/writeOver.ts"
import { approves } from "../roster/Role.ts"
import { emptyRoster, type Roster, roster } from "../roster/Roster.ts"
import { RosterDecider } from "../roster/RosterDecider.ts"
import type { RosterEvent } from "../roster/RosterEvent.ts"
import { alertJob } from "../roster/rosterAlerts.ts"
import { rosterAt } from "../roster/rosterAt.ts"
import { pendingChangePrefix, rosterIdOf } from "../roster/rosterNames.ts"
import { needsNobody } from "../roster/rosterPeople.ts"
import { accepted, type Invitation, InvitationRefused, invitation, invitationStatus } from "./Invitation.ts"
import { invitationEvent } from "./Invitations.ts"
import { inviterHasLeft } from "./inviters.ts"
import { type Joining, settled, type User, type UserEvent, user } from "./User.ts"

/**
 * An acceptance is three commits, because a commit is of one owner:
 *
 * 1. the user's: it is joining, under the claim on the invitation, which one user gets;
 * 2. the inviting side's: the invitation is used, and the roster has the member. A revocation that came before wins;
 * 3. the user's: it has joined, or has not.
 *
 * Whoever finds a user that is joining makes the rest: the same call, the next sign-in, the job of the first commit,
 * or who disables the user. Each is made once, whoever makes it, however often.
 */
export const makeAcceptance = Effect.gen(function* () {
  const { transact } = yield* makeTransact
  const states = yield* StateReader
  const ids = yield* Ids

  /** The commit of the inviting side. */
  const taken = Effect.fnUntraced(function* (userId: string, { at, invitationId, to }: Joining) {
    return yield* transact(
      Effect.gen(function* () {
        const found = Option.getOrUndefined(yield* states.get(invitation, to, invitationId))
        if (found === undefined) return refusal("unknown")
        const { state, version } = found
        if (Option.contains(state.acceptedBy, userId)) return joined
        // The link was opened in time: that it has expired since does not count.
        const status = invitationStatus(state, at)
        if (status === "accepted") return refusal("used")
        if (status !== "open") return refusal(status)
        if (yield* inviterHasLeft(states, state)) return refusal("revoked")
        const used = accepted(state, userId, at)
        const own: Pick<Required<Draft>, "aggregates" | "events" | "jobs"> = {
          jobs: [],
          aggregates: [writeOver("Invitation", found, used.next)],
          events: [invitationEvent(state, version + 1, used.event)]
        }
        if (Option.isNone(state.role)) return { commit: own, answer: joined.answer }
        const id = rosterIdOf(to)
        const before = Option.getOrElse(yield* states.get(roster, to, id), () => neverWritten)
        const now = yield* Clock.currentTimeMillis
        const members = before.version === 0 || "_tag" in before.state ? emptyRoster(to, now) : before.state
        const decided = RosterDecider.decide(members, {
          _tag: "Change",
          change: { _tag: "AddMember", user: userId, role: state.role.value },
          by: state.createdBy as Actor,
          at: now,
          id: yield* ids.prefixed(pendingChangePrefix)
        })
        if (Result.isFailure(decided)) return refusal("roster", decided.failure.message)
        if (decided.success.length === 0) return { commit: own, answer: joined.answer }
        const next = decided.success.reduce(RosterDecider.evolve, members)
        return {
          commit: {
            aggregates: [...own.aggregates, writeOver("Roster", before, next)],
            events: [...own.events, ...decided.success.map(rosterEvent(to, before.version + 1))],
            jobs: isAlerting(state, members, now) ? [alertJob(to, now)] : []
          },
          answer: joined.answer
        }
      })
    )
  })

  /** Makes what is left of an acceptance, if there is one: the user as it is then, and why it has not joined. */
  const finish = Effect.fn("Users.finish")(function* (userId: string) {
    const found = yield* states.get(user, userId, userId)
    const joining = Option.flatMap(found, ({ state }) => state.joining)
    if (Option.isNone(joining)) return undefined
    const refused = yield* taken(userId, joining.value)
    yield* transact(
      Effect.gen(function* () {
        const loaded = Option.getOrUndefined(yield* states.get(user, userId, userId))
        const at = yield* Clock.currentTimeMillis
        const change =
          loaded && settled(loaded.state, joining.value, refused === undefined ? "joined" : "refused", at)
        if (loaded === undefined || change === undefined) return { answer: undefined }
        return {
          commit: {
            aggregates: [writeOver("User", loaded, change.next)],
            events: [userEvent(loaded.state, loaded.version + 1, change.event)]
          },
          answer: undefined
        }
      })
    )
    return refused
  })
  /** Whoever makes it, it is the user's act. */
  return { finish: (userId: string) => actingAs(`user:${userId}`, finish(userId)) }
})

/** An operator who adds one of who approves. Whom the program itself makes the first is added over nobody. */
const isAlerting = ({ createdBy, role }: Invitation, before: Roster, at: Instant): boolean =>
  Option.exists(role, approves) &&
  needsNobody(createdBy) &&
  (createdBy !== "system" || rosterAt(before, at).members.length > 0)

/** An event of a user, of the commit that makes this version of it. */
export const userEvent = ({ id }: Pick<User, "id">, version: number, event: UserEvent): NewEvent => ({
  ...{ partnerId: id, subjectId: id, version, at: event.at, event }
})

/** An event of a roster, of the commit that makes this version of it. */
export const rosterEvent =
  (partnerId: string, version: number) =>
  (event: RosterEvent): NewEvent => ({
    ...{ partnerId, subjectId: rosterIdOf(partnerId), version, at: event.at, event }
  })

const joined: { readonly answer: InvitationRefused | undefined } = { answer: undefined }

const refusal = (reason: InvitationRefused["reason"], detail?: string) => ({
  answer: new InvitationRefused({ reason, ...(detail === undefined ? {} : { detail }) })
})
