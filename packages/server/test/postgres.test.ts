import { existsSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { afterwards } from "@quittance/testing"
import { type OwnServer, startServer } from "@quittance/testing/postgres"
import { Client } from "pg"
import { fundedServer, paid, provenBalance, provenLedger, provenTransfers } from "./provenPayouts.ts"
import { credentialsIn, QuittanceServer, quittanceProcess, temporaryFolder } from "./QuittanceProcess.ts"
import { payoutRequest, signedFetch } from "./signedFetch.ts"

const timeoutMillis = 120_000

/** The server of the tests trusts everybody, so any password is right. */
const password = "s3cret"

let own: OwnServer
let newDatabase: () => Promise<string>

beforeAll(async () => {
  const server = await startServer()
  if (server.own === undefined) throw new Error("the server of a test is its own")
  afterwards(server.own.stop)
  ;({ newDatabase, own } = { ...server, own: server.own })
}, timeoutMillis)

/** What names a new database on it, with a folder for what lies beside. */
const newPlace = async () => {
  const url = new URL(await newDatabase())
  url.password = password
  const folder = temporaryFolder()
  return {
    folder,
    variables: { QUITTANCE_DB: url.href, QUITTANCE_DATA: folder, QUITTANCE_RATE_LIMITS: "off" }
  }
}

const readiness = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  return { status: response.status, text: await response.text() }
}

describe("a server on PostgreSQL", () => {
  it("goes on after kill -9, and by itself when the database is back", {
    timeout: timeoutMillis
  }, async () => {
    const { folder, variables } = await newPlace()
    const first = await fundedServer(folder, 100, variables)
    const credentials = credentialsIn(folder)
    const ids = [await paid(first.url, credentials, "before the kill")]
    assert.isNull(await first.stop("SIGKILL"))

    const server = await QuittanceServer.start(folder, variables)
    ids.push(await paid(server.url, credentials, "after the kill"))
    await provenTransfers(folder, server, ids)

    await own.crash()
    const refused = await signedFetch(server.url, credentials, payoutRequest("while it is away"))
    assert.strictEqual(refused.status, 503)
    assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/)
    const away = await readiness(server.url)
    assert.strictEqual(away.status, 503)
    assert.match(away.text, /"fault":"the database does not answer \(connect ECONNREFUSED [^"]*\)"/)
    await own.start()
    ids.push(await paid(server.url, credentials, "while it is away"))
    assert.strictEqual((await readiness(server.url)).status, 200)

    const admin = new Client({ connectionString: variables.QUITTANCE_DB })
    await admin.connect()
    const name = new URL(variables.QUITTANCE_DB).pathname.slice(1)
    await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    const request = payoutRequest("while it takes no writes")
    assert.strictEqual((await signedFetch(server.url, credentials, request)).status, 503)
    assert.include((await readiness(server.url)).text, '"fault":"the server was set to accept no writes"')
    await admin.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
    await admin.end()
    ids.push(await paid(server.url, credentials, "while it takes no writes"))
    await provenTransfers(folder, server, ids)

    await provenBalance(folder, server, ids.length, 100)
    await provenLedger(folder, variables)
    assert.isTrue(existsSync(join(folder, "store.mark")))
    for (const { stderr, stdout } of [first, server]) {
      assert.strictEqual(stderr, "")
      assert.notInclude(stdout, password)
    }
  })

  it("refuses a database of another encoding as a wrong QUITTANCE_DB: exit status 2", async () => {
    const { folder, variables } = await newPlace()
    const url = new URL(variables.QUITTANCE_DB)
    const admin = new Client({ connectionString: url.href })
    await admin.connect()
    const name = `${url.pathname.slice(1)}_ascii`
    await admin.query(
      `CREATE DATABASE ${name} ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'`
    )
    await admin.end()
    url.pathname = `/${name}`
    for (const command of [["keys", "list"], ["serve"]]) {
      const { status, stderr } = await quittanceProcess(command, folder, { QUITTANCE_DB: url.href })
      assert.strictEqual(status, 2)
      assert.match(
        stderr,
        /^quittance: QUITTANCE_DB: The database \S+_ascii on \S+ is encoded in SQL_ASCII; create it/
      )
    }
  })
})
