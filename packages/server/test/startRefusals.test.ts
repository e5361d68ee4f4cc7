import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { basename, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { quittance, scriptToEnd, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { balancePath, signedFetch } from "./signedFetch.ts"

const masterKey = Buffer.alloc(32, 7).toString("base64")

type Variables = Readonly<Record<string, string>>

/** Starts a server that must refuse: one sentence on standard error, no stack trace. Answers the sentence. */
const refusedWith = async (expected: number, folder: string, variables: Variables): Promise<string> => {
  const { status, stderr, stdout } = await quittance(["serve"], folder, variables)
  assert.strictEqual(status, expected, stdout)
  assert.match(stderr, /^quittance: .*\.\n$/)
  assert.notInclude(stderr, "    at ")
  return stderr.slice("quittance: ".length, -1)
}

/** The configuration is wrong, whatever else there is. */
const refusal = (folder: string, variables: Variables = {}): Promise<string> =>
  refusedWith(2, folder, variables)

/** What is there does not let it start. */
const failure = (folder: string, variables: Variables = {}): Promise<string> =>
  refusedWith(1, folder, variables)

/** What a start tells. */
const printedBy = async (folder: string, variables: Readonly<Record<string, string>>): Promise<string> => {
  const server = await serveHere(folder, variables)
  const printed = await server.wholeOutput()
  await server.stop()
  return printed
}

/** The one variable does not come without the other. */
const mailFrom = (name: string): string => (name === "QUITTANCE_SMTP_URL" ? "pay@shop.example" : "")

describe("a wrong value stops the start and names the variable", () => {
  it.each([
    ["PORT", "http", "must be a whole number from 0 to 65535"],
    ["HOST", "not a host", "must be an address or name of this machine"],
    ["QUITTANCE_MODE", "production", "must be sandbox or live"],
    ["QUITTANCE_ROLE", "api", "must be all, http or worker"],
    ["QUITTANCE_RATE_LIMITS", "false", "must be on or off"],
    ["QUITTANCE_DOCS", "no", "must be on or off"],
    ["QUITTANCE_WEBHOOK_ALLOW_PRIVATE", "yes", "must be 0 or 1"],
    ["QUITTANCE_WEBHOOK_RETENTION_DAYS", "0", "must be a whole number of days from 1 to 3650"],
    ["QUITTANCE_KYC_RETENTION_DAYS", "1.5", "must be a whole number of days from 1 to 3650"],
    ["QUITTANCE_INVOICE_RETENTION_DAYS", "0", "must be a whole number of days from 1 to 3650"],
    [
      "QUITTANCE_DOCUMENTS",
      "gs://bucket/kyc",
      "must be the path of a folder, such as ./data/documents, or s3://"
    ],
    ["QUITTANCE_SIGNATURE_ORIGINS", "https://shop.example/", "must be a comma-separated list of origins"],
    ["QUITTANCE_SIGNATURE_ORIGINS", "*,https://shop.example", "or * alone"],
    ["QUITTANCE_TRUSTED_PROXIES", "10.0.0.0/99", "must be a comma-separated list"],
    ["QUITTANCE_PUBLIC_URL", "pay.example.com", "must be an absolute http or https URL"],
    ["QUITTANCE_LOG_LEVEL", "loud", "must be info, trace, debug, warn, error or none"],
    ["QUITTANCE_PROVIDERS", "./none.mjs", "there is no such file"],
    ["QUITTANCE_MAIL_LOCALE", "de", "must be a language tag of Russian, English or Kazakh"]
  ])("%s=%s", async (name, value, expected) => {
    const folder = temporaryFolder()
    const sentence = await refusal(folder, { [name]: value })
    assert.include(sentence, `${name} is "`)
    assert.include(sentence, expected)
    assert.isEmpty(readdirSync(folder))
  })

  it.each([
    ["QUITTANCE_MASTER_KEY", "c2VjcmV0", "must be 32 bytes in base64"],
    ["QUITTANCE_MASTER_KEY_PREVIOUS", "c2VjcmV0", "must be master keys of 32 bytes in base64"],
    ["QUITTANCE_METRICS_TOKEN", "my secret", "must be printable ASCII without spaces"],
    ["QUITTANCE_SMTP_URL", "smtp://me:s3cret@mail.example:465/box", "must end after the port"],
    [
      "QUITTANCE_SMTP_URL",
      "smtp://me:s3%cret@mail.example",
      "contains a % that does not start a percent-encoding"
    ],
    ["QUITTANCE_SMTP_URL", "https://me:s3cret@mail.example", "must begin with smtp:// or smtps://"],
    ["QUITTANCE_SMTP_URL", "me:s3cret@mail.example", "must begin with smtp:// or smtps://"],
    ["QUITTANCE_DB", "postgres://me:s3#cret@db/money", "must be a URL such as postgres://"]
  ])("%s, whose value is not shown", async (name, value, expected) => {
    const folder = temporaryFolder()
    const sentence = await refusal(folder, { QUITTANCE_MAIL_FROM: mailFrom(name), [name]: value })
    assert.include(sentence, `${name} has a wrong value`)
    assert.include(sentence, expected)
    for (const secret of [value, "s3"]) assert.notInclude(sentence, secret)
    assert.isEmpty(readdirSync(folder))
  })

  it.each([
    "shop",
    "Shop pay@shop.example",
    "Shop, Inc <pay@shop.example>",
    "a@shop.example, b@shop.example",
    "Shop <pay@shop.example> <b@shop.example>",
    "Shop\u0007 <pay@shop.example>"
  ])("QUITTANCE_MAIL_FROM=%j", async (value) => {
    const variables = { QUITTANCE_SMTP_URL: "smtp://me:s3cret@mail.example", QUITTANCE_MAIL_FROM: value }
    assert.strictEqual(
      await refusal(temporaryFolder(), variables),
      `QUITTANCE_MAIL_FROM is "${value.replace("\u0007", String.raw`\u0007`)}"; it must be a sender such as pay@shop.example or Shop <pay@shop.example>.`
    )
  })

  it("the mail server and the sender need each other", async () => {
    const folder = temporaryFolder()
    assert.strictEqual(
      await refusal(folder, { QUITTANCE_SMTP_URL: "smtp://me:s3cret@mail.example" }),
      "QUITTANCE_MAIL_FROM is not set; with QUITTANCE_SMTP_URL it must be a sender such as pay@shop.example or Shop <pay@shop.example>."
    )
    assert.strictEqual(
      await refusal(folder, { QUITTANCE_MAIL_FROM: "pay@shop.example" }),
      "QUITTANCE_SMTP_URL is not set; with QUITTANCE_MAIL_FROM it must be smtp://user:password@host:port or smtps://…."
    )
    assert.isEmpty(readdirSync(folder))
  })

  it("an empty variable counts as unset", async () => {
    const names = ["HOST", "QUITTANCE_MODE", "QUITTANCE_MASTER_KEY", "QUITTANCE_ROLE", "QUITTANCE_PROVIDERS"]
    const server = await serveHere(temporaryFolder(), Object.fromEntries(names.map((name) => [name, ""])))
    assert.strictEqual((await fetch(`${server.url}/readyz`)).status, 200)
  })
})

describe("live mode", () => {
  const live = { QUITTANCE_MODE: "live", QUITTANCE_MASTER_KEY: masterKey }

  it("needs the master key, and nothing that is for development only", async () => {
    const folder = temporaryFolder()
    assert.include(await refusal(folder, { QUITTANCE_MODE: "live" }), "QUITTANCE_MASTER_KEY is not set")
    const create = ["keys", "create", "--partner", "shop", "--scopes", "crypto:read"]
    const created = await quittance(create, folder, { QUITTANCE_MODE: "live" })
    assert.strictEqual(created.status, 2)
    assert.include(created.stderr, "QUITTANCE_MASTER_KEY is not set")
    assert.include(
      await refusal(folder, { ...live, QUITTANCE_RATE_LIMITS: "off" }),
      'QUITTANCE_RATE_LIMITS is "off"'
    )
    assert.include(
      await refusal(folder, { ...live, QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" }),
      'QUITTANCE_WEBHOOK_ALLOW_PRIVATE is "1"'
    )
    assert.isEmpty(readdirSync(folder))
  })

  const links = "QUITTANCE_PUBLIC_URL is not set: the payment links that this process gives out or mails lead"
  const metrics =
    "QUITTANCE_METRICS_TOKEN is not set: every program on this machine, including a proxy, can read"
  const receivers = "QUITTANCE_WEBHOOK_ALLOW_PRIVATE is 1, for development only: "
  const missing =
    "live mode without payoutProcessor (payouts answer 503), depositAddresses (crypto invoices and transit wallets answer 503), bankRail (fiat invoices answer 503) and mailer (batches with e-mails answer 503): provide what is missing in QUITTANCE_PROVIDERS; banks also with accounts in the configuration file; a mailer also with QUITTANCE_SMTP_URL"
  const people = "identities are reviewed by people: see quittance kyc list"
  const named = { QUITTANCE_PUBLIC_URL: "https://pay.shop.example", QUITTANCE_METRICS_TOKEN: "token" }

  it.each<readonly [string, ReadonlyArray<string>, Readonly<Record<string, string>>]>([
    ["a live start", [links, metrics, missing, people], live],
    ["a live start with both addresses", [missing, people], { ...live, ...named }],
    ["a live worker, which serves nothing", [links, missing, people], { ...live, QUITTANCE_ROLE: "worker" }],
    ["a worker of a sandbox", [links], { QUITTANCE_ROLE: "worker" }],
    ["a sandbox whose receivers are here", [receivers], { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" }]
  ])("what is missing or risky is told by %s, and nothing else is", async (_what, expected, variables) => {
    const folder = temporaryFolder()
    const printed = await printedBy(folder, variables)
    for (const each of [links, metrics, missing, people, receivers])
      assert.strictEqual(printed.includes(each), expected.includes(each), each)
    const secrets = readdirSync(folder).filter((name) => /key|credentials/.test(name))
    assert.lengthOf(secrets, variables === live || "QUITTANCE_MODE" in variables ? 0 : 2)
  })

  const functions = (...names: ReadonlyArray<string>) =>
    `{ ${names.map((name) => `async ${name}() {}`).join(", ")} }`
  const provided = {
    payoutProcessor: functions("submit", "lookup", "abandon"),
    depositAddresses: functions("derive", "transfers"),
    bankRail: functions("banks", "start", "lookup"),
    mailer: functions("send"),
    kycChecker: functions("open", "lookup")
  }
  const moduleOf = (providers: Readonly<Record<string, string>>): string =>
    Object.entries(providers)
      .map(([name, value]) => `export const ${name} = ${value}\n`)
      .join("")
  /** With an account that only invoices in euros can be transferred to. */
  const euros = (folder: string) => {
    const path = join(folder, "accounts.json")
    const main = { currency: "EUR", beneficiary: "Beispiel GmbH", iban: "DE89370400440532013000" }
    writeFileSync(path, JSON.stringify({ banks: { main } }))
    return { QUITTANCE_CONFIG: path }
  }
  const smtp = {
    QUITTANCE_SMTP_URL: "smtp://me:s3cret@mail.example",
    QUITTANCE_MAIL_FROM: "Shop <pay@shop.example>"
  }

  it("takes the host's own providers from its module, and a mail server for the mailer", async () => {
    const folder = temporaryFolder()
    const path = join(folder, "providers.mjs")
    writeFileSync(path, moduleOf(provided))
    const all = await printedBy(folder, { ...live, QUITTANCE_PROVIDERS: path })
    for (const each of ["live mode without", people]) assert.notInclude(all, each)
    const { mailer: _, bankRail: __, ...others } = provided
    // A module is loaded once by its path.
    const other = join(folder, "others.mjs")
    writeFileSync(other, moduleOf({ ...others, kycChecker: '"manualReview"' }))
    const some = await printedBy(folder, { ...live, ...euros(folder), QUITTANCE_PROVIDERS: other, ...smtp })
    assert.include(
      some,
      "live mode without bankRail (fiat invoices in USD, RUB and KZT answer 503): provide what is missing in QUITTANCE_PROVIDERS; banks also"
    )
    assert.include(some, people)
    for (const each of ["mailer", "s3cret"]) assert.notInclude(some, each)
  })

  it("refuses a module that provides nothing, or what is no provider", async () => {
    const folder = temporaryFolder()
    const modules: Array<string> = []
    // A module is loaded once by its path.
    const refused = async (text: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
      const path = join(folder, `${modules.length}.mjs`)
      modules.push(basename(path))
      writeFileSync(path, text)
      return refusal(folder, { ...live, QUITTANCE_PROVIDERS: path, ...more })
    }
    const { depositAddresses } = provided
    for (const [text, said] of [
      [
        "export const other = 1",
        "it must export a default function, or one or more of payoutProcessor, depositAddresses, bankRail, mailer, kycChecker."
      ],
      [
        moduleOf({ payoutProcessor: "{}", depositAddresses }),
        "its payoutProcessor must have the functions submit, lookup and abandon."
      ],
      [
        moduleOf({ bankRail: functions("banks", "start"), mailer: "() => {}" }),
        "its bankRail must have the functions banks, start and lookup, and its mailer must have the function send."
      ],
      [
        moduleOf({ kycChecker: '"people"' }),
        'its kycChecker must have the functions open and lookup, or be "manualReview".'
      ],
      ["this is no module", "it cannot be loaded"],
      [
        "export default () => ({ payoutprocessor: {} })",
        "its default function must return one or more of payoutProcessor, depositAddresses, bankRail, mailer, kycChecker."
      ],
      ["export default async () => undefined", "its default function must return one"],
      ["export default () => ({ mailer: {} })", "its mailer must have the function send."],
      [
        "export default () => { throw new Error('no node at 127.0.0.1:8545') }",
        "its default function failed: no node at 127.0.0.1:8545."
      ],
      [
        "export default (quittance) => quittance.refreshBankPayment('pmt_1')",
        "its default function failed: the providers are still being created: call this later."
      ],
      [
        `${moduleOf(provided)}export default () => ({})`,
        "it must export either a default function or payoutProcessor, depositAddresses, bankRail, mailer and kycChecker, not both."
      ]
    ] as const)
      assert.include(await refused(text), said)
    const two = await refused(moduleOf(provided), smtp)
    assert.include(
      two,
      "it exports a mailer, so QUITTANCE_SMTP_URL must not be set: only one of them can send."
    )
    assert.notInclude(two, "s3cret")
    assert.sameMembers(readdirSync(folder), modules)
  })

  it("tells the command line what is missing for a batch", async () => {
    const folder = temporaryFolder()
    await quittance(["keys", "create", "--partner", "shop", "--scopes", "payments:write"], folder, live)
    const path = join(folder, "invoices.csv")
    writeFileSync(path, "amount,currency,email\n1,USD,ann@example.com\n")
    const module = join(folder, "providers.mjs")
    writeFileSync(module, moduleOf({ bankRail: provided.bankRail }))
    const args = ["batch", "import", path, "--partner", "shop"]
    const importing = (variables: Readonly<Record<string, string>>) =>
      quittance([...args, "--send-emails"], folder, { ...live, ...variables })
    assert.strictEqual(
      (await quittance(args, folder, { ...live, ...euros(folder) })).stderr,
      "quittance: this deployment has no BankRail for USD: set an account under banks in the configuration file, or provide a bankRail in QUITTANCE_PROVIDERS.\n"
    )
    assert.strictEqual(
      (await importing({ QUITTANCE_PROVIDERS: module })).stderr,
      "quittance: this deployment has no Mailer: set QUITTANCE_SMTP_URL, or provide a mailer in QUITTANCE_PROVIDERS.\n"
    )
    const imported = await importing({ QUITTANCE_PROVIDERS: module, ...smtp })
    assert.strictEqual(imported.status, 0, imported.stderr)
    assert.match(imported.stdout, /E-mails +1 queued/)
  })
})

describe("what is there already", () => {
  it("a port in use, and a host that is not ours", async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve))
    const address = holder.address()
    const port = typeof address === "object" && address !== null ? String(address.port) : ""
    const sentence = await failure(temporaryFolder(), { PORT: port })
    holder.close()
    assert.include(sentence, `PORT, HOST: port ${port} of 127.0.0.1 is in use`)
    assert.include(
      await failure(temporaryFolder(), { HOST: "192.0.2.1", PORT: "3000" }),
      "192.0.2.1 is not an address of this"
    )
  })

  it("a folder that may not be written", async () => {
    const folder = temporaryFolder()
    const locked = join(folder, "locked")
    mkdirSync(locked)
    chmodSync(folder, 0o755)
    chmodSync(locked, 0o555)
    const variables = { QUITTANCE_DB: join(locked, "quittance.db"), NODE_DISABLE_COMPILE_CACHE: "1" }
    // The superuser may write everywhere, so the process becomes somebody else then, who need not reach this checkout.
    const { status, stderr } =
      process.getuid?.() === 0
        ? await scriptToEnd("serveAs.ts", ["65534", join(folder, "loading.db")], folder, variables)
        : await quittance(["serve"], folder, variables)
    assert.strictEqual(status, 1)
    assert.match(stderr, /^quittance: QUITTANCE_DB: .* may not be written: .*\.\n$/)
  })

  it("a folder that can keep no documents", async () => {
    const folder = temporaryFolder()
    const documents = join(folder, "documents")
    writeFileSync(documents, "a file")
    assert.include(await failure(folder), `QUITTANCE_DOCUMENTS: ${documents} cannot store documents: `)
    assert.strictEqual(readFileSync(documents, "utf8"), "a file")
  })

  it("a database of another program, which stays as it is", async () => {
    const folder = temporaryFolder()
    const path = join(folder, "quittance.db")
    const database = new DatabaseSync(path)
    database.exec("CREATE TABLE theirs (id INTEGER)")
    database.close()
    const before = readFileSync(path)
    assert.include(await failure(folder), `QUITTANCE_DB: ${path} is the database of another program`)
    assert.deepStrictEqual(readFileSync(path), before)
    writeFileSync(path, "not a database at all")
    assert.include(await failure(folder), "is not a SQLite database")
    assert.deepStrictEqual(readdirSync(folder), ["quittance.db"])
  })

  it("a PostgreSQL server that does not answer", async () => {
    const folder = temporaryFolder()
    const variables = { QUITTANCE_DB: "postgres://me:s3cret@127.0.0.1:1/money", QUITTANCE_DATA: folder }
    const sentence = await failure(folder, variables)
    assert.match(sentence, /^QUITTANCE_DB: .*127\.0\.0\.1:1/)
    const { status, stderr } = await quittance(["keys", "list"], folder, variables)
    assert.deepStrictEqual([status, stderr], [1, `quittance: ${sentence}\n`])
    assert.notInclude(sentence, "s3cret")
    assert.isEmpty(readdirSync(folder))
  })

  it("a store of the other mode", async () => {
    const folder = temporaryFolder()
    await quittance(["keys", "create", "--partner", "shop"], folder)
    const sentence = await failure(folder, { QUITTANCE_MODE: "live", QUITTANCE_MASTER_KEY: masterKey })
    assert.match(sentence, /was created in mode sandbox and cannot be opened in mode live/)
  })

  it("a store whose master key got lost, is another or is broken, until the right one is back", async () => {
    const folder = temporaryFolder()
    const key = JSON.parse(
      (await quittance(["keys", "create", "--partner", "shop", "--json"], folder)).stdout
    )
    const file = join(folder, "master.key")
    copyFileSync(file, join(folder, "backup"))
    rmSync(file)
    const before = readdirSync(folder)
    const lost = await failure(folder)
    assert.include(lost, `The master key of ${join(folder, "quittance.db")} is lost`)
    assert.deepStrictEqual(readdirSync(folder), before)
    const refused = await quittance(["keys", "create", "--partner", "shop"], folder)
    assert.deepStrictEqual([refused.status, refused.stdout], [1, ""])

    writeFileSync(file, masterKey)
    assert.include(await failure(folder), `${file} is not the master key that`)
    assert.include(
      await failure(folder, { QUITTANCE_MASTER_KEY: masterKey }),
      "QUITTANCE_MASTER_KEY is not the master key"
    )
    writeFileSync(file, "torn")
    assert.include(await refusal(folder), `${file} is not a master key`)
    assert.strictEqual(readFileSync(file, "utf8"), "torn")

    copyFileSync(join(folder, "backup"), file)
    const server = await serveHere(folder)
    assert.strictEqual((await signedFetch(server.url, key, { path: balancePath })).status, 200)
  })
})
