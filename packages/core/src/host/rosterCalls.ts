import type {
  AddressBookRequest,
  BookAddressRequest,
  MemberRequest,
  NewBookAddressRequest,
  OneTierRequest,
  RoleRequest,
  TiersRequest
} from "../concepts/roster/RosterRequest.ts"
import type { ChangedRosterView, RosterView } from "../concepts/roster/RosterView.ts"
import type { HistoryView } from "../kernel/history/History.ts"

/**
 * Who approves what for a partner: its people, rules and address book. Call it as a person of the host,
 * `quittance.as("user:anna").rosters`: what makes a payout need less waits for a second person, and then holds after
 * `approvals.holdMillis`. The host itself, and operators, change everything at once, and operators are alerted. What
 * is not allowed is refused with `RosterRefused`, and nothing changes.
 */
export interface HostRosters {
  /** As it is now; empty for a partner without people and rules. */
  readonly get: (partnerId: string) => Promise<RosterView>
  /** What became of it and who caused it, the oldest first. An operator is only shown as `operator`. */
  readonly history: (partnerId: string) => Promise<HistoryView>
  /** Replaces the tiers of a currency (USDT): from an amount on, so many people must approve a payout. */
  readonly setTiers: (partnerId: string, input: TiersRequest) => Promise<ChangedRosterView>
  /** Sets one tier and leaves the others; 0 approvers takes it away. */
  readonly setTier: (partnerId: string, input: OneTierRequest) => Promise<ChangedRosterView>
  /** With `on`, a payout to an address that is not in the book needs one approval at least. */
  readonly setAddressBook: (partnerId: string, input: AddressBookRequest) => Promise<ChangedRosterView>
  /** Adds an address to the book; at most 1000. */
  readonly addAddress: (partnerId: string, input: NewBookAddressRequest) => Promise<ChangedRosterView>
  /** Removes an address from the book, or one that was to come. */
  readonly removeAddress: (partnerId: string, input: BookAddressRequest) => Promise<ChangedRosterView>
  /** Adds a person. One who approves waits for a second person while there is a rule. */
  readonly addMember: (partnerId: string, input: RoleRequest) => Promise<ChangedRosterView>
  /** Gives a person another role. The last owner keeps theirs. */
  readonly changeRole: (partnerId: string, input: RoleRequest) => Promise<ChangedRosterView>
  /** Removes a person, at once. What waits and stood on that person is dropped. The last owner stays. */
  readonly removeMember: (partnerId: string, input: MemberRequest) => Promise<ChangedRosterView>
  /** Agrees, as the second person, to a change that waits. */
  readonly agree: (partnerId: string, changeId: string) => Promise<ChangedRosterView>
  /** Takes back a change that waits. */
  readonly withdraw: (partnerId: string, changeId: string) => Promise<ChangedRosterView>
}
