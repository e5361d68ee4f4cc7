import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { fiatClient } from "./fiatFetch.ts"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const folder = temporaryFolder()
let client: ReturnType<typeof fiatClient>

beforeAll(async () => {
  const server = await serveHere(folder)
  client = fiatClient(server.url, credentialsIn(folder))
})

const run = (...args: ReadonlyArray<string>) => quittance(["payments", ...args], folder)

const unresolved = async () => {
  const { status, stderr, stdout } = await run("unresolved", "--json")
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stdout)
}

describe("quittance payments, beside a running server", () => {
  it("shows money that no invoice could take, until somebody says that it was returned", async () => {
    assert.strictEqual(
      (await run("unresolved")).stdout,
      "There are none: no bank payment waits to be returned.\n"
    )
    assert.deepStrictEqual(await unresolved(), [])
    const { id: invoiceId } = await client.post("/api/v1/invoices", { amount: 12.5, currency: "EUR" })
    await client.post(`/api/v1/invoices/${invoiceId}/cancel`)
    await client.post(`/sandbox/v1/invoices/${invoiceId}/pay`, { bank: "steppe", operationId: "op-1" })

    const [payment, ...others] = await unresolved()
    assert.isEmpty(others)
    assert.include(payment, {
      partner: "sandbox",
      invoiceId,
      status: "unresolved",
      amount: 12.5,
      currency: "EUR",
      fault: "cancelled"
    })
    assert.match(payment.operationId, /op-1$/)
    const people = await run("unresolved")
    assert.match(people.stdout, /^ID +PARTNER +INVOICE +AMOUNT +BANK +WHY +SINCE\n/)
    assert.include(people.stdout, `\n${payment.id}  sandbox  ${invoiceId}  12.50 EUR  `)
    assert.include(people.stdout, `  the invoice was cancelled  ${payment.updatedAt}\n`)

    const returned = await run("return", payment.id, "--reason", "sent back")
    assert.strictEqual(returned.status, 0, returned.stderr)
    assert.include(returned.stdout, `Recorded that 12.50 EUR went back: payment ${payment.id} is returned.\n`)
    assert.include(returned.stdout, `  Operation  ${payment.operationId}\n  Reason     sent back\n`)
    assert.deepStrictEqual(await unresolved(), [])
    const again = await run("return", payment.id, "--reason", "twice", "--json")
    assert.include(JSON.parse(again.stdout), { id: payment.id, status: "returned", reason: "sent back" })
    const verified = await quittance(["ledger", "verify"], folder)
    assert.strictEqual(verified.status, 0, verified.stdout)
    assert.match(
      verified.stdout,
      /1 fiat invoice, 1 bank payment, 0 statement entries, 0 KYC sessions, 0 transit deposits, 0 pending webhook deliveries\.\n$/
    )
  })

  it("shows all that a bank wrote, and none of it steers the terminal", async () => {
    const bank = "\u001b]0;owned\u0007 \u001b[2J\u009b31m\u202eknab\u200b\r\npmt_forged"
    const { id: invoiceId } = await client.post("/api/v1/invoices", { amount: 3, currency: "EUR" })
    await client.post(`/api/v1/invoices/${invoiceId}/cancel`)
    await client.post(`/sandbox/v1/invoices/${invoiceId}/pay`, { bank })
    const people = await run("unresolved")
    assert.include(
      people.stdout,
      "  \\u001b]0;owned\\u0007 \\u001b[2J\\u009b31m\\u202eknab\\u200b\\u000d\\u000apmt_forged  "
    )
    assert.notMatch(people.stdout.replaceAll("\n", ""), /\p{C}/u)
    const programs = await run("unresolved", "--json")
    assert.notMatch(programs.stdout.replaceAll("\n", ""), /\p{C}/u)
    const [payment] = JSON.parse(programs.stdout)
    assert.strictEqual(payment.payerBank, bank)
    const returned = await run("return", payment.id, "--reason", "back \u009b2J")
    assert.include(returned.stdout, "Reason     back \\u009b2J\n")
    assert.notMatch(returned.stdout.replaceAll("\n", ""), /\p{C}/u)
  })

  it("refuses what cannot be returned", async () => {
    const { id: invoiceId } = await client.post("/api/v1/invoices", { amount: 1, currency: "USD" })
    await client.post(`/sandbox/v1/invoices/${invoiceId}/pay`)
    const settled = new DatabaseSync(join(folder, "quittance.db"), { readOnly: true })
    const row = settled.prepare("SELECT id FROM bank_payments WHERE invoice_id = ?").get(String(invoiceId))
    settled.close()
    const paid = await run("return", String(row?.id), "--reason", "x")
    assert.deepStrictEqual(
      [paid.status, paid.stdout, paid.stderr],
      [1, "", "quittance: the bank payment is settled, so return is not possible.\n"]
    )
    const unknown = await run("return", "pmt_none", "--reason", "x")
    assert.deepStrictEqual(
      [unknown.status, unknown.stdout, unknown.stderr],
      [1, "", "quittance: there is no bank payment pmt_none.\n"]
    )
    const unsaid = await run("return", "pmt_none")
    assert.deepStrictEqual(
      [unsaid.status, unsaid.stderr],
      [2, "quittance: --reason is missing: write --reason TEXT.\n"]
    )
  })
})
