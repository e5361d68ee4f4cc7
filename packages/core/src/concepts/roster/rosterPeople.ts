import type { Actor } from "../../kernel/actor/Actor.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { approves, type Role } from "./Role.ts"
import type { Roster } from "./Roster.ts"
import { userForm } from "./RosterChange.ts"
import { rosterAt } from "./rosterAt.ts"

/** The person behind an actor, in `userForm`; undefined for every other actor. */
export const userOf = (actor: Actor | string): string | undefined =>
  actor.startsWith("user:") ? userForm(actor.slice("user:".length)) : undefined

/** The actor of a person. */
export const actorOf = (user: string): Actor => `user:${userForm(user)}`

/** What the person may do at this instant; undefined for somebody who is no member. */
export const roleOf = (roster: Roster, user: string, at: Instant): Role | undefined => {
  const form = userForm(user)
  return rosterAt(roster, at).members.find((member) => member.user === form)?.role
}

/** Whether the person may approve payouts at this instant. That nobody approves a payout of their own is not said. */
export const mayApprove = (roster: Roster, user: string, at: Instant): boolean => {
  const role = roleOf(roster, user, at)
  return role !== undefined && approves(role)
}

/** How many people may approve at this instant, without those in `except` (users' ids). */
export const eligibleCount = (roster: Roster, at: Instant, except: ReadonlyArray<string> = []): number => {
  const out = new Set(except.map(userForm))
  return rosterAt(roster, at).members.filter(({ role, user }) => approves(role) && !out.has(user)).length
}

/** Whether an actor changes a roster without a second person, and without delay: operators, and the host itself. */
export const needsNobody = (actor: string): boolean => actor === "system" || actor.startsWith("operator:")
