import { Schema } from "effect"

/** What a person may do for a partner. */
export const Role = Schema.Literals(["owner", "finance", "support", "reviewer", "developer", "viewer"])
export type Role = typeof Role.Type

export const roles = Role.literals

/**
 * How much say over money a role has. Owners decide on everything of the partner; finance approves payouts and keeps
 * the address book; the others have none.
 */
const say: { readonly [R in Role]: number } = {
  owner: 2,
  finance: 1,
  support: 0,
  reviewer: 0,
  developer: 0,
  viewer: 0
}

/** Whether the role may approve payouts, and be the second person of a change. */
export const approves = (role: Role): boolean => say[role] > 0

/** Whether a person with the second role has more say than with the first; without a role there is none. */
export const raisesSay = (from: Role | undefined, to: Role): boolean =>
  say[to] > (from === undefined ? 0 : say[from])
