import type { StoreUnavailable } from "@quittance/core"
import type Database from "better-sqlite3"
import { Effect, Option, Stream } from "effect"
import type { Row } from "../rows/columns.ts"
import { unavailableOf } from "../SqliteFailure.ts"
import { whileBusy } from "../whileBusy.ts"

const pageRows = 500

/** All rows of a query in the order of a key, a page at a time. */
export const paged = <A>(
  database: Database.Database,
  query: string,
  key: ReadonlyArray<string>,
  { decode }: { readonly decode: (rows: ReadonlyArray<Row>) => ReadonlyArray<A> }
): Stream.Stream<A, StoreUnavailable> => {
  const columns = key.join(", ")
  const after = `WHERE (${columns}) > (${key.map(() => "?").join(", ")})`
  const page = (where: string) => `${query} ${where} ORDER BY ${columns} LIMIT ${pageRows}`
  return Stream.paginate<ReadonlyArray<unknown> | undefined, A, StoreUnavailable>(undefined, (last) =>
    attempt(() => {
      const rows = (
        last === undefined ? database.prepare(page("")).all() : database.prepare(page(after)).all(...last)
      ) as ReadonlyArray<Row>
      const end = rows.length < pageRows ? undefined : rows.at(-1)
      return [
        decode(rows),
        Option.map(Option.fromUndefinedOr(end), (row) => key.map((name) => row[name]))
      ] as const
    })
  )
}

/** A look at the file; what SQLite says of it as our failure. */
export const attempt = <A>(look: () => A, busyMillisMax = 0): Effect.Effect<A, StoreUnavailable> =>
  Effect.catch(whileBusy(look, busyMillisMax), (error) => {
    const failure = unavailableOf(error, "notWritten")
    return failure === undefined ? Effect.die(error) : Effect.fail(failure)
  })
