import { idPrefix } from "../../kernel/concept/IdPrefix.ts"

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
