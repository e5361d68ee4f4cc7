import { balanceEntryList, conceptNamed, listedLookups, type RowTable } from "@quittance/core/adapter"
import { knownEntryIds } from "../lists/changeSql.ts"

/** The source of the rows of another store's table. By default the table of that name. */
interface CopiedTable {
  readonly from?: string
  /** A cheaper relation with as many rows. */
  readonly counted?: string
  /** The expression for a column, if it is not the column of its name. */
  readonly columns?: { readonly [column: string]: string }
  /** The same for a column that is a list there, as JSON. */
  readonly lists?: { readonly [column: string]: string }
  /** A column that may be sealed under a key of `erasure_keys`. */
  readonly sealed?: string
}

/**
 * Here its number names a journal entry; elsewhere the first event of its commit and its place there do. The commit is
 * not recorded, so an entry that partners know keeps the id under which they know it, and the others their numbers.
 */
const namedEntries = `(SELECT *, ${knownEntryIds(balanceEntryList, "printf('entry_%019d', seq)")} AS event_id, 0 AS place
  FROM journal_entries)`

/** The values of the postings of an entry, as JSON. */
const ofPostings = (value: string): string =>
  `(SELECT json_group_array(value) FROM (SELECT ${value} AS value FROM postings WHERE entry_seq = kept.seq ORDER BY position))`

/** Rows that are found without their partner, in the same form as claims that are unique over all partners. */
const lookups = [...conceptNamed.values()].flatMap((concept) =>
  listedLookups(concept).map(
    ({ column, kind }) =>
      `SELECT '${kind}', ${column.name}, ${concept.partnerColumn}, id, NULL, NULL FROM ${concept.table} WHERE ${column.name} IS NOT NULL`
  )
)

const copiedTables: { readonly [name: string]: CopiedTable } = {
  ...Object.fromEntries(
    [...conceptNamed.values()]
      .filter(({ personal }) => personal !== "none")
      .map(({ table }) => [table, { sealed: "personal" }])
  ),
  claims: { from: "(SELECT * FROM claims WHERE domain <> '')" },
  directory: {
    from: `(${[
      "SELECT scope AS kind, key, partner_id, owner_id, fingerprint, expires_at FROM claims WHERE domain = ''",
      ...lookups
    ].join(" UNION ALL ")})`
  },
  // Digests are created from the rows when all are copied. The chain here has vouched for the events themselves.
  events: { columns: { digests: "''", checksum: "NULL" } },
  journal_entries: {
    from: namedEntries,
    counted: "journal_entries",
    lists: {
      debits: ofPostings("debit"),
      credits: ofPostings("credit"),
      amounts_minor: ofPostings("CAST(amount_minor AS TEXT)")
    }
  },
  webhook_messages: { sealed: "body" },
  webhook_deliveries: { sealed: "earlier_attempts" }
}

/** How the rows of a table are read. */
export interface CopiedRows {
  readonly sql: string
  readonly countSql: string
  /** The places of the cells that are lists, as JSON. */
  readonly lists: ReadonlyArray<number>
  /** The place of the cell that may be sealed; -1 if there is none. */
  readonly sealed: number
}

export const copiedRows = ({ columns, key, name }: RowTable): CopiedRows => {
  const { columns: made = {}, counted, from = name, lists = {}, sealed } = copiedTables[name] ?? {}
  const expressions = columns.map((column) => made[column] ?? lists[column] ?? `kept."${column}"`)
  return {
    sql: `SELECT ${expressions.join(", ")} FROM ${from} AS kept ORDER BY ${key.map((column) => `kept."${column}"`).join(", ")}`,
    countSql: `SELECT count(*) FROM ${counted ?? `${from} AS kept`}`,
    lists: columns.flatMap((column, at) => (column in lists ? [at] : [])),
    sealed: sealed === undefined ? -1 : columns.indexOf(sealed)
  }
}
