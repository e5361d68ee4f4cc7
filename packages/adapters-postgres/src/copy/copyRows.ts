import { createHash } from "node:crypto"
import type { StoredRow, StoredRows } from "@quittance/core/adapter"
import type { Client } from "pg"
import { begin } from "../connect/exchange.ts"
import { parameterOf } from "../connect/parameters.ts"
import { type CopiedTable, type CopyStatements, copyStatements } from "./copiedTables.ts"
import { digestOf, type RowPage, rowPages } from "./RowPages.ts"

/** A table that was copied. */
export interface TableCopy {
  readonly table: string
  readonly rowCount: number
  /** Over the digests of its pages. */
  readonly hash: string
}

/** A page of the source, described so that it can be found in the target. */
interface PageMark {
  readonly last: StoredRow | undefined
  readonly rowCount: number
  readonly digest: string
  /** It was there already, so it was read from the target in this run. */
  readonly isRead: boolean
}

export interface CopiedPages {
  readonly table: CopiedTable
  readonly pages: ReadonlyArray<PageMark>
}

const ask = async (client: Client, text: string, keys: ReadonlyArray<unknown>) =>
  (await client.query({ text, values: keys.map(parameterOf), rowMode: "array" }))
    .rows as ReadonlyArray<StoredRow>

/** The rows of the target between the keys of two pages. */
const rowsBetween = (
  client: Client,
  { range }: CopyStatements,
  after: StoredRow | undefined,
  last: StoredRow | undefined
) => ask(client, range(after === undefined, last === undefined), [...(after ?? []), ...(last ?? [])])

/**
 * Makes a table of the target equal to that of the source: page by page in the order of the key, each in one
 * transaction. A page that is already there is not written, so an interrupted copy continues where it stopped, and a
 * second copy writes only what changed since.
 */
export const copyTable = async (
  client: Client,
  source: StoredRows,
  table: CopiedTable,
  copied: (rowCount: number) => void
): Promise<CopiedPages> => {
  const statements = copyStatements(table)
  const keyPlaces = table.key.map((column) => table.columns.indexOf(column))
  const pages: Array<PageMark> = []
  let after: StoredRow | undefined
  let isBehindEverything = false
  // The next page is read while the server writes this one.
  let writing: Promise<void> = Promise.resolve()
  for (const page of rowPages(source.rows(table), keyPlaces)) {
    const { digest, last, rows } = page
    let isRead = false
    await writing
    if (!isBehindEverything) {
      const found = await rowsBetween(client, statements, after, last)
      isRead = found.length === rows.length && digestOf(found) === digest
      if (!isRead) writing = writePage(client, statements, page, after, found.length > 0)
      if (found.length === 0) {
        await writing
        isBehindEverything = (await rowsBehind(client, statements, last)) === 0
      }
    } else writing = writePage(client, statements, page, after, false)
    // It is awaited with the next page; meanwhile it must not count as unhandled.
    writing.catch(() => {})
    pages.push({ last, rowCount: rows.length, digest, isRead })
    copied(rows.length)
    after = last
  }
  await writing
  return { table, pages }
}

/** 0 if the target has no row behind a key. */
const rowsBehind = async (
  client: Client,
  { range }: CopyStatements,
  after: StoredRow | undefined
): Promise<number> =>
  after === undefined ? 0 : (await ask(client, `${range(false, true)} LIMIT 1`, after)).length

const writePage = async (
  client: Client,
  { insert, remove }: CopyStatements,
  { last, rows }: RowPage,
  after: StoredRow | undefined,
  isInTheWay: boolean
): Promise<void> => {
  if (rows.length === 0 && !isInTheWay) return
  const columns = rows[0]?.map((_, column) => rows.map((row) => row[column]))
  await client.query(begin)
  if (isInTheWay)
    await client.query(
      remove(after === undefined, last === undefined),
      [...(after ?? []), ...(last ?? [])].map(parameterOf)
    )
  if (columns !== undefined) await client.query(insert, columns.map(parameterOf))
  await client.query("COMMIT")
}

/**
 * Reads the written rows back: the table, and where it differs from the source. Every page has then been read once in
 * this run.
 */
export const verifyTable = async (
  client: Client,
  { pages, table }: CopiedPages,
  read: (rowCount: number) => void
): Promise<TableCopy & { readonly differences: ReadonlyArray<string> }> => {
  const statements = copyStatements(table)
  const hash = createHash("sha256")
  const differences: Array<string> = []
  let rowCount = 0
  let after: StoredRow | undefined
  for (const { digest, isRead, last, rowCount: expected } of pages) {
    const found = isRead ? undefined : await rowsBetween(client, statements, after, last)
    const count = found?.length ?? expected
    const foundDigest = found === undefined ? digest : digestOf(found)
    if (count !== expected || foundDigest !== digest)
      differences.push(
        `${table.name}: ${expected} rows of the source and ${count} of the copy differ, ${placeOf(after, last)}`
      )
    hash.update(foundDigest)
    rowCount += count
    after = last
    read(count)
  }
  return { table: table.name, rowCount, hash: hash.digest("hex"), differences }
}

const placeOf = (after: StoredRow | undefined, last: StoredRow | undefined): string => {
  const shown = (key: StoredRow) => `(${key.map(String).join(", ")})`
  const from = after === undefined ? "from the first" : `behind ${shown(after)}`
  return last === undefined ? `${from} to the end` : `${from} to ${shown(last)}`
}
