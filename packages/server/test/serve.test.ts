import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { hostname } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { credentialsIn, QuittanceServer, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import {
  advanceClock,
  balancePath,
  payoutRequest,
  payoutsPath,
  signedFetch,
  signedHeaders
} from "./signedFetch.ts"

const keysIn = async (folder: string) =>
  JSON.parse((await quittance(["keys", "list", "--json"], folder)).stdout)

const adjust = (folder: string, amount: string) =>
  quittance(["balance", "adjust", "--partner", "sandbox", "--amount", amount, "--reason", "test"], folder)

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe("the first start of a sandbox", () => {
  it("makes one key for the partner sandbox, shows it once and keeps it in a file of its own, over a restart", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder)
    const credentials = credentialsIn(folder)
    assert.hasAllKeys(credentials, ["partnerId", "publicKey", "secret"])
    assert.strictEqual(modeOf(join(folder, "sandbox-credentials.json")), "600")
    assert.strictEqual(modeOf(join(folder, "master.key")), "600")
    assert.lengthOf(server.stdout.split(credentials.secret), 2)
    assert.include(server.stdout, "made the master key")
    assert.include(server.readyLine, { docs: `${server.url}/docs`, database: join(folder, "quittance.db") })
    for (const path of ["/healthz", "/readyz", "/docs", "/openapi.json"]) {
      assert.strictEqual((await fetch(`${server.url}${path}`)).status, 200, path)
    }
    assert.strictEqual((await signedFetch(server.url, credentials, { path: balancePath })).status, 200)
    const [key, ...others] = await keysIn(folder)
    assert.isEmpty(others)
    assert.include(key, { partner: "sandbox", publicKey: credentials.publicKey, status: "active" })
    assert.deepStrictEqual(key.scopes, ["*"])
    assert.strictEqual(await server.stop(), 0)
    assert.strictEqual(server.stderr, "")

    const files = ["sandbox-credentials.json", "master.key"].map((name) => join(folder, name))
    const before = files.map((path) => readFileSync(path, "utf8"))
    const again = await QuittanceServer.start(folder)
    assert.deepStrictEqual(
      files.map((path) => readFileSync(path, "utf8")),
      before
    )
    assert.notInclude(again.stdout, credentials.secret)
    assert.strictEqual((await signedFetch(again.url, credentials, { path: balancePath })).status, 200)
    assert.strictEqual(await again.stop("SIGINT"), 0)
  })

  it("makes one key and one master key when two servers start at once on an empty folder", async () => {
    const folder = temporaryFolder()
    const servers = await Promise.all([QuittanceServer.start(folder), QuittanceServer.start(folder)])
    const credentials = credentialsIn(folder)
    assert.lengthOf(await keysIn(folder), 1)
    assert.lengthOf(
      servers.filter(({ stdout }) => stdout.includes(credentials.secret)),
      1
    )
    for (const { url } of servers) {
      assert.strictEqual((await signedFetch(url, credentials, { path: balancePath })).status, 200)
    }
    // Both work on one store: what one accepts the other shows.
    await adjust(folder, "10")
    const [one, two] = servers
    const made = await signedFetch(one.url, credentials, payoutRequest("shared"))
    assert.strictEqual(made.status, 200)
    const { id } = made.body.payout as { id: string }
    assert.strictEqual(
      (await signedFetch(two.url, credentials, { path: `${payoutsPath}/${id}` })).status,
      200
    )
    assert.deepStrictEqual(await Promise.all(servers.map((server) => server.stop())), [0, 0])
    assert.isFalse(existsSync(join(folder, "sandbox-credentials.json.lock")))
  })
})

describe("what an earlier start left", () => {
  it("a lock of a process that is gone does not stop the next", async () => {
    const folder = temporaryFolder()
    const gone = `${hostname()}/${2 ** 22 + 1}/00ff`
    writeFileSync(join(folder, "sandbox-credentials.json.lock"), gone)
    const server = await serveHere(folder)
    assert.strictEqual(
      (await signedFetch(server.url, credentialsIn(folder), { path: balancePath })).status,
      200
    )
  })

  it("credentials of another store are kept, and told of in the log", async () => {
    const folder = temporaryFolder()
    const path = join(folder, "sandbox-credentials.json")
    writeFileSync(path, '{"publicKey": "pk_test_other"}')
    const server = await serveHere(folder)
    assert.include(server.logged.join(), "the key in sandbox-credentials.json is unknown to this store")
    assert.strictEqual(readFileSync(path, "utf8"), '{"publicKey": "pk_test_other"}')
  })
})

describe("roles", () => {
  it("http alone is ready without workers; worker alone listens nowhere and does the work", async () => {
    const folder = temporaryFolder()
    const http = await serveHere(folder, { QUITTANCE_ROLE: "http" })
    const credentials = credentialsIn(folder)
    await adjust(folder, "10")
    assert.strictEqual((await fetch(`${http.url}/readyz`)).status, 200)
    const { body } = await signedFetch(http.url, credentials, payoutRequest("later"))
    const path = `${payoutsPath}/${(body.payout as { id: string }).id}`
    const worker = await serveHere(folder, { QUITTANCE_ROLE: "worker" })
    assert.strictEqual(worker.url, "")
    await untilCompleted(http.url, credentials, path)
  })
})

const untilCompleted = async (
  url: string,
  credentials: Parameters<typeof signedFetch>[1],
  path: string
): Promise<void> => {
  while (true) {
    const { body, status } = await signedFetch(url, credentials, { path })
    assert.strictEqual(status, 200)
    if ((body.payout as { status: string }).status === "COMPLETED") return
  }
}

describe("the end", () => {
  it("SIGTERM lets a request in flight end, refuses new ones, and exits 0", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder)
    const credentials = credentialsIn(folder)
    await adjust(folder, "10")
    const wanted = payoutRequest("in-flight")
    const body = JSON.stringify(wanted.body)
    const answered = new Promise<number>((resolve, reject) => {
      const sent = request(`${server.url}${payoutsPath}`, {
        method: "POST",
        headers: {
          ...signedHeaders(credentials, wanted),
          "content-length": Buffer.byteLength(body),
          expect: "100-continue"
        }
      })
      // The server has asked for the body: the request is in flight.
      sent.once("continue", async () => {
        server.signal("SIGTERM")
        while (await isAccepting(server.url));
        sent.end(body)
      })
      sent.once("response", (response) => resolve(response.resume().statusCode ?? 0))
      sent.once("error", reject)
      sent.flushHeaders()
    })
    assert.strictEqual(await answered, 200)
    assert.strictEqual(await server.ended, 0)
    assert.include(server.stdout, '"stopped"')
    assert.strictEqual((await quittance(["ledger", "verify"], folder)).status, 0)
  })

  it("SIGTERM ends it, also when a request was answered before its body was read", async () => {
    const server = await QuittanceServer.start(temporaryFolder())
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${server.url}/api/v2/nothing`, {
        method: "POST",
        headers: { "content-length": 500 }
      })
      sent.once("response", (response) => response.resume().once("close", () => resolve(response.statusCode)))
      sent.once("error", reject)
      sent.write("{")
    })
    assert.strictEqual(status, 404)
    server.signal("SIGTERM")
    assert.strictEqual(await server.ended, 0)
  }, 30_000)

  it("SIGTERM lets a payout that is being sent end", async () => {
    const folder = temporaryFolder()
    const module = join(folder, "providers.mjs")
    writeFileSync(module, slowProcessor)
    const server = await QuittanceServer.start(folder, { QUITTANCE_PROVIDERS: module })
    const credentials = credentialsIn(folder)
    await adjust(folder, "10")
    const { body } = await signedFetch(server.url, credentials, payoutRequest("being-sent"))
    const { id } = body.payout as { id: string }
    while (!server.stdout.includes("submitting")) await fetch(`${server.url}/healthz`)
    assert.strictEqual(await server.stop(), 0)
    const database = new DatabaseSync(join(folder, "quittance.db"), { readOnly: true })
    assert.strictEqual(
      database.prepare("SELECT status FROM payouts WHERE id = ?").get(id)?.status,
      "COMPLETED"
    )
    database.close()
  })

  it("an uncaught error is logged and ends it with 1", async () => {
    const folder = temporaryFolder()
    const module = join(folder, "providers.mjs")
    writeFileSync(module, `${slowProcessor}setTimeout(() => { throw new Error("the module broke") }, 1500)\n`)
    const server = await QuittanceServer.start(folder, { QUITTANCE_PROVIDERS: module })
    assert.strictEqual(await server.ended, 1)
    const [fatal] = server.lines.filter(({ level }) => level === "FATAL")
    assert.include(JSON.stringify(fatal), "the module broke")
  })

  it("a second signal ends it at once", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder)
    const credentials = credentialsIn(folder)
    const hanging = request(`${server.url}${payoutsPath}`, {
      method: "POST",
      headers: {
        ...signedHeaders(credentials, payoutRequest("hanging")),
        "content-length": 500,
        expect: "100-continue"
      }
    })
    hanging.on("error", () => {})
    hanging.once("continue", async () => {
      server.signal("SIGTERM")
      while (await isAccepting(server.url));
      server.signal("SIGTERM")
    })
    hanging.flushHeaders()
    assert.strictEqual(await server.ended, 143)
  })

  it("kill -9 under load loses nothing that was acknowledged", async () => {
    const folder = temporaryFolder()
    const variables = { QUITTANCE_RATE_LIMITS: "off" }
    const server = await QuittanceServer.start(folder, variables)
    const credentials = credentialsIn(folder)
    await adjust(folder, "100000")
    const acknowledged = new Map<string, string>()
    const client = async (name: number): Promise<void> => {
      for (let index = 0; ; index++) {
        const key = `load-${name}-${index}`
        const answer = await signedFetch(server.url, credentials, payoutRequest(key))
        assert.strictEqual(answer.status, 200)
        acknowledged.set(key, (answer.body.payout as { id: string }).id)
        if (acknowledged.size === 100) server.signal("SIGKILL")
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: 8 }, (_, name) => client(name)))
    assert.isTrue(ends.every(({ status }) => status === "rejected"))
    assert.isNull(await server.ended)

    const next = await QuittanceServer.start(folder, variables)
    assert.isAtLeast(acknowledged.size, 100)
    for (const [key, id] of acknowledged) {
      const replay = await signedFetch(next.url, credentials, payoutRequest(key))
      assert.strictEqual((replay.body.payout as { id: string } | undefined)?.id, id, key)
    }
    // What was being sent is looked up, and tried again after a while.
    await advanceClock(next.url, credentials, 60)
    for (const id of acknowledged.values())
      await untilCompleted(next.url, credentials, `${payoutsPath}/${id}`)
    assert.strictEqual(await next.stop(), 0)
    const verified = await quittance(["ledger", "verify"], folder)
    assert.strictEqual(verified.status, 0, verified.stdout)
  })
})

const slowProcessor = `export const payoutProcessor = {
  submit: (request) => new Promise((resolve) => {
    console.log(JSON.stringify({ message: "submitting" }))
    setTimeout(() => resolve({ _tag: "Completed", processingId: "slow-" + request.payoutId }), 500)
  }),
  lookup: async () => ({ _tag: "NotFound" }),
  abandon: async () => ({ _tag: "Abandoned" })
}
`

const isAccepting = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { headers: { connection: "close" } }).then(
    () => true,
    () => false
  )
