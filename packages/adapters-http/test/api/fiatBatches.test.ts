import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi, type TestApi, type TestApiOptions } from "../TestApi.ts"

const fileBytesMax = 5 * 1024 * 1024
const path = "batch/invoices"

const outcome = ({ code, status }: ApiAnswer) => [status, code]

const formOf = (file: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append("file", new Blob([file], { type: "text/csv" }), "invoices.csv")
  return form
}

const upload = (
  api: TestApi,
  file: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {}
): Promise<ApiAnswer> => api.fiat(path, { body: formOf(file, fields) })

/** Uploads are not held back, so that one deployment can take many. */
const start = (options: TestApiOptions = {}) => startTestApi({ rateLimits: "off", ...options })

const totalOf = async (api: TestApi): Promise<unknown> => {
  const { body } = await api.fiat("invoices")
  return (body.pagination as { readonly total: number }).total
}

interface Created {
  readonly batchId: string
  readonly invoices: ReadonlyArray<Record<string, unknown>>
  readonly errors: ReadonlyArray<{
    readonly row: number
    readonly externalId: string | null
    readonly error: string
  }>
}
const createdOf = (answer: ApiAnswer) => answer.body as unknown as Created

describe("uploading a batch", () => {
  it("201: the rows that are right become invoices, the others are told, all by their row", async () => {
    await using api = await start()
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
    assert.include(errors[0]?.error, "amount")
    for (const { id, paymentUrl } of invoices) {
      assert.match(String(paymentUrl), /^http:\/\/api\.test\/pay\/bank\/[0-9a-f]{44}$/)
      const { body } = await api.fiat(`invoices/${id}`)
      assert.deepInclude(body, { id, paymentUrl, batchId })
    }
    const first = await api.fiat(`invoices/${invoices[0]?.id}`)
    assert.deepInclude(first.body, { description: "=1+1", redirectUrl: "https://shop.test/thanks" })
  })

  it("201: defaults fill what a row leaves out, and no more", async () => {
    await using api = await start()
    const answer = await upload(api, "amount,currency\n100,\n100,KZT", {
      defaultCurrency: "RUB",
      defaultRedirectUrl: "https://shop.test/d"
    })
    const { invoices } = createdOf(answer)
    assert.deepStrictEqual(
      invoices.map(({ currency }) => currency),
      ["RUB", "KZT"]
    )
    const { body } = await api.fiat(`invoices/${invoices[0]?.id}`)
    assert.strictEqual(body.redirectUrl, "https://shop.test/d")
  })

  it("201: empty fields count as absent, unknown ones are ignored", async () => {
    await using api = await start()
    const fields = { sendEmails: "", defaultCurrency: "", defaultRedirectUrl: "", unknown: "x" }
    assert.strictEqual((await upload(api, "amount,currency\n10,USD", fields)).status, 201)
  })

  it.each(["true", "1", "on", "True", "ON"])(
    "mails the payment link with sendEmails=%s, after the commit",
    async (sendEmails) => {
      await using api = await start()
      const file = "amount,currency,email\n10,USD,ann@example.com\n10,USD,\n10,USD,bob@example.com"
      const { batchId, invoices } = createdOf(await upload(api, file, { sendEmails }))
      const before = await api.fiat(`${path}/${batchId}`)
      assert.strictEqual(before.body.status, "processing")
      await api.work()
      assert.strictEqual((await api.fiat(`${path}/${batchId}`)).body.status, "completed")
      const { mail } = (await api.sandbox("mail")).body as {
        readonly mail?: ReadonlyArray<Record<string, unknown>>
      }
      assert.sameDeepMembers(
        (mail ?? []).map(({ invoiceId, to }) => [invoiceId, to]),
        [
          [invoices[0]?.id, "ann@example.com"],
          [invoices[2]?.id, "bob@example.com"]
        ]
      )
      const toAnn = mail?.find(({ to }) => to === "ann@example.com")
      assert.deepStrictEqual(Object.keys(toAnn ?? {}).sort(), [
        "html",
        "id",
        "invoiceId",
        "sentAt",
        "subject",
        "text",
        "to"
      ])
      assert.include(toAnn?.text, String(invoices[0]?.paymentUrl))
      assert.strictEqual(toAnn?.sentAt, "2026-01-15T12:00:00.000Z")
    }
  )

  it.each([{ sendEmails: "false" }, { sendEmails: "0" }, { sendEmails: "off" }, {}])(
    "mails nothing with %o",
    async (fields) => {
      await using api = await start()
      const answer = await upload(api, "amount,currency,email\n10,USD,ann@example.com", fields)
      const { batchId } = createdOf(answer)
      assert.strictEqual((await api.fiat(`${path}/${batchId}`)).body.status, "completed")
      await api.work()
      assert.deepStrictEqual((await api.sandbox("mail")).body.mail, [])
    }
  )
})

describe("reading a batch", () => {
  it("200: what was paid of it so far", async () => {
    await using api = await start()
    const { batchId, invoices } = createdOf(await upload(api, "amount,currency\n10.50,USD\n20,USD\nx,USD"))
    await api.sandbox(`invoices/${invoices[0]?.id}/pay`, {})
    const answer = await api.fiat(`${path}/${batchId}`)
    assert.strictEqual(answer.status, 200)
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
  it.each<readonly [string, string | Uint8Array<ArrayBuffer>, Record<string, string>]>([
    ["an empty file", "", {}],
    ["a header alone", "amount,currency\n", {}],
    ["1001 rows", `amount,currency\n${"10,USD\n".repeat(1001)}`, {}],
    ["; as separator", "amount;currency\n10;USD", {}],
    ["a header twice", "amount,currency,Amount\n10,USD,1", {}],
    ["a NUL byte", "amount,currency\n10,USD\0", {}],
    ["no UTF-8", new Uint8Array([...Buffer.from("amount,currency,description\n10,USD,"), 0xff]), {}],
    ["a quote that never closes", 'amount,currency,description\n10,USD,"x', {}],
    ["sendEmails=yes", right, { sendEmails: "yes" }],
    ["defaultCurrency=USDT", right, { defaultCurrency: "USDT" }],
    ["defaultCurrency=usd", right, { defaultCurrency: "usd" }],
    ["a malformed field beside a broken rule", right, { sendEmails: "yes", defaultRedirectUrl: "x" }]
  ])("400 invalid_request: %s", async (_name, file, fields) => {
    await using api = await start()
    const answer = await upload(api, file, fields)
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.deepStrictEqual(Object.keys(answer.body), ["success", "error", "requestId"])
    assert.strictEqual(await totalOf(api), 0)
  })

  it.each<readonly [string, string, Record<string, string>, ReadonlyArray<string>]>([
    ["no column amount", "currency\nUSD", {}, ["amount"]],
    ["no currency and no default", "amount\n10", {}, ["currency"]],
    ["every row failed", "amount,currency\n0,USD\n1,GBP", {}, ["rows.1.amount", "rows.2.currency"]],
    ["a bad redirect URL", right, { defaultRedirectUrl: "javascript:1" }, ["defaultRedirectUrl"]]
  ])("422 validation_failed: %s, with details", async (_name, file, fields, named) => {
    await using api = await start()
    const answer = await upload(api, file, fields)
    assert.deepStrictEqual(outcome(answer), [422, "validation_failed"])
    assert.deepStrictEqual(
      answer.body.error?.details?.map(({ field }) => field),
      named
    )
    assert.strictEqual(await totalOf(api), 0)
  })

  it("400 invalid_request: no file", async () => {
    await using api = await start()
    const form = new FormData()
    form.append("sendEmails", "on")
    const answer = await api.fiat(path, { body: form })
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.include(answer.body.error?.message, "file")
  })

  it("400 invalid_request: the file is a text field, without a filename", async () => {
    await using api = await start()
    const form = new FormData()
    form.append("file", right)
    const answer = await api.fiat(path, { body: form })
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.include(answer.body.error?.message, "no filename")
    assert.strictEqual(await totalOf(api), 0)
  })

  it("413 payload_too_large: one byte over 5 MiB; exactly 5 MiB is taken", async () => {
    await using api = await start()
    const exact = right + "\n".repeat(fileBytesMax - right.length)
    assert.strictEqual((await upload(api, exact)).status, 201)
    const answer = await upload(api, `${exact}\n`)
    assert.deepStrictEqual(outcome(answer), [413, "payload_too_large"])
    assert.strictEqual(await totalOf(api), 1)
  })

  it("429 rate_limited: the 7th upload in a minute, whether or not the others were right", async () => {
    await using api = await startTestApi()
    assert.strictEqual((await upload(api, right)).status, 201)
    for (let index = 0; index < 5; index++) assert.strictEqual((await upload(api, "")).status, 400)
    const limited = await upload(api, right)
    assert.deepStrictEqual(outcome(limited), [429, "rate_limited"])
    assert.strictEqual(limited.headers.get("retry-after"), "10")
    assert.strictEqual(limited.headers.get("ratelimit-policy"), '"batches";q=6;w=60')
    assert.strictEqual(await totalOf(api), 1)
    api.wall.now += 10_000
    assert.strictEqual((await upload(api, right)).status, 201)
    assert.strictEqual((await upload(api, right)).status, 429)
  })

  it("503 service_unavailable: no bank rail", async () => {
    await using api = await start({ mode: "live", keyScopes: ["payments:write"] })
    assert.deepStrictEqual(outcome(await upload(api, right)), [503, "service_unavailable"])
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

describe("whatever is in the file", () => {
  const row = "10,USD"
  const cases: ReadonlyArray<readonly [string, string | Uint8Array<ArrayBuffer>]> = [
    ["a byte order mark", `\ufeff${right}`],
    ["quotes inside quotes", 'amount,currency,description\n10,USD,"say ""hi"", and leave"'],
    ["a mix of line ends", `amount,currency\r\n${row}\n${row}\r\n\r\n${row}`],
    ["lone carriage returns", `amount,currency\r${row}\r${row}`],
    ["one field of 5 MB", `amount,currency,description\n${row},${"x".repeat(fileBytesMax - 100)}`],
    ["quotes all through", `amount,currency,description\n${row},${'"'.repeat(1_000_000)}`],
    ["a million empty lines", `amount,currency\n${"\n".repeat(1_000_000)}${row}`],
    ["only empty lines", "\n".repeat(1_000_000)],
    ["only commas", ",".repeat(1_000_000)],
    ["a header of 100 000 columns", `${"a,".repeat(100_000)}amount,currency\n${row}`],
    ["NUL bytes", `amount,currency\n${"\0".repeat(1000)}`],
    ["no UTF-8", new Uint8Array([0xc3, 0x28, 0x0a, 0xff, 0xfe])],
    ["UTF-16 LE", new Uint8Array(Buffer.from(`\ufeff${right}`, "utf16le"))],
    ["UTF-16 BE", new Uint8Array(Buffer.from(`\ufeff${right}`, "utf16le").swap16())],
    ["formulas", "amount,currency,description\n10,USD,=HYPERLINK(1)\n10,USD,@x\n10,USD,-1+1"],
    ["markup and right-to-left text", "amount,currency,description\n10,USD,<script>\n10,USD,\u202eevil 😀"],
    ["lone surrogates in UTF-8", new Uint8Array([...Buffer.from(`${right},`), 0xed, 0xa0, 0x80])],
    ["missing headers", `,,\n${row}`],
    ["duplicate headers", `amount,AMOUNT\n10,10`],
    ["a body cut in a quoted field", 'amount,currency,description\n10,USD,"half'],
    ["rows of other widths", `amount,currency\n10\n10,USD,x,y\n${row}`],
    ["amounts that are no plain decimals", "amount,currency\n1e1,USD\n+10,USD\n1 000,USD\n10.,USD\n٣,USD"],
    ["the names of object properties", "__proto__,constructor,amount,currency\nx,y,10,USD"],
    ["binary data", new Uint8Array(Array.from({ length: 4096 }, (_, index) => (index * 7919) & 0xff))]
  ]

  it("is answered with 201 or 4xx, and written as the answer says or not at all", async () => {
    await using api = await start()
    let total = 0
    for (const [name, file] of cases) {
      const answer = await upload(api, file)
      const expected = answer.status === 201 || (answer.status >= 400 && answer.status < 500)
      assert.isTrue(expected, `${name}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
      if (answer.status === 201) {
        const { created, failed, total: rows } = answer.body as Record<string, number>
        assert.strictEqual(Number(created) + Number(failed), rows, name)
        total += Number(created)
      } else assert.match(answer.body.error?.message ?? "", /\w/, name)
      assert.strictEqual(await totalOf(api), total, name)
    }
    assert.isAbove(total, 0)
  })
})
