import { assert, it } from "@effect/vitest"
import { PostgresStore } from "@quittance/adapters-postgres"
import { afterwards } from "@quittance/testing"
import { asked, testServer } from "@quittance/testing/postgres"
import { Effect, Layer } from "effect"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

const grants = (...flags: ReadonlyArray<string>) => grantsFor({}, ...flags)

const grantsFor = (environment: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) =>
  quittance(["store", "grants", ...flags], temporaryFolder(), environment)

it("the printed SQL makes a role that commands write with, and one that they only read with", async () => {
  const url = await (await testServer()).newDatabase()
  await Effect.runPromise(Effect.scoped(Layer.build(PostgresStore.layer({ url, mode: "sandbox" }))))
  const [worker, reader] = [`worker-${process.pid}`, `reader-${process.pid}`]
  const { status, stdout } = await grants("--worker", worker, "--reader", reader)
  assert.strictEqual(status, 0)
  await asked(url, stdout)
  afterwards(async () => {
    await asked(url, `DROP OWNED BY "${worker}", "${reader}"; DROP ROLE "${worker}", "${reader}"`)
  })
  // A second time changes nothing.
  await asked(url, stdout)

  const as = (role: string, ...words: ReadonlyArray<string>) => {
    const place = new URL(url)
    place.username = role
    const folder = temporaryFolder()
    return quittance(words, folder, { QUITTANCE_DB: place.href, QUITTANCE_DATA: folder })
  }
  const adjusted = ["balance", "adjust", "--partner", "shop", "--amount", "5", "--reason", "opening"]
  for (const words of [["keys", "create", "--partner", "shop"], adjusted]) {
    const refused = await as(reader, ...words)
    assert.strictEqual(refused.status, 1)
    assert.include(refused.stderr, "`quittance store grants` prints the SQL of the rights that it needs")
    const done = await as(worker, ...words)
    assert.strictEqual(done.status, 0, done.stderr)
  }
  for (const role of [worker, reader]) {
    const verified = await as(role, "ledger", "verify")
    assert.strictEqual(verified.status, 0, verified.stderr)
  }
  const shown = await as(reader, "balance", "show", "--partner", "shop")
  assert.match(shown.stdout, /5/)
})

it("names that PostgreSQL would cut off or that are the same are refused; JSON has both parts", async () => {
  for (const flags of [
    ["--worker", "1st"],
    ["--reader", "a;b"],
    ["--schema", "x".repeat(64)]
  ]) {
    const { status, stderr } = await grants(...flags)
    assert.strictEqual(status, 2)
    assert.include(stderr, `${flags[0]} must be `)
  }
  const same = await grants("--worker", "one", "--reader", "one")
  assert.strictEqual(same.status, 2)
  assert.include(same.stderr, "--worker and --reader must be two roles.")
  const { stdout } = await grants("--json", "--schema", "shop")
  const { reader, worker } = JSON.parse(stdout)
  assert.include(worker, 'REVOKE UPDATE, DELETE ON "shop".events FROM "quittance_worker";')
  assert.include(reader, 'GRANT SELECT ON ALL TABLES IN SCHEMA "shop" TO "quittance_reader";')
})

it("the schema is the one in QUITTANCE_DB, so that the role works in the store that servers open", async () => {
  const place = new URL(await (await testServer()).newDatabase())
  await asked(place.href, "CREATE SCHEMA shop")
  place.searchParams.set("options", "-csearch_path=shop")
  const url = place.href
  await Effect.runPromise(Effect.scoped(Layer.build(PostgresStore.layer({ url, mode: "sandbox" }))))
  const worker = `schema-worker-${process.pid}`
  const { stdout } = await grantsFor({ QUITTANCE_DB: url }, "--worker", worker)
  await asked(url, stdout)
  afterwards(async () => {
    await asked(url, `DROP OWNED BY "${worker}", quittance_reader; DROP ROLE "${worker}", quittance_reader`)
  })
  place.username = worker
  const folder = temporaryFolder()
  const environment = { QUITTANCE_DB: place.href, QUITTANCE_DATA: folder }
  const made = await quittance(["keys", "create", "--partner", "shop"], folder, environment)
  assert.strictEqual(made.status, 0, made.stderr)
})

it("a schema is read from a URL as PostgreSQL reads it, a flag wins, and a variable in it is refused", async () => {
  const of = async (options: string, ...flags: ReadonlyArray<string>) => {
    const url = `postgres://owner@127.0.0.1/money?${new URLSearchParams({ options })}`
    const { status, stderr, stdout } = await grantsFor({ QUITTANCE_DB: url }, ...flags)
    return status === 0 ? /ON SCHEMA "([^"]*)"/.exec(stdout)?.[1] : stderr
  }
  assert.strictEqual(await of("-c search_path=Shop,public"), "shop")
  assert.strictEqual(await of('-csearch_path=first --search_path="Shop"'), "Shop")
  assert.strictEqual(await of("-c statement_timeout=5"), "public")
  assert.strictEqual(await of("-csearch_path=shop", "--schema", "other"), "other")
  assert.include(await of('-csearch_path="$user"'), "name the schema of the tables with --schema.")
})
