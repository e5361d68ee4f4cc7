import { Option, Result, Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { erasable, instant, oneOf, optional, text } from "../../kernel/concept/Field.ts"
import { type Instant, millisPerDay } from "../../kernel/time/Instant.ts"
import { roles } from "../roster/Role.ts"

/**
 * A one-time link for one person: to a partner with a role, to the operators, or back to an account whose credentials
 * are lost. It is of the partner, of the operators, or of the user. What it says of the person is erased when it is
 * used, revoked or expired. The link is stored as a digest only.
 */

export const invitationPurposes = ["member", "operator", "recovery"] as const
export type InvitationPurpose = (typeof invitationPurposes)[number]

/** How long a link can be used. */
export const linkLifeMillis = millisPerDay

/** The stored fields of an invitation. */
export const invitation = record({
  name: "Invitation",
  noun: "invitation",
  table: "invitations",
  fixed: {
    /** `ivt_` and a UUIDv7 without dashes. */
    id: text,
    /** The partner, `operators`, or the user whose access is recovered. */
    partnerId: text,
    purpose: oneOf(invitationPurposes),
    /** Of a member. */
    role: optional(oneOf(roles)),
    /** In one Unicode form. */
    name: erasable(text, ""),
    email: erasable(optional(text), Option.none()),
    /** Lower-case hex SHA-256 of the link's 256 random bits. */
    linkHash: text,
    /** The actor who made it. */
    createdBy: text,
    createdAt: instant,
    expiresAt: instant
  },
  changing: {
    /** The user who used it. */
    acceptedBy: optional(text),
    acceptedAt: optional(instant),
    revokedAt: optional(instant),
    redactedAt: optional(instant),
    updatedAt: instant
  },
  indexes: {
    by_link: { on: ["linkHash"], across: "lookup" },
    listed: { on: ["partnerId", "createdAt", "id"] }
  }
})

export interface Invitation extends RecordOf<typeof invitation> {}

export type InvitationEvent =
  | {
      readonly _tag: "InvitationCreated"
      readonly purpose: InvitationPurpose
      readonly role: string | null
      readonly at: Instant
    }
  | { readonly _tag: "InvitationAccepted"; readonly userId: string; readonly at: Instant }
  | { readonly _tag: "InvitationRevoked"; readonly at: Instant }
  | { readonly _tag: "InvitationExpired"; readonly at: Instant }

export interface InvitationChange {
  readonly next: Invitation
  readonly event: InvitationEvent
}

const reasons = [
  "unknown",
  "used",
  "expired",
  "revoked",
  "partner_gone",
  "member",
  "account",
  "roster"
] as const

const again = "ask for a new one"

const sentences: { readonly [Reason in Exclude<(typeof reasons)[number], "roster">]: string } = {
  unknown: `the link must be one that was given out: copy all of it, or ${again}`,
  used: `the link was used already, and opens once: sign in, or ${again}`,
  expired: `the link has expired, and is open for 24 hours: ${again}`,
  revoked: `the link was revoked: ${again}`,
  partner_gone: "the partner that invited does not exist any more",
  account: "somebody with this e-mail address has an account: sign in, and open the link again",
  member:
    "the link is for somebody who is no member yet, and you are one: sign out to use it for another person"
}

/** The link opens nothing for this person; nothing was changed. */
export class InvitationRefused extends Schema.TaggedError<InvitationRefused>()("InvitationRefused", {
  reason: Schema.Literals(reasons),
  /** Why the roster does not take the person. */
  detail: Schema.optionalKey(Schema.String)
}) {
  get code() {
    return "invitation_refused" as const
  }

  override get message(): string {
    return this.reason === "roster"
      ? `the partner cannot take the person: ${this.detail ?? again}`
      : sentences[this.reason]
  }
}

/** How an invitation stands at an instant. */
export type InvitationStatus = "open" | "accepted" | "revoked" | "expired"

export const invitationStatus = (state: Invitation, at: Instant): InvitationStatus =>
  Option.isSome(state.acceptedAt)
    ? "accepted"
    : Option.isSome(state.revokedAt)
      ? "revoked"
      : at >= state.expiresAt
        ? "expired"
        : "open"

/** The invitation if its link opens something now. */
export const opened = (state: Invitation, at: Instant): Result.Result<Invitation, InvitationRefused> => {
  const status = invitationStatus(state, at)
  switch (status) {
    case "open":
      return Result.succeed(state)
    case "accepted":
      return Result.fail(new InvitationRefused({ reason: "used" }))
    case "revoked":
    case "expired":
      return Result.fail(new InvitationRefused({ reason: status }))
  }
}

const ended = (state: Invitation, changes: Partial<Invitation>, at: Instant): Invitation => ({
  ...invitation.erase(state),
  ...changes,
  redactedAt: Option.some(at),
  updatedAt: at
})

/** Used by a user, who opened it in time. */
export const accepted = (state: Invitation, userId: string, at: Instant): InvitationChange => ({
  next: ended(state, { acceptedBy: Option.some(userId), acceptedAt: Option.some(at) }, at),
  event: { _tag: "InvitationAccepted", userId, at }
})

/** Undefined if its link opens nothing any more. */
export const revoked = (state: Invitation, at: Instant): InvitationChange | undefined =>
  invitationStatus(state, at) === "open"
    ? { next: ended(state, { revokedAt: Option.some(at) }, at), event: { _tag: "InvitationRevoked", at } }
    : undefined

/** Undefined if there is nothing left to erase. */
export const expired = (state: Invitation, at: Instant): InvitationChange | undefined =>
  Option.isNone(state.redactedAt) && at >= state.expiresAt
    ? { next: ended(state, {}, at), event: { _tag: "InvitationExpired", at } }
    : undefined

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly Invitation: Invitation
  }
  interface EventsByConcept {
    readonly Invitation: InvitationEvent
  }
}
