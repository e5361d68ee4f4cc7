import { assert, describe, it } from "vitest"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import { operationsOf } from "../operations/operationTable.ts"
import { makeThings, rightRequest, send, startComplete } from "../operations/rightRequests.ts"
import { type ApiAnswer, payoutFields, type TestApi } from "../TestApi.ts"

/** Sends the right request of an operation with another literal as one of its fields. */
const withLiteral = async (api: TestApi, operation: ApiOperation, field: string, literal: string) => {
  const things = await makeThings(api, `${operation.id} ${literal.slice(0, 50)}`)
  const right = rightRequest(operation, things)
  const body = JSON.stringify({ ...(right.body as object), [field]: "?" }).replace('"?"', literal)
  return send(api, operation, { ...right, body }, things.key)
}

const zeros = "0".repeat(200)

describe("an amount in any operation that takes one", () => {
  type Look = (answer: ApiAnswer, id: string, literal: string) => void

  const eachOperation = async (literals: ReadonlyArray<string>, look: Look) => {
    await using api = await startComplete()
    const things = await makeThings(api, "acme")
    const taking = (await operationsOf(api)).filter((operation) => {
      const { body } = rightRequest(operation, things)
      return operation.request !== undefined && "amount" in (body as object)
    })
    assert.isAtLeast(taking.length, 5)
    for (const operation of taking)
      for (const literal of literals)
        look(await withLiteral(api, operation, "amount", literal), operation.id, literal)
  }

  it("is refused with more decimals than its currency has, however small the rest", () =>
    eachOperation(
      ["25.0000000000000000000001", "1.9999999999999999999", `25.${zeros}1`, "1E-999999999"],
      ({ body, status }, id, literal) => {
        assert.include([400, 422], status, `${id}: ${literal}`)
        assert.strictEqual(body.error?.details?.[0]?.field, "amount", id)
        assert.include(body.error?.message, "decimals", id)
      }
    ))

  it("is exact in every spelling, and zeros are no decimals", () =>
    eachOperation(["2.5e1", `25.1${zeros}`, "1E+2"], ({ body, status }, id, literal) => {
      assert.isBelow(status, 300, `${id}: ${literal}`)

      // The sandbox tells of a deposit its hash, and of a credit or an adjustment there is the balance.
      if (id.startsWith("create") && id !== "createAdjustment")
        assert.include(JSON.stringify(body), `:${Number(literal)},`, id)
    }))

  it("is refused without being built where it is too large, or nothing", () =>
    eachOperation(["1e999999999", "9".repeat(1000), "-0", "0e999999999"], ({ status }, id, literal) =>
      assert.include([400, 422], status, `${id}: ${literal}`)
    ))

  it("is that of the last of two equal keys, with its own text", async () => {
    await using api = await startComplete()
    await api.credit(api.key.partnerId, 100)
    const rest = JSON.stringify(payoutFields({ amount: 10.1 })).slice(1, -1)
    const sent = (body: string) => api.createPayout({}, { body })
    const taken = await sent(`{"amount":1.9999999999999999999,${rest}}`)
    assert.include(taken.body.payout, { amount: 10.1, total: 12.1 })
    assert.strictEqual((await sent(`{${rest},"amount":1.9999999999999999999}`)).status, 400)
  })
})

it("a whole number that no double is, is refused as the lifetime of an invoice", async () => {
  await using api = await startComplete()
  const operation = (await operationsOf(api)).find(({ id }) => id === "createCryptoInvoice")
  assert(operation !== undefined)
  const { body, code } = await withLiteral(api, operation, "expiresInMinutes", "60.00000000000000000001")
  assert.strictEqual(code, "invalid_request")
  assert.include(body.error?.message, "expiresInMinutes must be a number of fewer digits")
})

it("metadata comes back unchanged, and a number in it that no double is, is told by its path", async () => {
  await using api = await startComplete()
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
