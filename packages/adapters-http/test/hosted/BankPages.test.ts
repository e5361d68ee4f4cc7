import { Invoices } from "@quittance/core"
import { BankRail, BankRailUnavailable } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { startTestApi } from "../TestApi.ts"
import { chooseBank, issueFiat, origin, post, send, shown } from "./pageVisit.ts"

const paid = "paid|paid||false|none"

describe("the payment page of a fiat invoice", () => {
  it("goes from the choice to the bank's link and the success, by forms alone", async () => {
    await using api = await startTestApi()
    const { path } = await issueFiat(api, {
      redirectUrl: "https://shop.example/thanks",
      description: "Order <1042>"
    })
    const choosing = await send(api, path, { headers: { "accept-language": "ru" } })
    for (const text of ['<html lang="ru">', "12,50", "Order &lt;1042&gt;", `data-events="${path}/events"`])
      assert.include(choosing.text, text)
    const begun = await post(api, `${path}/payments?lang=ru`, { bank: "sandbox" })
    const back = `${path}?lang=ru&bank=sandbox`
    assert.deepStrictEqual([begun.status, begun.headers.get("location")], [303, back])
    assert.strictEqual(shown(await send(api, back)), "pending|contacting|sandbox|false|none")

    await api.work()
    const awaiting = await send(api, back)
    assert.strictEqual(shown(awaiting), "pending|awaiting|sandbox|false|none")
    assert.include(awaiting.text, 'href="http://api.test/sandbox/bank/pmt_')
    assert.include(awaiting.text, "Sandbox Bank")

    const simulated = await post(api, `${path}/simulate?lang=ru&bank=sandbox`)
    assert.strictEqual(simulated.headers.get("location"), back)
    const success = await send(api, back)
    assert.strictEqual(shown(success), paid)
    assert.include(success.text, 'data-return="https://shop.example/thanks"')
  })

  it("answers the same payment when the open bank is chosen again, and shows the bank chosen last", async () => {
    await using api = await startTestApi()
    const { path } = await issueFiat(api)
    const hrefOf = async (bank: string) => {
      const { headers } = await post(api, `${path}/payments`, { bank })
      await api.work()
      const page = await send(api, headers.get("location") ?? "")
      return /id="open-bank" href="([^"]*)"/.exec(page.text)?.[1]
    }
    const [first, second, again] = [await hrefOf("sandbox"), await hrefOf("steppe"), await hrefOf("sandbox")]
    assert.isString(second)
    assert.notStrictEqual(first, second)
    assert.strictEqual(again, first)
  })

  it.each([
    ["declining", "pending|declined|declining|false|none"],
    ["no-answer", "pending|contacting|no-answer|false|none"]
  ])("shows what becomes of the bank %s: %s", async (bank, state) => {
    await using api = await startTestApi()
    const { path } = await issueFiat(api)
    await post(api, `${path}/payments`, { bank })
    await api.work()
    assert.strictEqual(shown(await send(api, path)), state)
  })

  it("asks again, with a sentence, for a bank that is none, and when it was tried too often (422)", async () => {
    await using api = await startTestApi()
    const { path } = await issueFiat(api)
    const choose = (fields: Record<string, string>) => post(api, `${path}/payments?lang=en`, fields)
    for (const fields of [{ bank: "nowhere" }, { bank: "" }, {}]) {
      const page = await choose(fields)
      assert.strictEqual(page.status, 422)
      assert.include(page.text, "Please choose one of the banks shown here.")
      assert.include(page.text, 'value="sandbox"')
    }
    for (let begun = 0; begun < 10; begun++) {
      assert.strictEqual((await choose({ bank: "declining" })).status, 303)
      await api.work()
    }
    const page = await choose({ bank: "declining" })
    assert.strictEqual(page.status, 422)
    assert.include(page.text, "This invoice was tried too many times.")
  })

  it("leads back to the page, which says why, when nothing is to be paid any more", async () => {
    await using api = await startTestApi()
    const [cancelled, expired] = [await issueFiat(api), await issueFiat(api)]
    const { partnerId } = api.key
    await api.runtime.runPromise(Invoices.use((invoices) => invoices.cancel(partnerId, cancelled.id)))
    api.wall.now += 25 * 3_600_000
    for (const [{ path }, state] of [
      [cancelled, "cancelled|cancelled||false|none"],
      [expired, "expired|expired||false|none"]
    ] as const)
      for (const form of ["payments", "simulate"]) {
        const { headers, status } = await post(api, `${path}/${form}?lang=en`, { bank: "sandbox" })
        assert.strictEqual(status, 303)
        const page = await send(api, headers.get("location") ?? "")
        assert.strictEqual(shown(page), state)
        assert.notInclude(page.text, "<form")
      }
  })

  it("simulates a payment once, without a bank being chosen and by any bank", async () => {
    await using api = await startTestApi()
    const { path } = await issueFiat(api)
    for (const bank of ["Bank of the Test", "Another Bank"]) await post(api, `${path}/simulate`, { bank })
    const page = await send(api, path)
    assert.strictEqual(shown(page), paid)
    assert.include(page.text, "Bank of the Test")
  })

  it("says what to transfer to an account in the invoice's currency, and then until when it still counts", async () => {
    const account = { name: "main", currency: "EUR", account: "DE89370400440532013000" } as const
    const banks = [{ ...account, timeZone: "Europe/Berlin", settlementDays: 5 }]
    await using api = await startTestApi({ settings: { banks } })
    const [{ id, path }, elsewhere] = [await issueFiat(api), await issueFiat(api, { currency: "USD" })]
    assert.include((await send(api, path)).text, 'value="transfer"')
    assert.notInclude((await send(api, elsewhere.path)).text, 'value="transfer"')
    await post(api, `${path}/payments`, { bank: "transfer" })
    assert.include((await send(api, path)).text, "Preparing the transfer")
    await api.work()
    const page = await send(api, path)
    assert.strictEqual(shown(page), "pending|transferring|transfer|false|none")
    const { reference } = (await api.fiat(`invoices/${id}`)).body
    for (const copied of ["DE89370400440532013000", "12.5", reference])
      assert.include(page.text, `data-copy="${copied}"`)
    assert.include(page.text, "That may take up to 5 days.")
    // Of 15 January 2026, 12:00, with a day to pay: by the bank's clocks the 16th.
    api.wall.now += 25 * 3_600_000
    const until = "A bank transfer counts if it arrives by the end of January 21, 2026."
    assert.include((await send(api, path)).text, until)
    assert.notInclude((await send(api, elsewhere.path)).text, "A bank transfer counts")
    api.wall.now = Date.parse("2026-01-21T23:59:59+01:00")
    assert.include((await send(api, path)).text, until)
    api.wall.now += 1_000
    assert.notInclude((await send(api, path)).text, until)
  })

  it("stays a page when the banks cannot be reached, and says so", async () => {
    const away = Effect.fail(new BankRailUnavailable({ reason: "test" }))
    const rail = BankRail.of({ banks: () => away, start: () => away, lookup: () => away })
    await using api = await startTestApi({ providers: Layer.succeed(BankRail, rail) })
    const { path } = await issueFiat(api)
    for (const [page, status, retryAfter] of [
      [await send(api, path), 200, null],
      [await post(api, `${path}/payments`, { bank: "sandbox" }), 503, "5"]
    ] as const) {
      assert.deepStrictEqual([page.status, page.headers.get("retry-after")], [status, retryAfter])
      assert.include(page.text, "The banks cannot be reached at the moment.")
      assert.include(page.text, '<meta http-equiv="refresh" content="15">')
    }
  })

  it("lists many banks, all or those that a search without scripts finds, and says when there are none", async () => {
    const banks = Array.from({ length: 12 }, (_, index) => ({
      id: `b${index}`,
      name: `Steppe Bank ${index}`
    }))
    const unasked = Effect.die("nobody pays here")
    let listed: ReadonlyArray<(typeof banks)[number]> = banks
    const rail = BankRail.of({
      banks: () => Effect.sync(() => listed),
      ...{ start: () => unasked, lookup: () => unasked }
    })
    await using api = await startTestApi({ providers: Layer.succeed(BankRail, rail) })
    const { path } = await issueFiat(api)
    const seen = async (query: string) =>
      (await send(api, `${path}${query}`)).text.match(/<li><button/g)?.length
    assert.deepStrictEqual(
      [await seen(""), await seen("?q=bank+11"), await seen("?q=kaspi")],
      [12, 1, undefined]
    )
    listed = []
    const none = await send(api, `${path}?q=kaspi`)
    assert.include(none.text, "No bank takes payments in this currency at the moment.")
    assert.notInclude(none.text, 'role="search"')
  })

  it("takes small forms only: other media 415, over 4 KiB 413", async () => {
    await using api = await startTestApi()
    const { path } = await issueFiat(api)
    const json = await post(api, `${path}/payments`, '{"bank":"sandbox"}', {
      "content-type": "application/json"
    })
    assert.strictEqual(json.status, 415)
    assert.include(json.headers.get("content-type"), "text/html")
    const padding = (bytes: number) => ({
      bank: "sandbox",
      more: "x".repeat(bytes - "bank=sandbox&more=".length)
    })
    assert.strictEqual((await post(api, `${path}/payments`, padding(4_097))).status, 413)
    assert.strictEqual(shown(await send(api, path)), "pending|choosing||false|none")
    assert.strictEqual((await post(api, `${path}/payments`, padding(4_096))).status, 303)
  })

  it("cannot be simulated in live mode: there is no such path", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["payments:read"] })
    const { headers, status } = await post(api, "/pay/bank/token/simulate")
    assert.strictEqual(status, 404)
    assert.include(headers.get("content-type"), "application/json")
  })

  it("has events that tell the state at once and each change, and end when it is paid", async () => {
    await using api = await startTestApi({ time: "running" })
    api.startWork()
    const { path } = await issueFiat(api)
    const response = await api.handler(new Request(`${origin}${path}/events?bank=sandbox`))
    assert.include(response.headers.get("content-type"), "text/event-stream")
    const stages: Array<unknown> = []
    const doing: Array<Promise<unknown>> = []
    for await (const bytes of response.body ?? []) {
      const event = JSON.parse(new TextDecoder().decode(bytes).replace("data: ", ""))
      stages.push(event.stage)
      assert.deepStrictEqual(Object.keys(event), ["status", "stage", "bank", "late", "unmatched", "version"])
      if (stages.length === 1) doing.push(post(api, `${path}/payments`, { bank: "sandbox" }))
      if (event.stage === "awaiting") doing.push(post(api, `${path}/simulate`))
    }
    await Promise.all(doing)
    assert.deepStrictEqual(
      stages.filter((stage) => stage !== "contacting"),
      ["choosing", "awaiting", "paid"]
    )
  })
})

describe("the page of the simulated bank", () => {
  it("is where the button of the payment page leads: on this server, at an address that cannot be guessed", async () => {
    await using api = await startTestApi()
    const { bankPath, link, path } = await chooseBank(api, { amount: 1234.5, description: "Order <1042>" })
    assert.match(link, /^http:\/\/api\.test\/sandbox\/bank\/pmt_[0-9a-f]{32}\/[0-9a-f]{32}$/)
    const page = await send(api, bankPath, { headers: { "accept-language": "ru" } })
    for (const text of ['<html lang="ru">', "Sandbox Bank", "1\u00A0234,50", "Order &lt;1042&gt;"])
      assert.include(page.text, text)
    assert.include(page.text, `href="${path}?lang=ru&amp;bank=sandbox"`)
    assert.strictEqual(shown(page), "open")
    const { bankPath: others } = await chooseBank(api)
    const [, payment = ""] = bankPath.match(/(pmt_\w+)\//) ?? []
    assert.strictEqual((await send(api, others.replace(/pmt_\w+/, payment))).status, 404, "another's token")
    for (const fields of [{}, { decision: "steal" }])
      assert.strictEqual((await post(api, bankPath, fields)).status, 400)
  })

  it("takes the money once, however often it is approved, and leads back to the invoice", async () => {
    await using api = await startTestApi()
    const { bankPath, id, path } = await chooseBank(api)
    const approve = () => post(api, `${bankPath}?lang=kz`, { decision: "approve" })
    const answers = await Promise.all([approve(), approve(), approve()])
    // The way back, the form again, and the other button.
    for (const answer of [...answers, await approve(), await post(api, bankPath, { decision: "decline" })]) {
      assert.strictEqual(answer.status, 303)
      assert.match(answer.headers.get("location") ?? "", new RegExp(`^${path}\\?lang=..&bank=sandbox$`))
    }
    assert.strictEqual(shown(await send(api, bankPath)), "approved")
    await api.work()
    assert.strictEqual(shown(await send(api, path)), paid)
    assert.include((await api.fiat(`invoices/${id}`)).body, { status: "paid", payerBank: "Sandbox Bank" })
  })

  it("declines for good, which the invoice's page tells", async () => {
    await using api = await startTestApi()
    const { bankPath, path } = await chooseBank(api)
    for (const decision of ["decline", "approve"]) {
      assert.strictEqual((await post(api, bankPath, { decision })).status, 303)
      assert.strictEqual(shown(await send(api, path)), "pending|declined|sandbox|false|none")
    }
    assert.strictEqual(shown(await send(api, bankPath)), "declined")
  })

  it("takes nothing for an invoice that ran out or was paid otherwise, and says so", async () => {
    await using api = await startTestApi()
    const [expiring, other] = [await chooseBank(api), await chooseBank(api)]
    await api.sandbox(`invoices/${other.id}/pay`, { bank: "Another" })
    assert.strictEqual(shown(await send(api, other.bankPath)), "approved")
    api.wall.now += 91 * 86_400_000
    assert.strictEqual(shown(await send(api, expiring.bankPath)), "closed")
    const late = await post(api, expiring.bankPath, { decision: "approve" })
    assert.deepStrictEqual([late.status, late.headers.get("location")], [303, expiring.bankPath])
    assert.strictEqual(shown(await send(api, expiring.path)), "expired|expired||false|none")
  })
})
