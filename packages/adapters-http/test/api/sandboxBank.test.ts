import { Invoices } from "@quittance/core"
import { assert, describe, it } from "vitest"
import { startTestApi, type TestApi } from "../TestApi.ts"

const origin = "http://api.test"

const send = async (api: TestApi, path: string, init: RequestInit = {}) => {
  const response = await api.handler(new Request(new URL(path, origin), init))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const post = (api: TestApi, path: string, fields: Record<string, string>, from = "same-origin") =>
  send(api, path, {
    method: "POST",
    headers: { "sec-fetch-site": from, origin: from === "cross-site" ? "https://evil.example" : origin },
    body: new URLSearchParams(fields)
  })

const shown = ({ text }: { readonly text: string }) => /data-shown="([^"]*)"/.exec(text)?.[1]

/** An invoice whose customer chose a bank, and the path of the bank's page. */
const chosen = async (api: TestApi, fields: Record<string, unknown> = {}) => {
  const { value } = await api.runtime.runPromise(
    Invoices.use((invoices) =>
      invoices.create(api.key.partnerId, undefined, {
        amount: 1234.5,
        currency: "EUR",
        description: "Order <1042>",
        ...fields
      })
    )
  )
  const { id, token } = value.order
  const invoicePath = `/pay/bank/${token}`
  await post(api, `${invoicePath}/payments`, { bank: "sandbox" })
  await api.work()
  const link = /id="open-bank" href="([^"]*)"/.exec((await send(api, invoicePath)).text)?.[1] ?? ""
  return { id, invoicePath, link, bankPath: new URL(link).pathname }
}

describe("the page of the simulated bank", () => {
  it("is where the button of the payment page leads: on this server, at an address that cannot be guessed", async () => {
    await using api = await startTestApi()
    const { bankPath, invoicePath, link } = await chosen(api)
    assert.match(link, /^http:\/\/api\.test\/sandbox\/bank\/pmt_[0-9a-f]{32}\/[0-9a-f]{32}$/)
    const page = await send(api, bankPath, { headers: { "accept-language": "ru" } })
    assert.strictEqual(page.status, 200)
    for (const text of ['<html lang="ru">', "Sandbox Bank", "1\u00A0234,50", "Order &lt;1042&gt;"])
      assert.include(page.text, text)
    assert.include(page.text, `href="${invoicePath}?lang=ru&amp;bank=sandbox"`)
    assert.include(page.headers.get("content-security-policy"), "form-action 'self'")
    assert.strictEqual(page.headers.get("cache-control"), "no-store")
    assert.strictEqual(shown(page), "open")
  })

  it("takes the money once, however often it is approved, and leads back to the invoice", async () => {
    await using api = await startTestApi()
    const { bankPath, id, invoicePath } = await chosen(api)
    const approve = () => post(api, `${bankPath}?lang=kz`, { decision: "approve" })
    const answers = await Promise.all([approve(), approve(), approve()])
    // The way back, the form again, and the other button.
    for (const answer of [...answers, await approve(), await post(api, bankPath, { decision: "decline" })]) {
      assert.strictEqual(answer.status, 303)
      assert.match(
        answer.headers.get("location") ?? "",
        new RegExp(`^${invoicePath}\\?lang=..&bank=sandbox$`)
      )
    }
    assert.strictEqual(shown(await send(api, invoicePath)), "paid|paid||false|none")
    assert.strictEqual(shown(await send(api, bankPath)), "approved")
    await api.work()
    const { body } = await api.call({
      path: `/api/v1/invoices/${id}`,
      headers: { "x-api-key": api.key.secret }
    })
    assert.include(body, { status: "paid", payerBank: "Sandbox Bank" })
    assert.strictEqual(shown(await send(api, invoicePath)), "paid|paid||false|none")
  })

  it("declines, which the invoice's page tells, and another bank can be chosen", async () => {
    await using api = await startTestApi()
    const { bankPath, invoicePath } = await chosen(api)
    assert.strictEqual((await post(api, bankPath, { decision: "decline" })).status, 303)
    assert.strictEqual(shown(await send(api, invoicePath)), "pending|declined|sandbox|false|none")
    assert.strictEqual((await post(api, bankPath, { decision: "approve" })).status, 303)
    assert.strictEqual(shown(await send(api, invoicePath)), "pending|declined|sandbox|false|none")
    assert.strictEqual(shown(await send(api, bankPath)), "declined")
  })

  it("takes nothing for an invoice that ran out or was paid otherwise, and says so", async () => {
    await using api = await startTestApi()
    const expiring = await chosen(api)
    const paid = await chosen(api)
    await api.sandbox(`invoices/${paid.id}/pay`, { bank: "Another" })
    assert.strictEqual(shown(await send(api, paid.bankPath)), "approved")
    api.wall.now += 91 * 86_400_000
    assert.strictEqual(shown(await send(api, expiring.bankPath)), "closed")
    const late = await post(api, expiring.bankPath, { decision: "approve" })
    assert.deepStrictEqual([late.status, late.headers.get("location")], [303, expiring.bankPath])
    assert.strictEqual(shown(await send(api, expiring.invoicePath)), "expired|expired||false|none")
  })

  it("is not there without its token, for another payment's token, and for forms of other websites", async () => {
    await using api = await startTestApi()
    const [one, other] = [await chosen(api), await chosen(api)]
    const [, , , payment] = one.bankPath.split("/")
    const foreign = `/sandbox/bank/${payment}/${other.bankPath.split("/")[4]}`
    for (const path of [foreign, `/sandbox/bank/${payment}/0`, `/sandbox/bank/pmt_0/${"0".repeat(32)}`]) {
      assert.strictEqual((await send(api, path)).status, 404)
      assert.strictEqual((await post(api, path, { decision: "approve" })).status, 404)
    }
    assert.strictEqual((await post(api, one.bankPath, { decision: "approve" }, "cross-site")).status, 403)
    for (const fields of [{}, { decision: "steal" }])
      assert.strictEqual((await post(api, one.bankPath, fields)).status, 400)
    assert.strictEqual(shown(await send(api, one.bankPath)), "open")
  })
})
