import { assert, describe, it } from "vitest"
import { operationsOf } from "../operations/operationTable.ts"
import { makeThings, rightRequest, send, startComplete } from "../operations/rightRequests.ts"
import { payoutFields, startTestApi } from "../TestApi.ts"

interface Bounds {
  readonly anyOf?: ReadonlyArray<Bounds>
  readonly minLength?: number
  readonly maxLength?: number
  readonly maximum?: number
}

/** The bounds of a field of a request, in the document. */
const boundsOf = (
  document: { readonly components: { readonly schemas: object } },
  name: string,
  field: string
) => {
  const schema = Reflect.get(document.components.schemas, name) as { readonly properties: object }
  const form = Reflect.get(schema.properties, field) as Bounds
  const { maxLength, maximum, minLength } = form.anyOf?.[0] ?? form
  return { maxLength, maximum, minLength }
}

describe("the bounds of the description are those of the server", () => {
  it("for what a sandbox credits", async () => {
    await using api = await startTestApi()
    const { maximum = 0 } = boundsOf(await api.document(), "SandboxCreditRequest", "amount")
    assert.strictEqual((await api.sandbox("balance/credit", { amount: maximum })).status, 200)
    assert.strictEqual((await api.sandbox("balance/credit", { amount: maximum + 1 })).status, 400)
  })

  it("for the secret of a webhook, whose bytes are at most so many characters and at least so few", async () => {
    await using api = await startComplete()
    const { maxLength = 0, minLength = 0 } = boundsOf(await api.document(), "CreateWebhookRequest", "secret")
    const register = async (secret: string) => {
      const url = `https://shop.test/${[...secret].length}`
      const body = { url, events: ["invoice.paid"], secret }
      return (await api.fiat("webhooks", { body })).status
    }
    const ofBytes = (count: number) => `whsec_${Buffer.alloc(count, 1).toString("base64")}`
    const [fewest, most] = ["💰".repeat(6), ofBytes(64)]
    assert.deepStrictEqual([[...fewest].length, most.length], [minLength, maxLength])
    assert.deepStrictEqual([await register(fewest), await register(most)], [201, 201])
    for (const secret of ["💰".repeat(5), ofBytes(65)]) assert.strictEqual(await register(secret), 422)
  })

  it("for an address, which is never empty", async () => {
    await using api = await startTestApi()
    const document = await api.document()
    for (const name of ["CreatePayoutRequest", "SandboxDepositRequest"])
      assert.strictEqual(boundsOf(document, name, "address").minLength, 1)
    const body = payoutFields({ address: "" })
    const payout = await api.call({ path: "/api/v2/crypto/payouts", body, idempotencyKey: "one" })
    assert.strictEqual(payout.code, "invalid_address")
    assert.strictEqual((await api.sandbox("crypto/deposits", { address: "", amount: 1 })).status, 404)
  })

  it("for every text of a query, which is never empty", async () => {
    await using api = await startComplete()
    const document = await api.document()
    const things = await makeThings(api, "bounds")
    let count = 0
    for (const operation of await operationsOf(api)) {
      const described = document.paths[operation.path][operation.method.toLowerCase()].parameters
      for (const { in: place, name, schema } of described) {
        if (
          place !== "query" ||
          schema.type !== "string" ||
          schema.enum !== undefined ||
          schema.format !== undefined
        )
          continue
        count += 1
        const at = `${operation.id} ${name}`
        assert.isAtLeast(schema.minLength ?? 0, 1, at)
        const right = rightRequest(operation, things)
        assert.strictEqual(
          (await send(api, operation, { ...right, query: `${name}=` }, things.key)).status,
          400,
          at
        )
      }
    }
    assert.isAbove(count, 5)
  })

  it("for an instant of a query, which is a date with a time or without", async () => {
    await using api = await startComplete()
    const document = await api.document()
    const things = await makeThings(api, "instants")
    let count = 0
    for (const operation of await operationsOf(api)) {
      const described = document.paths[operation.path][operation.method.toLowerCase()].parameters
      const right = rightRequest(operation, things)
      for (const { in: place, name, schema } of described) {
        const at = `${operation.id} ${name}`
        if (place === "query") assert.notStrictEqual(schema.format, "date-time", at)
        if (schema.anyOf === undefined) continue
        count += 1
        const formats = schema.anyOf.map(({ format }: { readonly format: string }) => format)
        assert.deepStrictEqual(formats, ["date-time", "date"], at)
        for (const [value, status] of [
          ["2026-01-01T00:00:00Z", 200],
          ["2026-01-01", 200],
          ["2026-01", 400]
        ] as const) {
          const answer = await send(api, operation, { ...right, query: `${name}=${value}` }, things.key)
          assert.strictEqual(answer.status, status, `${at} ${value}`)
        }
      }
    }
    assert.isAbove(count, 10)
  })

  it("for an idempotency key, under both names", async () => {
    await using api = await startTestApi()
    const document = await api.document()
    const headers = document.paths["/api/v2/crypto/payouts"].post.parameters.filter(
      (each: { readonly in: string }) => each.in === "header"
    )
    assert.lengthOf(headers, 2)
    for (const { schema } of headers)
      for (const key of ["", "a", " ~", "é", "a\n", "a".repeat(255), "a".repeat(256)])
        assert.strictEqual(new RegExp(schema.pattern, "u").test(key), /^[ -~]{1,255}$/.test(key), key)
  })

  it("for the networks of a sandbox, which are named", async () => {
    await using api = await startTestApi()
    const { components } = await api.document()
    const { SandboxBlocksRequest, SandboxDepositRequest, SimulatedNetwork } = components.schemas
    assert.strictEqual(SandboxBlocksRequest.properties.network.$ref, "#/components/schemas/SimulatedNetwork")
    const [offered] = SandboxDepositRequest.properties.network.anyOf
    assert.strictEqual(offered.$ref, "#/components/schemas/SimulatedNetwork")
    const add = async (network: string) => api.sandbox("crypto/blocks", { network, count: 1 })
    for (const name of SimulatedNetwork.enum) assert.strictEqual((await add(name)).status, 200, name)
    assert.strictEqual((await add("solana")).code, "unsupported_network")
  })
})
