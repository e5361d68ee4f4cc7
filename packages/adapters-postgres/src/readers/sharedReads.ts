import type { StoreUnavailable } from "@quittance/core"
import { Effect } from "effect"
import type { Partners } from "../commit/BulkRows.ts"
import type { Connections, Row, Statement } from "../connect/Connections.ts"
import { Grouped } from "../queue/Grouped.ts"

/** A question about one key, which is two texts, and the same about any number of keys. */
export interface KeyedStatements {
  readonly one: Statement
  /** It gets an array for each part of the key. Its rows say by `asked` to which key they belong: 1 for the first. */
  readonly each: Statement
}

type Key = readonly [string, string]

/** The rows of one key. */
export type ReadByKey = (key: Key) => Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>

/** How many queries of one question are under way at once. */
const lanes = 2

const keysMax = 500

const waitingMax = 100_000

/**
 * What is asked in one turn of the event loop, or while earlier queries are under way, is one query. Each query is sent
 * after it was asked, so it sees every commit that was written before.
 */
const sharedQueries = <Asked>(
  answer: (
    asked: ReadonlyArray<Asked>
  ) => Effect.Effect<(each: Asked) => ReadonlyArray<Row>, StoreUnavailable>
) =>
  new Grouped<Asked, ReadonlyArray<Row>, StoreUnavailable>({
    lanes,
    groupWeightMax: keysMax,
    waitingWeightMax: waitingMax,
    weightOf: () => 1,
    sharedOf: () => undefined,
    keysOf: () => [],
    answer: (asked) =>
      Effect.runPromise(
        Effect.match(answer(asked), {
          onSuccess: (rowsOf) => asked.map((each) => Effect.succeed(rowsOf(each))),
          onFailure: (failure) => asked.map(() => Effect.fail(failure))
        })
      )
  })

/** A statement without parameters that many ask for at once: whatever a process keeps for a second, for example. */
export const sharedRead = (
  connections: Connections,
  statement: Statement
): Effect.Effect<ReadonlyArray<Row>, StoreUnavailable> => {
  const queries = sharedQueries<undefined>(() =>
    Effect.map(connections.read(statement, []), (rows) => () => rows)
  )
  return queries.submit(undefined)
}

/** Reads by keys. If the rows of partners are on different machines, each key is asked for by itself. */
export const keyedReads = (
  connections: Connections,
  partners: Partners,
  { each, one }: KeyedStatements
): ReadByKey => {
  if (partners === "one") return (key) => connections.read(one, key)
  const queries = sharedQueries<Key>((asked) => {
    const keys = new Map(asked.map((key) => [JSON.stringify(key), key]))
    const [only, ...others] = keys.values()
    if (only !== undefined && others.length === 0)
      return Effect.map(connections.read(one, only), (rows) => () => rows)
    const parts = [0, 1].map((part) => [...keys.values()].map((key) => key[part]))
    return Effect.map(connections.read(each, parts), (rows) => {
      const places = new Map([...keys.keys()].map((name, at) => [name, at + 1]))
      const found = Map.groupBy(rows, (row) => Number(row.asked))
      return (key) => found.get(places.get(JSON.stringify(key)) ?? 0) ?? []
    })
  })
  return (key) => queries.submit(key)
}

/**
 * A statement about each of many keys, which are two columns of a table. `condition` is about its other columns. Each
 * key is looked up by the index: with a join, all rows might be read. LIMIT prevents the join.
 */
export const forEachKey = (
  name: string,
  wanted: string,
  table: string,
  [first, second]: readonly [string, string],
  condition = ""
): Statement => ({
  name: `each of ${name}`,
  text: `SELECT found.*, keys.asked FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS keys (first, second, asked)
    CROSS JOIN LATERAL (
      SELECT ${wanted} FROM ${table} AS kept WHERE kept.${first} = keys.first AND kept.${second} = keys.second${condition}
       LIMIT 1) AS found`
})
