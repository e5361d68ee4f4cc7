import { Client } from "pg"
import { assert } from "vitest"
import { type Across, tablesOfNoPartner } from "./acrossPartners.ts"
import { type Bound, boundless, partnerTables } from "./onePartner.ts"
import type { SentStatement } from "./sentStatements.ts"

/**
 * Proves that each of these statements names the partner of every row that it reads or writes, but for reviewed ones. A
 * reviewed one that was not sent, or that obeys the law, fails as well: what stands in the list is what there is.
 */
export const proveOnePartner = async (
  url: string,
  sent: Iterable<SentStatement>,
  bound: Bound,
  reviewed: ReadonlyArray<Across>
): Promise<void> => {
  // What is asked here is sent too.
  const all = [...sent]
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await partnerTables(client)
    const ofNone = [...tables.columnOf].flatMap(([table, column]) => (column === undefined ? [table] : []))
    assert.sameMembers(ofNone, Object.keys(tablesOfNoPartner), "tables of no partner are reviewed")
    const unreviewed: Array<string> = []
    const met = new Set<Across>()
    for (const statement of all) {
      const faults = await boundless(client, tables, statement, bound)
      if (faults.length === 0) continue
      const known = reviewed.find((each) => each.statement.test(statement.name ?? statement.text.trim()))
      if (known === undefined) unreviewed.push(`${statement.name ?? statement.text}: ${faults.join("; ")}`)
      else met.add(known)
    }
    assert.deepStrictEqual(unreviewed, [], "every statement names the partner of its rows")
    const unmet = reviewed.filter((each) => !met.has(each)).map((each) => String(each.statement))
    assert.deepStrictEqual(unmet, [], "every reviewed statement is sent, and looks at more than one partner")
  } finally {
    await client.end()
  }
}
