import { Context, Effect, Layer, Option } from "effect"
import { existing } from "../../kernel/input/existing.ts"
import type { NotFound } from "../../kernel/input/Refusals.ts"
import { Guard } from "../../kernel/ports/Guard.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { WallClock } from "../../kernel/time/WallClock.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import {
  actBegun,
  endedSession,
  hasSecret,
  isNonceUsed,
  isOn,
  isSeenLate,
  type Session,
  type SessionEnd,
  session,
  type WantedAct,
  wasBegun
} from "./Session.ts"
import { type SignInUser, SignInUsers } from "./SignInUsers.ts"
import { StepUpNeeded } from "./StepUpNeeded.ts"
import { joinedWrites, partsOfCookie, sessionWrites } from "./signInParts.ts"

/** Who is signed in. */
export interface Visitor {
  readonly user: SignInUser
  readonly session: Session
}

/** The sessions of people. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /**
     * Whose cookie this is, if the session is on and the person still enabled. That it was used is written at most once
     * a minute.
     */
    readonly of: (cookie: string) => Effect.Effect<Option.Option<Visitor>, StoreUnavailable>
    /** Those that are on, the oldest first. */
    readonly list: (user: SignInUser) => Effect.Effect<ReadonlyArray<Session>, StoreUnavailable>
    /** One of the person's own. Ending one that has ended changes nothing. */
    readonly end: (
      userId: string,
      id: string,
      end: SessionEnd
    ) => Effect.Effect<void, NotFound | StoreUnavailable>
    /** All of the person's but one. */
    readonly endOthers: (visitor: Visitor) => Effect.Effect<void, StoreUnavailable>
    /**
     * Begins an act that needs a step-up, and uses the step-up. `again` if the same form was sent before: what it began
     * may be finished, and nothing is done twice.
     */
    readonly beginAct: (
      visitor: Visitor,
      wanted: WantedAct
    ) => Effect.Effect<"first" | "again", StepUpNeeded | StoreUnavailable>
  }
>()("@quittance/core/concepts/signin/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return Sessions.of({
        of: (cookie) => sessionOf(parts, cookie),
        list: (user) => listSessions(parts, user),
        end: (userId, id, end) => endSession(parts, userId, id, end),
        endOthers: (visitor) => endOthers(parts, visitor),
        beginAct: (visitor, wanted) => beginAct(parts, visitor, wanted)
      })
    })
  )
}

const makeParts = Effect.gen(function* () {
  return {
    transact: (yield* makeTransact).transact,
    states: yield* StateReader,
    ids: yield* Ids,
    guard: yield* Guard,
    users: yield* SignInUsers,
    wallClock: yield* WallClock
  }
})
type Parts = Effect.Success<typeof makeParts>

const sessionOf = Effect.fn("Sessions.of")(function* (parts: Parts, cookie: string) {
  const { guard, states, users, wallClock } = parts
  const named = partsOfCookie(cookie)
  if (named === undefined) return Option.none()
  const found = yield* states.get(session, named.userId, named.id)
  if (Option.isNone(found)) return Option.none()
  const { state } = found.value
  const now = yield* wallClock.now
  if (!hasSecret(state, named.secret) || !isOn(state, now)) return Option.none()
  const user = yield* users.find(state.partnerId)
  if (Option.isNone(user) || user.value.recoveries !== state.recoveries) return Option.none()
  if (isSeenLate(state, now))
    yield* guard.recordSessionUse({ partnerId: state.partnerId, sessionId: state.id, at: now })
  return Option.some({ user: user.value, session: state })
})

const openOf = ({ states }: Parts, userId: string) => states.indexed(session, "open", { equal: [userId] })

const listSessions = Effect.fn("Sessions.list")(function* (parts: Parts, { id, recoveries }: SignInUser) {
  const now = yield* parts.wallClock.now
  const open = yield* openOf(parts, id)
  return open.flatMap(({ state }) => (isOn(state, now) && state.recoveries === recoveries ? [state] : []))
})

const endSession = Effect.fn("Sessions.end")((parts: Parts, userId: string, id: string, end: SessionEnd) =>
  parts.transact(
    Effect.gen(function* () {
      const found = yield* existing(parts.states, session, userId, id)
      const ended = endedSession(found.state, end, yield* parts.wallClock.now)
      if (ended === undefined) return { answer: undefined }
      return { commit: sessionWrites(found, ended), answer: undefined }
    })
  )
)

const endOthers = Effect.fn("Sessions.endOthers")((parts: Parts, visitor: Visitor) =>
  parts.transact(
    Effect.gen(function* () {
      const now = yield* parts.wallClock.now
      const open = yield* openOf(parts, visitor.user.id)
      const writes = open.flatMap((found: Versioned<Session>) => {
        if (found.state.id === visitor.session.id) return []
        const ended = endedSession(found.state, isOn(found.state, now) ? "revoked" : "expired", now)
        return ended === undefined ? [] : [sessionWrites(found, ended)]
      })
      if (writes.length === 0) return { answer: undefined }
      return { commit: joinedWrites(writes), answer: undefined }
    })
  )
)

const beginAct = Effect.fn("Sessions.beginAct")((parts: Parts, visitor: Visitor, wanted: WantedAct) =>
  parts.transact(
    Effect.gen(function* () {
      const { id, partnerId } = visitor.session
      const { act, subject } = wanted
      const found = yield* parts.states.get(session, partnerId, id)
      const now = yield* parts.wallClock.now
      // A step-up since this request began has made its cookie one of before, which may be another's.
      const isOf = Option.exists(found, ({ state }) => state.secretHash === visitor.session.secretHash)
      if (Option.isNone(found) || !isOf || !isOn(found.value.state, now))
        return yield* new StepUpNeeded({ act, subject, reason: "ended" })
      const { state } = found.value
      if (wasBegun(state, wanted, now)) return { answer: "again" as const }
      if (isNonceUsed(state, wanted)) return yield* new StepUpNeeded({ act, subject, reason: "nonce" })
      const begun = actBegun(state, wanted, now)
      if (begun === undefined) return yield* new StepUpNeeded({ act, subject, reason: "missing" })
      return { commit: sessionWrites(found.value, begun), answer: "first" as const }
    })
  )
)
