import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const fileBytesMax = 5 * 1024 * 1024
const path = "batch/invoices"

const outcome = ({ code, status }: ApiAnswer) => [status, code]

const formOf = (file: string, fields: Record<string, string> = {}): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append("file", new Blob([file], { type: "text/csv" }), "invoices.csv")
  return form
}

const upload = (api: TestApi, file: string, fields: Record<string, string> = {}): Promise<ApiAnswer> =>
  api.fiat(path, { body: formOf(file, fields) })

const totalOf = async (api: TestApi): Promise<unknown> => {
  const { body } = await api.fiat("invoices")
  return (body.pagination as { readonly total: number }).total
}

interface Created {
  readonly batchId: string
  readonly invoices: ReadonlyArray<Record<string, unknown>>
  readonly errors: ReadonlyArray<Record<"row" | "externalId" | "error", unknown>>
}
const createdOf = (answer: ApiAnswer) => answer.body as unknown as Created

describe("uploading a batch", () => {
  it("201: the rows that are right become invoices, the others are told, all by their row", async () => {
    await using api = await startTestApi()
    const answer = await upload(
      api,
      [
        "amount,currency,description,email,externalId,redirectUrl",
        "10.50,USD,=1+1,ann@example.com,a-1,https://shop.test/thanks",
        "ten,USD,,,a-2,",
        "",
        "100,KZT,,,,"
      ].join("\r\n")
    )
    assert.strictEqual(answer.status, 201)
    assert.deepStrictEqual(Object.keys(answer.body), [
      "batchId",
      "total",
      "created",
      "failed",
      "invoices",
      "errors"
    ])
    const { batchId, errors, invoices } = createdOf(answer)
    assert.match(batchId, /^bat_[0-9a-f]{32}$/)
    assert.deepInclude(answer.body, { total: 3, created: 2, failed: 1 })
    assert.deepStrictEqual(
      invoices.map(({ amount, currency, externalId, status }) => [amount, currency, externalId, status]),
      [
        [10.5, "USD", "a-1", "pending"],
        [100, "KZT", null, "pending"]
      ]
    )
    assert.deepStrictEqual(
      errors.map(({ externalId, row }) => [row, externalId]),
      [[2, "a-2"]]
    )
    assert.include(String(errors[0]?.error), "amount")
    for (const { id, paymentUrl } of invoices) {
      assert.match(String(paymentUrl), /^http:\/\/api\.test\/pay\/bank\/[0-9a-f]{44}$/)
      const { body } = await api.fiat(`invoices/${id}`)
      assert.deepInclude(body, { id, paymentUrl, batchId })
    }
    const first = await api.fiat(`invoices/${invoices[0]?.id}`)
    assert.deepInclude(first.body, { description: "=1+1", redirectUrl: "https://shop.test/thanks" })
  })

  it("201: what spreadsheets add is skipped, and rows keep their numbers", async () => {
    await using api = await startTestApi()
    const answer = await upload(
      api,
      '\ufeffsep=,\r\n\u200bamount,currency,email\r\n10,USD,\r\n,,\r\nx,USD,\r\n"",\u00a0,\r\n20,USD,\r\n,,\r\n'
    )
    assert.deepStrictEqual(
      [answer.status, answer.body.total, answer.body.created, answer.body.failed],
      [201, 3, 2, 1]
    )
    assert.deepStrictEqual(
      createdOf(answer).errors.map(({ row }) => row),
      [3]
    )
  })

  it("201: an e-mail address may have an internationalised domain in either form; mail goes to the ASCII form", async () => {
    await using api = await startTestApi()
    const addresses = [
      "user@почта.рф",
      "user@xn--80a1acny.xn--p1ai",
      "info@кошелёк.қаз",
      "a..b@почта.рф",
      "x@почта"
    ]
    const rows = addresses.map((address) => `10,USD,${address}`)
    const answer = await upload(api, ["amount,currency,email", ...rows].join("\n"), { sendEmails: "true" })
    assert.deepStrictEqual([answer.status, answer.body.created], [201, 3])
    assert.deepStrictEqual(
      createdOf(answer).errors.map(({ error, row }) => [row, error]),
      [
        [4, 'email must not have a dot first, last or doubled before its @, but is "a..b@почта.рф"'],
        [5, 'email must be an e-mail address such as name@example.com, but is "x@почта"']
      ]
    )
    await api.work()
    const { mail } = (await api.sandbox("mail")).body as unknown as {
      readonly mail: ReadonlyArray<{ readonly to: string }>
    }
    assert.sameMembers(
      mail.map(({ to }) => to),
      ["user@xn--80a1acny.xn--p1ai", "user@xn--80a1acny.xn--p1ai", "info@xn--e1ajbdn4d5c.xn--80ao21a"]
    )
  })

  it("400: another separator is told before anything else", async () => {
    await using api = await startTestApi()
    const header = "amount;currency;description\n"
    for (const file of [header, `${header}10;USD;"a ""b"""`, header + "10;USD;\n".repeat(1001)]) {
      const answer = await upload(api, file)
      assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
      assert.strictEqual(
        answer.body.error?.message,
        "the columns must be separated by commas, but are separated by semicolons"
      )
    }
  })

  it("201: defaults fill what a row leaves out, and no more", async () => {
    await using api = await startTestApi()
    const answer = await upload(api, "amount,currency\n100,\n100,KZT", {
      defaultCurrency: "RUB",
      defaultRedirectUrl: "https://shop.test/d",
      defaultCancelUrl: "https://shop.test/cart"
    })
    const { invoices } = createdOf(answer)
    assert.deepStrictEqual(
      invoices.map(({ currency }) => currency),
      ["RUB", "KZT"]
    )
    const { body } = await api.fiat(`invoices/${invoices[0]?.id}`)
    assert.deepInclude(body, { redirectUrl: "https://shop.test/d", cancelUrl: "https://shop.test/cart" })
  })

  it("201: mails the payment links where sendEmails says so in any spelling, after the commit, and nothing elsewhere", async () => {
    await using api = await startTestApi({ rateLimits: "off" })
    const file = "amount,currency,email\n10,USD,ann@example.com\n10,USD,"
    const statusOf = async (batchId: string) => (await api.fiat(`${path}/${batchId}`)).body.status
    const mailCount = async () => ((await api.sandbox("mail")).body.mail as ReadonlyArray<unknown>).length
    for (const sendEmails of ["false", "0", "off", ""]) {
      const { batchId } = createdOf(await upload(api, file, { sendEmails }))
      assert.strictEqual(await statusOf(batchId), "completed", sendEmails)
    }
    const spellings = ["true", "1", "on", "True", "ON"]
    for (const sendEmails of spellings) {
      const { batchId } = createdOf(await upload(api, file, { sendEmails }))
      assert.strictEqual(await statusOf(batchId), "processing", sendEmails)
      assert.strictEqual(await mailCount(), spellings.indexOf(sendEmails))
      await api.work()
      assert.strictEqual(await statusOf(batchId), "completed", sendEmails)
    }
    assert.strictEqual(await mailCount(), spellings.length)
  })

  it("200: reads what was paid of it so far", async () => {
    await using api = await startTestApi()
    const { batchId, invoices } = createdOf(await upload(api, "amount,currency\n10.50,USD\n20,USD\nx,USD"))
    await api.sandbox(`invoices/${invoices[0]?.id}/pay`, {})
    const answer = await api.fiat(`${path}/${batchId}`)
    assert.deepStrictEqual(answer.body, {
      batchId,
      status: "completed",
      total: 3,
      created: 2,
      failed: 1,
      paidCount: 1,
      totalVolume: 10.5,
      createdAt: "2026-01-15T12:00:00.000Z"
    })
  })
})

const right = "amount,currency\n10,USD"

describe("a batch that is refused as a whole", () => {
  const redirect = { defaultRedirectUrl: "javascript:1" }

  it.each<readonly [number, string, string, Record<string, string>, ReadonlyArray<string> | undefined]>([
    [400, "invalid_request", "", {}, undefined],
    [400, "invalid_request", right, { sendEmails: "yes" }, ["sendEmails"]],
    [400, "invalid_request", right, { defaultCurrency: "USDT" }, ["defaultCurrency"]],
    [400, "invalid_request", right, { sendEmails: "yes", ...redirect }, ["sendEmails"]],
    [422, "validation_failed", "currency\nUSD", {}, ["amount"]],
    [422, "validation_failed", "amount,currency\n0,USD\n1,GBP", {}, ["rows.1.amount", "rows.2.currency"]],
    [422, "validation_failed", right, redirect, ["defaultRedirectUrl"]],
    [422, "validation_failed", right, { defaultCancelUrl: "javascript:1" }, ["defaultCancelUrl"]]
  ])("%i %s: %j with %o", async (status, code, file, fields, named) => {
    await using api = await startTestApi()
    const answer = await upload(api, file, fields)
    assert.deepStrictEqual(outcome(answer), [status, code])
    assert.deepStrictEqual(
      answer.body.error?.details?.map(({ field }) => field),
      named
    )
    assert.strictEqual(await totalOf(api), 0)
  })

  it("429 rate_limited: the 7th upload in a minute, whether or not the others were right", async () => {
    await using api = await startTestApi()
    assert.strictEqual((await upload(api, right)).status, 201)
    for (let index = 0; index < 5; index++) assert.strictEqual((await upload(api, "")).status, 400)
    const limited = await upload(api, right)
    assert.deepStrictEqual(outcome(limited), [429, "rate_limited"])
    assert.strictEqual(limited.headers.get("retry-after"), "10")
    assert.strictEqual(limited.headers.get("ratelimit-policy"), '"batches";q=6;w=60')
    api.wall.now += 10_000
    assert.strictEqual((await upload(api, right)).status, 201)
    assert.strictEqual((await upload(api, right)).status, 429)
  })
})

describe("what is known before the form arrives", () => {
  /** A form that never ends, and whether anything of it was taken. */
  const endless = (contentType = "multipart/form-data; boundary=x") => {
    let taken = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          taken += 1
          controller.enqueue(new Uint8Array(65_536))
        }
      },
      { highWaterMark: 0 }
    )
    return { body, contentType, taken: () => taken }
  }
  const send = (api: TestApi, secret: string, form: ReturnType<typeof endless>, headers = {}) =>
    api.send(
      new Request("http://api.test/api/v1/batch/invoices", {
        method: "POST",
        headers: { "x-api-key": secret, "content-type": form.contentType, ...headers },
        body: form.body,
        duplex: "half"
      } as RequestInit)
    )

  it("is answered without taking a byte: 401, 403, 429, a wrong type, an announced length", async () => {
    await using api = await startTestApi()
    const reader = await api.createKey({ scopes: ["payments:read"] })
    const spent = await api.createKey()
    for (let index = 0; index < 6; index++) await api.fiat(path, { body: formOf(""), key: spent })
    for (const [status, secret, form, headers] of [
      [401, "wrong", endless(), {}],
      [403, reader.secret, endless(), {}],
      [429, spent.secret, endless(), {}],
      [400, api.key.secret, endless("text/csv"), {}],
      [413, api.key.secret, endless(), { "content-length": String(2 * fileBytesMax) }]
    ] as const) {
      assert.strictEqual((await send(api, secret, form, headers)).status, status)
      assert.strictEqual(form.taken(), 0, String(status))
    }
  })

  it("413 payload_too_large: an endless form is taken no further than its limit", async () => {
    await using api = await startTestApi()
    const form = endless()
    const answer = await send(api, api.key.secret, form)
    assert.deepStrictEqual(outcome(answer), [413, "payload_too_large"])
    assert.isAtMost(form.taken() * 65_536, fileBytesMax + 4 * 65_536)
  })
})
