import type { Currency } from "../../kernel/money/Currency.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { BookEntry, Roster } from "./Roster.ts"
import type { Tier } from "./RosterChange.ts"
import { rosterAt, ruleOf } from "./rosterAt.ts"

/** Why a payout needs approvals. */
export const approvalReasons = ["amount", "new_address"] as const
export type ApprovalReason = (typeof approvalReasons)[number]

/** What a payout needs before it is sent. */
export interface Requirement {
  /** How many people must approve; 0: nobody. */
  readonly needed: number
  /** Empty if and only if nobody must approve. */
  readonly reasons: ReadonlyArray<ApprovalReason>
}

/** A payout, as far as rules look at it. */
export interface Ruled {
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly network: string
  /** In the canonical spelling of the network. */
  readonly address: string
  readonly at: Instant
}

/** What this payout needs by the rules that hold at its instant. A partner without a roster has `emptyRoster`. */
export const requirementOf = (
  stored: Roster,
  { address, amountMinor, at, currency, network }: Ruled
): Requirement => {
  const roster = rosterAt(stored, at)
  const { addressBook, tiers } = ruleOf(roster, currency)
  const byAmount = approversOf(tiers, amountMinor)
  const isNew = addressBook === "on" && bookEntry(roster, { address, network, at }) === undefined
  return {
    needed: Math.max(byAmount, isNew ? 1 : 0),
    reasons: [...(byAmount > 0 ? (["amount"] as const) : []), ...(isNew ? (["new_address"] as const) : [])]
  }
}

/** What the address book has of an address at an instant. */
export const bookEntry = (
  stored: Roster,
  { address, at, network }: Pick<Ruled, "address" | "at" | "network">
): BookEntry | undefined =>
  rosterAt(stored, at).addressBook.find(
    (entry) => entry.network === network && entry.address === address && entry.holdsFrom <= at
  )

/** How many approvers the tiers ask for: the tier with the highest amount that is reached says it. */
export const approversOf = (tiers: ReadonlyArray<Tier>, amountMinor: bigint): number =>
  tiers.reduce<Tier | undefined>(
    (found, tier) =>
      tier.fromMinor <= amountMinor && (found === undefined || found.fromMinor < tier.fromMinor)
        ? tier
        : found,
    undefined
  )?.approvers ?? 0
