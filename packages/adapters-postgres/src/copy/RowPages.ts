import { createHash } from "node:crypto"
import type { StoredCell, StoredRow } from "@quittance/core/adapter"

/** Rows between two keys, which are compared and written together. */
export interface RowPage {
  /** The rows, as one array for each column. */
  readonly rows: ReadonlyArray<StoredRow>
  /** The key of the last row; undefined for the rows behind every other page. */
  readonly last: StoredRow | undefined
  readonly digest: string
}

const pageRowsMax = 2_000
const pageCharactersMax = 4_000_000

/** The rows as pages. The last page is the range behind the last key, where the source has no rows. */
export function* rowPages(rows: Iterable<StoredRow>, keyPlaces: ReadonlyArray<number>): Iterable<RowPage> {
  let page: Array<StoredRow> = []
  let digest = new RowDigest()
  const done = (): RowPage => {
    const last = page.at(-1)
    return { rows: page, last: last && keyPlaces.map((at) => last[at] ?? null), digest: digest.end() }
  }
  for (const row of rows) {
    page.push(row)
    digest.add(row)
    if (page.length < pageRowsMax && digest.characters < pageCharactersMax) continue
    yield done()
    page = []
    digest = new RowDigest()
  }
  if (page.length > 0) yield done()
  yield { rows: [], last: undefined, digest: digestOf([]) }
}

/** The same for the same rows, whichever store they were read from. */
export const digestOf = (rows: ReadonlyArray<StoredRow>): string => {
  const digest = new RowDigest()
  for (const row of rows) digest.add(row)
  return digest.end()
}

class RowDigest {
  readonly #hash = createHash("sha256")
  #characters = 0

  add(row: StoredRow): void {
    const text = `${JSON.stringify(row.map(cellText))}\n`
    this.#characters += text.length
    this.#hash.update(text)
  }

  get characters(): number {
    return this.#characters
  }

  end(): string {
    return this.#hash.digest("hex")
  }
}

const cellText = (cell: StoredCell): string | null | ReadonlyArray<string> => {
  if (cell === null) return null
  // Half a surrogate pair is U+FFFD where texts are stored as UTF-8.
  if (typeof cell === "string") return cell.toWellFormed()
  if (cell instanceof Uint8Array) return Buffer.from(cell).toString("hex")
  return typeof cell === "object" ? cell.map(String) : String(cell)
}
