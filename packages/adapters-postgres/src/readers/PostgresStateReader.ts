import {
  type Concept,
  type IndexRange,
  integerIn,
  StateReader,
  textIn,
  type Versioned
} from "@quittance/core"
import { Effect, Option, Stream } from "effect"
import type { Connections, Row } from "../connect/Connections.ts"
import { conceptState } from "./conceptState.ts"
import { pagesOf, walkOf } from "./pagesOf.ts"
import { stateStatements } from "./stateStatements.ts"

/** The states of every concept, read by statements that follow from its definition. */
export const postgresStateReader = (connections: Connections): StateReader["Service"] => {
  const readers = new Map<string, ReturnType<typeof readerOf<unknown>>>()
  /** Made when the first state of its concept is read. */
  const of = <State>(concept: Concept<State>) => {
    const known = readers.get(concept.name)
    // What is found by the name of a concept reads that concept.
    if (known !== undefined) return known as unknown as ReturnType<typeof readerOf<State>>
    const reader = readerOf(connections, concept)
    readers.set(concept.name, reader as unknown as ReturnType<typeof readerOf<unknown>>)
    return reader
  }
  return StateReader.of({
    get: (concept, partnerId, id) => of(concept).get(partnerId, id),
    partnerOf: (concept, id) => of(concept).partnerOf(id),
    indexed: (concept, index, range) => of(concept).indexed(index, range),
    all: (concept) => of(concept).all
  })
}

const readerOf = <State>(connections: Connections, concept: Concept<State>) => {
  const stateOf = conceptState(concept)
  const versionedOf = (row: Row): Versioned<State> => ({
    state: stateOf(row),
    version: integerIn(row, "version")
  })
  const { byKey, partnerOf, range } = stateStatements(concept)
  return {
    get: (partnerId: string, id: string) =>
      Effect.map(connections.read(byKey, [partnerId, id]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), versionedOf)
      ),
    partnerOf: (id: string) =>
      Effect.map(connections.read(partnerOf, [id]), ([row]) =>
        Option.map(Option.fromUndefinedOr(row), (found) => textIn(found, "partner_id"))
      ),
    indexed: (index: string, { above, below, equal, limit }: IndexRange) => {
      const bounds = [
        ...(below === undefined ? [] : [{ comparison: "<" as const, bound: below }]),
        ...(above === undefined ? [] : [{ comparison: ">" as const, bound: above }])
      ]
      const comparisons = bounds.map(({ comparison }) => comparison)
      const statement = range(index, equal.length, comparisons, limit === undefined ? "all" : "limited")
      const values = [...equal, ...bounds.map(({ bound }) => bound), ...(limit === undefined ? [] : [limit])]
      return Effect.map(connections.read(statement, values), (rows) => rows.map(versionedOf))
    },
    all: Stream.map(
      pagesOf((statement, values) => connections.read(statement, values), walkOf(concept)),
      stateOf
    )
  }
}
