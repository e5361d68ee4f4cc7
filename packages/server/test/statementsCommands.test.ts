import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { camtText, type WrittenEntry } from "@quittance/adapters-bank-transfer"
import { fiatClient } from "./fiatFetch.ts"
import { credentialsIn, quittance, quittanceProcess, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const folder = temporaryFolder()
/** The one that a sandbox invents. */
const [account, iban] = ["sandbox-eur", "DE36000000000000000000"]
let client: ReturnType<typeof fiatClient>

beforeAll(async () => {
  const server = await serveHere(folder)
  client = fiatClient(server.url, credentialsIn(folder))
})

const today = (): `${number}-${number}-${number}` => {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(new Date())
  return day as `${number}-${number}-${number}`
}

const entry = (
  amountMinor: bigint,
  bankReference: string,
  more: Partial<WrittenEntry> = {},
  reference?: string
): WrittenEntry => ({
  ...{ direction: "credit", isReversal: false, status: "booked", bookedOn: today() },
  payments: [
    {
      ...{ amountMinor, bankReference, payer: "Ann", payerAccount: "AT180000000000000000" },
      ...{ payerBank: "TESTAT00XXX", text: "for the order" },
      ...(reference === undefined ? {} : { reference })
    }
  ],
  ...more
})

const camt = (...entries: ReadonlyArray<WrittenEntry>): string =>
  camtText(
    { account: iban, currency: "EUR", openingMinor: 0n, day: today(), entries },
    { message: "053", version: "08" }
  )

const fileOf = (name: string, text: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const run = (...args: ReadonlyArray<string>) => quittance(["statements", ...args], folder)
const importing = (path: string, ...args: ReadonlyArray<string>) =>
  run("import", path, "--account", account, ...args)
const jsonOf = async (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = await run(...args, "--json")
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stdout)
}
const figures = ({ stdout }: { readonly stdout: string }) => {
  const report = JSON.parse(stdout)
  return ["entries", "new", "known", "skipped", "matched", "unresolved"].map((name) => report[name])
}

describe("quittance statements, beside a running server", () => {
  it("imports each credit once, pays the invoice that it names, and leaves the rest to a person", async () => {
    const { id, reference } = await client.post("/api/v1/invoices", { amount: 12.5, currency: "EUR" })
    const text = camt(
      entry(1250n, "b-1", {}, String(reference)),
      entry(9900n, "b-2"),
      entry(300n, "b-3", { direction: "debit" }),
      entry(400n, "b-4", { status: "pending" })
    )
    const path = fileOf("statement.xml", text)
    const tried = await importing(path, "--dry-run", "--json")
    assert.deepStrictEqual(figures(tried), [4, 2, 0, 2, 1, 1])
    assert.isEmpty((await jsonOf("list")).entries)

    const { status, stderr, stdout } = await importing(path)
    assert.deepStrictEqual([status, stderr], [0, ""])
    assert.include(stdout, `Imported ${path} into ${account}.\n`)
    assert.include(
      stdout,
      "  Entries  4\n  New      2 (1 matched, 1 unresolved)\n  Known    0\n  Skipped  2\n"
    )
    assert.match(stdout, /\nSKIPPED +LINES +REASON\n +1 +\d+ +\w/)
    assert.include(await client.get(`/api/v1/invoices/${id}`), { status: "paid" })
    assert.deepStrictEqual(figures(await importing(path, "--json")), [4, 0, 2, 2, 0, 0])
    const piped = ["statements", "import", "-", "--account", account, "--json"]
    assert.deepStrictEqual(figures(await quittanceProcess(piped, folder, {}, {}, text)), [4, 0, 2, 2, 0, 0])

    const { entries: both } = await jsonOf("list", "--from", today())
    const { pagination } = await jsonOf("list", "--limit", "1", "--from", today())
    const next = ["--limit", "1", "--from", today(), "--cursor", pagination.nextCursor] as const
    assert.deepStrictEqual((await jsonOf("list", ...next)).entries, [both[1]])
    assert.match((await run("list", "--limit", "1")).stdout, /\n\nThe next are on --cursor \S+\n$/)

    const { entries, payments } = await jsonOf("unresolved")
    assert.isEmpty(payments)
    assert.lengthOf(entries, 1)
    assert.include(entries[0], { account, amount: 99, fault: "unknown_reference", payer: "Ann" })
    const people = await run("unresolved", "--account", account)
    assert.match(
      people.stdout,
      /^ID +ACCOUNT +SINCE +AMOUNT +PAYER +TEXT +WHY +INVOICE\nste_\w+ +sandbox-eur +\S+ +99\.00 EUR +Ann +for the order +it names no invoice\n/
    )
    assert.match(people.stdout, /ignore ENTRY --reason TEXT\.\n$/)
    const ignored = await run("ignore", entries[0].id, "--reason", "our own transfer")
    assert.include(ignored.stdout, `Recorded: ${entries[0].id}, 99.00 EUR, is ignored.\n`)
    const again = await run("return", entries[0].id, "--reason", "sent back")
    assert.deepStrictEqual([again.status, again.stdout], [1, ""])
    assert.match(again.stderr, /^quittance: the entry is ignored, so return is not possible/)
    assert.strictEqual((await run("unresolved")).stdout, "There is none: no money waits for you.\n")
    const redacted = await run("redact", entries[0].id)
    assert.strictEqual(
      redacted.stdout,
      `Entry ${entries[0].id} is redacted; it is ignored.\n`,
      redacted.stderr
    )
    const listed = await run("list", "--json", "--status", "ignored")
    assert.deepInclude(JSON.parse(listed.stdout).entries[0], { id: entries[0].id, payer: null, text: null })
    const verified = await quittance(["ledger", "verify"], folder)
    assert.strictEqual(verified.status, 0, verified.stdout)
  })

  it("holds money that an invoice cannot take once, and gives it back under either name", async () => {
    const { id, reference } = await client.post("/api/v1/invoices", { amount: 7, currency: "EUR" })
    await client.post(`/api/v1/invoices/${id}/cancel`)
    await importing(fileOf("late.xml", camt(entry(700n, "b-5", {}, String(reference)))))
    const { entries, payments } = await jsonOf("unresolved")
    assert.isEmpty(payments)
    assert.lengthOf(entries, 1)
    assert.include(entries[0], { fault: "cancelled", invoiceId: id })
    const [payment] = JSON.parse((await quittance(["payments", "unresolved", "--json"], folder)).stdout)
    assert.strictEqual(payment.id, entries[0].paymentId)
    const returned = await run("return", entries[0].id, "--reason", "sent back", "--json")
    assert.include(JSON.parse(returned.stdout), { status: "returned" })
    assert.deepStrictEqual(await jsonOf("unresolved"), { entries: [], payments: [] })
    assert.deepStrictEqual(
      JSON.parse((await quittance(["payments", "unresolved", "--json"], folder)).stdout),
      []
    )
  })

  it("books nothing of a file that is not to be trusted, and says where and why in one sentence", async () => {
    const before = await jsonOf("list")
    const right = camt(entry(1250n, "b-9"))
    const zip = Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 1, 0])
    const wrong: ReadonlyArray<readonly [text: string | Uint8Array, says: RegExp]> = [
      [
        right.replaceAll(iban, "NL91ABNA0417164300"),
        /line 2: Stmt\[1\]\/Acct: .*of the account NL91ABNA0417164300/
      ],
      [right.replaceAll("EUR", "USD"), /line 2: Stmt\[1\]\/Acct: .*in USD/],
      [right.replaceAll("053.001.08", "053.001.99"), /version/],
      [zip, /ZIP archive with a password/],
      [
        Buffer.concat([Buffer.from(right.slice(0, 200)), Buffer.from([0xff]), Buffer.from(right.slice(200))]),
        /not in utf-8/
      ],
      [right.replaceAll("12.50", "12,50"), /line 2: Stmt\[1\]\/Bal\/Amt: .*12,50/],
      [
        right.replace(/12\.50/g, (sum, at: number) => (at > right.indexOf("<NtryDtls>") ? "12.49" : sum)),
        /12\.49/
      ],
      [right.slice(0, -40), /line 2: Stmt\[1\]\/Ntry\[1\]: .*no well-formed XML/],
      ["", /the file is empty/]
    ]
    for (const [text, says] of wrong) {
      const { status, stderr, stdout } = await importing(fileOf("wrong.xml", text))
      assert.deepStrictEqual([status, stdout], [1, ""], stderr)
      assert.match(stderr, /^quittance: \S+wrong\.xml is refused, and nothing of it was recorded: [^\n]+\n$/)
      assert.match(stderr, says)
    }
    const told = await importing(fileOf("wrong.xml", zip), "--json")
    assert.strictEqual(told.status, 1)
    assert.deepStrictEqual(figures(told), [0, 0, 0, 0, 0, 0])
    assert.deepInclude(JSON.parse(told.stdout).errors[0], { line: 0, path: "" })
    assert.deepStrictEqual(await jsonOf("list"), before)
  })

  it("names the accounts where there is none of that name, and the file where there is none", async () => {
    const unknown = await run("import", fileOf("right.xml", camt()), "--account", "sandbox-eu")
    assert.deepStrictEqual([unknown.status, unknown.stdout], [1, ""])
    assert.match(unknown.stderr, /there is no bank account sandbox-eu: the accounts are sandbox-eur, /)
    const missing = await importing(join(folder, "none.xml"))
    assert.match(missing.stderr, /^quittance: There is no file \S+none\.xml\.\n$/)
    const directory = await importing(folder)
    assert.match(directory.stderr, /is a folder, and must be a file/)
  })
})
