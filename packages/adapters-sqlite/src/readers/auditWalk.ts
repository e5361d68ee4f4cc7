import type { StoreUnavailable } from "@quittance/core"
import type { Row } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect, Option, Stream } from "effect"
import { whileBusy } from "../Pause.ts"
import { unavailableOf } from "../SqliteFailure.ts"

const pageRows = 500

/**
 * All rows of a query, a few at a time. The statement is open until the stream ends, so nothing may write meanwhile.
 */
export const walked = <A>(
  database: Database.Database,
  query: string,
  read: (rows: Iterable<Row>) => Iterable<A>
): Stream.Stream<A, StoreUnavailable> =>
  Effect.acquireRelease(
    attempt(() => database.prepare(query).iterate() as IterableIterator<Row>),
    (rows) => Effect.sync(() => rows.return?.())
  ).pipe(
    Effect.map((rows) => {
      const items = read(rows)[Symbol.iterator]()
      return Stream.paginate(undefined, () =>
        attempt(() => {
          const page: Array<A> = []
          while (page.length < pageRows) {
            const { done, value } = items.next()
            if (done === true) return [page, Option.none()] as const
            page.push(value)
          }
          return [page, Option.some(undefined)] as const
        })
      )
    }),
    Stream.unwrap
  )

/** One item for each row. */
export const each = <A>(itemOf: (row: Row) => A) =>
  function* (rows: Iterable<Row>): Iterable<A> {
    for (const row of rows) yield itemOf(row)
  }

/** One item for consecutive rows with the same key. */
export const together = <A>(keyOf: (row: Row) => unknown, itemOf: (rows: ReadonlyArray<Row>) => A) =>
  function* (rows: Iterable<Row>): Iterable<A> {
    let group: Array<Row> = []
    for (const row of rows) {
      const [first] = group
      if (first !== undefined && keyOf(first) !== keyOf(row)) {
        yield itemOf(group)
        group = []
      }
      group.push(row)
    }
    if (group.length > 0) yield itemOf(group)
  }

/** A read of the file. A failure of SQLite becomes one of the store. */
export const attempt = <A>(look: () => A, busyMillisMax = 0): Effect.Effect<A, StoreUnavailable> =>
  Effect.catch(whileBusy(look, busyMillisMax), (error) => {
    const failure = unavailableOf(error, "notWritten")
    return failure === undefined ? Effect.die(error) : Effect.fail(failure)
  })
