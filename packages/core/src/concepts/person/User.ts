import { Option, Result, Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { count, erasable, flag, instant, optional, packed, text } from "../../kernel/concept/Field.ts"
import { InvalidState } from "../../kernel/input/Refusals.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { operatorsId } from "./personNames.ts"

/**
 * A person of a partner, or an operator. A user owns itself, as a partner does. Roles are in the rosters of partners,
 * and a role counts only there: `partners` says where to look.
 */

/** An invitation that the user accepted, and that its owner does not know of yet. */
const Joining = Schema.Struct({
  invitationId: Schema.String,
  /** The partner that invited, or `operators`. */
  to: Schema.String,
  /** Instant. */
  at: Schema.Int
})
export interface Joining extends Schema.Schema.Type<typeof Joining> {}

/** The stored fields of a user. */
export const user = record({
  name: "User",
  noun: "user",
  table: "users",
  fixed: {
    /** `usr_` and a UUIDv7 without dashes. */
    id: text,
    createdAt: instant
  },
  changing: {
    /** In one Unicode form. */
    name: erasable(text, ""),
    /** Held by a claim on its digest. */
    email: erasable(optional(text), Option.none()),
    isOperator: flag,
    /** Where the user was made a member; somebody may have removed the user there since. */
    partners: packed(Schema.Array(Schema.String)),
    joining: optional(packed(Joining)),
    /** How often access was recovered: credentials and sessions of before a recovery do not count. */
    recoveries: count,
    /** From then on the user is nobody anywhere, for ever. */
    disabledAt: optional(instant),
    redactedAt: optional(instant),
    updatedAt: instant
  },
  indexes: {}
})

export interface User extends RecordOf<typeof user> {}

/** Without personal data: events are kept for ever. */
export type UserEvent =
  | { readonly _tag: "UserCreated"; readonly at: Instant }
  | { readonly _tag: "UserJoining"; readonly invitationId: string; readonly to: string; readonly at: Instant }
  | { readonly _tag: "UserJoined"; readonly invitationId: string; readonly to: string; readonly at: Instant }
  | {
      readonly _tag: "UserNotJoined"
      readonly invitationId: string
      readonly to: string
      readonly at: Instant
    }
  | { readonly _tag: "UserRecovered"; readonly invitationId: string; readonly at: Instant }
  | { readonly _tag: "UserDisabled"; readonly at: Instant }
  | { readonly _tag: "UserRedacted"; readonly at: Instant }

/** What follows from a decision. */
export interface UserChange {
  readonly next: User
  readonly event: UserEvent
}

/** Somebody new, who is accepting an invitation. */
export const newUser = (
  { email, id, name }: Pick<User, "id" | "name" | "email">,
  joining: Joining
): { readonly user: User; readonly events: ReadonlyArray<UserEvent> } => {
  const { at, invitationId, to } = joining
  return {
    user: {
      ...{ id, name, email, createdAt: at, isOperator: false, partners: [] },
      joining: Option.some(joining),
      recoveries: 0,
      disabledAt: Option.none(),
      redactedAt: Option.none(),
      updatedAt: at
    },
    events: [
      { _tag: "UserCreated", at },
      { _tag: "UserJoining", invitationId, to, at }
    ]
  }
}

const whileEnabled = (state: User, command: string): Result.Result<User, InvalidState> =>
  Option.isNone(state.disabledAt)
    ? Result.succeed(state)
    : Result.fail(new InvalidState({ what: "user", status: "disabled", command, possible: ["enabled"] }))

/** Begins to accept. An acceptance before it must be finished. */
export const begun = (state: User, joining: Joining): Result.Result<UserChange, InvalidState> =>
  Result.map(whileEnabled(state, "accept"), () => ({
    next: { ...state, joining: Option.some(joining), updatedAt: joining.at },
    event: { _tag: "UserJoining", invitationId: joining.invitationId, to: joining.to, at: joining.at }
  }))

/** The inviting side decided. Undefined if the user knows that already. */
export const settled = (
  state: User,
  { invitationId, to }: Joining,
  outcome: "joined" | "refused",
  at: Instant
): UserChange | undefined => {
  if (!Option.exists(state.joining, (joining) => joining.invitationId === invitationId)) return undefined
  const rest = { ...state, joining: Option.none(), updatedAt: at }
  if (outcome === "refused") return { next: rest, event: { _tag: "UserNotJoined", invitationId, to, at } }
  return {
    next:
      to === operatorsId
        ? { ...rest, isOperator: true }
        : { ...rest, partners: [...new Set([...state.partners, to])] },
    event: { _tag: "UserJoined", invitationId, to, at }
  }
}

/** Access is given anew: whatever opened it before does so no more. */
export const recovered = (
  state: User,
  invitationId: string,
  at: Instant
): Result.Result<UserChange, InvalidState> =>
  Result.map(whileEnabled(state, "recover"), () => ({
    next: { ...state, recoveries: state.recoveries + 1, updatedAt: at },
    event: { _tag: "UserRecovered", invitationId, at }
  }))

/** Once no roster has the user any more. */
export const disabled = (state: User, at: Instant): UserChange => ({
  next: { ...state, isOperator: false, partners: [], disabledAt: Option.some(at), updatedAt: at },
  event: { _tag: "UserDisabled", at }
})

/** Without name and e-mail address. Undefined if they are erased already. */
export const forgotten = (state: User, at: Instant): Result.Result<UserChange | undefined, InvalidState> => {
  if (Option.isNone(state.disabledAt))
    return Result.fail(
      new InvalidState({ what: "user", status: "enabled", command: "forget", possible: ["disabled"] })
    )
  if (Option.isSome(state.redactedAt)) return Result.succeed(undefined)
  return Result.succeed({
    next: { ...user.erase(state), redactedAt: Option.some(at), updatedAt: at },
    event: { _tag: "UserRedacted", at }
  })
}

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly User: User
  }
  interface EventsByConcept {
    readonly User: UserEvent
  }
}
