import { actorShown, recordedActor } from "../../kernel/actor/Actor.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { Role } from "./Role.ts"
import type { PendingChange, Roster } from "./Roster.ts"
import type { AddressBookRule, RosterChange, Tier } from "./RosterChange.ts"
import { rosterAt } from "./rosterAt.ts"
import { unsatisfiableRules, unsatisfiableText } from "./rosterRules.ts"

/** A tier, its amount in the currency of its rule. */
export interface TierView {
  readonly from: number
  readonly approvers: number
}

/** A change as it is shown; only what belongs to its kind is there. */
export interface RosterChangeView {
  readonly kind:
    | "set_tiers"
    | "set_address_book"
    | "add_address"
    | "remove_address"
    | "add_member"
    | "change_role"
    | "remove_member"
  readonly currency?: string
  readonly tiers?: ReadonlyArray<TierView>
  readonly addressBook?: AddressBookRule
  readonly network?: string
  readonly address?: string
  readonly label?: string
  readonly user?: string
  readonly role?: Role
}

/** A change that waits. Instants are ISO 8601, in UTC. */
export interface PendingChangeView {
  /** `chg_…`: it is agreed to and withdrawn by it. */
  readonly id: string
  readonly change: RosterChangeView
  /** An actor, as `user:anna`. */
  readonly by: string
  readonly at: string
  /** The second person, an actor; `null` while nobody has agreed. */
  readonly agreedBy: string | null
  /** `null` while nobody has agreed. */
  readonly holdsFrom: string | null
}

/** Who approves what for a partner. Instants are ISO 8601, in UTC. */
export interface RosterView {
  readonly partnerId: string
  readonly members: ReadonlyArray<{ readonly user: string; readonly role: Role; readonly since: string }>
  readonly rules: ReadonlyArray<{
    readonly currency: string
    /** By rising amount. */
    readonly tiers: ReadonlyArray<TierView>
    readonly addressBook: AddressBookRule
  }>
  readonly addressBook: ReadonlyArray<{
    readonly network: string
    readonly address: string
    readonly label: string
    /** An actor; partners see an operator as `operator`. */
    readonly by: string
    readonly addedAt: string
    readonly holdsFrom: string
  }>
  readonly pending: ReadonlyArray<PendingChangeView>
  /** Rules that too few people can satisfy, each in a sentence without its end. */
  readonly warnings: ReadonlyArray<string>
}

/** What became of a change: it holds, or `pending` waits; and the roster afterwards. */
export interface ChangedRosterView {
  readonly pending: PendingChangeView | null
  readonly roster: RosterView
}

type Viewer = "partner" | "operator"

const tierViews = (tiers: ReadonlyArray<Tier>, currency: Parameters<typeof amountView>[1]) =>
  tiers.map(({ approvers, fromMinor }): TierView => ({ from: amountView(fromMinor, currency), approvers }))

export const rosterChangeView = (change: RosterChange): RosterChangeView => {
  switch (change._tag) {
    case "SetTiers": {
      const { currency, tiers } = change
      return { kind: "set_tiers", currency, tiers: tierViews(tiers, currency) }
    }
    case "SetAddressBook":
      return { kind: "set_address_book", currency: change.currency, addressBook: change.addressBook }
    case "AddAddress": {
      const { address, label, network } = change
      return { kind: "add_address", network, address, label }
    }
    case "RemoveAddress":
      return { kind: "remove_address", network: change.network, address: change.address }
    case "AddMember":
      return { kind: "add_member", user: change.user, role: change.role }
    case "ChangeRole":
      return { kind: "change_role", user: change.user, role: change.role }
    case "RemoveMember":
      return { kind: "remove_member", user: change.user }
  }
}

export const pendingChangeView = ({ agreed, at, by, change, id }: PendingChange): PendingChangeView => ({
  id,
  change: rosterChangeView(change),
  by,
  at: instantView(at),
  agreedBy: agreed?.by ?? null,
  holdsFrom: agreed === undefined ? null : instantView(agreed.holdsFrom)
})

/** The roster as it is at an instant. */
export const rosterView = (stored: Roster, at: Instant, to: Viewer = "partner"): RosterView => {
  const roster = rosterAt(stored, at)
  const actor = (by: string) => actorShown(recordedActor(by), to)
  return {
    partnerId: roster.partnerId,
    members: roster.members.map(({ role, since, user }) => ({ user, role, since: instantView(since) })),
    rules: roster.rules.map(({ addressBook, currency, tiers }) => ({
      currency,
      tiers: tierViews(tiers, currency),
      addressBook
    })),
    addressBook: roster.addressBook.map(({ addedAt, by, holdsFrom, ...entry }) => ({
      ...entry,
      by: actor(by),
      addedAt: instantView(addedAt),
      holdsFrom: instantView(holdsFrom)
    })),
    pending: roster.pending.map(pendingChangeView),
    warnings: unsatisfiableRules(roster).map(unsatisfiableText)
  }
}
