import { execFile } from "node:child_process"
import { userInfo } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { credentialsIn, quittance, quittanceProcess, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { balancePath, payoutRequest, payoutsPath, signedFetch } from "./signedFetch.ts"

const folder = temporaryFolder()
let server: Awaited<ReturnType<typeof serveHere>>

beforeAll(async () => {
  server = await serveHere(folder)
})

/** Runs a command beside the running server and reads its JSON. */
const jsonOf = async (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = await quittance([...args, "--json"], folder)
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stdout)
}

const payoutOf = (body: Record<string, unknown>) =>
  body.payout as { id: string; status: string; error: string | null }

describe("keys, beside a running server", () => {
  it("create makes the partner and a key that works at once; revoke ends it within a second", async () => {
    const key = await jsonOf(
      "keys",
      "create",
      "--partner",
      "shop",
      "--scopes",
      "crypto:read,payouts:write",
      "--scopes",
      "crypto:write"
    )
    assert.hasAllKeys(key, ["id", "partnerId", "publicKey", "secret", "scopes", "name"])
    assert.isNull(key.name)
    assert.deepStrictEqual(key.scopes, ["crypto:read", "payouts:write", "crypto:write"])
    assert.strictEqual((await signedFetch(server.url, key, { path: balancePath })).status, 200)

    const second = await jsonOf("keys", "create", "--partner", "shop")
    assert.strictEqual(second.partnerId, key.partnerId)
    assert.deepStrictEqual(second.scopes, ["*"])

    const revoked = await quittance(["keys", "revoke", key.id], folder)
    assert.include(revoked.stdout, `Revoked ${key.id}`)
    const deadline = Date.now() + 1_000
    let answer = await signedFetch(server.url, key, { path: balancePath })
    // However long an answer takes, what is asked after the second is refused.
    for (let askedAt = 0; answer.status === 200 && askedAt < deadline; ) {
      // As fast as it can, this would spend what the key may ask for before the second is over.
      await pause(50)
      askedAt = Date.now()
      answer = await signedFetch(server.url, key, { path: balancePath })
    }
    assert.strictEqual(answer.status, 401)
    assert.strictEqual((await signedFetch(server.url, second, { path: balancePath })).status, 200)
    const listed = await jsonOf("keys", "list")
    const found = listed.find(({ id }: { id: string }) => id === key.id)
    assert.include(found, { partner: "shop", status: "revoked", bind: "none" })
    assert.notInclude(JSON.stringify(listed), "sk_test_")
    assert.strictEqual((await quittance(["keys", "revoke", key.id], folder)).status, 0, "revoking twice")
  })

  it("create gives it a name, and the operator is its creator; list shows both, of all partners or of one", async () => {
    const operator = `operator:${userInfo().username}`
    const named = await jsonOf("keys", "create", "--partner", "named", "--name", "Касса №1")
    assert.strictEqual(named.name, "Касса №1")
    const bare = await jsonOf("keys", "create", "--partner", "named")
    const ofOne = await jsonOf("keys", "list", "--partner", "named")
    assert.deepStrictEqual(
      ofOne.map((key: Record<string, unknown>) => [key.id, key.partner, key.name, key.createdBy]),
      [
        [named.id, "named", "Касса №1", operator],
        [bare.id, "named", null, operator]
      ]
    )
    assert.deepStrictEqual(await jsonOf("keys", "list", "--partner", named.partnerId), ofOne)
    const ofAll = await jsonOf("keys", "list")
    assert.isAbove(ofAll.length, 2)
    assert.include(
      ofAll.map(({ createdBy }: { createdBy: string }) => createdBy),
      "system",
      "the server made the sandbox's first key"
    )
    const shown = (await quittance(["keys", "list", "--partner", "named"], folder)).stdout
    assert.match(shown, /^ID +PARTNER +PUBLIC KEY +STATUS +NAME /)
    assert.include(shown, "Касса №1")
    assert.notInclude(shown + JSON.stringify(ofAll), "sk_test_")
    for (const name of [" a", "a\nb", "\u202e", "x".repeat(101)]) {
      const refused = await quittance(["keys", "create", "--partner", "named", "--name", name], folder)
      assert.strictEqual(refused.status, 2, name)
      assert.include(refused.stderr, "--name must have 1 to 100 characters on one line")
    }
    assert.match(
      (await quittance(["keys", "list", "--partner", "nobody"], folder)).stderr,
      /there is no partner|partner nobody/i
    )
    // By a process of its own: a second library in the server's would take its locks away.
    const script = `process.stdout.write(JSON.stringify(new (require("node:sqlite").DatabaseSync)(process.argv[1],
      { readOnly: true }).prepare("SELECT DISTINCT actor FROM events WHERE subject_id = ?").all(process.argv[2])))`
    const args = ["-e", script, join(folder, "quittance.db"), named.id]
    const { stdout: actors } = await promisify(execFile)(process.execPath, args)
    assert.deepStrictEqual(JSON.parse(actors), [{ actor: operator }])
  })

  it("create takes a partner's id for that partner, and refuses an id that nobody has", async () => {
    const { partnerId } = await jsonOf("keys", "create", "--partner", "by id")
    const key = await jsonOf("keys", "create", "--partner", partnerId)
    assert.strictEqual(key.partnerId, partnerId)
    const before = await jsonOf("keys", "list")
    const listed = before.filter((each: { partnerId: string }) => each.partnerId === partnerId)
    assert.deepStrictEqual(
      listed.map(({ partner }: { partner: string }) => partner),
      ["by id", "by id"]
    )
    const unknown = await quittance(["keys", "create", "--partner", `prt_${"0".repeat(32)}`], folder)
    assert.deepStrictEqual([unknown.status, unknown.stdout], [1, ""])
    assert.strictEqual(
      unknown.stderr,
      `quittance: there is no partner prt_${"0".repeat(32)}: quittance partners list shows them.\n`
    )
    assert.lengthOf(await jsonOf("keys", "list"), before.length)
  })

  it("create keeps where a key may be used, what it binds and how long it lives", async () => {
    const options = [
      "--allow-ip",
      "10.0.0.0/8",
      "--allow-ip",
      "::1",
      "--bind",
      "idempotency",
      "--expires-in-days",
      "30"
    ]
    const key = await jsonOf("keys", "create", "--partner", "far away", ...options)
    const listed = await jsonOf("keys", "list")
    const found = listed.find(({ id }: { id: string }) => id === key.id)
    assert.deepStrictEqual(found.allowedIps, ["10.0.0.0/8", "::1"])
    assert.include(found, { partner: "far away", bind: "idempotency" })
    assert.strictEqual(
      Math.round((Date.parse(found.expiresAt) - Date.parse(found.createdAt)) / 86_400_000),
      30
    )
    const answer = await signedFetch(server.url, key, { path: balancePath })
    assert.strictEqual((answer.body.error as { code: string }).code, "ip_not_allowed")
  })

  it("are shown in neat text to people", async () => {
    // As processes: nothing that a command opened keeps it from its end.
    const made = await quittanceProcess(["keys", "create", "--partner", "people"], folder)
    assert.match(made.stdout, /Public key +pk_test_/)
    assert.match(made.stdout, /Secret +sk_test_/)
    const listed = await quittanceProcess(["keys", "list"], folder)
    assert.match(listed.stdout, /^ID +PARTNER +PUBLIC KEY/)
    assert.match(listed.stdout, /people +pk_test_\w+ +active/)
  })
})

describe("money, beside a running server", () => {
  it("balance adjust adds a signed amount, and refuses a partner it does not know", async () => {
    const key = await jsonOf("keys", "create", "--partner", "adjusted")
    const args = ["balance", "adjust", "--partner", "adjusted", "--reason", "test"]
    assert.include((await jsonOf(...args, "--amount", "12.5")).balance, {
      available: 12.5,
      adjustments: 12.5
    })
    assert.include((await jsonOf(...args, "--amount", "-5")).balance, { available: 7.5 })
    const refused = await quittance([...args, "--amount=-10"], folder)
    assert.deepStrictEqual(
      [refused.status, refused.stdout, refused.stderr],
      [
        1,
        "",
        "quittance: the available balance does not cover 10 USDT, so this adjustment would take it below zero: add --allow-negative to allow it.\n"
      ]
    )
    const allowed = await quittance([...args, "--amount=-10", "--allow-negative", "--json"], folder)
    assert.include(JSON.parse(allowed.stdout).balance, { available: -2.5 })
    assert.include(allowed.stderr, '"alert":"balance.negative"')
    const { body } = await signedFetch(server.url, key, { path: balancePath })
    assert.include(body.balance, { available: -2.5, adjustments: -2.5 })
    const unknown = await quittance(
      ["balance", "adjust", "--partner", "adjustd", "--reason", "test", "--amount", "1"],
      folder
    )
    assert.deepStrictEqual(
      [unknown.status, unknown.stderr],
      [1, "quittance: there is no partner adjustd: did you mean adjusted?\n"]
    )
  })

  it("payouts resolve settles a payout whose outcome nobody tells, once", async () => {
    const credentials = credentialsIn(folder)
    await jsonOf("balance", "adjust", "--partner", "sandbox", "--amount", "100", "--reason", "test")
    const made = await signedFetch(server.url, credentials, payoutRequest("silent", "sandbox:no-answer"))
    const { id } = payoutOf(made.body)
    const resolve = ["payouts", "resolve", id, "--reason", "the bank says no"]
    assert.include(await jsonOf(...resolve, "--as", "failed"), { id, status: "FAILED" })
    const { body } = await signedFetch(server.url, credentials, { path: `${payoutsPath}/${id}` })
    assert.include(payoutOf(body), { status: "FAILED", error: "the bank says no" })
    const late = await quittance([...resolve, "--as", "completed"], folder)
    assert.match(late.stdout, new RegExp(`^Payout ${id} is FAILED \\(told: completed\\)\\.`))
    // In the words of `payouts show`, which has some for what a view nests.
    assert.match(late.stdout, /Step +\w+: /)
    assert.notInclude(late.stdout, "[object")
    const unknown = await quittance(["payouts", "resolve", "none", "--as", "failed", "--reason", "x"], folder)
    assert.deepStrictEqual(
      [unknown.status, unknown.stderr],
      [1, "quittance: there is no payout none: quittance payouts list shows them.\n"]
    )
  })

  it("deposits rescan reads every address that was given out", async () => {
    const credentials = credentialsIn(folder)
    const path = "/api/v2/crypto/invoices"
    const body = { amount: 5, network: "tron", externalId: "rescan-1" }
    assert.strictEqual(
      (await signedFetch(server.url, credentials, { method: "POST", path, body })).status,
      200
    )
    assert.deepStrictEqual(await jsonOf("deposits", "rescan", "--network", "tron"), {
      addresses: { tron: 1 }
    })
    assert.include((await jsonOf("deposits", "rescan")).addresses, { tron: 1, bsc: 0 })
  })
})

describe("ledger verify", () => {
  it("finds a ledger in order while the server runs", async () => {
    const { status, stdout } = await quittance(["ledger", "verify"], folder)
    assert.strictEqual(status, 0, stdout)
    assert.match(stdout, /^The ledger is in order: \d+ journal entries/)
    assert.deepInclude(await jsonOf("ledger", "verify"), { ok: true, faults: [] })
  })

  it("exits 1 and names the fault when somebody changed a row", async () => {
    const other = temporaryFolder()
    await quittance(["keys", "create", "--partner", "shop"], other)
    const adjusted = ["balance", "adjust", "--partner", "shop", "--amount", "10", "--reason", "test"]
    assert.strictEqual((await quittance(adjusted, other)).status, 0)
    const database = new DatabaseSync(join(other, "quittance.db"))
    database.exec("UPDATE accounts SET balance_minor = balance_minor + 1 WHERE name = 'available'")
    database.close()
    const { status, stdout } = await quittance(["ledger", "verify"], other)
    assert.strictEqual(status, 1)
    assert.match(stdout, /^The ledger is broken/)
    assert.match(stdout, /account available of partner prt_\w+ keeps 10000001 minor units/)
    const json = await quittance(["ledger", "verify", "--json"], other)
    assert.strictEqual(json.status, 1)
    assert.isFalse(JSON.parse(json.stdout).ok)
  })
})

it("a command whose reader has gone ends as it would have, without a word on standard error", async () => {
  const script = `{ "$0" --conditions=source "$@"; echo "status $?" >&2; } | true`
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))
  for (const args of [
    ["ledger", "verify"],
    ["keys", "list"]
  ]) {
    const { stderr } = await promisify(execFile)("sh", ["-c", script, process.execPath, main, ...args], {
      env: { ...process.env, QUITTANCE_DB: join(folder, "quittance.db") }
    })
    assert.strictEqual(stderr, "status 0\n")
  }
})

it("a store that is not there is not made by looking at it", async () => {
  const empty = temporaryFolder()
  for (const args of [
    ["keys", "list"],
    ["ledger", "verify"],
    ["keys", "revoke", "key_1"]
  ]) {
    const { status, stderr } = await quittance(args, empty)
    assert.strictEqual(status, 1)
    assert.include(stderr, "There is no store at ")
  }
})
