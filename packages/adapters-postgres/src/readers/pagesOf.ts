import type { StoreUnavailable } from "@quittance/core"
import type { Concept } from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import type { Row, Statement } from "../connect/Connections.ts"

/** Reads the rows of one statement. */
export type Read = (
  statement: Statement,
  values: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>

/** The rows to walk, in the order of a unique key with an index. `name` must be unique. */
export interface Walk {
  readonly name: string
  /** A table, or a query in parentheses with its alias. */
  readonly from: string
  readonly key: ReadonlyArray<string>
}

/** All rows of a concept. */
export const walkOf = ({ partnerColumn, table }: Pick<Concept<never>, "partnerColumn" | "table">): Walk => ({
  name: table,
  from: table,
  key: partnerColumn === "id" ? ["id"] : ["partner_id", "id"]
})

const pageRows = 1_000

/**
 * All rows, a page at a time. Each page starts behind the key of the previous row, so nothing is held open in
 * between, here or on the server.
 */
export const pagesOf = (read: Read, { from, key, name }: Walk): Stream.Stream<Row, StoreUnavailable> => {
  const columns = key.join(", ")
  const page = (which: string, where: string): Statement => ({
    name: `${which} of ${name}`,
    text: `SELECT * FROM ${from}${where} ORDER BY ${columns} LIMIT ${pageRows}`
  })
  const first = page("first", "")
  const next = page("next", ` WHERE (${columns}) > (${key.map((_, at) => `$${at + 1}`).join(", ")})`)
  return Stream.paginate([] as ReadonlyArray<unknown>, (after) =>
    Effect.map(after.length === 0 ? read(first, []) : read(next, after), (rows) => {
      const last = rows.length < pageRows ? undefined : rows.at(-1)
      return [
        rows,
        Option.map(Option.fromUndefinedOr(last), (row) => key.map((column) => row[column]))
      ] as const
    })
  )
}
