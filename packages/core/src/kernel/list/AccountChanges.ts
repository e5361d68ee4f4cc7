import type { Row } from "../concept/columns.ts"
import { deltasOf, type JournalEntry, type JournalEntryKind } from "../ledger/Ledger.ts"
import type { Instant } from "../time/Instant.ts"
import type { AccountChanges, ListedItems, ListShape } from "./List.ts"

/**
 * The id of an entry in a store that keeps no event with it: how many entries of its partner, kind and instant were
 * there before it. It never changes, for later ones stand behind it, and says nothing of other partners. Stores make
 * the same text.
 */
export const entryRankId = ({ at, kind }: Pick<JournalEntry, "at" | "kind">, rank: number): string =>
  `entry_${String(at).padStart(15, "0")}_${kind}_${String(rank).padStart(4, "0")}`

/** The status under which the changes of a bucket are kept as a sum in minor units, beside their counts. */
export const changeSum = "sum"

/**
 * The items of such a list, of rows with the columns `partner_id`, `id`, `kind`, `subject_id`, `created_at` (the
 * instant of the entry), `change_minor` and `after_minor`.
 */
export const changesOf = <Item>(changes: AccountChanges, itemOf: (row: Row) => Item): ListedItems<Item> => ({
  tag: "JournalEntry",
  table: "journal_entries",
  changes,
  ofRow: (row) => itemOf(row),
  ofState: (state) => itemOf(state as Row)
})

/** An entry that changes the account of a list. */
export interface AccountChange {
  readonly list: string
  readonly partnerId: string
  readonly kind: string
  readonly at: Instant
  readonly changeMinor: bigint
}

/** The change of the account of a list by an entry; undefined if it leaves the account as it was. */
export const accountChangeOf = (
  { items: { changes }, name }: ListShape,
  entry: JournalEntry,
  deltas: ReturnType<typeof deltasOf> = deltasOf(entry)
): AccountChange | undefined => {
  if (changes === undefined || entry.currency !== changes.currency) return undefined
  const change = deltas.find(([account]) => account === changes.account)
  if (change === undefined || change[1] === 0n) return undefined
  const kind = kindOf(changes, entry)
  return kind === undefined
    ? undefined
    : { list: name, partnerId: entry.partnerId, kind, at: entry.at, changeMinor: change[1] }
}

const kindOf = ({ kinds }: AccountChanges, entry: JournalEntry): string | undefined => {
  for (const kind in kinds) if (kinds[kind]?.entry === entry.kind) return kind
  return undefined
}

/** The kinds whose entries are read from the journal, by an index of their own. */
export const journalKinds = ({ kinds }: AccountChanges): ReadonlyArray<readonly [string, JournalEntryKind]> =>
  Object.entries(kinds).flatMap(([kind, { entry, rows }]) =>
    rows === undefined ? [[kind, entry] as const] : []
  )
