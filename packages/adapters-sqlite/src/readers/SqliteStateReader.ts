import {
  type Concept,
  type IndexRange,
  integerIn,
  type Row,
  StateReader,
  textIn,
  type Versioned
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect, Option, Stream } from "effect"
import type { Reads } from "../Reads.ts"
import { conceptReader } from "../rows/conceptReader.ts"
import { partnerOfSql, rangeSql } from "./stateSql.ts"

/** The states of every concept, read by statements that follow from its definition. */
export const sqliteStateReader = (database: Database.Database, reads: Reads): StateReader["Service"] => {
  const readers = new Map<string, ReturnType<typeof readerOf<unknown>>>()
  /** Prepared when the first state of its concept is read. */
  const of = <State>(concept: Concept<State>) => {
    const known = readers.get(concept.name)
    // What is found by the name of a concept reads that concept.
    if (known !== undefined) return known as unknown as ReturnType<typeof readerOf<State>>
    const reader = readerOf(database, reads, concept)
    readers.set(concept.name, reader as unknown as ReturnType<typeof readerOf<unknown>>)
    return reader
  }
  return StateReader.of({
    get: (concept, partnerId, id) => of(concept).get(partnerId, id),
    partnerOf: (concept, id) => of(concept).partnerOf(id),
    indexed: (concept, index, range) => of(concept).indexed(index, range),
    count: (concept) => of(concept).count,
    all: (concept) => of(concept).all
  })
}

const pageRows = 500

const readerOf = <State>(database: Database.Database, reads: Reads, concept: Concept<State>) => {
  const { nameOf, partnerColumn, personal, table } = concept
  const stateOf = conceptReader(database, concept)
  const versionedOf = (row: Row): Versioned<State> => ({
    state: stateOf(row),
    version: integerIn(row, "version")
  })
  // The key to something personal is a row of its own.
  const look = <A>(found: () => A) => (personal === "none" ? reads.read(found) : reads.readTogether(found))

  const prepared = new Map<string, Database.Statement>()
  /** Prepared when it is first asked for, and known by `name` from then on. */
  const statementOf = (name: string, sql: () => string): Database.Statement => {
    const known = prepared.get(name)
    if (known !== undefined) return known
    const statement = database.prepare(sql()).safeIntegers()
    prepared.set(name, statement)
    return statement
  }
  const rows = (statement: Database.Statement, parameters: ReadonlyArray<unknown>) =>
    (statement.all(...parameters) as ReadonlyArray<Row>).map(versionedOf)

  const byKey = database
    .prepare(`SELECT * FROM ${table} WHERE ${partnerColumn} = ? AND id = ?`)
    .safeIntegers()
  const pageSql = () => `SELECT * FROM ${table} NOT INDEXED WHERE (${partnerColumn}, id) > (?, ?)
    ORDER BY ${partnerColumn}, id LIMIT ${pageRows}`

  return {
    get: (partnerId: string, id: string) =>
      look(() =>
        Option.map(Option.fromUndefinedOr(byKey.get(partnerId, id) as Row | undefined), versionedOf)
      ),
    partnerOf: (id: string) =>
      look(() => {
        const owner = statementOf("partnerOf", () => partnerOfSql(table, partnerColumn))
        const found = owner.get(id) as Row | undefined
        return Option.map(Option.fromUndefinedOr(found), (row) => textIn(row, "id"))
      }),
    indexed: (index: string, { above, below, equal, limit = -1, order = "forwards" }: IndexRange) =>
      look(() => {
        const bounds = [
          ...(below === undefined ? [] : [{ comparison: "<" as const, bound: below }]),
          ...(above === undefined ? [] : [{ comparison: ">" as const, bound: above }])
        ]
        const comparisons = bounds.map(({ comparison }) => comparison)
        const range = statementOf(`${index} ${equal.length} ${comparisons.join("")} ${order}`, () =>
          rangeSql(concept, index, equal.length, comparisons, order)
        )
        return rows(range, [...equal, ...bounds.map(({ bound }) => bound), limit])
      }),
    count: look(() => {
      const counted = statementOf("count", () => `SELECT count(*) AS count FROM ${table}`)
      return integerIn(counted.get() as Row, "count")
    }),
    all: Stream.paginate({ partnerId: "", id: "" }, ({ id, partnerId }) =>
      Effect.map(
        look(() => rows(statementOf("page", pageSql), [partnerId, id])),
        (found) => {
          const last = found.length < pageRows ? undefined : found.at(-1)
          return [
            found.map(({ state }) => state),
            Option.map(Option.fromUndefinedOr(last), ({ state }) => nameOf(state))
          ] as const
        }
      )
    )
  }
}
