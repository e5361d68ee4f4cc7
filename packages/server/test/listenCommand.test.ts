import { execFile, execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { verifyWebhook } from "@quittance/webhook-receiver"
import { EventReceiver } from "./EventReceiver.ts"
import { fiatClient } from "./fiatFetch.ts"
import { credentialsIn, quittance, runningCommand, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const folder = temporaryFolder()
const allowed = { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1", QUITTANCE_RATE_LIMITS: "off" }
let server: Awaited<ReturnType<typeof serveHere>>

beforeAll(async () => {
  server = await serveHere(folder, allowed)
})

const trigger = async (event: string, ...more: ReadonlyArray<string>): Promise<string> => {
  const { status, stderr, stdout } = await quittance(["trigger", event, ...more, "--json"], folder)
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stdout).resourceId
}

const secretOf = ({ listening }: Record<string, unknown>): string =>
  (listening as { readonly secret: string }).secret

/** By a process of its own: a second library in the server's would take its locks away. */
const listeners = async (): Promise<ReadonlyArray<string>> => {
  const script = `process.stdout.write(JSON.stringify(new (require("node:sqlite").DatabaseSync)(process.argv[1],
    { readOnly: true }).prepare("SELECT id FROM subscribers WHERE removed_at IS NULL").all()))`
  const args = ["-e", script, join(folder, "quittance.db")]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout).map(({ id }: { readonly id: string }) => id)
}

describe("listen", { timeout: 120_000 }, () => {
  it("relays one partner's events, signed with its own secret, and touches no delivery to others", async () => {
    const [local, registered] = [await EventReceiver.open(), await EventReceiver.open()]
    const client = fiatClient(server.url, credentialsIn(folder))
    const webhook = await client.post("/api/v1/webhooks", {
      url: registered.url,
      events: ["invoice.created", "invoice.paid"]
    })
    const command = await runningCommand(["listen", "--forward-to", local.url, "--json"], folder)
    const started = await command.line(0)
    const secret = secretOf(started)
    assert.match(secret, /^whsec_/)
    assert.deepInclude(started.listening as object, {
      partner: "sandbox",
      forwardTo: local.url,
      events: null
    })

    const key = await quittance(["keys", "create", "--partner", "other"], folder)
    assert.strictEqual(key.status, 0)
    await trigger("invoice.cancelled", "--partner", "other")
    const invoice = await trigger("invoice.paid")
    await local.until(({ all }) => all.length === 2)
    await registered.until(({ all }) => all.length === 2)
    const [created, paid] = local.all
    assert(created !== undefined && paid !== undefined)
    const event = await verifyWebhook(paid.body, paid.headers, secret)
    assert.deepInclude(event, { object: "event", type: "invoice.paid" })
    assert.deepInclude(event.data.object, { id: invoice, status: "paid" })
    // To the byte what the registered webhook got, and not with its secret.
    const same = registered.arrivals.get(event.id)?.[0]
    assert.strictEqual(paid.body, same?.body)
    assert.notStrictEqual(paid.headers["webhook-signature"], same?.headers["webhook-signature"])
    const lines = [await command.line(1), await command.line(2)]
    assert.deepStrictEqual(
      lines.map(({ event, resourceId, status }) => [event, resourceId, status]),
      [
        ["invoice.created", invoice, 204],
        ["invoice.paid", invoice, 204]
      ]
    )
    assert.strictEqual(await command.end(), 0)
    assert.isEmpty(await listeners())

    const { stdout } = await quittance(["webhooks", "deliveries", String(webhook.id), "--json"], folder)
    for (const each of JSON.parse(stdout).deliveries)
      assert.include(each, { status: "delivered", attempt: 1 })
    assert.lengthOf(JSON.parse((await quittance(["webhooks", "list", "--json"], folder)).stdout), 1)
  })

  it("relays only the events that were asked for, keeps its secret, and tells what the receiver answers", async () => {
    const receiver = await EventReceiver.open(() => 500)
    const args = ["listen", "--forward-to", receiver.url, "--json", "--partner", "third"]
    await quittance(["keys", "create", "--partner", "third"], folder)
    const command = await runningCommand([...args, "--events", "payout.failed,balance.adjusted"], folder)
    const secret = secretOf(await command.line(0))
    await trigger("invoice.created", "--partner", "third")
    await trigger("payout.failed", "--partner", "third")
    const [first, second] = [await command.line(1), await command.line(2)]
    assert.deepStrictEqual(
      [first.event, second.event, first.status, second.status],
      ["balance.adjusted", "payout.failed", 500, 500]
    )
    assert.strictEqual(receiver.arrivalCount, 2)
    assert.strictEqual(await command.end("SIGTERM"), 0)
    const again = await runningCommand(args, folder)
    assert.strictEqual(secretOf(await again.line(0)), secret)
    assert.strictEqual(statSync(join(folder, "listen.secret")).mode & 0o777, 0o600)
    await again.end()
  })

  it("goes on where nothing listens, and takes out what a killed one left", async () => {
    const args = ["listen", "--forward-to", "http://localhost:9/hook", "--json"]
    const killed = await runningCommand(args, folder)
    await killed.line(0)
    await killed.end("SIGKILL")
    const [left] = await listeners()
    assert.match(String(left), /^subscriber-listen-/)
    const next = await runningCommand(args, folder)
    await next.line(0)
    assert.notInclude(await listeners(), left)
    await trigger("invoice.created")
    assert.deepInclude(await next.line(1), { event: "invoice.created", status: null })
    assert.strictEqual(await next.end(), 0)
  })
})

describe("listen refuses, and writes nothing", () => {
  const live = { QUITTANCE_MODE: "live", QUITTANCE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64") }
  it.each([
    [[], "--forward-to is missing: write --forward-to URL."],
    [
      ["--forward-to", "localhost:4000"],
      "--forward-to must be a URL of this machine, such as http://localhost"
    ],
    [["--forward-to", "https://shop.example/hook"], "--forward-to must be a URL of this machine"],
    [["--forward-to", "http://127.0.0.1.evil.example/"], "--forward-to must be a URL of this machine"],
    [["--forward-to", "http://me:s@localhost/"], "--forward-to must have no user and no password"],
    [["--forward-to", "ftp://localhost/"], "--forward-to must be a URL of this machine"],
    [["--forward-to", "http://localhost/", "--events", "invoice.payed"], "did you mean invoice.paid?"],
    [["--forward-to", "http://localhost/", "--events", ","], "--events has an empty value between commas"]
  ] as const)("%j", async (args, sentence) => {
    const empty = temporaryFolder()
    const { status, stderr, stdout } = await quittance(["listen", ...args], empty)
    assert.deepStrictEqual([status, stdout], [2, ""], stderr)
    assert.include(stderr, sentence)
    assert.isEmpty(readdirSync(empty))
  })

  it("in live mode, of an unknown partner, and with a secret that is none", async () => {
    const to = ["listen", "--forward-to", "http://localhost:1/"]
    const empty = temporaryFolder()
    assert.strictEqual((await quittance(to, empty, live)).status, 2)
    assert.isEmpty(readdirSync(empty))
    const unknown = await quittance([...to, "--partner", "sandbx"], folder)
    assert.strictEqual(unknown.status, 1)
    assert.include(unknown.stderr, "did you mean sandbox?")
    const other = temporaryFolder()
    await quittance(["keys", "create", "--partner", "shop"], other)
    writeFileSync(join(other, "listen.secret"), "secret")
    const wrong = await quittance([...to, "--partner", "shop"], other)
    assert.strictEqual(wrong.status, 2)
    assert.match(wrong.stderr, /listen\.secret must have whsec_ and base64 in it: delete it/)
  })

  it("with a secret that is no file of its own: nothing is waited for", async () => {
    const other = temporaryFolder()
    await quittance(["keys", "create", "--partner", "shop"], other)
    const secretFile = join(other, "listen.secret")
    const to = ["listen", "--forward-to", "http://localhost:1/"]
    for (const [made, says] of [
      [() => execFileSync("mkfifo", [secretFile]), /listen\.secret cannot be read: it is a pipe or a device/],
      [() => symlinkSync("/dev/zero", secretFile), /listen\.secret cannot be read: it is a pipe or a device/],
      [
        () => writeFileSync(secretFile, "x".repeat(1_048_577)),
        /it has 1048577 bytes, and was never written so/
      ],
      [() => mkdirSync(secretFile), /listen\.secret is a folder, and must be a file/]
    ] as const) {
      rmSync(secretFile, { force: true })
      made()
      const refused = await quittance([...to, "--partner", "shop"], other)
      assert.strictEqual(refused.status, 1)
      assert.match(refused.stderr, says)
    }
  })
})
