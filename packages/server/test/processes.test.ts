import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import { get, type IncomingMessage } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { afterwards } from "@quittance/testing"
import { testServer } from "@quittance/testing/postgres"
import { fundedServer, paid, provenBalance, provenLedger, provenTransfers } from "./provenPayouts.ts"
import {
  credentialsIn,
  QuittanceServer,
  quittance,
  quittanceProcess,
  temporaryFolder
} from "./QuittanceProcess.ts"
import { payoutsPath, signedFetch } from "./signedFetch.ts"

const flags = ["--processes", "2"]
const names = ["server 1", "server 2"]
const timeoutMillis = 120_000

/** What names a new database, with a folder for what lies beside. */
const newPlace = async () => {
  const folder = temporaryFolder()
  const { newDatabase } = await testServer()
  return {
    folder,
    variables: { QUITTANCE_DB: await newDatabase(), QUITTANCE_DATA: folder, QUITTANCE_RATE_LIMITS: "off" }
  }
}

/** The ids of a process, of every life so far. */
const pidsOf = (server: QuittanceServer, name: string): ReadonlyArray<number> =>
  server.lines
    .filter(({ message }) => message === `the ${name} process is ready`)
    .map(({ annotations }) => (annotations as { pid: number }).pid)

/** `kill -9` of a process; completes when it was started again. */
const kill = async (server: QuittanceServer, name: string): Promise<void> => {
  const lives = pidsOf(server, name).length
  process.kill(pidsOf(server, name).at(-1) ?? 0, "SIGKILL")
  while (pidsOf(server, name).length === lives) await server.printed()
  assert.include(server.stdout, `the ${name} process ended (SIGKILL) and is started again`)
}

/** The status that a connection of its own is answered. */
const statusOf = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => {
      response.resume()
      resolve(response.statusCode)
    }
    get(url, { agent: false }, answered).once("error", reject)
  })

describe("serve --processes 2 on PostgreSQL", () => {
  const funded = 1_000
  /** The same server lives through all of it. */
  let server: QuittanceServer
  let place: Awaited<ReturnType<typeof newPlace>>
  const ids: Array<string> = []
  beforeAll(async () => {
    place = await newPlace()
    server = await fundedServer(place.folder, funded, place.variables, flags)
  }, timeoutMillis)

  it("is ready when both are, and its metrics and its log name which is which", {
    timeout: timeoutMillis
  }, async () => {
    assert.lengthOf(new Set(names.flatMap((name) => pidsOf(server, name))), names.length)
    const credentials = credentialsIn(place.folder)
    assert.lengthOf(server.stdout.split(credentials.secret), 2, "shown once")
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    const memory = metrics.split("\n").filter((line) => line.includes("process_resident_memory_bytes"))
    assert.lengthOf(memory, 2 + names.length, "help, type, and both")
    for (const name of names)
      assert.match(metrics, new RegExp(`^process_resident_memory_bytes\\{process="${name}"\\} \\d+$`, "m"))
    const path = `${payoutsPath}/018f0000-0000-7000-8000-000000000000`
    const refused = await signedFetch(server.url, credentials, { path })
    const requestId = refused.headers.get("x-request-id")
    const found = () =>
      server.lines
        .map(({ annotations }) => annotations as Record<string, unknown> | undefined)
        .find((facts) => facts?.requestId === requestId)
    while (found() === undefined) await server.printed()
    assert.match(String(found()?.process), /^server [12]$/, "whichever answered has written the line")
    assert.deepInclude(found(), { path: `${payoutsPath}/{id}`, status: 404, code: "not_found" })
  })

  it("starts one again that is killed under load: every acknowledged payout is there, nobody is paid twice", {
    timeout: timeoutMillis
  }, async () => {
    const credentials = credentialsIn(place.folder)
    let killed: Promise<void> | undefined
    const callers = Array.from({ length: 10 }, async (_, caller) => {
      for (let nth = 0; nth < 6; nth++) {
        ids.push(await paid(server.url, credentials, `${nth} of ${caller}`))
        if (ids.length === 20) killed = kill(server, "server 1")
      }
    })
    await Promise.all(callers)
    assert.isDefined(killed)
    await killed
    await provenTransfers(place.folder, server, ids)
  })

  it("answers every connection by another while one hangs", { timeout: timeoutMillis }, async () => {
    process.kill(pidsOf(server, "server 1").at(-1) ?? 0, "SIGSTOP")
    const asked = Array.from({ length: 6 }, () => statusOf(`${server.url}/healthz`))
    await kill(server, "server 1")
    assert.deepStrictEqual(await Promise.all(asked), [200, 200, 200, 200, 200, 200])
  })

  it("ends with its supervisor; the next start finds everything, and its end is the end of all", {
    timeout: timeoutMillis
  }, async () => {
    const { folder, variables } = place
    ids.push(await paid(server.url, credentialsIn(folder), "before"))
    // Completes when the last process has closed the output that all of them share.
    assert.isNull(await server.stop("SIGKILL"))
    assert.strictEqual(server.stderr, "")
    const again = await QuittanceServer.start(folder, variables, flags)
    await provenTransfers(folder, again, ids)
    await provenBalance(folder, again, ids.length, funded)
    await provenLedger(folder, variables)
    assert.strictEqual(again.stderr, "")
    for (const pid of names.flatMap((name) => pidsOf(again, name)))
      assert.isFalse(existsSync(`/proc/${pid}`), "all have ended")
  })
})

describe("a process that cannot start at first", () => {
  it("stops all, and says why", { timeout: timeoutMillis }, async () => {
    const { folder, variables } = await newPlace()
    const taken = createServer().listen(0, "127.0.0.1")
    afterwards(() => void taken.close())
    await once(taken, "listening")
    const { port } = taken.address() as AddressInfo
    const { status, stderr } = await quittanceProcess(["serve", ...flags], folder, {
      ...variables,
      PORT: String(port)
    })
    assert.strictEqual(status, 1)
    assert.include(stderr, `PORT, HOST: port ${port} of 127.0.0.1 is in use`)
    assert.include(stderr, "quittance: The server 1 process did not start.\n")
  })

  it.each(["all", "worker"])("has the role %s as a single server has", async (role) => {
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

describe.each([[["serve"]], [["config", "check"]]])("%s --processes", (words) => {
  it.each(["0", "65", "two", "1.5"])("%s is refused", async (value) => {
    const { status, stderr } = await quittance([...words, "--processes", value], temporaryFolder())
    assert.strictEqual(status, 2)
    assert.include(stderr, `--processes must be a whole number from 1 to 64, not "${value}".`)
  })

  it("2 on a SQLite file is refused, and nothing is made", async () => {
    const folder = temporaryFolder()
    const filename = join(folder, "quittance.db")
    // An unset variable means the file of the default.
    for (const [QUITTANCE_DB, said] of [
      [filename, filename],
      ["", join(folder, "data/quittance.db")]
    ] as const) {
      const { status, stderr, stdout } = await quittance([...words, ...flags], folder, { QUITTANCE_DB })
      assert.deepStrictEqual([status, stdout], [2, ""])
      assert.include(
        stderr,
        `--processes 2 needs a store on PostgreSQL, and ${said} is a SQLite file: set QUITTANCE_DB to a postgres:// URL, and move what the file holds with quittance store copy.\n`
      )
    }
    assert.isEmpty(readdirSync(folder))
  })

  it("2 is no fault besides that of QUITTANCE_DB", async () => {
    const { status, stderr } = await quittance([...words, ...flags], temporaryFolder(), {
      QUITTANCE_DB: "mysql://127.0.0.1/money"
    })
    assert.strictEqual(status, 2)
    assert.include(stderr, "QUITTANCE_DB")
    assert.notInclude(stderr, "--processes")
  })
})

it("config check lets --processes 2 pass on PostgreSQL, and 1 on a file", async () => {
  const folder = temporaryFolder()
  const { status, stderr } = await quittance(["config", "check", ...flags], folder, {
    QUITTANCE_DB: "postgres://me@127.0.0.1:1/money"
  })
  assert.deepStrictEqual([status, stderr], [0, ""])
  assert.strictEqual((await quittance(["config", "check", "--processes", "1"], folder)).status, 0)
})
