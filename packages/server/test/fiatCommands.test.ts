import { readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const folder = temporaryFolder()
const publicUrl = "https://pay.example.com"

/** Invoices of a running sandbox: two paid (10 and 25.50 USD), one cancelled, one open whose text a sheet would run. */
beforeAll(async () => {
  const server = await serveHere(folder, { QUITTANCE_PUBLIC_URL: publicUrl })
  const { secret } = credentialsIn(folder)
  const post = async (path: string, body: unknown) => {
    const headers = { "x-api-key": secret, "content-type": "application/json" }
    const response = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body)
    })
    assert.isTrue(response.ok, await response.clone().text())
    return (await response.json()) as { id: string }
  }
  const invoice = (amount: number, currency: string, description: string) =>
    post("/api/v1/invoices", { amount, currency, description })
  for (const amount of [10, 25.5]) {
    const { id } = await invoice(amount, "USD", "paid")
    await post(`/sandbox/v1/invoices/${id}/pay`, {})
  }
  const { id } = await invoice(500, "KZT", "cancelled")
  await post(`/api/v1/invoices/${id}/cancel`, {})
  await invoice(7, "USD", '=HYPERLINK("https://evil.example")')
})

const run = (...args: ReadonlyArray<string>) =>
  quittance([...args, "--partner", "sandbox"], folder, { QUITTANCE_PUBLIC_URL: publicUrl })

const printed = async (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = await run(...args)
  assert.strictEqual(status, 0, stderr)
  return stdout
}

describe("quittance analytics, beside a running server", () => {
  it("tells people a summary and a line for each period, plain where no terminal is", async () => {
    const text = await printed("analytics", "--currency", "USD")
    assert.match(text, /^Invoices of sandbox created from \S+ to \S+ \(UTC\)\n/)
    assert.match(text, /Created +3\n +Paid +2 \(66\.67 %\)\n/)
    assert.match(text, /Volume +35\.50 USD\n +Average +17\.75 USD\n/)
    assert.match(text, /\n\d{4}-\d\d-\d\d +3 +2 +35\.50 {2}#+\n/)
    assert.notMatch(text, /[^\x20-\x7e\n]/)
  })

  it("tells programs all figures, of periods in a time zone", async () => {
    const view = JSON.parse(
      await printed("analytics", "--json", "--timezone", "asia/kathmandu", "--group-by", "month")
    )
    assert.deepInclude(view.summary, { totalVolume: 35.5, totalCount: 4, paidCount: 2, cancelledCount: 1 })
    assert.deepStrictEqual(view.byCurrency, {
      KZT: { volume: 0, count: 1, paidCount: 0 },
      USD: { volume: 35.5, count: 3, paidCount: 2 }
    })
    assert.isTrue(view.mixedCurrencies)
    assert.match(view.byPeriod[0].date, /^\d{4}-\d\d-01T00:00:00\+05:45$/)
    assert.match(view.partnerId, /^prt_/)
  })

  it("writes the periods of a range as a sheet", async () => {
    const range = ["--from", "2026-03-01", "--to", "2026-03-02T12:00:00+05:00", "--timezone", "Asia/Almaty"]
    assert.strictEqual(
      await printed("analytics", "--csv", ...range),
      "date,volume,count,paidCount\r\n2026-03-01T00:00:00+05:00,0,0,0\r\n2026-03-02T00:00:00+05:00,0,0,0\r\n"
    )
  })

  it("says so where there are no invoices", async () => {
    const text = await printed("analytics", "--from", "2020-01-01", "--to", "2020-02-01")
    assert.match(text, /\n\nThere are none\.\n$/)
  })
})

const header =
  "id,status,amount,currency,description,externalId,batchId,createdAt,updatedAt,expiresAt,paidAt,late,payerBank,paymentUrl,redirectUrl,metadata,cancelUrl,reference,reversed"

describe("quittance invoices export, beside a running server", () => {
  it("writes every invoice, the newest first, safe for a spreadsheet", async () => {
    const [first, ...rows] = (await printed("invoices", "export")).trimEnd().split("\r\n")
    assert.strictEqual(first, header)
    assert.deepStrictEqual(
      rows.map((row) => row.split(",").slice(1, 4).join(" ")),
      ["pending 7 USD", "cancelled 500 KZT", "paid 25.5 USD", "paid 10 USD"]
    )
    assert.include(rows[0], `,"'=HYPERLINK(""https://evil.example"")",`)
    assert.include(rows[0], `,${publicUrl}/pay/bank/`)
  })

  it("writes those of a status, currency and time, or the header alone", async () => {
    const lines = async (...flags: ReadonlyArray<string>) =>
      (await printed("invoices", "export", ...flags)).trimEnd().split("\r\n").slice(1)
    assert.lengthOf(await lines("--status", "paid"), 2)
    assert.lengthOf(await lines("--currency", "KZT"), 1)
    assert.lengthOf(await lines("--status", "paid", "--currency", "KZT"), 0)
    assert.lengthOf(await lines("--from", "2020-01-01"), 4)
    assert.lengthOf(await lines("--to", "2020-01-01"), 0)
  })

  it("writes a file that only this user may read, in place of what it held", async () => {
    const path = join(folder, "invoices.csv")
    assert.strictEqual(
      await printed("invoices", "export", "--output", path),
      `Wrote 4 invoices to ${path}.\n`
    )
    assert.strictEqual(statSync(path).mode & 0o777, 0o600)
    const whole = readFileSync(path, "utf8")
    assert.strictEqual(whole, await printed("invoices", "export"))
    writeFileSync(path, "x".repeat(100_000))
    await printed("invoices", "export", "--output", path)
    assert.strictEqual(readFileSync(path, "utf8"), whole)
  })

  it("says what is wrong with a file that cannot be written", async () => {
    const path = join(folder, "missing", "invoices.csv")
    const { status, stderr, stdout } = await run("invoices", "export", "--output", path)
    assert.deepStrictEqual([status, stdout], [1, ""])
    assert.include(stderr, `quittance: There is no folder ${dirname(path)} for ${path}: make it first.`)
  })
})

describe("what these commands know", () => {
  it("a partner that nobody knows is refused with status 1", async () => {
    for (const command of [["analytics"], ["invoices", "export"]]) {
      const { status, stderr, stdout } = await quittance([...command, "--partner", "sandbx"], folder)
      assert.deepStrictEqual(
        [status, stdout, stderr],
        [1, "", "quittance: there is no partner sandbx: did you mean sandbox?\n"]
      )
    }
  })
})
