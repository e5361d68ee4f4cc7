import { firstCounts, firstSplits, type MissingParts } from "@quittance/testing"
import type { TableShape } from "./tableShapes.ts"

/** What a step must contain so that `found` becomes `wanted`. */
export const missingParts = (table: string, found: TableShape, wanted: TableShape): MissingParts => {
  const columns = Object.keys(wanted.columns).filter((name) => !(name in found.columns))
  const lost = without(found.checks, wanted.checks)
  const lacking = without(wanted.checks, found.checks)
  const ofColumns = new Set(lacking.filter((check) => lastOf(check, columns) !== undefined))
  const changed = lacking.filter((check) => !ofColumns.has(check))
  const faults = [
    ...(lost.length === changed.length
      ? []
      : [`${table}: instead of the checks ${lost.join(", ")} the definition wants ${changed.join(", ")}.`]),
    ...Object.entries(found.columns).flatMap(([name, column]) =>
      name in wanted.columns
        ? wanted.columns[name] === column
          ? []
          : [`${table} has "${column}", and the definition wants "${wanted.columns[name]}".`]
        : [`${table} has the column ${name}, which is no field of the definition.`]
    ),
    ...Object.entries(found.indexes)
      .filter(([name, sql]) => wanted.indexes[name] !== sql)
      .map(
        ([name, sql]) =>
          `${table} has "${sql}", and the definition wants ${wanted.indexes[name] ?? `no ${name}`}.`
      ),
    ...(found.others.join() === wanted.others.join()
      ? []
      : [`${table} has ${found.others.join(", ")}, and the definition wants ${wanted.others.join(", ")}.`])
  ]
  const indexes = Object.keys(wanted.indexes).filter((name) => !(name in found.indexes))
  return {
    table,
    columns: columns.map((name) =>
      [wanted.columns[name], ...[...ofColumns].filter((check) => lastOf(check, columns) === name)].join(" ")
    ),
    checks: lost.length === changed.length ? changed.map((to, at) => ({ from: lost[at], to })) : [],
    indexes: [],
    counts: [],
    sql: [
      ...indexes.map((name) => `${wanted.indexes[name]};`),
      ...[...firstCounts(table, indexes), ...firstSplits(table, indexes)].map((sql) => `${sql};`)
    ],
    faults
  }
}

/** Each of them once less. */
const without = (texts: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const left = [...others]
  return texts.filter((text) => {
    const at = left.indexOf(text)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** The last of these columns that a check names: a check stands with a column when all that it names are there. */
const lastOf = (check: string, columns: ReadonlyArray<string>): string | undefined =>
  columns.findLast((name) => new RegExp(`\\b${name}\\b`).test(check))
