import type { Client } from "pg"

export interface Plan {
  readonly "Node Type": string
  readonly "Actual Rows"?: number
  readonly "Actual Loops"?: number
  readonly "Rows Removed by Filter"?: number
  readonly "Relation Name"?: string
  readonly Plans?: ReadonlyArray<Plan>
}

export const nodesOf = (plan: Plan): ReadonlyArray<Plan> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The statements among calls of a client, by their names. */
export const namedIn = (calls: ReadonlyArray<ReadonlyArray<unknown>>) =>
  new Map(
    calls.flatMap(([query]) => {
      const { name, text, values } = (query ?? {}) as { name?: string; text: string; values?: Array<string> }
      return name === undefined ? [] : [[name, { text, values: values ?? [] }] as const]
    })
  )

/** How many rows of a table the plan of a statement that is for any values reads with these. */
export const rowsReadOf = async (
  admin: Client,
  table: string,
  { text, values }: { readonly text: string; readonly values: ReadonlyArray<unknown> }
): Promise<number> => {
  await admin.query(`PREPARE asked AS ${text}`)
  const cells = values.map((value) =>
    value === null || value === undefined ? "NULL" : `'${String(value).replaceAll("'", "''")}'`
  )
  const given = cells.length === 0 ? "" : `(${cells.join(", ")})`
  const { rows } = await admin.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE asked${given}`)
  await admin.query("DEALLOCATE asked")
  return nodesOf(rows[0]["QUERY PLAN"][0].Plan)
    .filter((node) => node["Relation Name"] === table)
    .reduce(
      (sum, node) =>
        sum +
        (node["Actual Loops"] ?? 0) * ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)),
      0
    )
}
