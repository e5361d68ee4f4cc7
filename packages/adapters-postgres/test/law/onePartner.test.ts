import { PostgresStore } from "@quittance/adapters-postgres"
import { Effect } from "effect"
import { assert, it } from "vitest"
import { adminOf } from "../server/admin.ts"
import { newDatabase } from "../server/newStore.ts"
import { type Bound, boundless, partnerTables } from "./onePartner.ts"

/** What breaks the law, and the table about which it does. */
const breaking: ReadonlyArray<readonly [table: string, text: string]> = [
  ["payouts", "SELECT * FROM payouts WHERE id = $1"],
  ["payouts", "SELECT * FROM payouts WHERE partner_id = $1 OR id = $2"],
  ["payouts", "SELECT * FROM payouts WHERE partner_id > $1"],
  ["partners", "SELECT * FROM partners WHERE name = $1"],
  ["directory", "SELECT * FROM directory WHERE kind = $1"],
  [
    "webhook_messages",
    `SELECT m.id FROM webhook_outbox AS o CROSS JOIN LATERAL (
       SELECT * FROM webhook_messages WHERE id = o.message_id LIMIT 1) AS m WHERE o.partner_id = $1`
  ],
  ["payouts", "SELECT payouts.id FROM payouts JOIN events ON payouts.partner_id = events.partner_id"],
  ["jobs", "SELECT (SELECT min(due_at) FROM jobs) FROM payouts WHERE partner_id = $1"],
  ["accounts", "UPDATE accounts SET balance_minor = 0 WHERE currency = $1"],
  ["claims", "DELETE FROM claims WHERE key = $1"],
  [
    "claims",
    `INSERT INTO claims (partner_id, scope, key, owner_id)
       SELECT 'prt_' || n, 'scope', 'key', 'owner' FROM generate_series(1, 2) AS n`
  ]
]

const obeying: ReadonlyArray<string> = [
  "SELECT * FROM payouts WHERE partner_id = $1 AND (state = 'x) AND (' OR id = $2)",
  "SELECT * FROM directory JOIN payouts ON payouts.partner_id = directory.partner_id AND payouts.id = directory.owner_id WHERE kind = $1 AND key = $2",
  "INSERT INTO claims (partner_id, scope, key, owner_id) VALUES ($1, unnest($2::text[]), 'key', 'owner') ON CONFLICT DO NOTHING",
  "UPDATE accounts SET balance_minor = 0 FROM unnest($2::text[]) AS i (name) WHERE partner_id = $1 AND accounts.name = i.name",
  "SELECT * FROM rate_buckets"
]

/** Of many partners, each of which is named. */
const ofMany: ReadonlyArray<string> = [
  "SELECT payouts.id FROM payouts JOIN unnest($1::text[], $2::text[]) AS i (partner_id, id) ON payouts.partner_id = i.partner_id AND payouts.id = i.id",
  "INSERT INTO claims (partner_id, scope, key, owner_id) VALUES (unnest($1::text[]), 'scope', 'key', 'owner')"
]

it("a statement that forgets the partner of a row anywhere breaks the law, and no other", async () => {
  const url = await newDatabase()
  await Effect.runPromise(Effect.provide(Effect.void, PostgresStore.layer({ url, mode: "sandbox" })))
  const admin = await adminOf(url)
  const tables = await partnerTables(admin)
  const judged = (text: string, bound: Bound) => boundless(admin, tables, { name: text, text }, bound)
  for (const [table, text] of breaking)
    for (const bound of ["one", "each"] as const)
      assert.include((await judged(text, bound)).join(), ` ${table} `, `${bound}: ${text}`)
  for (const text of obeying) assert.deepStrictEqual(await judged(text, "one"), [], text)
  for (const text of ofMany) {
    assert.deepStrictEqual(await judged(text, "each"), [], text)
    assert.lengthOf(await judged(text, "one"), 1, text)
  }
  assert.deepStrictEqual(
    await boundless(admin, tables, { name: undefined, text: "TRUNCATE payouts" }, "one"),
    ["names payouts"]
  )
})
