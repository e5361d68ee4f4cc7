import { createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { PostgresStore, type PostgresStoreOptions, workerGrants } from "@quittance/adapters-postgres"
import { afterwards } from "@quittance/testing"
import { roleWithPassword, startServer, testServer } from "@quittance/testing/postgres"
import { Effect, Exit, Layer } from "effect"
import { openStore } from "../../src/connect/openStore.ts"
import { ServerWatch } from "../../src/connect/ServerWatch.ts"
import { schemaVersion, steps } from "../../src/schema/steps.ts"
import { adminOf } from "../server/admin.ts"

const newDatabase = async () => (await testServer()).newDatabase()

const opened = (options: Omit<PostgresStoreOptions, "mode"> & { readonly mode?: "sandbox" | "live" }) =>
  Effect.runPromiseExit(Effect.scoped(Layer.build(PostgresStore.layer({ mode: "sandbox", ...options }))))

const open = async (...options: Parameters<typeof opened>): Promise<void> => {
  const exit = await opened(...options)
  if (Exit.isFailure(exit)) assert.fail(JSON.stringify(exit.cause))
}

/** The reason and the sentence of a refusal. */
const refusal = async (...options: Parameters<typeof opened>) =>
  Effect.runPromise(
    Effect.flip(Effect.scoped(Layer.build(PostgresStore.layer({ mode: "sandbox", ...options[0] }))))
  )

const assertRefused = async (
  options: Parameters<typeof opened>[0],
  reason: string,
  sentence: RegExp
): Promise<void> => {
  const refused = await refusal(options)
  assert.strictEqual(refused.reason, reason, refused.message)
  assert.match(refused.message, sentence)
  assert.match(refused.message, /^[A-Z1-9].*\.$/)
  const password = URL.canParse(options.url) ? new URL(options.url).password : ""
  if (password !== "") assert.notInclude(refused.message, password)
}

const changed = (url: string, change: (url: URL) => void): string => {
  const parsed = new URL(url)
  change(parsed)
  return parsed.href
}

/** What a schema contains, so that nothing can have been written unseen. */
const contentsOf = async (url: string) =>
  (
    await (
      await adminOf(url)
    ).query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")
  ).rowCount

/** A role of its own for the test; returns the URL with it. */
const asRole = async (url: string, name: string, attributes = "LOGIN"): Promise<string> => {
  const admin = await adminOf(url)
  const role = `${name}_${process.pid}`
  await admin.query(`DROP ROLE IF EXISTS ${role}`)
  await admin.query(`CREATE ROLE ${role} ${attributes}`)
  return changed(url, (to) => {
    to.username = role
  })
}

describe("a store is refused, with nothing written", () => {
  it("under what is no URL of PostgreSQL", async () => {
    for (const url of [
      "",
      "data.db",
      "mysql://u:secret@h/d",
      "postgres://u:secret@h",
      "postgres://u:secret@h:x/d"
    ])
      await assertRefused({ url }, "notAUrl", /not the URL of a PostgreSQL database/)
  })

  it("where nothing answers, and where something else does", async () => {
    const nobody = "postgres://u:secret@127.0.0.1:1/d"
    await assertRefused({ url: nobody }, "unreachable", /no connection to the PostgreSQL server 127.0.0.1:1/)
    const silent = createServer((socket) => socket.on("error", () => {}))
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    afterwards(() => void silent.close())
    const address = silent.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const url = `postgres://u:secret@127.0.0.1:${port}/d`
    await assertRefused({ url, answerMillisMax: 200 }, "unreachable", /no connection/)
  })

  it("for a user or a database that does not exist", async () => {
    const url = await newDatabase()
    const stranger = changed(url, (to) => {
      to.username = "nobody_here"
      to.password = "secret"
    })
    await assertRefused({ url: stranger }, "denied", /refuses the user nobody_here or the password/)
    const absent = changed(url, (to) => {
      to.pathname = "/no_such_database"
    })
    await assertRefused({ url: absent }, "absent", /has no database no_such_database/)
  })

  it("without a password where one is asked for, and with a wrong one", async () => {
    if ((await testServer()).own === undefined) return
    const url = await newDatabase()
    const admin = await adminOf(url)
    await admin.query(`DROP ROLE IF EXISTS ${roleWithPassword}`)
    await admin.query(`CREATE ROLE ${roleWithPassword} LOGIN PASSWORD 'right'`)
    await admin.query(`GRANT CREATE ON SCHEMA public TO ${roleWithPassword}`)
    const withPassword = (password: string) =>
      changed(url, (to) => {
        to.username = roleWithPassword
        to.password = password
      })
    await assertRefused({ url: withPassword("") }, "denied", /requires a password for the user/)
    await assertRefused({ url: withPassword("secret") }, "denied", /refuses the user .* or the password/)
    await open({ url: withPassword("right") })
  })

  it("for a user who may not create its tables", async () => {
    const url = await newDatabase()
    const lesser = await asRole(url, "lesser")
    await assertRefused({ url: lesser }, "denied", /may not create tables/)
    assert.strictEqual(await contentsOf(url), 0)
  })

  it("on a server that is too old", async () => {
    const url = await newDatabase()
    const admin = await adminOf(url)
    await admin.query(`CREATE SCHEMA old; CREATE FUNCTION old.current_setting(name text) RETURNS text LANGUAGE sql AS
      $$ SELECT CASE name WHEN 'server_version_num' THEN '140005' WHEN 'server_version' THEN '14.5'
        ELSE pg_catalog.current_setting(name) END $$`)
    const old = changed(url, (to) => {
      to.searchParams.set("options", "-c search_path=old,pg_catalog,public")
    })
    await assertRefused({ url: old }, "oldServer", /PostgreSQL 14.5; version 15 or later is needed/)
  })

  it("in a database of another program", async () => {
    for (const tables of ["CREATE TABLE orders (id int)", "CREATE TABLE meta (id int, program text)"]) {
      const url = await newDatabase()
      await (await adminOf(url)).query(tables)
      await assertRefused(
        { url },
        "foreign",
        /tables of another program \((?:orders|meta)\); choose another database, or a schema/
      )
      assert.strictEqual(await contentsOf(url), 1)
    }
  })

  it("in a database that is not encoded in UTF-8", async () => {
    const url = await newDatabase()
    const name = `${new URL(url).pathname.slice(1)}_latin`
    const admin = await adminOf(url)
    await admin.query(`DROP DATABASE IF EXISTS ${name}`)
    await admin.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
    const latin = changed(url, (to) => {
      to.pathname = `/${name}`
    })
    await assertRefused({ url: latin }, "encoding", /encoded in LATIN1/)
  })

  it("in the other mode, and from a later version", async () => {
    const server = await startServer(["fsync = on"])
    if (server.own === undefined) throw new Error("the server of a test is its own")
    afterwards(server.own.stop)
    const url = await server.newDatabase()
    await open({ url })
    await assertRefused({ url, mode: "live" }, "otherMode", /created in mode sandbox/)
    await (await adminOf(url)).query("UPDATE meta SET schema_version = 1000")
    await assertRefused({ url }, "newer", /schema version 1000/)
  })

  it("for reading only, where there is none", async () => {
    const url = await newDatabase()
    await assertRefused({ url, readonly: true }, "absent", /contains no store/)
    assert.strictEqual(await contentsOf(url), 0)
  })

  it("in live mode on a server that loses data in a crash", async () => {
    const { newDatabase, own } = await startServer(["fsync = off"])
    if (own === undefined) throw new Error("the server of a test is its own")
    afterwards(own.stop)
    const url = await newDatabase()
    await assertRefused({ url, mode: "live" }, "broken", /fsync = off/)
    assert.strictEqual(await contentsOf(url), 0)
    await open({ url })
  })

  it("where nothing may be written: on a replica, and in a database that is set so; for reading it opens", async () => {
    const server = await startServer()
    const own = server.own
    assert.isDefined(own)
    if (own === undefined) return
    afterwards(own.stop)
    const url = await server.newDatabase()
    await open({ url })
    const admin = await adminOf(url)
    const name = new URL(url).pathname.slice(1)
    await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    await assertRefused({ url }, "readonly", /set to accept no writes/)
    await open({ url, readonly: true })
    await admin.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
    await own.crash()
    own.setReplica(true)
    await own.start()
    await assertRefused({ url }, "readonly", /is a replica/)
    await open({ url, readonly: true })
    await own.crash()
    own.setReplica(false)
    await own.start()
    await open({ url })
  })
})

describe("a store opens", () => {
  it("for eight processes that start at once, and is created once", async () => {
    const url = await newDatabase()
    await Promise.all(Array.from({ length: 8 }, () => open({ url })))
    const { rows } = await (await adminOf(url)).query("SELECT store_id, mode FROM meta")
    assert.lengthOf(rows, 1)
    await open({ url })
    const again = await (await adminOf(url)).query("SELECT store_id, mode FROM meta")
    assert.deepStrictEqual(again.rows, rows)
  })

  it("in schemas of its own beside another program, one store in each", async () => {
    const url = await newDatabase()
    const admin = await adminOf(url)
    await admin.query("CREATE TABLE orders (id int)")
    const inSchema = (name: string): string =>
      changed(url, (to) => {
        to.searchParams.set("options", `-csearch_path=${name}`)
      })
    await assertRefused({ url: inSchema("shop") }, "denied", /create the schema that its search_path names/)
    await admin.query("CREATE SCHEMA shop")
    await admin.query("CREATE SCHEMA till")
    await open({ url: inSchema("shop") })
    await open({ url: inSchema("till") })
    assert.strictEqual(await contentsOf(url), 1)
  })

  it("after a creation that was ended in the middle, of which nothing stayed", async () => {
    const url = await newDatabase()
    const admin = await adminOf(url)
    // Holds up the creation at a table of its middle: another transaction is about to create the same.
    await admin.query("BEGIN")
    await admin.query("CREATE TABLE events (id int)")
    const opening = opened({ url })
    const other = await adminOf(url)
    for (;;) {
      const { rows } = await other.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'quittance' AND wait_event_type = 'Lock'`
      )
      if (rows.length > 0) break
    }
    assert.isTrue(Exit.isFailure(await opening))
    await admin.query("ROLLBACK")
    assert.strictEqual(await contentsOf(url), 0)
    await open({ url })
  })

  it("for a role that owns nothing, with the rights that are documented", async () => {
    const url = await newDatabase()
    await open({ url })
    const worker = await asRole(url, "worker")
    const role = new URL(worker).username
    await assertRefused({ url: worker }, "denied", /may not read the store/)
    const admin = await adminOf(url)
    await admin.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`)
    await assertRefused({ url: worker }, "denied", /lacks rights on/)
    await open({ url: worker, readonly: true })
    await admin.query(workerGrants(role))
    await open({ url: worker })
    // A table of a later version.
    await admin.query("CREATE TABLE later (id int)")
    await open({ url: worker })
    const later = { version: schemaVersion + 1 }
    const asLater = openStore({
      url: worker,
      mode: "sandbox",
      readonly: false,
      createdAt: 0,
      watch: new ServerWatch(undefined),
      steps: [...steps, later]
    })
    const { message, reason } = await Effect.runPromise(Effect.flip(asLater))
    assert.strictEqual(reason, "denied")
    assert.match(message, /who is not its owner, may not bring it to version/)
    await admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
  })
})
