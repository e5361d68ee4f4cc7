import { assert, describe, it } from "@effect/vitest"
import { PostgresStore, readerGrants, workerGrants } from "@quittance/adapters-postgres"
import { createQuittance } from "@quittance/core"
import { writeOneOfEverything } from "@quittance/testing"
import { faultsOf } from "../readers/faultsOf.ts"
import { adminOf } from "../server/admin.ts"
import { storeFor } from "../server/roles.ts"

const refused = (code: string) => (error: { readonly code?: string; readonly message: string }) =>
  assert.strictEqual(error.code, code, error.message)

describe("a worker's role", () => {
  it("changes nothing of the audit log, the journal and the store's own facts, nor any table", async () => {
    const { admin, url, urlOfRole } = await storeFor("worker", workerGrants)
    await writeOneOfEverything(PostgresStore.layer({ url: urlOfRole, mode: "sandbox" }))
    const worker = await adminOf(urlOfRole)
    for (const statement of [
      "UPDATE events SET data = '{}'",
      "DELETE FROM events",
      "TRUNCATE events",
      "SELECT FROM events FOR UPDATE",
      "UPDATE journal_entries SET kind = 'other'",
      "DELETE FROM journal_entries",
      "TRUNCATE journal_entries",
      "INSERT INTO events SELECT * FROM events ON CONFLICT (partner_id, id) DO UPDATE SET data = '{}'",
      "UPDATE meta SET mode = 'live'",
      "UPDATE meta SET schema_version = 1000",
      "UPDATE meta SET store_id = 'other', copy_of = 'other'",
      "INSERT INTO meta SELECT * FROM meta",
      "DELETE FROM meta",
      "TRUNCATE payouts",
      "ALTER TABLE events DISABLE TRIGGER ALL",
      "ALTER TABLE events DROP COLUMN checksum",
      "DROP TABLE events",
      "CREATE TABLE other (id int)",
      "CREATE OR REPLACE FUNCTION note_public_url(noted text) RETURNS void LANGUAGE sql AS 'SELECT'",
      "DROP FUNCTION note_public_url(text)"
    ])
      await worker.query(statement).then(
        () => assert.fail(`the worker may: ${statement}`),
        (error) => assert.include(["42501", "42P17"], error.code, `${statement}: ${error.message}`)
      )
    assert.deepStrictEqual(await faultsOf(url), [])
    assert.isAbove((await admin.query("SELECT FROM events")).rowCount ?? 0, 0)
  })

  it("works in a schema of the store's own", async () => {
    const { admin, urlOfRole } = await storeFor("worker", workerGrants, "till")
    await writeOneOfEverything(PostgresStore.layer({ url: urlOfRole, mode: "sandbox" }))
    assert.deepStrictEqual(await faultsOf(urlOfRole), [])
    const { rows } = await admin.query('SELECT public_url, signatures_forgotten_through FROM "till".meta')
    assert.strictEqual(rows.length, 1)
    const worker = await adminOf(urlOfRole)
    await worker.query("SELECT note_public_url('https://till.example')")
    await worker.query("DELETE FROM events").then(() => assert.fail("events"), refused("42501"))
  })

  it("redacts what it may not change the log of, and the store still verifies", async () => {
    const { admin, url, urlOfRole } = await storeFor("worker", workerGrants)
    const host = await createQuittance({
      store: PostgresStore.layer({ url: urlOfRole, mode: "sandbox" }),
      masterKey: Buffer.alloc(32, 7).toString("base64"),
      workers: false
    })
    const { partnerId } = await host.keys.create({ partner: "shop" })
    const asked = {
      amount: 5,
      currency: "USD" as const,
      description: "a private matter",
      payerEmail: "ann@example.com"
    }
    const paid = await host.invoices.create(partnerId, asked, "paid")
    await host.sandbox.pay(partnerId, paid.id)
    await host.drain()
    await host.invoices.redact(partnerId, paid.id)
    await host.drain()
    await host.close()
    const { rows } = await admin.query("SELECT to_jsonb(invoices)::text AS row FROM invoices")
    assert.notInclude(rows[0].row, "private matter")
    assert.notInclude(rows[0].row, "ann@example.com")
    assert.deepStrictEqual(await faultsOf(url), [])
    await admin.query("DELETE FROM events WHERE type = 'InvoiceRedacted'")
    assert.match((await faultsOf(url)).join("\n"), /^1 of the \d+ events of \S+ on \S+ are missing$/m)
  })

  it("changes nothing of a partition of the audit log either", async () => {
    const { admin, role, urlOfRole } = await storeFor("worker", workerGrants)
    await admin.query(`
      ALTER TABLE events RENAME TO events_2026;
      ALTER INDEX events_pkey RENAME TO events_2026_pkey;
      CREATE TABLE events (LIKE events_2026 INCLUDING DEFAULTS INCLUDING CONSTRAINTS, PRIMARY KEY (partner_id, id)) PARTITION BY RANGE (id);
      ALTER TABLE events ATTACH PARTITION events_2026 FOR VALUES FROM (MINVALUE) TO ('evt_1');
      CREATE TABLE events_2027 PARTITION OF events FOR VALUES FROM ('evt_1') TO (MAXVALUE)`)
    await admin.query(workerGrants(role))
    await writeOneOfEverything(PostgresStore.layer({ url: urlOfRole, mode: "sandbox" }))
    const worker = await adminOf(urlOfRole)
    for (const table of ["events", "events_2026", "events_2027"])
      await worker
        .query(`DELETE FROM ${table}`)
        .then(() => assert.fail(`the worker may delete from ${table}`), refused("42501"))
    assert.deepStrictEqual(await faultsOf(urlOfRole), [])
  })

  it("changes a fact of the store only where a function finds it right, whatever its search path", async () => {
    const { admin, urlOfRole } = await storeFor("worker", workerGrants)
    const worker = await adminOf(urlOfRole)
    // A table of its own in the way of the function's.
    await worker.query("CREATE TEMPORARY TABLE meta (public_url text, signatures_forgotten_through bigint)")
    await worker.query("CREATE TEMPORARY TABLE store_hold (id int); INSERT INTO store_hold VALUES (1)")
    await worker.query("SET search_path = pg_temp, public")
    await worker.query("SELECT forget_signatures(7), forget_signatures(5), forget_signatures(NULL)")
    await worker.query("SELECT note_public_url('https://pay.example')")
    for (const wrong of ["'javascript:alert(1)'", "''", "NULL"])
      await worker
        .query(`SELECT note_public_url(${wrong})`)
        .then(() => assert.fail(`the worker may note ${wrong}`), refused("42501"))
    await admin.query("UPDATE meta SET server_id = '1', timeline = 'A', database_oid = 1")
    await worker.query("SELECT note_server(NULL, NULL, NULL)")
    for (const moved of ["'2', 'A', 1", "'1', 'B', 1", "NULL, NULL, 2"])
      await worker
        .query(`SELECT note_server(${moved})`)
        .then(() => assert.fail(`the worker may move the store to ${moved}`), refused("42501"))
    const facts = async () =>
      (
        await admin.query(
          "SELECT server_id, timeline, database_oid::int, public_url, signatures_forgotten_through::int AS through FROM public.meta"
        )
      ).rows[0]
    const known = {
      server_id: "1",
      timeline: "A",
      database_oid: 1,
      public_url: "https://pay.example",
      through: 7
    }
    assert.deepStrictEqual(await facts(), known)
    await admin.query("INSERT INTO store_hold VALUES (1, 'moved', 0)")
    await worker.query("SELECT note_server('2', 'B', NULL)")
    assert.deepStrictEqual(await facts(), { ...known, server_id: "2", timeline: "B" })
  })
})

describe("a function that changes a fact of the store", () => {
  it("is for nobody without the grant, and has a fixed search path", async () => {
    const { admin, urlOfRole } = await storeFor("reader", readerGrants)
    const reader = await adminOf(urlOfRole)
    for (const call of [
      "note_server('1', '1', 1)",
      "forget_signatures(1)",
      "note_public_url('https://x.test')"
    ])
      await reader.query(`SELECT ${call}`).then(() => assert.fail(`a reader may ${call}`), refused("42501"))
    const { rows } = await admin.query(
      "SELECT proname::text AS name, prosecdef AS definer, proconfig AS settings FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1"
    )
    const settings = ["search_path=pg_catalog, public, pg_temp"]
    assert.deepStrictEqual(
      rows,
      ["forget_signatures", "note_public_url", "note_server"].map((name) => ({
        name,
        definer: true,
        settings
      }))
    )
  })
})

describe("a reader's role", () => {
  it("verifies a store and changes nothing of it", async () => {
    const { url, urlOfRole } = await storeFor("reader", readerGrants)
    await writeOneOfEverything(PostgresStore.layer({ url, mode: "sandbox" }))
    assert.deepStrictEqual(await faultsOf(urlOfRole), [])
    const reader = await adminOf(urlOfRole)
    for (const table of ["events", "payouts", "meta", "store_hold"])
      await reader.query(`DELETE FROM ${table}`).then(() => assert.fail(table), refused("42501"))
  })
})
