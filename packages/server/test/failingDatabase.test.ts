import { assert, beforeAll, describe, it } from "@effect/vitest"
import { afterwards } from "@quittance/testing"
import { asked, type OwnServer, startServer } from "@quittance/testing/postgres"
import { Client } from "pg"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { balancePath, payoutRequest, signedFetch } from "./signedFetch.ts"

const timeoutMillis = 120_000

let own: OwnServer
let newDatabase: () => Promise<string>

beforeAll(async () => {
  const server = await startServer(["max_connections = 30"])
  if (server.own === undefined) throw new Error("the server of a test is its own")
  afterwards(server.own.stop)
  ;({ newDatabase, own } = { ...server, own: server.own })
}, timeoutMillis)

const connectedTo = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url })
  // A test may end the server under it.
  client.on("error", () => undefined)
  await client.connect()
  return client
}

/** A server in this process, whose partner can pay, on a database of its own as a role that owns nothing else. */
const fundedServer = async () => {
  const url = new URL(await newDatabase())
  const role = url.pathname.slice(1)
  const admin = await connectedTo(url.href)
  afterwards(() => admin.end())
  await admin.query(`CREATE ROLE ${role} LOGIN; GRANT CREATE ON SCHEMA public TO ${role}`)
  url.username = role
  const folder = temporaryFolder()
  const variables = { QUITTANCE_DB: url.href, QUITTANCE_DATA: folder, QUITTANCE_RATE_LIMITS: "off" }
  const server = await serveHere(folder, variables)
  const credentials = credentialsIn(folder)
  const adjusted = await quittance(
    ["balance", "adjust", "--partner", "sandbox", "--amount", "100", "--reason", "test"],
    folder,
    variables
  )
  assert.strictEqual(adjusted.status, 0, adjusted.stderr)
  const pay = (key: string) => signedFetch(server.url, credentials, payoutRequest(key))
  /** What the log says of a fault of the database. */
  const faultLines = (fault: RegExp) =>
    server.logged.filter((line) => line.startsWith("Requests are answered 503") && fault.test(line))
  return {
    admin,
    role,
    pay,
    /** The same, on new connections. */
    cutOff: () =>
      admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [role]),
    /** Writes are answered 503, `/readyz` and the log say why, once, and so does a start. */
    fails: async (fault: RegExp, refusal?: RegExp) => {
      const refusedAndReady = async () => {
        const refused = await pay("meanwhile")
        assert.strictEqual(refused.status, 503)
        assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/)
        return fetch(`${server.url}/readyz`)
      }
      let ready = await refusedAndReady()
      // A small write of the background work may have succeeded in between, as it may on a disk that is nearly full.
      while (ready.status === 200) ready = await refusedAndReady()
      assert.strictEqual(ready.status, 503)
      const { storage } = (await ready.json()) as { storage: { fault: string } }
      assert.match(storage.fault, fault)
      while (faultLines(fault).length === 0) assert.strictEqual((await pay("meanwhile")).status, 503)
      assert.lengthOf(faultLines(fault), 1)
      if (refusal === undefined) return
      const start = await quittance(["serve"], folder, variables)
      assert.deepStrictEqual([start.status, start.stdout], [1, ""])
      assert.match(start.stderr, /^quittance: QUITTANCE_DB: [^\n]*\.\n$/)
      assert.match(start.stderr, refusal)
    },
    /** What was refused is done once, without a restart, and nothing of it was there before. */
    recovers: async (paid: number) => {
      for (let isPaid = false; !isPaid; ) {
        const { body, status } = await pay("meanwhile")
        isPaid = status === 200
        // A hold would last for ever.
        if (!isPaid) assert.include(body.error, { code: "service_unavailable" })
      }
      assert.strictEqual((await fetch(`${server.url}/readyz`)).status, 200)
      const { body } = await signedFetch(server.url, credentials, { path: balancePath })
      assert.strictEqual((body.balance as { available: number }).available, 100 - 3 * paid)
      const { status, stdout } = await quittance(["ledger", "verify"], folder, variables)
      assert.strictEqual(status, 0, stdout)
      assert.isEmpty(server.logged.filter((line) => /because the store/.test(line)))
      await server.stop()
    }
  }
}

describe("a server on a database that fails answers 503, says why, and goes on by itself", {
  timeout: timeoutMillis
}, () => {
  it("when the disk is full", async () => {
    const { admin, fails, pay, recovers } = await fundedServer()
    assert.strictEqual((await pay("before")).status, 200)
    // The last of what a commit writes: everything before it was written in the same transaction.
    await admin.query(`
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file "base/1/%": No space left on device', nextval('fences') USING ERRCODE = '53100';
      END $$;
      GRANT EXECUTE ON FUNCTION full_disk() TO PUBLIC;
      CREATE TRIGGER full_disk BEFORE UPDATE ON accounts EXECUTE FUNCTION full_disk()`)
    await fails(
      /the database server has no space \(PostgreSQL 53100: could not extend file .*: No space left on device\)/
    )
    await admin.query("DROP TRIGGER full_disk ON accounts")
    await recovers(2)
  })

  it("when others hold all connections", async () => {
    const { admin, cutOff, fails, pay, recovers, role } = await fundedServer()
    assert.strictEqual((await pay("before")).status, 200)
    // Nobody else gets a place that it lost.
    await admin.query(`ALTER ROLE ${role} CONNECTION LIMIT 0`)
    await cutOff()
    const others: Array<Client> = []
    const isLeft = await (async () => {
      for (;;) {
        const other = await connectedTo(adminUrl(admin)).catch((error: unknown) => error)
        if (!(other instanceof Client)) return other
        others.push(other)
      }
    })()
    assert.match(String(isLeft), /too many clients already/)
    await admin.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
    await fails(
      /the database server has no connection left for this process \(PostgreSQL 53300: /,
      /has no connection left for this process \(PostgreSQL 53300: [^)]*\); end other clients of it, or raise its limit \(max_connections\)\.$/m
    )
    await Promise.all(others.map((other) => other.end()))
    await recovers(2)
  })

  it("when it is set to take no writes, and when it becomes a replica", async () => {
    const { admin, cutOff, fails, pay, recovers } = await fundedServer()
    assert.strictEqual((await pay("before")).status, 200)
    await admin.query("ALTER SYSTEM SET default_transaction_read_only = on")
    await admin.query("SELECT pg_reload_conf()")
    // The server reads it a moment later.
    const shown = () => asked(adminUrl(admin), "SHOW default_transaction_read_only")
    while ((await shown())[0]?.default_transaction_read_only !== "on");
    // What is connected has begun to write, and may; what connects anew may not.
    await cutOff()
    await fails(
      /the server was set to accept no writes/,
      /is set to accept no writes \(default_transaction_read_only\)\.$/m
    )
    await own.crash()
    own.setReplica(true)
    await own.start()
    await fails(
      /the server is a replica now/,
      /is a replica, which accepts no writes; the URL must lead to its primary server\.$/m
    )
    await own.crash()
    own.setReplica(false)
    await own.start()
    const writer = await connectedTo(adminUrl(admin))
    await writer.query("SET default_transaction_read_only = off")
    await writer.query("ALTER SYSTEM RESET default_transaction_read_only")
    await writer.query("SELECT pg_reload_conf()")
    await writer.end()
    await recovers(2)
  })
})

const adminUrl = ({ database, host, port, user }: Client): string =>
  `postgres://${user}@${host}:${port}/${database}`
