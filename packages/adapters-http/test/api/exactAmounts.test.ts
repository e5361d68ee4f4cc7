import { assert, describe, it } from "vitest"
import {
  type ApiAnswer,
  invoicesPath,
  payoutsPath,
  startTestApi,
  type TestApi,
  tronAddress
} from "../TestApi.ts"

/** Sends a literal as the amount of one operation. Every call is another request. */
type Send = (api: TestApi, literal: string, call: number) => Promise<ApiAnswer>

const raw = (literal: string, fields: object): string =>
  `{"amount":${literal},${JSON.stringify(fields).slice(1)}`

const sandbox = (api: TestApi, path: string, body: string) =>
  api.send(
    new Request(`http://api.test/sandbox/v1/${path}`, {
      method: "POST",
      headers: { "x-api-key": api.key.secret, "content-type": "application/json" },
      body
    })
  )

const depositAddresses = new WeakMap<TestApi, string>()

const depositAddress = async (api: TestApi): Promise<string> => {
  const known = depositAddresses.get(api)
  if (known !== undefined) return known
  const body = { amount: 10, network: "tron", externalId: "for-deposits" }
  const { body: answer } = await api.call({ path: invoicesPath, body })
  const { address } = answer.invoice as { readonly address: string }
  depositAddresses.set(api, address)
  return address
}

const operations: { readonly [name: string]: Send } = {
  "a payout": (api, literal, call) =>
    api.call({
      path: payoutsPath,
      body: raw(literal, { address: tronAddress, network: "tron" }),
      idempotencyKey: `k${call}`,
      timestamp: api.wall.now + call
    }),
  "a crypto invoice": (api, literal, call) =>
    api.call({
      path: invoicesPath,
      body: raw(literal, { network: "tron", externalId: `e${call}` }),
      timestamp: api.wall.now + call
    }),
  "a fiat invoice": (api, literal) => api.fiat("invoices", { body: raw(literal, { currency: "USD" }) }),
  "a deposit of the sandbox": async (api, literal) =>
    sandbox(api, "crypto/deposits", raw(literal, { address: await depositAddress(api) })),
  "a credit of the sandbox": (api, literal) => sandbox(api, "balance/credit", raw(literal, { reason: "a" }))
}

const start = async () => {
  const api = await startTestApi({ rateLimits: "off" })
  await api.credit(api.key.partnerId, 1_000_000)
  return api
}

const zeros = "0".repeat(200)

describe("the amount of", () => {
  for (const [name, send] of Object.entries(operations)) {
    it(`${name} with more decimals than the currency has is refused, however small the rest`, async () => {
      await using api = await start()
      const literals = [
        "25.0000000000000000000001",
        "1.9999999999999999999",
        `25.${zeros}1`,
        "25.0000001",
        "1e-7",
        "1E-999999999"
      ]
      for (const [call, literal] of literals.entries()) {
        const { body, code, status } = await send(api, literal, call)
        assert.isTrue(status === 400 || status === 422, `${literal}: ${status} ${code}`)
        assert.strictEqual(body.error?.details?.[0]?.field, "amount", literal)
        assert.include(body.error?.message, "decimals", literal)
      }
    })

    it(`${name} is exact in every spelling, and zeros are no decimals`, async () => {
      await using api = await start()
      for (const [call, literal] of [
        "25",
        "2.5e1",
        "25.10",
        `25.1${zeros}`,
        `25${".0"}e0`,
        "1E+3"
      ].entries()) {
        const { code, status } = await send(api, literal, call)
        assert.isBelow(status, 300, `${literal}: ${status} ${code}`)
      }
    })

    it(`${name} that is too large, or nothing, is refused without being built`, async () => {
      await using api = await start()
      for (const [call, literal] of [
        "1E400",
        "1e999999999",
        "9".repeat(1000),
        "-0",
        "0e999999999"
      ].entries()) {
        const { status } = await send(api, literal, call)
        assert.isTrue(status === 400 || status === 422, `${literal.slice(0, 20)}: ${status}`)
      }
    })
  }

  it("the last of two equal keys is the one that counts, with its own text", async () => {
    await using api = await start()
    const send = (body: string, call: number) =>
      api.call({ path: payoutsPath, body, idempotencyKey: `k${call}`, timestamp: api.wall.now + call })
    const rest = raw("10", { address: tronAddress, network: "tron" }).slice(1)
    const taken = await send(`{"amount":1.9999999999999999999,${rest}`, 1)
    assert.strictEqual((taken.body.payout as { readonly amount: number }).amount, 10)
    assert.strictEqual(
      (await send(`${`{${rest}`.slice(0, -1)},"amount":1.9999999999999999999}`, 2)).status,
      400
    )
  })
})

describe("a whole number that no double is", () => {
  it("is refused as the lifetime of an invoice", async () => {
    await using api = await start()
    const body = '{"amount":10,"network":"tron","externalId":"a","expiresInMinutes":60.00000000000000000001}'
    const answer = await api.call({ path: invoicesPath, body })
    assert.deepStrictEqual([answer.status, answer.code], [400, "invalid_request"])
    assert.include(answer.body.error?.message, "expiresInMinutes must be a number of fewer digits")
  })

  it("is refused in metadata, which comes back unchanged, and told by its path", async () => {
    await using api = await start()
    const create = (metadata: string) =>
      api.fiat("invoices", { body: `{"amount":10,"currency":"USD","metadata":${metadata}}` })
    for (const [metadata, field, message] of [
      ['{"n":12345678901234567890}', "metadata.n", "must be a number of fewer digits, or a text"],
      ['{"l":[1,{"a":1e-400}]}', "metadata.l.1.a", "must be a number of fewer digits, or a text"],
      ['{"l":[1e400]}', "metadata.l.0", "must be a finite number"]
    ] as const) {
      const refused = await create(metadata)
      assert.deepStrictEqual([refused.status, refused.code], [422, "validation_failed"])
      assert.deepStrictEqual(refused.body.error?.details, [{ field, code: "out_of_range", message }])
    }
    const taken = await create('{"n":0.30000000000000004,"m":1.50,"l":[1e3,25.00000000000000000000]}')
    assert.deepStrictEqual(taken.body.metadata, { n: 0.30000000000000004, m: 1.5, l: [1000, 25] })
  })
})
