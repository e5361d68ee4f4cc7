import {
  crowdedCount,
  grainMillis,
  type ListShape,
  listColumns,
  listGrains,
  momentMillis,
  splitGrain,
  stateLists
} from "@quittance/core/adapter"

/** What a store's table lacks of its concept's definition: the parts of the step that adds it. */
export interface MissingParts {
  readonly table: string
  /** The definitions of new columns. */
  readonly columns: ReadonlyArray<string>
  readonly checks: ReadonlyArray<object>
  readonly indexes: ReadonlyArray<string>
  /** Statements. */
  readonly sql: ReadonlyArray<string>
  /** Statements that count what is there for a new list. */
  readonly counts: ReadonlyArray<string>
  /** What no step adds, one sentence each: the definition must change. */
  readonly faults: ReadonlyArray<string>
}

/** The lists whose indexes are missing. */
const missingLists = (table: string, missingIndexes: ReadonlyArray<string>): ReadonlyArray<ListShape> =>
  stateLists.filter(
    ({ index, items }) => items.table === table && missingIndexes.includes(`${table}_${index}`)
  )

/** The first counts of the lists whose indexes are missing, for any engine. */
export const firstCounts = (table: string, missingIndexes: ReadonlyArray<string>): ReadonlyArray<string> =>
  missingLists(table, missingIndexes).map(countingSql)

/** After their first counts: crowded hours are split from their beginning. */
export const firstSplits = (table: string, missingIndexes: ReadonlyArray<string>): ReadonlyArray<string> =>
  missingLists(table, missingIndexes).flatMap(splittingSql)

const counts = "INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)"

const countingSql = (list: ListShape): string => {
  const { kind = "''", scope = "''", status } = listColumns(list)
  const counted = listGrains.flatMap((grain) =>
    ["''", ...(status === undefined ? [] : [status])].map(
      (of) =>
        `SELECT partner_id, '${list.name}', ${scope}, '${grain}', ${of}, created_at / ${grainMillis[grain]} * ${grainMillis[grain]}, ${kind}, count(*) FROM ${list.items.table} GROUP BY 1, 2, 3, 4, 5, 6, 7`
    )
  )
  return `${counts}\n${counted.join("\nUNION ALL ")}`
}

const splittingSql = (list: ListShape): ReadonlyArray<string> => {
  const { kind = "''", scope = "''", status } = listColumns(list)
  const { hour } = grainMillis
  const split = `${counts}
  SELECT partner_id, list, scope, '${splitGrain}', '', bucket, '', bucket FROM list_counts
   WHERE list = '${list.name}' AND grain = 'hour' AND status = '' GROUP BY partner_id, list, scope, bucket HAVING sum(count) > ${crowdedCount}`
  const moments = ["''", ...(status === undefined ? [] : [status])].map(
    (of) => `${counts}
  SELECT owner, '${list.name}', whose, 'moment', of_status, at / ${momentMillis} * ${momentMillis}, of_kind, count(*)
    FROM list_counts JOIN (
      SELECT partner_id AS owner, ${scope} AS whose, ${of} AS of_status, created_at AS at, ${kind} AS of_kind FROM ${list.items.table}) AS items
      ON partner_id = owner AND scope = whose AND at >= bucket AND at < bucket + ${hour}
   WHERE list = '${list.name}' AND grain = '${splitGrain}' GROUP BY 1, 2, 3, 4, 5, 6, 7`
  )
  return [split, ...moments]
}

/** The entry of a step that adds all of it, after what no step adds; undefined if nothing is missing. */
export const missingStep = (version: number, missing: ReadonlyArray<MissingParts>): string | undefined => {
  const faults = missing.flatMap((each) => each.faults)
  const byTable = (key: "columns" | "checks") =>
    block(
      key,
      "{}",
      missing.filter((each) => each[key].length > 0).map((each) => `    ${each.table}: ${lines(each[key])}`)
    )
  const parts = [
    ...byTable("columns"),
    ...byTable("checks"),
    ...block(
      "indexes",
      "[]",
      missing.flatMap(({ indexes }) => indexes).map((text) => `    ${source(text)}`)
    ),
    ...block(
      "counts",
      "[]",
      missing.flatMap(({ counts }) => counts).map((text) => `    \`${text}\``)
    ),
    ...missing
      .flatMap(({ sql }) => sql)
      .slice(0, 1)
      .map(() => `  sql: \`\n${missing.flatMap(({ sql }) => sql).join("\n")}\``)
  ]
  if (parts.length === 0 && faults.length === 0) return undefined
  if (parts.length === 0) return faults.join("\n")
  return `${faults.map((fault) => `${fault}\n`).join("")}/** What it adds, and what the absence means in an old row. */
{
  version: ${version},
${parts.join(",\n")}
}
`
}

const block = (key: string, [open = "", close = ""]: string, texts: ReadonlyArray<string>) =>
  texts.length === 0 ? [] : [`  ${key}: ${open}\n${texts.join(",\n")}\n  ${close}`]

const lines = (each: ReadonlyArray<string | object>): string =>
  `[\n${each.map((one) => `      ${typeof one === "string" ? source(one) : objectSource(one)}`).join(",\n")}\n    ]`

const objectSource = (each: object): string =>
  `{ ${Object.entries(each)
    .map(([name, value]) => `${name}: ${value === undefined ? "undefined" : source(String(value))}`)
    .join(", ")} }`

/** A text as source, in the quotes that need no escapes. */
const source = (text: string): string =>
  text.includes('"') && !text.includes("'") ? `'${text}'` : JSON.stringify(text)
