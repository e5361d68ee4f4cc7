import type { Currency } from "../../kernel/money/Currency.ts"
import { approves, raisesSay } from "./Role.ts"
import type { ApprovalRule, Roster } from "./Roster.ts"
import type { RosterChange, Tier } from "./RosterChange.ts"
import { approversOf } from "./requirementOf.ts"
import { ruleOf } from "./rosterAt.ts"

/** A roster in these functions is one of an instant: `rosterAt`. */

/** Bounds of a roster: it is read with every payout. */
export const rosterLimits = {
  addresses: 1_000,
  members: 500,
  pending: 100,
  tiers: 20,
  approvers: 20
} as const

/**
 * Whether a change asks less of some payout than the roster does now: then a person needs a second one for it. Tiers
 * are compared at every amount at which one of them begins, because in between nothing changes, so it does not matter
 * how they are split.
 */
export const loosens = (roster: Roster, change: RosterChange): boolean => {
  switch (change._tag) {
    case "SetTiers": {
      const { tiers } = ruleOf(roster, change.currency)
      return [...tiers, ...change.tiers].some(
        ({ fromMinor }) => approversOf(change.tiers, fromMinor) < approversOf(tiers, fromMinor)
      )
    }
    case "SetAddressBook":
      return ruleOf(roster, change.currency).addressBook === "on" && change.addressBook === "off"
    case "AddAddress":
      return true
    case "AddMember":
    case "ChangeRole":
      // Otherwise an owner could approve with a second name of their own. Without rules there is nothing to approve.
      return (
        roster.rules.some((rule) => neededBy(rule) > 0) && raisesSay(roleIn(roster, change.user), change.role)
      )
    case "RemoveAddress":
    case "RemoveMember":
      return false
  }
}

export const roleIn = ({ members }: Roster, user: string) =>
  members.find((member) => member.user === user)?.role

/** The most approvers that a rule asks for. */
export const neededBy = ({ addressBook, tiers }: ApprovalRule): number =>
  tiers.reduce((most, { approvers }) => Math.max(most, approvers), addressBook === "on" ? 1 : 0)

/** A rule that asks for more people than there are. */
export interface UnsatisfiableRule {
  readonly currency: Currency
  /** How many approvers it asks for; one person more is needed, because the maker never counts. */
  readonly approvers: number
  /** How many people may approve. */
  readonly eligible: number
}

/** The rules that some payout cannot satisfy. */
export const unsatisfiableRules = (roster: Roster): ReadonlyArray<UnsatisfiableRule> =>
  roster.rules.flatMap((rule) => unsatisfiableRule(roster, rule) ?? [])

/** The rule, if so few people may approve that some payout cannot satisfy it. */
export const unsatisfiableRule = ({ members }: Roster, rule: ApprovalRule): UnsatisfiableRule | undefined => {
  const eligible = members.filter(({ role }) => approves(role)).length
  const approvers = neededBy(rule)
  return approvers > 0 && eligible < approvers + 1
    ? { currency: rule.currency, approvers, eligible }
    : undefined
}

/** What is said of such a rule: what is wrong, and what would be right. */
export const unsatisfiableText = ({ approvers, currency, eligible }: UnsatisfiableRule): string =>
  `a rule for ${currency} asks for ${approvers} ${approvers === 1 ? "approver" : "approvers"}, so ${approvers + 1} people must be able to approve, because nobody approves a payout of their own; there ${eligible === 1 ? "is" : "are"} ${eligible}`

/** The tiers with one set, or without it if it asks for nobody; by rising amount. */
export const withTier = (tiers: ReadonlyArray<Tier>, tier: Tier): ReadonlyArray<Tier> =>
  [
    ...tiers.filter(({ fromMinor }) => fromMinor !== tier.fromMinor),
    ...(tier.approvers === 0 ? [] : [tier])
  ].sort((one, other) => (one.fromMinor < other.fromMinor ? -1 : 1))

/** The first tier that asks for fewer approvers than the one below it. */
export const fallingTier = (tiers: ReadonlyArray<Tier>): Tier | undefined =>
  tiers.find(({ approvers }, index) => approvers < (tiers[index - 1]?.approvers ?? 0))
