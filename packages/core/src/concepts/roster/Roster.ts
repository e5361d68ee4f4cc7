import { Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { instant, packed, text } from "../../kernel/concept/Field.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { Currency } from "../../kernel/money/Currency.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { Role } from "./Role.ts"
import { AddressBookRule, RosterChange, Tier } from "./RosterChange.ts"
import type { RosterEvent } from "./RosterEvent.ts"
import { rosterIdOf } from "./rosterNames.ts"

/**
 * The people of a partner, its rules for approving payouts, and its address book: one aggregate, so a commit that
 * approves a payout can require that none of it has changed meanwhile.
 *
 * What a person loosens waits for a second person, and then holds after a delay. No write makes it hold: whoever asks
 * gets the roster of an instant, `rosterAt`.
 */

/** A person with a role. */
const Member = Schema.Struct({
  /** The id of a user, or the one that a host gives its own people; in `userForm`. */
  user: Schema.String,
  role: Role,
  /** Instant from which the role holds. */
  since: Schema.Int
})
export interface Member extends Schema.Schema.Type<typeof Member> {}

/** The rules of one currency. */
const ApprovalRule = Schema.Struct({
  currency: Currency,
  /** By rising amount, and never fewer approvers for more money. */
  tiers: Schema.Array(Tier),
  addressBook: AddressBookRule
})
export interface ApprovalRule extends Schema.Schema.Type<typeof ApprovalRule> {}

/** An address that is known. */
const BookEntry = Schema.Struct({
  network: Schema.String,
  /** In the canonical spelling of the network. */
  address: Schema.String,
  label: Schema.String,
  /** The actor who added or proposed it. */
  by: Schema.String,
  /** Instant. */
  addedAt: Schema.Int,
  /** Instant. */
  holdsFrom: Schema.Int
})
export interface BookEntry extends Schema.Schema.Type<typeof BookEntry> {}

/** A change that waits for a second person, or for its time. */
const PendingChange = Schema.Struct({
  id: Schema.String,
  change: RosterChange,
  /** The actor who proposed it. */
  by: Schema.String,
  /** Instant of the proposal. */
  at: Schema.Int,
  /** The second person, an actor, and the instant from which the change holds; without it nobody has agreed yet. */
  agreed: Schema.optionalKey(Schema.Struct({ by: Schema.String, at: Schema.Int, holdsFrom: Schema.Int }))
})
export interface PendingChange extends Schema.Schema.Type<typeof PendingChange> {}

/** The stored fields of a roster. */
export const roster = record({
  name: "Roster",
  noun: "roster",
  table: "rosters",
  fixed: {
    /** `rosterIdOf` the partner. Not its own id, because an audit distinguishes the subjects of events by ids. */
    id: text,
    partnerId: text,
    createdAt: instant
  },
  changing: {
    members: packed(Schema.Array(Member)),
    rules: packed(Schema.Array(ApprovalRule)),
    addressBook: packed(Schema.Array(BookEntry)),
    pending: packed(Schema.Array(PendingChange)),
    updatedAt: instant
  },
  indexes: {}
})

export interface Roster extends RecordOf<typeof roster> {}

/** The roster of a partner that has none. */
export const emptyRoster = (partnerId: PartnerId, at: Instant): Roster => ({
  id: rosterIdOf(partnerId),
  partnerId,
  createdAt: at,
  members: [],
  rules: [],
  addressBook: [],
  pending: [],
  updatedAt: at
})

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly Roster: Roster
  }
  interface EventsByConcept {
    readonly Roster: RosterEvent
  }
}
