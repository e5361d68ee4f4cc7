import { firstCounts, firstSplits, type MissingParts } from "@quittance/testing"
import type { TableShape } from "./tableShapes.ts"

/** What a step must contain so that `found` becomes `wanted`. */
export const missingParts = (table: string, found: TableShape, wanted: TableShape): MissingParts => {
  const columns = Object.entries(wanted.columns).filter(([name]) => !(name in found.columns))
  const indexes = Object.keys(wanted.indexes).filter((name) => !(name in found.indexes))
  const faults = [
    ...Object.entries(found.columns).flatMap(([name, column]) =>
      name in wanted.columns
        ? wanted.columns[name] === column
          ? []
          : [`${name} of ${table} is ${column}, and the definition wants ${wanted.columns[name]}.`]
        : [`${table} has the column ${name}, which is no field of the definition.`]
    ),
    ...Object.entries(found.indexes)
      .filter(([name, index]) => wanted.indexes[name] !== index)
      .map(
        ([name, index]) =>
          `${table} has "${index}", and the definition wants ${wanted.indexes[name] ?? `no ${name}`}.`
      )
  ]
  return {
    table,
    columns: columns.map(([name, column]) => `${name} ${column}`),
    checks: missingChecks(
      table,
      found,
      wanted,
      columns.map(([name]) => name)
    ),
    indexes: Object.entries(wanted.indexes)
      .filter(([name]) => !(name in found.indexes))
      .map(([name, index]) => `${name} ON ${table} ${index.replace(/^.* USING btree /, "")}`),
    counts: [...firstCounts(table, indexes), ...firstSplits(table, indexes)],
    sql: [],
    faults
  }
}

/** A check replaces the one of its name, or gets the name of its new column; what is left over replaces what is. */
const missingChecks = (
  table: string,
  found: TableShape,
  wanted: TableShape,
  columns: ReadonlyArray<string>
): ReadonlyArray<object> => {
  const lacking = Object.entries(wanted.constraints).filter(([check]) => !(check in found.constraints))
  const lost = new Set(
    Object.entries(found.constraints).flatMap(([check, name]) => (check in wanted.constraints ? [] : [name]))
  )
  const named = lacking.map(([check, name]) => {
    if (lost.delete(name)) return { name, check }
    const column = columns.findLast((each) => new RegExp(`\\b${each}\\b`).test(check))
    return { name: column === undefined ? undefined : `${table}_${column}_check`, check }
  })
  const counts = new Map<string, number>()
  const checks = named.map(({ check, name }) => {
    if (name !== undefined) {
      const count = counts.get(name) ?? 0
      counts.set(name, count + 1)
      return { name: count === 0 ? name : `${name}${count}`, check: plain(check) }
    }
    const [left] = lost
    if (left !== undefined) lost.delete(left)
    return { name: left ?? `${table}_new_check`, check: plain(check) }
  })
  return [...checks, ...[...lost].map((name) => ({ name, check: undefined }))]
}

const plain = (check: string): string => check.replaceAll(/\s+/g, " ")
