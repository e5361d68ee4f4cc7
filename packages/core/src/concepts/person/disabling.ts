import { Clock, Effect, Option } from "effect"
import type { NotFound } from "../../kernel/input/Refusals.ts"
import { allById, StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { roster } from "../roster/Roster.ts"
import { alertOfUnsatisfiable } from "../roster/Rosters.ts"
import { alertJob } from "../roster/rosterAlerts.ts"
import { rosterAt } from "../roster/rosterAt.ts"
import { rosterEvent, userEvent } from "./acceptance.ts"
import { knows, type LeavingRefused, leaving } from "./leaving.ts"
import { disabled, forgotten, type User } from "./User.ts"
import { emailClaim, readRoster, readUser, type UserParts } from "./userParts.ts"

/**
 * Disables a user: first every roster lets go of the user, each by a commit of its partner, and then the user is
 * disabled, if it has not changed since the rosters were read. So from this last commit on no roster has it, and in
 * between it has less and less. Whatever was left by a process that died is done by the next call.
 */
export const disable: (
  parts: UserParts,
  id: string
) => Effect.Effect<User, LeavingRefused | NotFound | StoreUnavailable> = Effect.fn("Users.disable")(
  function* (parts, id) {
    const { finish, transact } = parts
    yield* readUser(parts, id)
    yield* finish(id)
    const before = yield* readUser(parts, id)
    yield* leaveAll(parts, id)
    if (Option.isSome(before.state.disabledAt)) return before.state
    const done = yield* transact(
      Effect.gen(function* () {
        const found = yield* readUser(parts, id)
        const { state, version } = found
        if (Option.isSome(state.disabledAt)) return { answer: state }
        // It has begun to join, or has joined, since the rosters were read.
        if (version !== before.version) return { answer: undefined }
        const { event, next } = disabled(state, yield* Clock.currentTimeMillis)
        return {
          commit: {
            aggregates: [writeOver("User", found, next)],
            events: [userEvent(next, version + 1, event)],
            erasures: Option.match(state.email, {
              onNone: () => [],
              onSome: (email) => [{ _tag: "Claim" as const, claim: emailClaim(id, email) }]
            })
          },
          answer: next
        }
      })
    )
    if (done === undefined) return yield* disable(parts, id)
    // Somebody may have given the user a role since the rosters were read.
    yield* leaveAll(parts, id)
    return done
  }
)

/** All rosters let go of the user, or none, and nothing is changed. */
const leaveAll = Effect.fnUntraced(function* (parts: UserParts, id: string) {
  const rosters = yield* Effect.provideService(
    allById(roster, (each) => knows(each, id)),
    StateReader,
    parts.states
  )
  const now = yield* Clock.currentTimeMillis
  // Before anything is changed anywhere.
  for (const each of rosters) yield* Effect.fromResult(leaving(each, id, now))
  for (const { partnerId } of rosters) yield* leave(parts, partnerId, id)
})

/** The commit of a partner whose roster has the user no more. Operators are alerted, as of any change by themselves. */
const leave = Effect.fnUntraced(function* (parts: UserParts, partnerId: string, id: string) {
  const changed = yield* parts.transact(
    Effect.gen(function* () {
      const found = Option.getOrUndefined(yield* readRoster(parts, partnerId))
      const at = yield* Clock.currentTimeMillis
      if (found === undefined) return { answer: undefined }
      const { events, next } = yield* Effect.fromResult(leaving(found.state, id, at))
      if (events.length === 0) return { answer: undefined }
      return {
        commit: {
          aggregates: [writeOver("Roster", found, next)],
          events: events.map(rosterEvent(partnerId, found.version + 1)),
          jobs: [alertJob(partnerId, at)]
        },
        answer: { before: rosterAt(found.state, at), after: rosterAt(next, at) }
      }
    })
  )
  if (changed !== undefined)
    yield* alertOfUnsatisfiable(yield* parts.partners.nameOf(partnerId), changed.before, changed.after)
})

/** Erases what is personal of a disabled user. */
export const forget = Effect.fn("Users.forget")((parts: UserParts, id: string) =>
  parts.transact(
    Effect.gen(function* () {
      const found = yield* readUser(parts, id)
      const change = yield* Effect.fromResult(forgotten(found.state, yield* Clock.currentTimeMillis))
      if (change === undefined) return { answer: found.state }
      return {
        commit: {
          aggregates: [writeOver("User", found, change.next)],
          events: [userEvent(change.next, found.version + 1, change.event)]
        },
        answer: change.next
      }
    })
  )
)
