import { spawn } from "node:child_process"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { PostgresStore, StoreTarget } from "@quittance/adapters-postgres"
import { SqliteStore, StoreSource } from "@quittance/adapters-sqlite"
import { Operations, Payouts, type StorePorts } from "@quittance/core"
import {
  AuditReader,
  allById,
  type BalanceEntryFilter,
  balanceEntryList,
  type Concept,
  concepts,
  ListReader,
  partner,
  SandboxStore
} from "@quittance/core/adapter"
import { simulate } from "@quittance/testing"
import { asked, testServer } from "@quittance/testing/postgres"
import { Effect, type Layer, Stream } from "effect"
import { readStoreConfiguration } from "../src/configuration/StoreConfiguration.ts"
import { servicesLayer } from "../src/start/services.ts"
import { EventReceiver } from "./EventReceiver.ts"
import { fiatClient } from "./fiatFetch.ts"
import { fundedServer, paid, provenLedger, provenTransfers } from "./provenPayouts.ts"
import { credentialsIn, QuittanceServer, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { balancePath, payoutRequest, payoutsPath, signedFetch, signedHeaders } from "./signedFetch.ts"

const timeoutMillis = 120_000

const newDatabase = async () => (await testServer()).newDatabase()

let simulated = ""

/** The rows of every concept, as a run of the simulator leaves them. */
beforeAll(async () => {
  const seed = 3
  simulated = join(temporaryFolder(), "quittance.db")
  const { faults } = await Effect.runPromise(
    simulate(seed, SqliteStore.layer({ filename: simulated, mode: "sandbox" }), { stepCount: 120 })
  )
  assert.isEmpty(faults, `seed ${seed}`)
}, timeoutMillis)

/** A store with these rows, for one test. */
const simulatedStore = (): string => {
  const filename = join(temporaryFolder(), "quittance.db")
  for (const end of ["", ".anchor"]) copyFileSync(`${simulated}${end}`, `${filename}${end}`)
  return filename
}

/** Adds waiting payouts, so many that their tables are several pages of the copy. */
const addPayouts = async (filename: string, count: number): Promise<void> => {
  const configuration = await readStoreConfiguration({ QUITTANCE_DB: filename, QUITTANCE_LOG_LEVEL: "none" })
  const adding = Effect.gen(function* () {
    const [{ id } = { id: "" }] = yield* allById(partner)
    const { balances } = yield* Operations
    const payouts = yield* Payouts
    yield* balances.adjust(id, { amount: "1000000", reason: "test" })
    const order = { amount: 1, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron" }
    yield* Effect.forEach(
      Array.from({ length: count }, (_, index) => `many-${index}`),
      (key) => payouts.create(id, key, { ...order, note: key }),
      { concurrency: 64, discard: true }
    )
  })
  await Effect.runPromise(Effect.provide(adding, servicesLayer(configuration, { vault: "none" })))
}

const copyCommand = (from: string, to: string, ...flags: ReadonlyArray<string>) => [
  "store",
  "copy",
  "--from",
  from,
  "--to",
  to,
  ...flags
]

const copied = async (from: string, to: string, ...flags: ReadonlyArray<string>) => {
  const answer = await quittance(copyCommand(from, to, "--json", ...flags), temporaryFolder())
  assert.strictEqual(answer.status, 0, answer.stderr)
  return JSON.parse(answer.stdout)
}

const refused = async (from: string, to: string, sentence: RegExp, ...flags: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = await quittance(copyCommand(from, to, ...flags), temporaryFolder())
  assert.deepStrictEqual([status, stdout], [1, ""], stderr)
  assert.match(stderr, sentence)
}

const inFile = (filename: string, sql: string): ReadonlyArray<Record<string, unknown>> => {
  const database = new DatabaseSync(filename, { readOnly: true })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

/** What a store says through its ports, which know nothing of its tables. */
const contentsOf = (layer: Layer.Layer<StorePorts, unknown>) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const audit = yield* Effect.flatMap(AuditReader, ({ snapshot }) => snapshot)
      const sorted = <A, E, R>(stream: Stream.Stream<A, E, R>) =>
        Effect.map(Stream.runCollect(stream), (items) =>
          items
            .map((item) =>
              JSON.stringify(item, (_, value) => (typeof value === "bigint" ? `${value}n` : value))
            )
            .sort()
        )
      const states: Record<string, ReadonlyArray<unknown>> = {}
      for (const concept of Object.values(concepts) as ReadonlyArray<Concept<unknown>>)
        states[concept.table] = yield* allById(concept)
      const lists = yield* ListReader
      const anything: BalanceEntryFilter = {}
      const statements = yield* Effect.forEach(yield* allById(partner), ({ id }) =>
        Stream.runCollect(lists.stream(balanceEntryList, { partnerId: id }, anything, Date.UTC(2100)))
      )
      const { balances, claims, counters, entries, jobs, outbox, pendingDeliveries, transitWallets } = audit
      const { storageFaults } = audit
      return {
        states,
        // Ids of entries too: partners keep them.
        statements: statements.map((each) => [...each]),
        storageFaults,
        balances: yield* sorted(balances),
        claims: yield* sorted(claims),
        counters: yield* sorted(counters),
        entries: yield* sorted(entries),
        jobs: yield* sorted(jobs),
        outbox: yield* sorted(outbox),
        pendingDeliveries: yield* sorted(pendingDeliveries),
        transitWallets: yield* sorted(transitWallets)
      }
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

describe("quittance store copy", { timeout: timeoutMillis }, () => {
  it("moves every table, and the old store is on hold", async () => {
    const filename = simulatedStore()
    const url = await newDatabase()
    const backup = join(temporaryFolder(), "backup.db")
    const { status } = await quittance(["backup", backup], temporaryFolder(), { QUITTANCE_DB: filename })
    assert.strictEqual(status, 0)
    const { complete, tables } = await copied(filename, url)
    assert.isTrue(complete)

    // Every table of the file is a table of the copy, or is known to be kept in another way.
    const names = inFile(
      filename,
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    const searched = ["payouts_by_address", "payouts_by_transaction"].flatMap((name) => [name, `${name}_new`])
    const elsewhere = ["meta", "store_hold", "erasure_keys", "postings", ...searched]
    const counts = new Map<string, number>(
      tables.map(({ rowCount, table }: { table: string; rowCount: number }) => [table, rowCount])
    )
    assert.deepStrictEqual(
      [...counts.keys(), ...elsewhere].sort(),
      [...names.map(({ name }) => String(name)), "directory"].sort()
    )
    for (const [table, count] of counts) {
      // Made of claims and of the rows that it leads to.
      if (table === "directory") continue
      const from = table === "claims" ? "claims WHERE domain <> ''" : table
      assert.deepStrictEqual(inFile(filename, `SELECT count(*) AS count FROM ${from}`), [{ count }], table)
    }

    const sqlite = SqliteStore.layer({ filename, mode: "sandbox", readonly: true })
    const postgres = PostgresStore.layer({ url, mode: "sandbox", readonly: true })
    const { statements, ...contents } = await contentsOf(sqlite)
    assert.deepStrictEqual(await contentsOf(postgres), { statements, ...contents })
    const backedUp = SqliteStore.layer({ filename: backup, mode: "sandbox", readonly: true })
    assert.deepStrictEqual((await contentsOf(backedUp)).statements, statements)
    assert.isAbove(new Set(statements.flat().map(({ kind }) => kind)).size, 2)
    await provenLedger(temporaryFolder(), { QUITTANCE_DB: url })
    const [hold] = inFile(filename, "SELECT reason FROM store_hold")
    assert.match(String(hold?.reason), /^This store is on hold: it was moved to postgres:/)
    assert.isEmpty(await asked(url, "SELECT FROM store_hold"))
    await refused(filename, url, /is complete; nothing is copied into a store that may have been served\.$/m)
  })

  it("the sandbox's e-mails, sealed in the file, are read in the copy", async () => {
    const filename = simulatedStore()
    const url = await newDatabase()
    const sqlite = SqliteStore.layer({ filename, mode: "sandbox" })
    const mails = Effect.flatMap(SandboxStore, (store) => store.list("mail", "prt_1/"))
    const sending = Effect.flatMap(SandboxStore, (store) =>
      store.insert("mail", "prt_1/1", '{"to":"anna@shop.example"}')
    )
    await Effect.runPromise(Effect.provide(Effect.scoped(sending), sqlite))
    const sent = await Effect.runPromise(Effect.provide(Effect.scoped(mails), sqlite))
    assert.deepStrictEqual(sent, [{ id: "prt_1/1", value: '{"to":"anna@shop.example"}' }])
    assert.isTrue((await copied(filename, url)).complete)
    const postgres = PostgresStore.layer({ url, mode: "sandbox" })
    assert.deepStrictEqual(await Effect.runPromise(Effect.provide(Effect.scoped(mails), postgres)), sent)
  })

  it("is refused into a database with a store, and in any other direction", async () => {
    const filename = simulatedStore()
    const url = await newDatabase()
    await Effect.runPromise(Effect.provide(Effect.void, PostgresStore.layer({ url, mode: "sandbox" })))
    await refused(filename, url, /contains another store; choose an empty database\.$/m)
    assert.isEmpty(inFile(filename, "SELECT * FROM store_hold"))
    for (const [from, to] of [
      [url, filename],
      [filename, `${filename}-2`],
      [url, url]
    ] as const) {
      const { status, stderr } = await quittance(copyCommand(from, to), temporaryFolder())
      assert.strictEqual(status, 2)
      assert.include(stderr, "store copy copies a SQLite file to a postgres:// URL")
    }
    await refused(`${filename}-2`, await newDatabase(), /quittance\.db-2 does not exist\.$/m)
  })

  it("is refused while the file has a row that was changed by hand", async () => {
    const filename = simulatedStore()
    const database = new DatabaseSync(filename)
    database.exec(
      "UPDATE payouts SET amount_minor = amount_minor + 1 WHERE id = (SELECT min(id) FROM payouts)"
    )
    database.close()
    const url = await newDatabase()
    const run = await quittance(copyCommand(filename, url), temporaryFolder())
    assert.strictEqual(run.status, 1, run.stderr)
    assert.match(run.stderr, /the store has faults, so it was not copied/)
    assert.isEmpty(await asked(url, "SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace"))
  })

  it("finds a row of the copy that was changed behind its back, and makes no store of it", async () => {
    const filename = simulatedStore()
    const url = await newDatabase()
    const changing = Effect.gen(function* () {
      const source = yield* StoreSource.open({ filename, mode: "sandbox", access: "alone", to: url })
      const target = yield* StoreTarget.open({ url, source, progress: () => undefined })
      yield* target.copy
      const right = yield* target.check
      assert.isEmpty(right.differences)
      yield* Effect.promise(() => asked(url, "UPDATE partners SET name = name || '!'"))
      yield* Effect.promise(() => asked(url, "DELETE FROM events WHERE id = (SELECT max(id) FROM events)"))
      return yield* target.check
    })
    const { differences, report } = await Effect.runPromise(Effect.scoped(changing))
    assert.isUndefined(report)
    assert.match(
      differences.join("\n"),
      /^events: (\d+) rows of the source and \d+ of the copy differ, from the first to \(.*\)$/m
    )
    assert.match(differences.join("\n"), /^partners: 2 rows of the source and 2 of the copy differ/m)
    const { message } = await Effect.runPromise(
      Effect.flip(Effect.provide(Effect.void, PostgresStore.layer({ url, mode: "sandbox" })))
    )
    assert.match(
      message,
      /is an unfinished copy: run `quittance store copy` again until it is complete, or choose another database\.$/
    )
    assert.isEmpty(inFile(filename, "SELECT * FROM store_hold"))
    // The next run mends it.
    assert.isTrue((await copied(filename, url)).complete)
  })

  it("goes on after kill -9 at any point, and no server starts on what is there until then", async () => {
    const filename = simulatedStore()
    await addPayouts(filename, 5_000)
    const url = await newDatabase()
    for (const point of ["copying jobs", "copying payouts", "verifying events"]) {
      const text = await killedAt(copyCommand(filename, url), point)
      assert.include(text, point)
      const started = await serveHere(temporaryFolder(), { QUITTANCE_DB: url }).then(
        () => "started",
        (error: Error) => error.message
      )
      assert.match(started, /is an unfinished copy: run `quittance store copy` again/)
    }
    // In the middle of a table, so that one page of it was written and the others were not.
    const [reached] = await asked(url, "SELECT count(*)::int AS count FROM payouts")
    assert.isAbove(Number(reached?.count), 0)
    assert.isTrue((await copied(filename, url)).complete)
    await provenLedger(temporaryFolder(), { QUITTANCE_DB: url })
  })

  it("is what the next server goes on with: requests, payouts, webhooks", async () => {
    const folder = temporaryFolder()
    const filename = join(folder, "quittance.db")
    const url = await newDatabase()
    const receiver = await EventReceiver.open()
    const allowed = {
      QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1",
      QUITTANCE_RATE_LIMITS: "off",
      QUITTANCE_PUBLIC_URL: "http://127.0.0.1:3000"
    }
    // Half of the work, so that payouts and deliveries wait.
    const http = await fundedServer(folder, 1_000, { ...allowed, QUITTANCE_ROLE: "http" })
    const credentials = credentialsIn(folder)
    const client = fiatClient(http.url, credentials)
    const webhook = await client.post("/api/v1/webhooks", { url: receiver.url, events: ["invoice.created"] })
    const invoices: Array<unknown> = []
    for (const amount of [12.5, 20, 30, 40, 50])
      invoices.push((await client.post("/api/v1/invoices", { amount, currency: "EUR" })).id)
    const keys = Array.from({ length: 25 }, (_, index) => `order-${index}`)
    const ids: Array<string> = []
    for (const key of keys) ids.push(await paid(http.url, credentials, key))
    const again = await signedFetch(http.url, credentials, payoutRequest("order-7"))
    const listed = await client.get("/api/v1/invoices?page=2&limit=2")
    // A signature is good for one idempotency key, which it does not cover.
    const seen = payoutRequest("signed once")
    const headers = signedHeaders(credentials, seen)
    const pay = async (base: string, key: string) => {
      const answer = await fetch(`${base}${payoutsPath}`, {
        method: "POST",
        headers: { ...headers, "x-idempotency-key": key },
        body: JSON.stringify(seen.body)
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const first = await pay(http.url, "signed once")
    assert.strictEqual(first.status, 200)
    ids.push((first.body.payout as { id: string }).id)

    // What is copied ahead is copied again only where it changed.
    const ahead = await copied(filename, url, "--ahead")
    assert.isFalse(ahead.complete)
    ids.push(await paid(http.url, credentials, "after the first copy"))
    await refused(filename, url, /is open in another process: stop every server and command on it\.$/m)
    assert.strictEqual(await http.stop(), 0)
    assert.isTrue((await copied(filename, url)).complete)

    const moved = { ...allowed, QUITTANCE_DB: url, QUITTANCE_DATA: folder }
    const server = await QuittanceServer.start(folder, moved)
    const repeated = await signedFetch(server.url, credentials, payoutRequest("order-7"))
    assert.strictEqual((repeated.body.payout as { id: string }).id, (again.body.payout as { id: string }).id)
    assert.strictEqual(repeated.headers.get("idempotent-replayed"), again.headers.get("idempotent-replayed"))
    assert.strictEqual((await pay(server.url, "taken")).status, 401)
    const after = fiatClient(server.url, credentials)
    assert.deepStrictEqual(await after.get("/api/v1/invoices?page=2&limit=2"), listed)
    await receiver.until(({ eventCount }) => eventCount === invoices.length)
    const announced = receiver.all.map(({ body }) => JSON.parse(body).data.object.id)
    assert.sameMembers(announced, invoices)
    ids.push(await paid(server.url, credentials, "on the new store"))
    await provenTransfers(folder, server, ids)
    const shown = await after.get(`/api/v1/webhooks/${webhook.id}/deliveries`)
    assert.lengthOf(shown.deliveries as ReadonlyArray<unknown>, invoices.length)
    assert.strictEqual(await server.stop(), 0)
    await provenLedger(folder, moved)
  })

  it("leaves a file that is only read, until an operator gives the move up", async () => {
    const folder = temporaryFolder()
    const filename = join(folder, "quittance.db")
    const before = await serveHere(folder)
    await before.stop()
    const url = new URL(await newDatabase())
    url.password = "s3cret"
    assert.isTrue((await copied(filename, url.href)).complete)
    url.password = ""
    const moved = `${filename} was moved to ${url.href}, so nothing is done on it any more; `
    const run = (...args: ReadonlyArray<string>) => quittance(args, folder)
    for (const args of [
      ["serve"],
      ["keys", "create", "--partner", "shop"],
      ["payouts", "release"],
      copyCommand(filename, await newDatabase(), "--accept-faults")
    ]) {
      const { status, stderr, stdout } = await run(...args)
      assert.deepStrictEqual([status, stdout], [1, ""], args.join(" "))
      assert.match(stderr, /^quittance: .*\.\n$/)
      assert.include(stderr, moved)
      assert.notInclude(stderr, "s3cret")
    }
    assert.strictEqual((await run("ledger", "verify")).status, 0)
    assert.strictEqual((await run("backup", join(folder, "backup.db"))).status, 0)

    const released = await run("payouts", "release", "--accept-moved")
    assert.strictEqual(released.status, 0, released.stderr)
    const server = await serveHere(folder)
    const answer = await signedFetch(server.url, credentialsIn(folder), { path: balancePath })
    assert.strictEqual(answer.status, 200)
  })
})

const main = new URL("../src/main.ts", import.meta.url).pathname

/** Kills the command as soon as it says that; answers what it said. */
const killedAt = (args: ReadonlyArray<string>, point: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--conditions=source", main, ...args], {
      stdio: ["ignore", "ignore", "pipe"]
    })
    let said = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text
      if (said.includes(point)) child.kill("SIGKILL")
    })
    child.once("error", reject)
    child.once("close", (_status, signal) =>
      signal === "SIGKILL" ? resolve(said) : reject(new Error(`it ended before: ${said}`))
    )
  })
