import { Result } from "effect"
import type { LimitReached, NotFound } from "../../kernel/input/Refusals.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { Roster } from "../roster/Roster.ts"
import { RosterDecider } from "../roster/RosterDecider.ts"
import type { RosterEvent } from "../roster/RosterEvent.ts"
import type { RosterRefused } from "../roster/RosterRefused.ts"
import { rosterAt } from "../roster/rosterAt.ts"

/** Why a roster keeps somebody. */
export type LeavingRefused = RosterRefused | NotFound | LimitReached

/** Whether a roster has the user, or may have it later by a change that waits. */
export const knows = ({ members, pending }: Roster, userId: string): boolean =>
  members.some(({ user }) => user === userId) ||
  pending.some(({ change }) => "user" in change && change.user === userId)

/**
 * What takes a user out of a roster, for now and for later: the member, and changes that wait to make it one. No events
 * if it is not there. A roster keeps its last owner.
 */
export const leaving = (
  stored: Roster,
  userId: string,
  at: Instant
): Result.Result<{ readonly next: Roster; readonly events: ReadonlyArray<RosterEvent> }, LeavingRefused> =>
  Result.gen(function* () {
    const by = "system"
    const events: Array<RosterEvent> = []
    let next = stored
    const run = function* (command: Parameters<typeof RosterDecider.decide>[1]) {
      const decided = yield* RosterDecider.decide(next, command)
      events.push(...decided)
      next = decided.reduce(RosterDecider.evolve, next)
    }
    for (const { change, id } of rosterAt(stored, at).pending)
      if ("user" in change && change.user === userId) yield* run({ _tag: "Withdraw", id, by, at })
    if (rosterAt(next, at).members.some(({ user }) => user === userId))
      yield* run({ _tag: "Change", change: { _tag: "RemoveMember", user: userId }, id: "", by, at })
    return { next, events }
  })
