import { assert, beforeAll, describe, it } from "@effect/vitest"
import { fiatClient } from "./fiatFetch.ts"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { type Credentials, signedFetch } from "./signedFetch.ts"

const folder = temporaryFolder()
const invoicesPath = "/api/v2/crypto/invoices"
let url: string
let credentials: Credentials

beforeAll(async () => {
  const server = await serveHere(folder)
  url = server.url
  credentials = credentialsIn(folder)
})

const redact = (...args: ReadonlyArray<string>) => quittance(["invoices", "redact", ...args], folder)

const issueCrypto = async (externalId: string) => {
  const body = { amount: 5, network: "tron", externalId, customerName: "Jane Doe" }
  const answer = await signedFetch(url, credentials, { method: "POST", path: invoicesPath, body })
  return answer.body.invoice as { readonly id: string; readonly address: string }
}

describe("quittance invoices redact, beside a running server", () => {
  it("erases what is personal in an invoice of either kind, which its id tells, as often as it is asked", async () => {
    const client = fiatClient(url, credentials)
    const fiat = await client.post("/api/v1/invoices", {
      amount: 5,
      currency: "EUR",
      description: "Jane Doe"
    })
    const crypto = await issueCrypto("order-1")
    const people = await redact(String(fiat.id))
    assert.strictEqual(people.status, 0, people.stderr)
    assert.include(people.stdout, `Invoice ${fiat.id} of sandbox is redacted; it is cancelled.\n`)
    const first = await redact(crypto.id, "--json")
    assert.strictEqual(first.status, 0, first.stderr)
    assert.include(JSON.parse(first.stdout), { id: crypto.id, partner: "sandbox", status: "cancelled" })
    assert.strictEqual((await redact(crypto.id, "--json")).stdout, first.stdout)

    const fiatRead = await client.get(`/api/v1/invoices/${fiat.id}`)
    assert.include(fiatRead, { description: null, status: "cancelled" })
    const cryptoRead = await signedFetch(url, credentials, { path: `${invoicesPath}/${crypto.id}` })
    assert.deepInclude(cryptoRead.body.invoice, {
      customerName: null,
      redactedAt: JSON.parse(first.stdout).redactedAt
    })
    const verified = await quittance(["ledger", "verify"], folder)
    assert.strictEqual(verified.status, 0, verified.stdout)
  })

  it("refuses what is unknown, and a crypto invoice that has money on its way", async () => {
    for (const id of ["inv_none", "0193e4a1-0000-7000-8000-000000000000"]) {
      const unknown = await redact(id)
      assert.deepStrictEqual(
        [unknown.status, unknown.stdout, unknown.stderr],
        [1, "", `quittance: there is no invoice ${id}: quittance invoices list shows them.\n`]
      )
    }
    const { address, id } = await issueCrypto("order-2")
    await fiatClient(url, credentials).post("/sandbox/v1/crypto/deposits", {
      address,
      amount: 5,
      confirmations: 1
    })
    const early = await redact(id)
    assert.deepStrictEqual(
      [early.status, early.stdout, early.stderr],
      [1, "", "quittance: the invoice is confirming, so redact is not possible.\n"]
    )
  })
})
