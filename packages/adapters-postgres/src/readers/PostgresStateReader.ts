import {
  type Concept,
  type IndexRange,
  integerIn,
  invariant,
  lookupOf,
  StateReader,
  textIn,
  type Versioned
} from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import type { Partners } from "../commit/BulkRows.ts"
import type { Connections, Row } from "../connect/Connections.ts"
import { conceptState } from "./conceptState.ts"
import { pagesOf, type Read, walkOf } from "./pagesOf.ts"
import { keyedReads, sharedRead } from "./sharedReads.ts"
import { inDirectory, stateStatements } from "./stateStatements.ts"

/**
 * The states of every concept, read by statements that follow from its definition. A lookup asks the directory for
 * the partner. If the directory and the partner's rows are on different machines, they are queried one after the
 * other.
 */
export const postgresStateReader = (connections: Connections, partners: Partners): StateReader["Service"] => {
  const readers = new Map<string, ReturnType<typeof readerOf<unknown>>>()
  /** Made when the first state of its concept is read. */
  const of = <State>(concept: Concept<State>) => {
    const known = readers.get(concept.name)
    // The statements found by a concept's name read that concept.
    if (known !== undefined) return known as unknown as ReturnType<typeof readerOf<State>>
    const reader = readerOf(connections, partners, concept)
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

const readerOf = <State>(connections: Connections, partners: Partners, concept: Concept<State>) => {
  const stateOf = conceptState(concept)
  const versionedOf = (row: Row): Versioned<State> => ({
    state: stateOf(row),
    version: integerIn(row, "version")
  })
  const { byDirectory, byKey, count, eachByKey, partnerOf, range } = stateStatements(concept, partners)
  const keyed = keyedReads(connections, partners, { one: byKey, each: eachByKey })
  let firstPage: ReturnType<typeof sharedRead> | undefined
  const readPage: Read = (statement, values) => {
    if (values.length > 0) return connections.read(statement, values)
    firstPage ??= sharedRead(connections, statement)
    return firstPage
  }
  const rowsAt = (kind: string, key: string) => {
    if (partners === "many") return connections.read(byDirectory, [kind, key])
    return Effect.flatMap(connections.read(inDirectory, [kind, key]), ([found]) =>
      found === undefined ? Effect.succeed([]) : connections.read(byKey, [found.partner_id, found.owner_id])
    )
  }
  return {
    get: (partnerId: string, id: string) =>
      Effect.map(keyed([partnerId, id]), ([row]) => Option.map(Option.fromUndefinedOr(row), versionedOf)),
    partnerOf: (id: string) =>
      Effect.map(connections.read(partnerOf, [id]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), (found) => textIn(found, "partner_id"))
      ),
    indexed: (index: string, { above, below, equal, limit, order = "forwards" }: IndexRange) => {
      const lookup = lookupOf(concept, index)
      if (lookup !== undefined) {
        const [key] = equal
        invariant(key !== undefined && equal.length === 1, `${concept.table} are looked up by one value`)
        // A row of the directory may exist without its target.
        return Effect.map(rowsAt(lookup.kind, key), (rows) =>
          rows.map(versionedOf).filter(({ state }) => lookup.column.cellOf(state) === key)
        )
      }
      const bounds = [
        ...(below === undefined ? [] : [{ comparison: "<" as const, bound: below }]),
        ...(above === undefined ? [] : [{ comparison: ">" as const, bound: above }])
      ]
      const comparisons = bounds.map(({ comparison }) => comparison)
      const limited = limit === undefined ? "all" : "limited"
      const statement = range(index, equal.length, comparisons, limited, order)
      const values = [...equal, ...bounds.map(({ bound }) => bound), ...(limit === undefined ? [] : [limit])]
      return Effect.map(connections.read(statement, values), (rows) => rows.map(versionedOf))
    },
    count: Effect.map(connections.read(count, []), ([row = {}]) => integerIn(row, "count")),
    all: Stream.map(pagesOf(readPage, walkOf(concept)), stateOf)
  }
}
