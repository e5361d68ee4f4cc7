import type { TableShape } from "./tableShapes.ts"

/**
 * What a step must contain so that `found` becomes `wanted`, as its text; what no step can do is said in words. Empty if
 * nothing is missing.
 */
export const missingStep = (table: string, found: TableShape, wanted: TableShape): ReadonlyArray<string> => {
  const said: Array<string> = []
  const missing = Object.keys(wanted.columns).filter((name) => !(name in found.columns))
  const lost = without(found.checks, wanted.checks)
  let lacking = without(wanted.checks, found.checks)
  if (missing.length > 0) {
    const texts = missing.map((name) => {
      const own = lacking.filter((check) => lastOf(check, missing) === name)
      lacking = without(lacking, own)
      return JSON.stringify([wanted.columns[name], ...own].join(" "))
    })
    said.push(`columns: { ${table}: [${texts.join(", ")}] }`)
  }
  if (lacking.length > 0 || lost.length > 0) {
    const texts = lacking.map((to, at) => `{ from: ${JSON.stringify(lost[at])}, to: ${JSON.stringify(to)} }`)
    said.push(
      lost.length === lacking.length
        ? `checks: { ${table}: [${texts.join(", ")}] }`
        : `checks of ${table}: instead of ${lost.join(", ")}, ${lacking.join(", ")}`
    )
  }
  for (const [name, sql] of Object.entries(wanted.indexes))
    if (!(name in found.indexes)) said.push(`sql: ${JSON.stringify(sql)}`)
    else if (found.indexes[name] !== sql) said.push(`the index ${name} under another name: ${sql}`)
  for (const [name, column] of Object.entries(found.columns))
    if (!(name in wanted.columns))
      said.push(`no field of a definition is the column ${name} of ${table}, which a step or version 1 has`)
    else if (wanted.columns[name] !== column)
      said.push(`${table} has "${column}", and the definition says "${wanted.columns[name]}"`)
  for (const name of Object.keys(found.indexes))
    if (!(name in wanted.indexes)) said.push(`sql: "DROP INDEX ${name}"`)
  if (found.others.join() !== wanted.others.join())
    said.push(`${table} has ${found.others.join(", ")}, and the definition says ${wanted.others.join(", ")}`)
  return said
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

/** The last of these columns that a check names: a check stands with a column when all it names are there. */
const lastOf = (check: string, columns: ReadonlyArray<string>): string | undefined =>
  columns.findLast((name) => new RegExp(`\\b${name}\\b`).test(check))
