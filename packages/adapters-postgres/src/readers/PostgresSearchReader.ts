import {
  columnName,
  conceptNamed,
  folderBounds,
  invariant,
  isRedactable,
  type Searched,
  SearchReader,
  searchedMax,
  textIn,
  type Way
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Ask, Connections, Statement } from "../connect/Connections.ts"
import { endingSql } from "../schema/endingSql.ts"
import { ofAll } from "./narrowReaders.ts"
import { rowsWithSums } from "./rowsWithSums.ts"

/**
 * Records by an exact value: the directory is asked for keys of all partners, then one statement for each kind finds
 * its records.
 */
export const postgresSearchReader = (connections: Connections): SearchReader["Service"] => {
  const statements = new Map<string, Statement>()
  const statementOf = (kind: Searched<unknown, never>): Statement => {
    const known = statements.get(kind.type)
    if (known !== undefined) return known
    const made = { name: `search of ${kind.items.table}`, text: searchSql(kind) }
    statements.set(kind.type, made)
    return made
  }
  return SearchReader.of({
    find: (partnerId, kinds, value) =>
      Effect.map(
        connections.readTogether(async (ask) => {
          const listed = await Promise.all(kinds.map(({ ways }) => listedIds(ask, partnerId, ways, value)))
          return Promise.all(
            kinds.map((kind, at) =>
              ask(statementOf(kind), [
                partnerId,
                listed[at] ?? [],
                ...kind.ways.flatMap(valuesFor(value, partnerId))
              ])
            )
          )
        }),
        (found) =>
          kinds.map((kind, at) => ({
            kind,
            // Nothing personal is shown.
            items: (found[at] ?? []).map((row) => kind.items.ofRow(row))
          }))
      )
  })
}

/** The ids that the directory has for keys that are unique over all partners, as far as they are this partner's. */
const listedIds = async <Value>(
  ask: Ask,
  partnerId: string,
  ways: ReadonlyArray<Way<Value>>,
  value: Value
): Promise<ReadonlyArray<string>> => {
  const keys = ways.flatMap((way) =>
    way._tag === "Claim" && way.scope.within === "global"
      ? way.of(value, partnerId).map((key) => [way.scope.name, key] as const)
      : []
  )
  const rows = await Promise.all(keys.map((key) => ask(ofAll, key)))
  return rows
    .flat()
    .flatMap((row) => (textIn(row, "partner_id") === partnerId ? [textIn(row, "owner_id")] : []))
}

/** The parameters of a way, in the order of `partsOf`. */
const valuesFor =
  <Value>(value: Value, partnerId: string) =>
  (way: Way<Value>): ReadonlyArray<ReadonlyArray<string>> => {
    const texts = way.of(value, partnerId)
    switch (way._tag) {
      case "Claim":
        return way.scope.within === "global" ? [] : [texts]
      case "Folder": {
        const bounds = texts.map(folderBounds)
        return [bounds.map(([from]) => from), bounds.map(([, to]) => to)]
      }
      case "Id":
      case "Ending":
        return [texts]
    }
  }

const searchSql = <Value>({ items, ways }: Searched<unknown, Value>): string => {
  const { sums, table, tag } = items
  const concept = conceptNamed.get(tag)
  invariant(concept !== undefined, `${table} are in the list of concepts`)
  const conditions = isRedactable(concept) ? ["redacted_at IS NULL"] : []
  let parameters = 2
  const next = (): string => {
    parameters += 1
    return `$${parameters}::text[]`
  }
  const wanted = ["SELECT unnest($2::text[])", ...ways.flatMap((way) => idsSql(table, conditions, way, next))]
  const rows = sums === undefined ? `SELECT * FROM ${table}` : rowsWithSums(items)
  const where = [`${table}.partner_id = $1`, `${table}.id = wanted.id`, ...conditions]
  // LIMIT keeps the planner from reading all rows of the partner.
  return `WITH wanted (id) AS (${wanted.join("\n    UNION ")})
  SELECT found.* FROM wanted CROSS JOIN LATERAL (${rows} WHERE ${where.join(" AND ")} LIMIT 1) AS found
   ORDER BY found.created_at DESC, found.id DESC LIMIT ${searchedMax}`
}

const idsSql = <Value>(
  table: string,
  conditions: ReadonlyArray<string>,
  way: Way<Value>,
  next: () => string
): ReadonlyArray<string> => {
  switch (way._tag) {
    case "Id":
      return [`SELECT unnest(${next()})`]
    case "Claim":
      return way.scope.within === "global"
        ? []
        : [
            `SELECT owner_id FROM claims WHERE partner_id = $1 AND scope = '${way.scope.name}' AND key = ANY (${next()})`
          ]
    case "Folder":
      return [
        `SELECT owner.${columnName(way.through.field)} FROM unnest(${next()}, ${next()}) AS folders (low, high) CROSS JOIN LATERAL (
        SELECT owner_id FROM claims WHERE partner_id = $1 AND scope = '${way.scope.name}' AND key >= low AND key < high) AS held CROSS JOIN LATERAL (
        SELECT * FROM ${way.through.concept.table} AS kept WHERE kept.partner_id = $1 AND kept.id = held.owner_id LIMIT 1) AS owner`
      ]
    case "Ending":
      return [`(${endingSql(table, way, next(), conditions, searchedMax)})`]
  }
}
