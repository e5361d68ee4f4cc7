import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { credentialsIn, quittance, quittanceProcess, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { signedFetch } from "./signedFetch.ts"

const masterKey = Buffer.alloc(32, 7).toString("base64")

const functions = (...names: ReadonlyArray<string>) =>
  names.map((name) => `async ${name}() { throw new Error("down") }`)

/** Providers that serve these networks; all of them where none is named. */
const providersFor = (addresses: string, payouts: string): string => `
  export const depositAddresses = { ${[addresses, ...functions("derive", "transfers")].filter(Boolean).join(", ")} }
  export const payoutProcessor = { ${[payouts, ...functions("submit", "lookup", "abandon")].filter(Boolean).join(", ")} }
`

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

const live = (file: object): string => JSON.stringify({ mode: "live", ...file })

const liveVariables = { QUITTANCE_MASTER_KEY: masterKey }

const cryptoKey = async (folder: string) => {
  const scopes = "crypto:read,crypto:write,payouts:write"
  const args = ["keys", "create", "--partner", "shop", "--scopes", scopes, "--bind", "none", "--json"]
  return JSON.parse((await quittance(args, folder, liveVariables)).stdout)
}

describe("quittance config check", () => {
  it("says that a file is in order, whichever file is named, and touches nothing else", async () => {
    const folder = folderWith({ "other.mjs": 'export default { mode: "live", kyc: { life: "2d" } }' })
    const named = await quittance(["config", "check", "other.mjs"], folder)
    assert.deepStrictEqual([named.status, named.stderr], [0, ""])
    assert.match(named.stdout, /other\.mjs is valid, for mode live\.\n$/)
    const variable = await quittance(["config", "check", "--json"], folder, {
      ...liveVariables,
      QUITTANCE_CONFIG: "other.mjs"
    })
    assert.deepInclude(JSON.parse(variable.stdout), { mode: "live", faults: [] })
    const none = await quittance(["config", "check"], folder)
    assert.deepStrictEqual([none.status, none.stderr], [0, ""])
    assert.deepStrictEqual(readdirSync(folder), ["other.mjs"])
  })

  it("prints every fault with its path and exits with 2; the start prints the same and exits with 2", async () => {
    const text = '{ "webhok": {}, "kyc": { "life": "s3cret" }, "invoiceFee": { "percent": 101 } }'
    const folder = folderWith({ "quittance.config.json": text })
    const checked = await quittance(["config", "check"], folder)
    assert.deepStrictEqual([checked.status, checked.stdout], [2, ""])
    const started = await quittanceProcess(["serve"], folder, { PORT: "http" })
    assert.deepStrictEqual([started.status, started.stdout], [2, ""])
    for (const { stderr } of [checked, started]) {
      assert.match(stderr, /webhok is not a setting; the settings are .*\n/)
      assert.include(
        stderr,
        "kyc.life must be a whole number with its unit: ms, s, m, h or d, such as 15s.\n"
      )
      assert.include(
        stderr,
        "invoiceFee.percent must be a percentage from 0 to 100 with at most 2 decimals.\n"
      )
      assert.notInclude(stderr, "s3cret")
    }
    assert.include(started.stderr, 'PORT is "http"')
    assert.deepStrictEqual(readdirSync(folder), ["quittance.config.json"])
  })

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ["PORT", { PORT: "http" }],
    ["QUITTANCE_DB", { QUITTANCE_DB: "mysql://me@host/money" }],
    ["QUITTANCE_ROLE", { QUITTANCE_ROLE: "api" }],
    ["QUITTANCE_RATE_LIMITS", { QUITTANCE_MODE: "live", QUITTANCE_RATE_LIMITS: "off" }],
    ["QUITTANCE_MASTER_KEY", { QUITTANCE_MODE: "live", QUITTANCE_MASTER_KEY: "" }],
    ["QUITTANCE_MASTER_KEY_FILE", { QUITTANCE_MASTER_KEY: "", QUITTANCE_MASTER_KEY_FILE: "none.key" }],
    [
      "QUITTANCE_SMTP_URL",
      { QUITTANCE_SMTP_URL: "https://mail.example", QUITTANCE_MAIL_FROM: "pay@shop.example" }
    ],
    ["QUITTANCE_PROVIDERS", { QUITTANCE_PROVIDERS: "none.mjs" }]
  ])("prints the fault of %s that a start would, and touches nothing", async (name, variables) => {
    const folder = folderWith({ "quittance.config.json": "{}" })
    const all = { ...liveVariables, ...variables }
    const checked = await quittance(["config", "check"], folder, all)
    assert.deepStrictEqual([checked.status, checked.stdout], [2, ""])
    const started = await quittance(["serve"], folder, all)
    assert.strictEqual(started.status, 2)
    const [sentence = ""] = started.stderr.split("\n")
    assert.include(sentence, name)
    assert.include(checked.stderr, sentence.slice("quittance: ".length))
    const json = await quittance(["config", "check", "--json"], folder, all)
    assert.lengthOf(JSON.parse(json.stdout).faults, 1)
    assert.deepStrictEqual(readdirSync(folder), ["quittance.config.json"])
  })

  it("warns of a network with nodes that lacks something else: a live start would only not offer it", async () => {
    const ethereum = { rpcUrls: ["http://127.0.0.1:8545"], chainId: 31_337, treasury: `0x${"a1".repeat(20)}` }
    const folder = folderWith({ "quittance.config.json": live({ networks: { ethereum } }) })
    const { status, stderr } = await quittance(["config", "check"], folder, liveVariables)
    assert.deepStrictEqual(
      [status, stderr],
      [0, "quittance: warning: networks.ethereum lacks token, so the server does not act on it by itself.\n"]
    )
    const file = JSON.stringify({ networks: { ethereum } })
    const sandbox = await quittance(["config", "check"], folderWith({ "quittance.config.json": file }))
    assert.strictEqual(sandbox.status, 2)
    assert.include(
      sandbox.stderr,
      "networks.ethereum.token is required with rpcUrls: no token is known on chain 31337"
    )
    // What is there and wrong is not said to be missing as well.
    const wrong = live({ networks: { ethereum: { ...ethereum, treasury: "0x12" } } })
    const faulty = await quittance(
      ["config", "check"],
      folderWith({ "quittance.config.json": wrong }),
      liveVariables
    )
    for (const { stderr } of [sandbox, faulty]) assert.notInclude(stderr, "warning")
  })

  it.each(["none.json", "folder"])("refuses %s, which is no file", async (name) => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, "folder"))
    assert.strictEqual((await quittance(["config", "check", name], folder)).status, 2)
    const started = await quittance(["serve"], folder, { QUITTANCE_CONFIG: name })
    assert.strictEqual(started.status, 2)
    assert.match(started.stderr, /^quittance: .*: (?:there is no such file|it must be a file.*)\.\n$/)
  })
})

it("a variable wins over the file, and every command reads the file", async () => {
  const folder = folderWith({
    "quittance.config.json": JSON.stringify({
      publicUrl: "https://file.example/",
      fiatInvoice: { bounds: { USD: { max: 20 } } },
      mail: { locale: "ru" }
    })
  })
  await quittance(["keys", "create", "--partner", "shop"], folder)
  const file = join(folder, "invoices.csv")
  writeFileSync(file, "amount,currency\n19,USD\n21,USD\n")
  const importing = (variables: Readonly<Record<string, string>> = {}) =>
    quittance(["batch", "import", file, "--partner", "shop", "--json"], folder, variables)
  const { stdout } = await importing()
  assert.include(stdout, '"https://file.example/pay/')
  assert.include(stdout, "20")
  assert.include(
    (await importing({ QUITTANCE_PUBLIC_URL: "https://env.example" })).stdout,
    '"https://env.example/pay/'
  )
  const wrong = await importing({ QUITTANCE_MAIL_LOCALE: "de" })
  assert.include(wrong.stderr, 'QUITTANCE_MAIL_LOCALE is "de"')
})

describe("networks in live mode", () => {
  it("that nobody serves are not offered, and the start names them; no fee is charged, which it says too", async () => {
    const folder = folderWith({
      "quittance.config.json": live({ networks: { tron: { payoutFee: { fixed: 1 } } } }),
      "providers.mjs": providersFor('networks: ["tron", "bsc"]', 'networks: ["tron"]')
    })
    const variables = {
      ...liveVariables,
      QUITTANCE_CONFIG: join(folder, "quittance.config.json"),
      QUITTANCE_PROVIDERS: join(folder, "providers.mjs")
    }
    const server = await serveHere(folder, variables)
    const key = await cryptoKey(folder)
    const warnings = (await server.wholeOutput()).split("\n")
    assert.include(
      warnings.join(),
      "networks that are not offered, because no provider serves them: ethereum (invoices, wallets, payouts); bsc (payouts); polygon (wallets, payouts)"
    )
    assert.notInclude(warnings.join(), "do not say which networks")
    assert.include(warnings.join(), "no fee is charged, because the configuration file sets none: invoiceFee")
    const { body } = await signedFetch(server.url, key, { path: "/api/v2/crypto/networks" })
    const [tron, bsc, ...others] = body.networks as ReadonlyArray<object>
    assert.deepInclude(tron, { name: "tron", payoutFee: 1 })
    assert.deepInclude(bsc, { name: "bsc", payoutFee: 0 })
    assert.deepStrictEqual([others, body.invoiceNetworks], [[], ["tron", "bsc"]])
    const errors = await Promise.all(
      ["ethereum", "unknown"].map(async (network) => {
        const body = { amount: 5, network, externalId: network }
        const path = "/api/v2/crypto/invoices"
        const answer = await signedFetch(server.url, key, { method: "POST", path, body })
        assert.strictEqual(answer.status, 400)
        return answer.body.error
      })
    )
    for (const error of errors)
      assert.deepInclude(error, { code: "unsupported_network", message: "network must be one of tron, bsc" })
  })

  it("are none without providers: the lists are empty, and operations answer 503", async () => {
    const folder = folderWith({ "quittance.config.json": live({}) })
    const server = await serveHere(folder, {
      ...liveVariables,
      QUITTANCE_CONFIG: join(folder, "quittance.config.json")
    })
    const key = await cryptoKey(folder)
    const listed = await signedFetch(server.url, key, { path: "/api/v2/crypto/networks" })
    assert.deepInclude(listed.body, { networks: [], invoiceNetworks: [] })
    for (const network of ["tron", "unknown"]) {
      const body = { amount: 5, network, externalId: network }
      const path = "/api/v2/crypto/invoices"
      const answer = await signedFetch(server.url, key, { method: "POST", path, body })
      assert.strictEqual(answer.status, 503)
      assert.propertyVal(answer.body.error, "code", "service_unavailable")
    }
  })
})

it("providers that do not say which networks they serve serve all, and the live start says so", async () => {
  const folder = folderWith({ "providers.mjs": providersFor("", "") })
  const live = { ...liveVariables, QUITTANCE_MODE: "live" }
  const server = await serveHere(folder, { ...live, QUITTANCE_PROVIDERS: join(folder, "providers.mjs") })
  assert.include(
    await server.wholeOutput(),
    "depositAddresses and payoutProcessor do not say which networks they serve, so all are offered: tron, ethereum, bsc, polygon"
  )
  await server.stop()
  writeFileSync(join(folder, "others.mjs"), providersFor('networks: "tron"', ""))
  const refused = await quittance(["serve"], folder, { ...live, QUITTANCE_PROVIDERS: "./others.mjs" })
  assert.include(refused.stderr, "the networks of its depositAddresses must be a list of names")
})

describe("quittance partners and terms", () => {
  it("show and change what a partner is charged, while a server runs", async () => {
    const folder = temporaryFolder()
    const server = await serveHere(folder)
    const json = async (...args: ReadonlyArray<string>) => {
      const { status, stderr, stdout } = await quittance([...args, "--json"], folder)
      assert.deepStrictEqual([status, stderr], [0, ""])
      return JSON.parse(stdout)
    }
    const [listed] = await json("partners", "list")
    assert.deepInclude(listed, { name: "sandbox", keys: 1, ownTerms: false })
    const before = await json("terms", "show", "--partner", "sandbox")
    assert.deepInclude(before.terms, { feePayer: "merchant", own: {} })
    assert.deepStrictEqual(before.terms.invoiceFee, { percent: 1, fixed: 0, min: 0, max: null })
    const set = (...args: ReadonlyArray<string>) => json("terms", "set", "--partner", "sandbox", ...args)
    await set("--fee-payer", "payer", "--invoice-fee", "percent=2.5,fixed=0.3,max=9")
    const changed = await set("--payout-fee", "tron:fixed=1,tron:percent=0.1,bsc:fixed=0")
    assert.deepStrictEqual(changed.terms.own, {
      feePayer: "payer",
      invoiceFee: { percent: 2.5, fixed: 0.3, min: 0, max: 9 },
      payoutFees: {
        tron: { percent: 0.1, fixed: 1, min: 0, max: null },
        bsc: { percent: 0, fixed: 0, min: 0, max: null }
      }
    })
    assert.strictEqual(changed.terms.payoutFees.ethereum.fixed, 5)
    const back = await set("--fee-payer", "default", "--payout-fee", "tron:default")
    assert.isNull(back.terms.payee)
    const { secret } = credentialsIn(folder)
    const made = await fetch(`${server.url}/api/v1/invoices`, {
      method: "POST",
      headers: { "x-api-key": secret, "content-type": "application/json" },
      body: JSON.stringify({ amount: 5, currency: "EUR" })
    })
    const { paymentUrl } = (await made.json()) as { paymentUrl: string }
    const page = async () => (await fetch(paymentUrl)).text()
    assert.notInclude(await page(), "Blue Cup")
    assert.strictEqual((await set("--payee", "Blue Cup")).terms.payee, "Blue Cup")
    const deadline = Date.now() + 10_000
    while (!(await page()).includes("<title>Blue Cup · "))
      assert.isBelow(Date.now(), deadline, "the page does not say who is paid")
    assert.deepStrictEqual((await set("--invoice-fee", "percent=2")).terms.payee, "Blue Cup")
    assert.strictEqual((await set("--time-zone", "asia/almaty")).terms.timeZone, "Asia/Almaty")
    assert.strictEqual((await set("--payee", "Blue Cup")).terms.own.timeZone, "Asia/Almaty")
    assert.strictEqual((await set("--time-zone", "default")).terms.timeZone, "UTC")
    await set("--payee", "default", "--invoice-fee", "percent=2.5,fixed=0.3,max=9")
    assert.deepStrictEqual(Object.keys(back.terms.own.payoutFees), ["bsc"])
    assert.strictEqual(back.terms.feePayer, "merchant")
    assert.deepStrictEqual((await json("partners", "show", "sandbox")).terms, back.terms)
  })

  it.each([
    [
      ["--payee", "two\nlines"],
      "--payee must have 1 to 80 characters on one line, with no space at either end."
    ],
    [["--time-zone", "+05:00"], "--time-zone must be the name of a time zone such as Europe/Berlin or UTC."],
    [
      ["--invoice-fee", "1%"],
      '--invoice-fee must be default, or parts such as percent=1.5,fixed=0.3, not "1%".'
    ],
    [
      ["--invoice-fee", "percent=101"],
      "--invoice-fee percent must be a percentage from 0 to 100 with at most 2 decimals."
    ],
    [
      ["--invoice-fee", "share=1"],
      "--invoice-fee share is not a setting; the settings are percent, fixed, min, max."
    ],
    [["--invoice-fee", "min=2,max=1"], "--invoice-fee max must be at least min."],
    [
      ["--payout-fee", "trn:fixed=1"],
      "--payout-fee trn is not a network; the networks are tron, ethereum, bsc, polygon."
    ],
    [["--payout-fee", "tron"], '--payout-fee must be such as tron:fixed=2 or tron:default, not "tron".'],
    [[], "Name what changes: --payee, --fee-payer, --invoice-fee, --payout-fee or --time-zone."]
  ])("refuses %j", async (args, expected) => {
    const folder = temporaryFolder()
    await quittance(["keys", "create", "--partner", "shop"], folder)
    const { status, stderr } = await quittance(["terms", "set", "--partner", "shop", ...args], folder)
    assert.deepStrictEqual([status, stderr], [2, `quittance: ${expected}\n`])
  })
})
