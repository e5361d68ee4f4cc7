import { Result } from "effect"
import type { Decider } from "../../kernel/machine/Decider.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { approves, type Role } from "./Role.ts"
import { emptyRoster, type PendingChange, type Roster } from "./Roster.ts"
import { aboutOf, changeInForm, isSameChange, mayChange, type RosterChange } from "./RosterChange.ts"
import type { DroppingCause, RosterEvent } from "./RosterEvent.ts"
import { RosterRefused } from "./RosterRefused.ts"
import { changed, rosterAt, ruleOf } from "./rosterAt.ts"
import { needsNobody, userOf } from "./rosterPeople.ts"
import {
  fallingTier,
  loosens,
  roleIn,
  rosterLimits,
  unsatisfiableRule,
  unsatisfiableText
} from "./rosterRules.ts"

/**
 * Who changes a roster, and when it holds.
 *
 * A person changes what the role allows. What asks more of payouts, or the same, holds at once. What asks less waits
 * for a second person who may approve, and then holds after a delay. Operators, and the host itself, need nobody and
 * wait for nothing.
 *
 * Two people stand for whatever holds after a delay: until it holds, the removal of one of them drops it, and so does
 * any later change about the same.
 */

interface Done {
  /** The actor. */
  readonly by: string
  readonly at: Instant
}

export type RosterCommand =
  /** `id` is that of the pending change, if the change has to wait. */
  | (Done & { readonly _tag: "Change"; readonly change: RosterChange; readonly id: string })
  /** By the second person; an operator needs no delay. */
  | (Done & { readonly _tag: "Agree"; readonly id: string; readonly delayMillis: number })
  /** Of a change that waits, by whoever could make it. */
  | (Done & { readonly _tag: "Withdraw"; readonly id: string })

type Decision = Result.Result<ReadonlyArray<RosterEvent>, RosterRefused>

const accept = (...events: ReadonlyArray<RosterEvent>): Decision => Result.succeed(events)
const refuse = (reason: RosterRefused["reason"], message: string): Decision =>
  Result.fail(new RosterRefused({ reason, message }))

const decide = (stored: Roster, command: RosterCommand): Decision => {
  const roster = rosterAt(stored, command.at)
  switch (command._tag) {
    case "Change":
      return decideChange(roster, { ...command, change: changeInForm(command.change) })
    case "Agree":
      return decideAgree(roster, command)
    case "Withdraw": {
      const { at, by, id } = command
      const pending = roster.pending.find((each) => each.id === id)
      if (pending === undefined) return notThere(id)
      const fault = entitlementFault(roster, by, pending.change)
      if (fault !== undefined) return refuse("not_entitled", fault)
      return accept({ _tag: "RosterChangeWithdrawn", id, change: pending.change, at })
    }
  }
}

const notThere = (id: string): Decision =>
  refuse("unknown", `there is no change ${id} that waits: it holds, was withdrawn, or never was`)

const full = (what: string, max: number): Decision =>
  refuse("full", `there may be at most ${max} ${what}: remove one first`)

const entitlementFault = (roster: Roster, by: string, change: RosterChange): string | undefined => {
  if (needsNobody(by)) return undefined
  const user = userOf(by)
  if (user === undefined) return "only people and operators change who approves what, not keys"
  const role = roleIn(roster, user)
  if (role === undefined) return `${user} is no member of this partner, so cannot change its rules`
  return mayChange(role, change._tag) ? undefined : `${user} is ${role}: ${rightRole(change)}`
}

const rightRole = ({ _tag }: RosterChange): string =>
  mayChange("finance", _tag)
    ? "only owners and finance change the address book"
    : "only owners change rules and members"

const decideChange = (
  roster: Roster,
  { at, by, change, id }: Extract<RosterCommand, { readonly _tag: "Change" }>
): Decision => {
  const fault = entitlementFault(roster, by, change)
  if (fault !== undefined) return refuse("not_entitled", fault)
  const others = roster.pending.filter((each) => aboutOf(each.change) === aboutOf(change))
  const [waiting] = others
  const dropped = drop(others, "superseded", at)
  // What was to come is not to come, though nothing changes now.
  if (hasAlready(roster, change) || (change._tag === "RemoveAddress" && isNotIn(roster, change) && waiting))
    return accept(...dropped)
  const refused = faultOf(roster, change, by)
  if (refused !== undefined) return refused
  if (needsNobody(by) || !loosens(roster, change))
    return accept({ _tag: "RosterChanged", change, by, at }, ...dropped, ...left(roster, change, at))
  if (waiting !== undefined && isSameChange(waiting.change, change)) {
    return userOf(waiting.by) === userOf(by) || waiting.agreed !== undefined
      ? accept()
      : refuse("proposed_already", `${userOf(waiting.by)} proposed the same: agree to ${waiting.id}`)
  }
  if (roster.pending.length - others.length >= rosterLimits.pending)
    return full("pending changes", rosterLimits.pending)
  return accept(...dropped, { _tag: "RosterChangeProposed", id, change, by, at })
}

const decideAgree = (
  roster: Roster,
  { at, by, delayMillis, id }: Extract<RosterCommand, { readonly _tag: "Agree" }>
): Decision => {
  const pending = roster.pending.find((each) => each.id === id)
  if (pending === undefined) return notThere(id)
  const { agreed, by: proposer, change } = pending
  const fault = secondPersonFault(roster, by, pending)
  if (fault !== undefined) return refuse("second_person", fault)
  if (entitlementFault(roster, proposer, change) !== undefined)
    return refuse(
      "second_person",
      `${userOf(proposer)}, who proposed it, may no longer do so: propose it again`
    )
  if (agreed !== undefined && !needsNobody(by)) return accept()
  const refused = faultOf(roster, change, by)
  if (refused !== undefined) return refused
  const holdsFrom = needsNobody(by) ? at : at + delayMillis
  return accept({ _tag: "RosterChangeAgreed", id, change, by, holdsFrom, at })
}

const secondPersonFault = (
  roster: Roster,
  by: string,
  { by: proposer, change }: PendingChange
): string | undefined => {
  if (needsNobody(by)) return undefined
  const user = userOf(by)
  const role = user === undefined ? undefined : roleIn(roster, user)
  if (user === undefined || role === undefined || !approves(role))
    return "a second person who may approve payouts must agree: an owner or finance"
  if (user === userOf(proposer)) return `${user} proposed it: another person must agree`
  return "user" in change && change.user === user
    ? `${user} would be raised by it: another person must agree`
    : undefined
}

/** What no one may do to this roster; unlike people, operators may set a rule that too few people can satisfy. */
const faultOf = (roster: Roster, change: RosterChange, by: string): Decision | undefined => {
  const { addressBook, members, pending } = roster
  switch (change._tag) {
    case "SetTiers": {
      const falling = fallingTier(change.tiers)
      if (falling !== undefined)
        return refuse("less_for_more", "a tier must not ask for fewer approvers than one of a smaller amount")
      return needsNobody(by) ? undefined : unsatisfiable(roster, change)
    }
    case "SetAddressBook":
      return needsNobody(by) ? undefined : unsatisfiable(roster, change)
    case "AddAddress": {
      if (!isNotIn(roster, change))
        return refuse("taken", "the address is in the book with another label: remove it first")
      const coming = pending.filter(
        (each) => each.change._tag === "AddAddress" && aboutOf(each.change) !== aboutOf(change)
      )
      return addressBook.length + coming.length < rosterLimits.addresses
        ? undefined
        : full("addresses in the book", rosterLimits.addresses)
    }
    case "RemoveAddress":
      return isNotIn(roster, change)
        ? refuse("unknown", `${change.address} is not in the book of ${change.network}`)
        : undefined
    case "AddMember": {
      if (roleIn(roster, change.user) !== undefined)
        return refuse("taken", `${change.user} is a member with another role: change the role`)
      return members.length < rosterLimits.members ? undefined : full("members", rosterLimits.members)
    }
    case "ChangeRole":
    case "RemoveMember": {
      const role = roleIn(roster, change.user)
      if (role === undefined) return refuse("unknown", `${change.user} is no member`)
      const owners = members.filter((each) => each.role === "owner")
      return role === "owner" && owners.length === 1
        ? refuse("last_owner", `${change.user} is the only owner: make another member an owner first`)
        : undefined
    }
  }
}

/** Judged by what the change itself asks for: whatever else is wrong, a person may turn the book off. */
const unsatisfiable = (
  roster: Roster,
  change: Extract<RosterChange, { readonly _tag: "SetTiers" | "SetAddressBook" }>
): Decision | undefined => {
  const rule = unsatisfiableRule(roster, { tiers: [], addressBook: "off", ...change })
  return rule === undefined ? undefined : refuse("unsatisfiable", unsatisfiableText(rule))
}

const isNotIn = (
  { addressBook }: Roster,
  { address, network }: { readonly address: string; readonly network: string }
): boolean => !addressBook.some((entry) => entry.network === network && entry.address === address)

/** Whether a change would change nothing. */
const hasAlready = (roster: Roster, change: RosterChange): boolean => {
  switch (change._tag) {
    case "SetTiers":
      return isSameChange({ ...change, tiers: ruleOf(roster, change.currency).tiers }, change)
    case "SetAddressBook":
      return ruleOf(roster, change.currency).addressBook === change.addressBook
    case "AddAddress":
      return roster.addressBook.some(
        ({ address, label, network }) =>
          network === change.network && address === change.address && label === change.label
      )
    case "AddMember":
    case "ChangeRole":
      return roleIn(roster, change.user) === change.role
    case "RemoveAddress":
    case "RemoveMember":
      return false
  }
}

const drop = (
  pending: ReadonlyArray<PendingChange>,
  cause: DroppingCause,
  at: Instant
): ReadonlyArray<RosterEvent> =>
  pending.map(({ change, id }) => ({ _tag: "RosterChangeDropped", id, change, cause, at }))

/** What is dropped because somebody who stood for it may no longer do so. */
const left = (roster: Roster, change: RosterChange, at: Instant): ReadonlyArray<RosterEvent> => {
  if (change._tag !== "RemoveMember" && change._tag !== "ChangeRole") return []
  const role: Role | undefined = change._tag === "ChangeRole" ? change.role : undefined
  const stoodFor = roster.pending.filter(
    ({ agreed, by, change: waiting }) =>
      aboutOf(waiting) !== aboutOf(change) &&
      ((userOf(by) === change.user && (role === undefined || !mayChange(role, waiting._tag))) ||
        (agreed !== undefined &&
          userOf(agreed.by) === change.user &&
          (role === undefined || !approves(role))))
  )
  return drop(stoodFor, "person_left", at)
}

const evolve = (stored: Roster, event: RosterEvent): Roster => {
  const roster = { ...rosterAt(stored, event.at), updatedAt: event.at }
  switch (event._tag) {
    case "RosterChanged": {
      const { at, by, change } = event
      return changed(roster, change, { by, addedAt: at, holdsFrom: at })
    }
    case "RosterChangeProposed": {
      const { at, by, change, id } = event
      return { ...roster, pending: [...roster.pending, { id, change, by, at }] }
    }
    case "RosterChangeAgreed": {
      const { at, by, holdsFrom, id } = event
      const agreed = { by, at, holdsFrom }
      return {
        ...roster,
        pending: roster.pending.map((each) => (each.id === id ? { ...each, agreed } : each))
      }
    }
    case "RosterChangeWithdrawn":
    case "RosterChangeDropped":
      return { ...roster, pending: roster.pending.filter(({ id }) => id !== event.id) }
  }
}

/** The initial roster is of no partner; a partner's own begins with `emptyRoster`. */
export const RosterDecider: Decider<Roster, RosterCommand, RosterEvent, RosterRefused> = {
  initial: emptyRoster("", 0),
  decide,
  evolve
}
