/** By what an entry is recognised; see `EntryKey`. */
export const entryKeyKinds = ["bankReference", "mt940Reference", "document", "content"] as const
export type EntryKeyKind = (typeof entryKeyKinds)[number]

/**
 * What an entry is recognised by when it comes in a second file, per account:
 *
 * - `bankReference`: the bank's reference of the payment or of the entry, in camt files and where CSV has one
 * - `mt940Reference`: the bank's reference after `//`
 * - `document`: payer's account, number and date of the payment order, in 1C files
 * - `content`: nothing of these; everything that the file says
 *
 * Day, amount and direction are in every key: banks use references again. Entries that are equal in all of it are
 * numbered in their order, so that two real payments stay two; a file that has the day again numbers them alike.
 */
export interface EntryKey {
  readonly kind: EntryKeyKind
  /** 32 hex digits: 128 bits of SHA-256 over the facts and the number. */
  readonly value: string
}
