import { execFile } from "node:child_process"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { accountWebhookEvents, fiatWebhookEvents } from "@quittance/core/adapter"
import { verifyWebhook } from "@quittance/webhook-receiver"
import { EventReceiver } from "./EventReceiver.ts"
import { fiatClient } from "./fiatFetch.ts"
import { pairFetch } from "./pairFetch.ts"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const folder = temporaryFolder()
let server: Awaited<ReturnType<typeof serveHere>>
let receiver: EventReceiver
const secrets: Array<string> = []

beforeAll(async () => {
  server = await serveHere(folder, { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1", QUITTANCE_RATE_LIMITS: "off" })
  receiver = await EventReceiver.open()
  const credentials = credentialsIn(folder)
  const made = await fiatClient(server.url, credentials).post("/api/v1/webhooks", {
    url: `${receiver.url}fiat`,
    events: fiatWebhookEvents
  })
  const account = await pairFetch(server.url, credentials)("PUT", "/v1/webhook", {
    url: `${receiver.url}account`
  })
  secrets.push(String(made.secret), account.webhook.secret)
})

const jsonOf = async (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = await quittance([...args, "--json"], folder)
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stdout)
}

const runLine = async (line: string) => (await promisify(execFile)("sh", ["-c", `${line} -s`])).stdout

describe("trigger", () => {
  it("makes each event happen: the partner's webhook gets it, about the record that is named", async () => {
    for (const event of [...fiatWebhookEvents, ...accountWebhookEvents]) {
      const before = receiver.all.length
      const { resourceId } = await jsonOf("trigger", event)
      const isIt = ({ body }: { body: string }) => JSON.parse(body).type === event
      await receiver.until(({ all }) => all.slice(before).some(isIt))
      const found = receiver.all.slice(before).find(isIt)
      assert(found !== undefined)
      const secret = secrets[fiatWebhookEvents.some((each) => each === event) ? 0 : 1] ?? ""
      const { data } = await verifyWebhook(found.body, found.headers, secret)
      const { id, walletId } = data.object as { id: string; walletId?: string }
      if (event !== "balance.adjusted") assert.include([id, walletId], resourceId, event)
    }
    const verified = await quittance(["ledger", "verify"], folder)
    assert.strictEqual(verified.status, 0, verified.stdout)
  }, 120_000)

  it("takes another partner, and leaves the sandbox's clock where it was", async () => {
    await jsonOf("keys", "create", "--partner", "second")
    const { partner, resourceId } = await jsonOf("trigger", "invoice.expired", "--partner", "second")
    assert.strictEqual(partner, "second")
    const { history } = await jsonOf("invoices", "history", resourceId)
    const expiredAt = history.find(({ type }: { type: string }) => type === "invoice.expired").at
    assert.isBelow(Math.abs(Date.parse(expiredAt) - Date.now()), 60_000)
  })

  it("says which server is missing, instead of an event that nobody makes", async () => {
    const alone = temporaryFolder()
    await quittance(["keys", "create", "--partner", "shop"], alone)
    const { status, stderr } = await quittance(["trigger", "invoice.expired", "--partner", "shop"], alone)
    assert.strictEqual(status, 1)
    assert.match(stderr, /inv_\w+ was made, .* a server must run on this store/)
  }, 30_000)
})

describe("sign", () => {
  it.each([
    ["GET", "/api/v2/crypto/balance"],
    ["GET", "/api/v2/crypto/payouts?limit=5&page=1"],
    ["GET", "/api/v1/invoices"],
    ["GET", "/v1/transit/wallets"],
    ["GET", "/sandbox/v1/mail"]
  ])("%s %s gives a line of curl that the server answers", async (method, path) => {
    const { curl, stringToSign } = await jsonOf("sign", method, path)
    assert.notProperty(JSON.parse(await runLine(curl)), "error")
    if (path.startsWith("/api/v2")) assert.include(stringToSign, `${method}${path.split("?")[0]}`)
    else assert.isNull(stringToSign)
  })

  it("signs a body, typed or from a file, with quotes in it", async () => {
    const body = '{"amount":3,"network":"tron","externalId":"it\'s one"}'
    const file = join(folder, "it's a body.json")
    writeFileSync(file, body.replace("one", "two"))
    for (const typed of [body, `@${file}`]) {
      const { curl } = await jsonOf("sign", "POST", "/api/v2/crypto/invoices", "--body", typed)
      assert.strictEqual(JSON.parse(await runLine(curl)).invoice.status, "pending")
    }
  })

  it("gives the string to sign of the documents", async () => {
    const path = "/api/v2/crypto/payouts"
    const { headers, stringToSign } = await jsonOf(
      ...["sign", "POST", path, "--body", "{}", "--idempotency-key", "k 1"]
    )
    const hash = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert.strictEqual(stringToSign, `POST${path}${headers["x-timestamp"]}${hash}`)
    assert.strictEqual(headers["x-idempotency-key"], "k 1")
  })

  it("asks for and signs the path below which the server is mounted", async () => {
    const alone = temporaryFolder()
    const created = await quittance(["keys", "create", "--partner", "shop", "--json"], alone)
    writeFileSync(join(alone, "sandbox-credentials.json"), created.stdout)
    const { stdout } = await quittance(["sign", "GET", "/api/v2/crypto/balance", "--json"], alone, {
      QUITTANCE_PUBLIC_URL: "https://shop.example/payments"
    })
    const { stringToSign, url } = JSON.parse(stdout)
    assert.strictEqual(url, "https://shop.example/payments/api/v2/crypto/balance")
    assert.match(stringToSign, /^GET\/payments\/api\/v2\/crypto\/balance\d+$/)
  })
})

describe("what is wrong with the arguments is one sentence, exit status 2, and nothing is written", () => {
  const live = { QUITTANCE_MODE: "live", QUITTANCE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64") }
  it.each([
    [["sign"], "METHOD is missing: write quittance sign METHOD PATH."],
    [["sign", "GET"], "PATH is missing: write quittance sign METHOD PATH."],
    [["sign", "FETCH", "/v1/x"], 'METHOD must be GET, POST, PUT, PATCH or DELETE, not "FETCH"'],
    [["sign", "GET", "api/v2/crypto/balance"], "PATH must begin with / and be printable ASCII"],
    [["sign", "GET", "https://x.example/api/v2/crypto/balance"], "PATH must begin with / and be printable"],
    [["sign", "GET", "/api/v1/x\n\u001b[2J"], 'not "/api/v1/x\\u000a\\u001b[2J".'],
    [["sign", "GET", "/readyz"], "PATH must begin with /api/v2/crypto/, /api/v1/, /v1/ or /sandbox/v1/"],
    [["sign", "GET", "/api/v1/x", "--body", "{}"], "--body is for a request that has one: GET has none."],
    [["sign", "POST", "/api/v1/x", "--body", "@nofile"], "--body: There is no file "],
    [["sign", "POST", "/api/v1/x", "--body", "@."], "is a folder, and must be a file."],
    [["sign", "POST", "/api/v1/x", "--body", "@https://x.example/a"], "must be a path on this machine"],
    [["sign", "POST", "/api/v1/x", "--body", "x".repeat(262_145)], "--body has 262145 bytes, and"],
    [
      ["sign", "POST", "/api/v1/x", "--idempotency-key", "é"],
      "--idempotency-key must have 1 to 255 printable"
    ],
    [["sign", "POST", "/api/v1/x", "y"], '"y" is not expected: quittance sign takes METHOD and PATH.'],
    [["trigger", "x".repeat(20_000)], `not "${"x".repeat(120)}…"`],
    [["trigger"], "EVENT is missing: write quittance trigger EVENT."],
    [["trigger", "invoice.payed"], 'not "invoice.payed": did you mean invoice.paid?'],
    [["trigger", "invoice.paid", "--partner"], "--partner needs a value"]
  ] as const)("%j", async (args, sentence) => {
    const empty = temporaryFolder()
    const { status, stderr, stdout } = await quittance(args, empty)
    assert.deepStrictEqual([status, stdout], [2, ""], stderr)
    assert.include(stderr, sentence)
    assert.isEmpty(readdirSync(empty))
  })

  it.each([
    ["sign", "GET", "/v1/x"],
    ["trigger", "invoice.paid"]
  ])("in live: %s", async (...args) => {
    const empty = temporaryFolder()
    const { status, stderr } = await quittance(args, empty, live)
    assert.strictEqual(status, 2)
    assert.include(stderr, "is for a sandbox, and QUITTANCE_MODE is live")
    assert.isFalse(existsSync(join(empty, "quittance.db")))
  })

  it("without the sandbox's credentials, or with others", async () => {
    const other = temporaryFolder()
    await quittance(["keys", "create", "--partner", "shop"], other)
    const absent = await quittance(["sign", "GET", "/api/v2/crypto/balance"], other)
    assert.deepStrictEqual([absent.status, absent.stdout], [1, ""])
    assert.match(absent.stderr, /There is no \S+sandbox-credentials.json: start the server once/)
    writeFileSync(join(other, "sandbox-credentials.json"), '{"partnerId":5}')
    const wrong = await quittance(["sign", "GET", "/api/v2/crypto/balance"], other)
    assert.strictEqual(wrong.status, 2)
    assert.match(wrong.stderr, /must be JSON with partnerId, publicKey and secret: delete it/)
    writeFileSync(
      join(other, "sandbox-credentials.json"),
      JSON.stringify({ partnerId: "prt_1", publicKey: "pk_test_1", secret: "s" })
    )
    const foreign = await quittance(["sign", "GET", "/api/v2/crypto/balance"], other)
    assert.match(foreign.stderr, /is unknown to this store: delete the file/)
  })
})
