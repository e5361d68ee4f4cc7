import type { VersionGuard } from "@quittance/core/adapter"
import type { Call } from "../connect/Connections.ts"
import {
  BulkRows,
  type BulkStatement,
  bigints,
  bulkStatement,
  eachIn,
  isMeant,
  type Partners,
  texts
} from "./BulkRows.ts"
import type { RowsOf } from "./conceptRows.ts"

type GuardedTable = Pick<RowsOf<never>, "partnerColumn" | "table">

/** The statements that look whether rows are as they were, and whether they are still missing. */
interface GuardStatements {
  /** Nobody writes the rows until the transaction ends. Who wrote them before is waited for. */
  readonly held: BulkStatement
  readonly absent: BulkStatement
}

const id = texts("id")

const statementsOf = ({ partnerColumn, table }: GuardedTable): GuardStatements => ({
  held: bulkStatement(
    `guard ${table}`,
    [...id, ...bigints("expected")],
    (relation) =>
      `WITH held AS (SELECT 1 FROM ${table} JOIN ${relation.rows}
           ON ${isMeant(table, id, relation, partnerColumn)} AND ${table}.version = i.expected
         ORDER BY ${table}."${partnerColumn}", ${table}.id FOR SHARE OF ${table})
       ${eachIn("held", relation)}`,
    true
  ),
  absent: bulkStatement(
    `guard absent ${table}`,
    id,
    (relation) =>
      `SELECT 1 / (count(*) = 0)::int FROM ${table} JOIN ${relation.rows}
         ON ${isMeant(table, id, relation, partnerColumn)}`
  )
})

const known = new Map<string, GuardStatements>()

const statements = (of: GuardedTable): GuardStatements => {
  const found = known.get(of.table)
  if (found !== undefined) return found
  const made = statementsOf(of)
  known.set(of.table, made)
  return made
}

/** Rows of one concept that a group guards: commits of it may guard the same ones. */
export class GuardRows {
  readonly #held: BulkRows
  readonly #absent: BulkRows
  readonly #seen = new Set<string>()

  constructor(of: GuardedTable) {
    const { absent, held } = statements(of)
    this.#held = new BulkRows(held)
    this.#absent = new BulkRows(absent)
  }

  add({ id, partnerId, version }: VersionGuard): void {
    const name = `${partnerId} ${id} ${version}`
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    if (version === 0) this.#absent.add(partnerId, [id])
    else this.#held.add(partnerId, [id, version])
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    return [...this.#held.calls(partners), ...this.#absent.calls(partners)]
  }
}
