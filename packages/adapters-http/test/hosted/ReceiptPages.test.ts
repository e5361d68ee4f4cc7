import { assert, describe, it } from "vitest"
import { startTestApi } from "../TestApi.ts"
import { issueCrypto, issueFiat, post, send } from "./pageVisit.ts"

describe("a receipt", () => {
  it("of a fiat invoice names the bank, and is there once the invoice is paid", async () => {
    await using api = await startTestApi()
    const { id, path } = await issueFiat(api)
    const early = await send(api, `${path}/receipt?lang=ru`)
    assert.deepStrictEqual([early.status, early.headers.get("location")], [303, `${path}?lang=ru`])
    assert.notInclude((await send(api, path)).text, "/receipt")
    await post(api, `${path}/simulate`)
    assert.include((await send(api, path)).text, `href="${path}/receipt?lang=en"`)
    const { status, text } = await send(api, `${path}/receipt`)
    assert.strictEqual(status, 200)
    for (const fact of [id, 'data-plain="12.5"', "Paid from", 'href="/pay/bank/']) assert.include(text, fact)
    assert.notInclude(text, api.key.partnerId)
  })

  it("of a crypto invoice names what paid it and who pays the fee, and is gone with money taken back", async () => {
    await using api = await startTestApi()
    const { address, path } = await issueCrypto(api)
    const deposit = (amount: number) => api.sandbox("crypto/deposits", { address, amount, confirmations: 20 })
    const txHash = String((await deposit(2)).body.txHash)
    await deposit(3)
    const { text } = await send(api, `${path}/receipt`)
    assert.lengthOf(text.match(/class="whole-hash" translate="no">[0-9a-f]{64}</g) ?? [], 2)
    for (const fact of [txHash, 'data-plain="5"', 'datetime="20']) assert.include(text, fact)
    assert.notInclude(text, api.key.partnerId)
    await api.sandbox("crypto/drop", { txHash })
    assert.strictEqual((await send(api, `${path}/receipt`)).status, 303)
    assert.notInclude((await send(api, path)).text, "/receipt")
  })

  it("and the page of a crypto invoice lead to the explorer that is configured, and in a sandbox to no other", async () => {
    await using api = await startTestApi({ explorers: { tron: "https://scan.example/tx/" } })
    for (const [network, isConfigured] of [
      ["tron", true],
      ["bsc", false]
    ] as const) {
      const { address, path } = await issueCrypto(api, { network, externalId: network })
      const paid = await api.sandbox("crypto/deposits", { address, network, amount: 5, confirmations: 20 })
      const link = `href="https://scan.example/tx/${paid.body.txHash}"`
      for (const place of [path, `${path}/receipt`]) {
        const { status, text } = await send(api, place)
        assert.strictEqual(status, 200, place)
        assert.strictEqual(text.includes(link), isConfigured, place)
      }
    }
  })

  it("leads nowhere else, whatever its token", async () => {
    await using api = await startTestApi()
    assert.strictEqual((await send(api, "/pay/bank/%2F%2Fevil.example/receipt")).status, 404)
  })
})
