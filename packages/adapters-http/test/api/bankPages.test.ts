import { BankRail, BankRailUnavailable, Invoices } from "@quittance/core"
import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { startTestApi, type TestApi } from "../TestApi.ts"

const origin = "http://api.test"

const issue = async (api: TestApi, fields: Record<string, unknown> = {}) => {
  const { partnerId } = api.key
  const { value } = await api.runtime.runPromise(
    Invoices.use((invoices) =>
      invoices.create(partnerId, undefined, { amount: 12.5, currency: "EUR", ...fields })
    )
  )
  const { id, token } = value.order
  const cancel = () => api.runtime.runPromise(Invoices.use((invoices) => invoices.cancel(partnerId, id)))
  return { id, token, path: `/pay/bank/${token}`, cancel }
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const send = async (api: TestApi, path: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await api.handler(new Request(new URL(path, origin), init))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const post = (
  api: TestApi,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {}
) =>
  send(api, path, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin", origin, ...headers },
    body: new URLSearchParams(fields)
  })

const shown = ({ text }: Answer) => /data-shown="([^"]*)"/.exec(text)?.[1]

describe("the payment page of a fiat invoice", () => {
  it("shows amount, banks and its own address, in the visitor's language, under strict headers", async () => {
    await using api = await startTestApi()
    const { path } = await issue(api, { description: "Order <1042>" })
    const page = await send(api, path, { headers: { "accept-language": "ru" } })
    assert.strictEqual(page.status, 200)
    assert.include(page.text, '<html lang="ru">')
    assert.include(page.text, "12,50")
    assert.include(page.text, "Order &lt;1042&gt;")
    assert.include(page.text, `action="${path}/payments?lang=ru"`)
    assert.include(page.text, 'value="sandbox"')
    assert.include(page.text, `data-events="${path}/events"`)
    const policy = page.headers.get("content-security-policy")
    assert.include(policy, "default-src 'none'")
    assert.include(policy, "form-action 'self'")
    assert.strictEqual(page.headers.get("cache-control"), "no-store")
    assert.strictEqual(page.headers.get("referrer-policy"), "same-origin")
    assert.strictEqual(page.headers.get("x-robots-tag"), "noindex, nofollow")
    assert.include((await send(api, `${path}?lang=kz`)).text, '<html lang="kk">')
  })

  it("goes from the choice to the bank's link and the success, by forms alone", async () => {
    await using api = await startTestApi()
    const { path } = await issue(api, { redirectUrl: "https://shop.example/thanks" })
    const begun = await post(api, `${path}/payments?lang=ru`, { bank: "sandbox" })
    assert.strictEqual(begun.status, 303)
    assert.strictEqual(begun.headers.get("location"), `${path}?lang=ru&bank=sandbox`)
    const back = `${path}?lang=ru&bank=sandbox`
    assert.strictEqual(shown(await send(api, back)), "pending|contacting|sandbox|false|none")

    await api.work()
    const awaiting = await send(api, back)
    assert.strictEqual(shown(awaiting), "pending|awaiting|sandbox|false|none")
    assert.include(awaiting.text, 'href="http://api.test/sandbox/bank/pmt_')
    assert.include(awaiting.text, "Sandbox Bank")

    const paid = await post(api, `${path}/simulate?lang=ru&bank=sandbox`)
    assert.strictEqual(paid.headers.get("location"), back)
    const success = await send(api, back)
    assert.strictEqual(shown(success), "paid|paid||false|none")
    assert.include(success.text, 'data-return="https://shop.example/thanks"')
  })

  it("answers the same payment when the open bank is chosen again, and shows the bank chosen last", async () => {
    await using api = await startTestApi()
    const { path } = await issue(api)
    const hrefOf = async (bank: string) => {
      const { headers } = await post(api, `${path}/payments`, { bank })
      await api.work()
      const page = await send(api, headers.get("location") ?? "")
      return /id="open-bank" href="([^"]*)"/.exec(page.text)?.[1]
    }
    const first = await hrefOf("sandbox")
    const second = await hrefOf("steppe")
    assert.isString(first)
    assert.isString(second)
    assert.notStrictEqual(first, second)
    assert.strictEqual(await hrefOf("sandbox"), first)
  })

  it("says that the bank declined, and offers the banks again", async () => {
    await using api = await startTestApi()
    const { path } = await issue(api)
    const { headers } = await post(api, `${path}/payments`, { bank: "declining" })
    await api.work()
    const page = await send(api, headers.get("location") ?? "")
    assert.strictEqual(shown(page), "pending|declined|declining|false|none")
    assert.include(page.text, "The bank declined the payment")
    assert.include(page.text, 'value="sandbox"')
  })

  it("keeps contacting a bank whose answer was lost", async () => {
    await using api = await startTestApi()
    const { path } = await issue(api)
    await post(api, `${path}/payments`, { bank: "no-answer" })
    await api.work()
    assert.strictEqual(shown(await send(api, path)), "pending|contacting|no-answer|false|none")
  })

  it("asks again, with a sentence, for a bank that is none (422)", async () => {
    await using api = await startTestApi()
    const { path } = await issue(api)
    for (const fields of [{ bank: "nowhere" }, { bank: "" }, {}, { other: "sandbox" }]) {
      const page = await post(api, `${path}/payments?lang=en`, fields)
      assert.strictEqual(page.status, 422)
      assert.include(page.headers.get("content-type"), "text/html")
      assert.include(page.text, "Please choose one of the banks shown here.")
      assert.include(page.text, 'value="sandbox"')
    }
  })

  it("says that an invoice was tried too many times (422)", async () => {
    await using api = await startTestApi()
    const { path } = await issue(api)
    for (let begun = 0; begun < 10; begun++) {
      assert.strictEqual((await post(api, `${path}/payments`, { bank: "declining" })).status, 303)
      await api.work()
    }
    const page = await post(api, `${path}/payments?lang=en`, { bank: "declining" })
    assert.strictEqual(page.status, 422)
    assert.include(page.text, "This invoice was tried too many times.")
  })

  it("leads back to the page, which says why, when nothing is to be paid any more", async () => {
    await using api = await startTestApi()
    const cancelled = await issue(api)
    await cancelled.cancel()
    const expired = await issue(api)
    api.wall.now += 25 * 3_600_000
    for (const [{ path }, state] of [
      [cancelled, "cancelled|cancelled||false|none"],
      [expired, "expired|expired||false|none"]
    ] as const)
      for (const form of ["payments", "simulate"]) {
        const { headers, status } = await post(api, `${path}/${form}?lang=en`, { bank: "sandbox" })
        assert.strictEqual(status, 303)
        const page = await send(api, headers.get("location") ?? "")
        assert.strictEqual(page.status, 200)
        assert.strictEqual(shown(page), state)
        assert.notInclude(page.text, "<form")
      }
  })

  it("simulates a payment once, without a bank being chosen and by any bank", async () => {
    await using api = await startTestApi()
    const { path } = await issue(api)
    await post(api, `${path}/simulate`, { bank: "Bank of the Test" })
    await post(api, `${path}/simulate`, { bank: "Another Bank" })
    const page = await send(api, path)
    assert.strictEqual(shown(page), "paid|paid||false|none")
    assert.include(page.text, "Bank of the Test")
  })

  it("stays a page when the banks cannot be reached, and says so", async () => {
    const away = Effect.fail(new BankRailUnavailable({ reason: "test" }))
    const rail = BankRail.of({ banks: () => away, start: () => away, lookup: () => away })
    await using api = await startTestApi({ providers: Layer.succeed(BankRail, rail) })
    const { path } = await issue(api)
    const page = await send(api, path)
    assert.strictEqual(page.status, 200)
    assert.include(page.text, "The banks cannot be reached at the moment.")
    assert.include(page.text, "data-events=")
    const refused = await post(api, `${path}/payments`, { bank: "sandbox" })
    assert.strictEqual(refused.status, 503)
    assert.include(refused.text, "The banks cannot be reached at the moment.")
  })

  it("refuses forms of other websites with a page (403), and does nothing", async () => {
    await using api = await startTestApi()
    const { path } = await issue(api)
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example" },
      { "sec-fetch-site": "", origin: "null" }
    ]) {
      for (const form of ["payments", "simulate"]) {
        const page = await post(api, `${path}/${form}`, { bank: "sandbox" }, headers)
        assert.strictEqual(page.status, 403)
        assert.include(page.text, "It came from another website.")
      }
    }
    assert.strictEqual(shown(await send(api, path)), "pending|choosing||false|none")
  })

  it("answers an unknown link with a page, status 404, to every form too", async () => {
    await using api = await startTestApi()
    for (const token of ["unknown", "0".repeat(32), "a%00"]) {
      const pages = [
        await send(api, `/pay/bank/${token}`),
        await post(api, `/pay/bank/${token}/payments`, { bank: "sandbox" }),
        await post(api, `/pay/bank/${token}/simulate`)
      ]
      for (const page of pages) {
        assert.strictEqual(page.status, 404)
        assert.include(page.headers.get("content-type"), "text/html")
        assert.notInclude(page.text, token)
      }
    }
  })

  it("takes small forms only: other media 415, over 4 KiB 413", async () => {
    await using api = await startTestApi()
    const { path } = await issue(api)
    const json = await send(api, `${path}/payments`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"bank":"sandbox"}'
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

  it("answers the page to who asks for a form's address, and 405 to other methods", async () => {
    await using api = await startTestApi()
    const { path } = await issue(api)
    for (const form of ["payments", "simulate"]) {
      const page = await send(api, `${path}/${form}?lang=kz&bank=steppe`)
      assert.strictEqual(page.status, 303)
      assert.strictEqual(page.headers.get("location"), `${path}?lang=kz&bank=steppe`)
      const wrong = await send(api, `${path}/${form}`, { method: "PUT" })
      assert.strictEqual(wrong.status, 405)
      assert.include(wrong.headers.get("allow"), "POST")
    }
    for (const method of ["POST", "DELETE"])
      assert.strictEqual((await send(api, path, { method })).status, 405)
  })

  it("answers HEAD as GET, without the body", async () => {
    await using api = await startTestApi()
    const { path } = await issue(api)
    const head = await send(api, path, { method: "HEAD" })
    assert.strictEqual(head.status, 200)
    assert.strictEqual(head.text, "")
    assert.include(head.headers.get("content-type"), "text/html")
    assert.strictEqual((await send(api, "/pay/bank/unknown", { method: "HEAD" })).status, 404)
  })

  it("leads nowhere else, whatever the address says", async () => {
    await using api = await startTestApi()
    const { headers, status } = await send(api, "/pay/bank/%2F%2Fevil.example/payments?bank=%0d%0aX-A:1")
    assert.strictEqual(status, 303)
    assert.strictEqual(headers.get("location"), "/pay/bank/%2F%2Fevil.example?lang=en&bank=%0D%0AX-A%3A1")
  })

  it("cannot be simulated in live mode: there is no such path", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["payments:read"] })
    const { headers, status } = await post(api, "/pay/bank/token/simulate")
    assert.strictEqual(status, 404)
    assert.include(headers.get("content-type"), "application/json")
  })
})

describe("the events of a fiat invoice's page", () => {
  it("tell the state at once and each change, and end when it is paid", async () => {
    await using api = await startTestApi({ time: "running" })
    api.startWork()
    const { path } = await issue(api)
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

  it("not_found: an unknown link", async () => {
    await using api = await startTestApi()
    assert.strictEqual((await send(api, "/pay/bank/unknown/events")).status, 404)
  })
})
