import { once } from "node:events"
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import type { SubscriberStanding } from "@quittance/core/adapter"
import { afterwards } from "@quittance/testing"
import { Option } from "effect"
import { backupFinding } from "../src/command/doctor/backupFinding.ts"
import { clockFinding, diskFinding, versionFinding } from "../src/command/doctor/machineFindings.ts"
import { subscriberFindings } from "../src/command/doctor/subscriberFindings.ts"
import { EventReceiver } from "./EventReceiver.ts"
import { fiatClient } from "./fiatFetch.ts"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { rpcKey, startRpcNode } from "./RpcNode.ts"

type Variables = Readonly<Record<string, string>>

interface Shown {
  readonly check: string
  readonly status: "ok" | "note" | "fault"
  readonly message: string
}

const masterKey = Buffer.alloc(32, 7).toString("base64")
const live = { QUITTANCE_MODE: "live", QUITTANCE_MASTER_KEY: masterKey }

/** What it finds in a folder, and which of it are faults. */
const doctor = async (folder: string, variables: Variables = {}) => {
  const { status, stderr, stdout } = await quittance(["doctor", "--json"], folder, variables)
  assert.notMatch(stderr, /\n\s+at /)
  const { findings, ok }: { findings: ReadonlyArray<Shown>; ok: boolean } = JSON.parse(stdout)
  const faults = findings.filter((each) => each.status === "fault")
  assert.deepStrictEqual([ok, status], [faults.length === 0, faults.length === 0 ? 0 : 1])
  return { findings, faults, texts: faults.map(({ check, message }) => `${check}: ${message}`) }
}

/** A folder with a store. */
const withStore = async (variables: Variables = {}, ...scopes: ReadonlyArray<string>): Promise<string> => {
  const folder = temporaryFolder()
  const made = await quittance(["keys", "create", "--partner", "shop", ...scopes], folder, variables)
  assert.strictEqual(made.status, 0, made.stderr)
  return folder
}

const edited = async (sql: string): Promise<string> => {
  const folder = await withStore()
  await quittance(["balance", "adjust", "--partner", "shop", "--amount", "10", "--reason", "x"], folder)
  const database = new DatabaseSync(join(folder, "quittance.db"))
  database.exec(sql)
  database.close()
  return folder
}

const configured = async (file: object): Promise<string> => {
  const folder = await withStore()
  writeFileSync(join(folder, "quittance.config.json"), JSON.stringify(file))
  return folder
}

const withNode = (rpcUrl: string, chainId: number) => {
  const treasury = "0x52908400098527886E0F7030069857D2E4169EE7"
  const token = { address: "0xde709f2102306220921060314715629080e2fb77", decimals: 6 }
  return configured({ networks: { ethereum: { rpcUrls: [rpcUrl], chainId, token, treasury } } })
}

/** A receiver that the sandbox knows, and that is gone. */
const withGoneReceiver = async () => {
  const folder = temporaryFolder()
  const allowed = { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" }
  const server = await serveHere(folder, allowed)
  await fiatClient(server.url, credentialsIn(folder)).post("/api/v1/webhooks", {
    url: "http://127.0.0.1:1/hook",
    events: ["invoice.paid"]
  })
  await server.stop()
  return { folder, variables: allowed }
}

const withBackup = async (variables: Variables, at: string): Promise<string> => {
  const folder = await withStore(variables, "--scopes", "crypto:read")
  writeFileSync(join(folder, "last-backup.json"), JSON.stringify({ at, file: "/backups/store.backup" }))
  return folder
}

/** A port on which nobody listens any more. */
const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, "close")
  return port
}

type Broken = readonly [
  what: string,
  make: () => Promise<string | { readonly folder: string; readonly variables: Variables }>,
  fault: RegExp,
  variables?: Variables
]

/** Each set-up that is broken, and what is said of it. */
const broken: ReadonlyArray<Broken> = [
  [
    "a misspelt variable",
    () => withStore(),
    /^configuration: QUITTANCE_MASTERKEY is not a variable/,
    { QUITTANCE_MASTERKEY: "x" }
  ],
  [
    "a wrong variable",
    () => withStore(),
    /^configuration: PORT is "http"; it must be a whole number/,
    { PORT: "http" }
  ],
  [
    "an unknown key in the configuration file",
    () => configured({ feePayr: "payer" }),
    /^configuration: \S+quittance\.config\.json: feePayr/
  ],
  [
    "live mode without a master key",
    () => withStore(live, "--scopes", "crypto:read"),
    /^configuration: QUITTANCE_MASTER_KEY is not set/,
    { QUITTANCE_MODE: "live" }
  ],
  [
    "no store",
    async () => temporaryFolder(),
    /^store: there is no store at \S+quittance\.db: start the server first/
  ],
  [
    "a store that is none",
    async () => {
      const folder = temporaryFolder()
      writeFileSync(join(folder, "quittance.db"), "no database".repeat(1_000))
      return folder
    },
    /^store: QUITTANCE_DB: .*quittance\.db.* SQLite/
  ],
  ["a store of a newer version", () => edited("PRAGMA user_version = 9999"), /^store: QUITTANCE_DB: .*newer/],
  ["a store of the other mode", () => withStore(), /^store: QUITTANCE_DB: .*sandbox/, live],
  [
    "broken books",
    () => edited("UPDATE accounts SET balance_minor = balance_minor + 1 WHERE name = 'available'"),
    /^books: the ledger is broken: .*account available/
  ],
  [
    "a node that is gone",
    async () => withNode(`http://127.0.0.1:${await closedPort()}/s3cret-key-of-a-node`, 5),
    /^nodes: the node 127\.0\.0\.1:\d+ of ethereum cannot be used: .*ECONNREFUSED/
  ],
  [
    "a node of another chain",
    async () => withNode((await startRpcNode(7)).url, 5),
    /^nodes: the node \S+ of ethereum is of chain 7, and networks\.ethereum\.chainId is 5/
  ],
  [
    "a mail server that is gone",
    () => withStore(),
    /^mail: 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/,
    { QUITTANCE_SMTP_URL: "smtp://me:s3cret@127.0.0.1:1", QUITTANCE_MAIL_FROM: "pay@shop.example" }
  ],
  [
    "a receiver that is gone",
    withGoneReceiver,
    /^receivers: http:\/\/127\.0\.0\.1:1 \(whk_\w+ of sandbox\) cannot be reached/
  ],
  [
    "live money that was never backed up",
    () => withStore(live, "--scopes", "crypto:read"),
    /^backups: none was made of this store: quittance backup FILE/,
    live
  ],
  [
    "live money whose backup is old",
    () => withBackup(live, "2020-01-01T00:00:00.000Z"),
    /^backups: the last one was made \d+ h ago \(\/backups\/store\.backup\)/,
    live
  ],
  [
    "a clock that was set back",
    async () => {
      const folder = await withStore()
      const ahead = Date.now() / 1_000 + 900
      utimesSync(join(folder, "quittance.db"), ahead, ahead)
      return folder
    },
    /^clock: this machine's clock is \d+ s behind the last write of \S+quittance\.db/
  ]
]

/** Without those that SQLite keeps while it reads. */
const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((name) => !/-(?:shm|wal)$/.test(name))
    .sort()

/** A subscriber for whom events wait, and whose job is due at this instant. */
const standing = (dueAt: number): SubscriberStanding => ({
  name: "books",
  events: ["invoice.paid"],
  createdAt: 0,
  waiting: Option.some({ count: 3, oldestAt: 1e12 - 120_000 }),
  takenFrom: Option.some(dueAt)
})

describe("doctor names what is wrong", () => {
  for (const [what, make, expected, variables = {}] of broken)
    it(what, async () => {
      const made = await make()
      const { folder, variables: more } = typeof made === "string" ? { folder: made, variables: {} } : made
      const before = filesIn(folder)
      const { texts } = await doctor(folder, { ...variables, ...more })
      assert.isTrue(
        texts.some((text) => expected.test(text)),
        texts.join("\n")
      )
      assert.notInclude(texts.join("\n"), "s3cret")
      assert.deepStrictEqual(filesIn(folder), before)
    })

  it("what answers in place of a mail server", async () => {
    const other = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")).listen(
      0,
      "127.0.0.1"
    )
    await once(other, "listening")
    afterwards(() => void other.close())
    const { port } = other.address() as { port: number }
    const { texts } = await doctor(await withStore(), {
      QUITTANCE_SMTP_URL: `smtp://127.0.0.1:${port}`,
      QUITTANCE_MAIL_FROM: "pay@shop.example"
    })
    assert.match(texts.join("\n"), /^mail: \S+ cannot be used: what answers there is no mail server/)
  })

  it.each([
    [versionFinding("22.18.0"), "versions", /needs Node\.js 22\.19 or newer, and this is 22\.18\.0\.$/],
    [diskFinding("/data", 900 * 1024 ** 2), "disk", /^only 0\.9 GiB free at \/data: make room/],
    [
      clockFinding(1e12, [{ source: "the node x", at: 1e12 + 61_000, kind: "clock" }]),
      "clock",
      /61 s behind the node x/
    ],
    [
      clockFinding(1e12, [{ source: "the node x", at: 1e12 - 400_000, kind: "clock" }]),
      "clock",
      /400 s ahead of the node x/
    ]
  ])("%j", (finding, check, message) => {
    assert.include(finding, { check, status: "fault" })
    assert.match(finding.message, message)
  })
})

describe("doctor, of subscribers", () => {
  it("names those whose events nobody takes, and notes those that somebody takes later", () => {
    const [absent] = subscriberFindings([standing(1e12 - 61_000)], 1e12)
    assert.deepInclude({ ...absent }, { check: "subscribers", status: "fault" })
    assert.match(
      absent?.message ?? "",
      /^3 events wait for books, since 2001-09-09T01:44:40\.000Z, and nobody takes them: start the program .* or end the name by quittance\.subscribers\.remove\("books"\)\.$/
    )
    for (const dueAt of [1e12 - 59_000, 1e12 + 5_000])
      assert.deepInclude({ ...subscriberFindings([standing(dueAt)], 1e12)[0] }, { status: "note" })
    const idle = { ...standing(0), waiting: Option.none(), takenFrom: Option.none() }
    assert.deepInclude({ ...subscriberFindings([idle], 1e12)[0] }, { status: "ok" })
  })
})

describe("doctor, of a set-up that is well", () => {
  it("finds nothing, while the server runs, and tells each check on a line", async () => {
    const folder = temporaryFolder()
    const server = await serveHere(folder, { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" })
    const receiver = await EventReceiver.open()
    await fiatClient(server.url, credentialsIn(folder)).post("/api/v1/webhooks", {
      url: receiver.url,
      events: ["invoice.paid"]
    })
    const { faults, findings } = await doctor(folder, { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" })
    assert.isEmpty(faults)
    assert.deepStrictEqual(
      findings.map(({ check, status }) => [check, status]),
      [
        ["versions", "ok"],
        ["configuration", "ok"],
        ["disk", "ok"],
        ["clock", "note"],
        ["store", "ok"],
        ["books", "ok"],
        ["backups", "note"],
        ["nodes", "ok"],
        ["bank accounts", "ok"],
        ["mail", "ok"],
        ["receivers", "ok"],
        ["server", "ok"]
      ]
    )
    assert.strictEqual(receiver.arrivalCount, 0)
    const { stdout } = await quittance(["doctor"], folder, { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" })
    assert.lengthOf(stdout.trim().split("\n"), findings.length + 1)
    const backup = await quittance(["backup", join(folder, "copy.backup")], folder)
    assert.strictEqual(backup.status, 0, backup.stderr)
    const after = await doctor(folder, { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" })
    const said = after.findings.find(({ check }) => check === "backups")
    assert.deepInclude(said, { status: "ok" })
    assert.match(String(said?.message), /^the last one was made within the hour \(\S+copy\.backup\)\.$/)
  })

  it("takes the time of nodes, and shows no key of theirs", async () => {
    const { findings } = await doctor(await withNode((await startRpcNode(5)).url, 5))
    assert.match(
      findings.find(({ check }) => check === "clock")?.message ?? "",
      /^agrees with the node 127\.0\.0\.1:\d+ of ethereum\.$/
    )
    assert.notInclude(JSON.stringify(findings), rpcKey)
  })

  it("takes a backup from two days back on as old, in live only", async () => {
    const folder = await withBackup({}, "2026-01-01T00:00:00.000Z")
    const store = { _tag: "sqlite", filename: join(folder, "quittance.db") } as const
    const after = (hours: number, mode: "live" | "sandbox") =>
      backupFinding({ mode, store }, Date.parse("2026-01-01T00:00:00.000Z") + hours * 3_600_000).status
    assert.deepStrictEqual(
      [after(48, "live"), after(49, "live"), after(49, "sandbox")],
      ["ok", "fault", "note"]
    )
    writeFileSync(join(folder, "last-backup.json"), "{")
    assert.strictEqual(after(1, "live"), "fault")
    assert.strictEqual(readFileSync(join(folder, "last-backup.json"), "utf8"), "{")
  })

  it("takes no backup from a note of another clock, or from what is no file", () => {
    const folder = temporaryFolder()
    const note = join(folder, "last-backup.json")
    const store = { _tag: "sqlite", filename: join(folder, "quittance.db") } as const
    const says = () => backupFinding({ mode: "live", store }, Date.parse("2026-01-01T00:00:00.000Z"))
    const unknown = /^nobody knows when the last one was made: quittance backup FILE makes one/
    mkdirSync(note)
    assert.match(says().message, unknown)
    rmSync(note, { recursive: true })
    writeFileSync(note, JSON.stringify({ at: "2026-01-02T00:00:00.000Z", file: "/b" }))
    assert.match(says().message, unknown)
    assert.strictEqual(says().status, "fault")
  })
})
