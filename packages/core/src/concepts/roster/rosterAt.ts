import type { Currency } from "../../kernel/money/Currency.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { ApprovalRule, Roster } from "./Roster.ts"
import type { RosterChange } from "./RosterChange.ts"

/** The rules of a currency; a currency without rules has these. */
export const ruleOf = ({ rules }: Pick<Roster, "rules">, currency: Currency): ApprovalRule =>
  rules.find((rule) => rule.currency === currency) ?? { currency, tiers: [], addressBook: "off" }

/** The roster as it is at an instant: with every change that holds by then. */
export const rosterAt = (stored: Roster, at: Instant): Roster => {
  const due = stored.pending
    .flatMap(({ agreed, by, change, id, at: proposedAt }) =>
      agreed !== undefined && agreed.holdsFrom <= at
        ? [{ id, change, by, proposedAt, holdsFrom: agreed.holdsFrom }]
        : []
    )
    .sort((one, other) => one.holdsFrom - other.holdsFrom)
  if (due.length === 0) return stored
  const ids = new Set(due.map(({ id }) => id))
  return due.reduce<Roster>(
    (roster, { by, change, holdsFrom, proposedAt }) =>
      changed(roster, change, { by, addedAt: proposedAt, holdsFrom }),
    { ...stored, pending: stored.pending.filter(({ id }) => !ids.has(id)) }
  )
}

interface Applied {
  /** An actor. */
  readonly by: string
  readonly addedAt: Instant
  readonly holdsFrom: Instant
}

/** The roster after a change. */
export const changed = (roster: Roster, change: RosterChange, applied: Applied): Roster => {
  switch (change._tag) {
    case "SetTiers":
      return withRule(roster, { ...ruleOf(roster, change.currency), tiers: change.tiers })
    case "SetAddressBook":
      return withRule(roster, { ...ruleOf(roster, change.currency), addressBook: change.addressBook })
    case "AddAddress": {
      const { address, label, network } = change
      return { ...roster, addressBook: [...without(roster, change), { network, address, label, ...applied }] }
    }
    case "RemoveAddress":
      return { ...roster, addressBook: without(roster, change) }
    case "AddMember":
    case "ChangeRole": {
      const { role, user } = change
      const member = { user, role, since: applied.holdsFrom }
      const isOf = roster.members.some((each) => each.user === user)
      return {
        ...roster,
        members: isOf
          ? roster.members.map((each) => (each.user === user ? member : each))
          : [...roster.members, member]
      }
    }
    case "RemoveMember":
      return { ...roster, members: roster.members.filter(({ user }) => user !== change.user) }
  }
}

const withRule = (roster: Roster, rule: ApprovalRule): Roster => ({
  ...roster,
  rules: roster.rules.some(({ currency }) => currency === rule.currency)
    ? roster.rules.map((each) => (each.currency === rule.currency ? rule : each))
    : [...roster.rules, rule]
})

const without = (
  { addressBook }: Roster,
  { address, network }: { readonly network: string; readonly address: string }
): Roster["addressBook"] =>
  addressBook.filter((entry) => entry.network !== network || entry.address !== address)
