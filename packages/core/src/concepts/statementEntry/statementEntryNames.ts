import { Option } from "effect"
import { partnerScope } from "../../kernel/concept/ClaimScope.ts"
import { idPrefix } from "../../kernel/concept/IdPrefix.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { jobKind, type ScheduledJob } from "../../kernel/ports/Job.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

/** Names that stores keep of entries in statements of bank accounts. */

/** Before 32 hex digits of a hash of account, currency and key: the same entry has the same id in every store. */
export const statementEntryPrefix = idPrefix("ste_")

/** Why an entry pays no invoice by itself, as the API spells it. */
export const entryFaults = [
  "unknown_reference",
  "ambiguous",
  "wrong_amount",
  "wrong_currency",
  "wrong_account",
  "too_late",
  "already_paid",
  "cancelled",
  "possible_duplicate",
  "reversed"
] as const
export type EntryFault = (typeof entryFaults)[number]

/** How an entry stands, as the API spells it. */
export const entryStatuses = ["matched", "unresolved", "assigned", "returned", "ignored"] as const
export type EntryStatus = (typeof entryStatuses)[number]

/** The status of an entry in each state. What is on its way to an invoice is shown as if it had arrived. */
export const entryStatusOf = {
  matching: "matched",
  matched: "matched",
  assigned: "assigned",
  held: "unresolved",
  unresolved: "unresolved",
  returned: "returned",
  sentBack: "returned",
  ignored: "ignored",
  reversing: "matched",
  reversed: "matched"
} as const satisfies { readonly [state: string]: EntryStatus }

export const statementEntryJobs = {
  /** Of an account: goes on with its entries that are on their way to or from an invoice. */
  match: jobKind("statementEntry.match"),
  /** Of an entry, at the partner of its invoice: tells the entry what became of its money there. */
  follow: jobKind("statementEntry.follow"),
  /** Of an account: ends the retention of its entries that are for no invoice. */
  retain: jobKind("statementEntry.retain")
}

/** Tells the entry of this money that something happened to it at the partner; none if it is in no statement. */
export const followJobs = (
  partnerId: PartnerId,
  entryId: Option.Option<string>,
  now: Instant
): ReadonlyArray<ScheduledJob> =>
  Option.toArray(entryId).map((subjectId) => ({
    ...{ kind: statementEntryJobs.follow, partnerId, subjectId, dueAt: now }
  }))

export const statementEntryClaims = {
  /** By the id that a reversal's key makes, within the account: each takes one entry back. */
  reversal: partnerScope("statementEntry.reversal"),
  /** By kind of key, day and likeness of a reversal, within the account: one that is known under another kind waits. */
  alikeReversal: partnerScope("statementEntry.alikeReversal"),
  /** By the twin of what a reversal takes back that no file has had yet, within the account; for it until its day. */
  reversalBefore: partnerScope("statementEntry.reversalBefore")
}

declare module "../../kernel/ledger/Ledger.ts" {
  interface JournalEntryKinds {
    readonly "statementEntry.recorded": true
    readonly "statementEntry.assigned": true
    readonly "statementEntry.refused": true
    readonly "statementEntry.returned": true
    readonly "statementEntry.ignored": true
    readonly "statementEntry.reversed": true
  }
}

declare module "../../kernel/work/Alert.ts" {
  interface AlertKinds {
    /** A bank took money back, and no entry is known whose money it was. */
    readonly "statement.reversalUnknown": true
    /** A bank took money back, and a file of another kind may have said so before. */
    readonly "statement.reversalDuplicate": true
    /** A bank payment has the operation of an entry, and not for its invoice. */
    readonly "statement.entryUnbookable": true
  }
}
