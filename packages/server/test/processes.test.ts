import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { afterwards } from "@quittance/testing"
import { kill, pidsOf } from "./partsOfServer.ts"
import { fundedServer, paid, provenBalance, provenLedger, provenTransfers } from "./provenPayouts.ts"
import {
  credentialsIn,
  QuittanceServer,
  quittance,
  quittanceProcess,
  temporaryFolder
} from "./QuittanceProcess.ts"
import { payoutsPath, signedFetch } from "./signedFetch.ts"

const variables = { QUITTANCE_RATE_LIMITS: "off" }
const flags = ["--processes", "2"]
const timeoutMillis = 180_000

/** Nothing but these payouts was paid, and the books are right. */
const provenBooks = async (folder: string, server: QuittanceServer, payoutCount: number, funded: number) => {
  await provenBalance(folder, server, payoutCount, funded)
  // The writer is the last to leave the store, and moves the log into the file.
  assert.isFalse(existsSync(join(folder, "quittance.db-wal")))
  await provenLedger(folder)
}

describe("serve --processes 2", () => {
  it("is ready when every process is, serves one port with both fronts, and closes the store at the end", {
    timeout: timeoutMillis
  }, async () => {
    const folder = temporaryFolder()
    const server = await fundedServer(folder, 100, variables, flags)
    const credentials = credentialsIn(folder)
    const names = ["writer", "front 1", "front 2", "background"]
    const pids = names.flatMap((name) => pidsOf(server, name))
    assert.lengthOf(new Set(pids), 4)
    assert.strictEqual(server.lines.at(-1)?.message, "quittance is ready")
    assert.lengthOf(server.stdout.split(credentials.secret), 2)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    const memory = metrics.split("\n").filter((line) => line.includes("process_resident_memory_bytes"))
    assert.lengthOf(memory, 2 + names.length, "help, type, and every process")
    for (const name of names)
      assert.match(metrics, new RegExp(`^process_resident_memory_bytes\\{process="${name}"\\} \\d+$`, "m"))
    const ids = await Promise.all(["a", "b", "c"].map((key) => paid(server.url, credentials, key)))
    await provenTransfers(folder, server, ids)
    const path = `${payoutsPath}/018f0000-0000-7000-8000-000000000000`
    const refused = await signedFetch(server.url, credentials, { path })
    const requestId = refused.headers.get("x-request-id")
    await provenBooks(folder, server, ids.length, 100)
    const said = server.lines.map(({ annotations }) => annotations as Record<string, unknown> | undefined)
    const line = said.find((facts) => facts?.["requestId"] === requestId)
    assert.match(String(line?.["process"]), /^front [12]$/, "whichever front answered has written the line")
    assert.deepInclude(line, { path: `${payoutsPath}/{id}`, status: 404, code: "not_found" })
    assert.strictEqual(server.stderr, "")
    for (const pid of pids) assert.isFalse(existsSync(`/proc/${pid}`), "all have ended")
  })
})

describe("kill -9 under load", () => {
  const payouts = 300
  const funded = 10_000
  const folder = temporaryFolder()
  /** The same server lives through all of it. */
  let server: QuittanceServer
  let paidCount = 0
  beforeAll(async () => {
    server = await fundedServer(folder, funded, variables, flags)
  }, timeoutMillis)

  it.each([["front 1"], ["writer"], ["background"]])(
    "of the %s: it is started again, every acknowledged payout is there, nobody is paid twice",
    async (name) => {
      const credentials = credentialsIn(folder)
      const lives = pidsOf(server, name).length
      const killed: Array<Promise<void>> = []
      const ids: Array<string> = []
      const callers = Array.from({ length: 20 }, async (_, caller) => {
        for (let nth = caller; nth < payouts; nth += 20) {
          ids.push(await paid(server.url, credentials, `${name}, payout ${nth}`))
          if (ids.length === payouts / 3) killed.push(kill(server, name))
        }
      })
      await Promise.all(callers)
      await Promise.all(killed)
      assert.lengthOf(killed, 1)
      assert.lengthOf(pidsOf(server, name), lives + 1)
      await provenTransfers(folder, server, ids)
      paidCount += ids.length
    },
    timeoutMillis
  )

  it("of a front that hangs: every connection made meanwhile is answered by another front", {
    timeout: timeoutMillis
  }, async () => {
    process.kill(pidsOf(server, "front 1").at(-1) ?? 0, "SIGSTOP")
    const asked = Array.from({ length: 6 }, () => fetch(`${server.url}/healthz`))
    await kill(server, "front 1")
    const answers = await Promise.all(asked)
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200]
    )
  })

  it("of the supervisor: every process ends, and the next start finds everything", {
    timeout: timeoutMillis
  }, async () => {
    const id = await paid(server.url, credentialsIn(folder), "before")
    // Completes when the last process has closed the output that all of them share.
    assert.isNull(await server.stop("SIGKILL"))
    const again = await QuittanceServer.start(folder, variables, flags)
    await provenTransfers(folder, again, [id])
    await provenBooks(folder, again, paidCount + 1, funded)
  })
})

describe("a process that cannot start at first", () => {
  it("stops all, and says why", { timeout: timeoutMillis }, async () => {
    const folder = temporaryFolder()
    const taken = createServer().listen(0, "127.0.0.1")
    afterwards(() => void taken.close())
    await once(taken, "listening")
    const { port } = taken.address() as AddressInfo
    const { status, stderr } = await quittanceProcess(["serve", ...flags], folder, { PORT: String(port) })
    assert.strictEqual(status, 1)
    assert.include(stderr, `PORT, HOST: port ${port} of 127.0.0.1 is in use`)
    assert.include(stderr, "quittance: The front 1 process did not start.\n")
  })
})

describe("--processes", () => {
  it.each(["0", "65", "two", "1.5"])("%s is refused", async (value) => {
    const { status, stderr } = await quittance(["serve", "--processes", value], temporaryFolder())
    assert.strictEqual(status, 2)
    assert.include(stderr, `--processes must be a whole number from 1 to 64, not "${value}".`)
  })

  it("has no port to share in a process of background work only", async () => {
    const answer = await quittance(["serve", ...flags], temporaryFolder(), { QUITTANCE_ROLE: "worker" })
    assert.strictEqual(answer.status, 2)
    assert.include(answer.stderr, 'QUITTANCE_ROLE is "worker"')
  })

  it.each(["all", "worker"])("starts servers with the role %s on PostgreSQL, and no writer", async (role) => {
    const folder = temporaryFolder()
    const { status, stderr, stdout } = await quittanceProcess(["serve", ...flags], folder, {
      QUITTANCE_DB: "postgres://me:s3cret@127.0.0.1:1/money",
      QUITTANCE_ROLE: role
    })
    assert.strictEqual(status, 1)
    assert.match(
      stderr,
      /^quittance: QUITTANCE_DB: .*127\.0\.0\.1:1.*\.\nquittance: The server 1 process did not start\.\n$/
    )
    assert.notInclude(stdout + stderr, "s3cret")
    assert.isEmpty(readdirSync(folder))
  })
})
