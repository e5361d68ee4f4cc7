import { assert, describe, it } from "vitest"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import { inlinedDocument } from "../reference/inlinedDocument.ts"
import type { ApiAnswer, TestApi } from "../TestApi.ts"
import { operationsOf } from "./operationTable.ts"
import { refused } from "./refused.ts"
import { makeThings, readAll, rightRequest, send, startComplete } from "./rightRequests.ts"

/** The walk over the fields of the bodies: what no field may be. What the fields are is read from the description. */

interface Described {
  readonly type: "string" | "number" | "integer" | "boolean" | "array" | "object"
  readonly enum?: ReadonlyArray<string> | undefined
  readonly items?: Described
  readonly minimum?: number
  readonly minLength?: number
  readonly maxLength?: number | undefined
  readonly minItems?: number
  readonly maxItems?: number
  readonly anyOf?: readonly [Described, { readonly type: "null" }]
}

interface Field extends Described {
  readonly name: string
  readonly isRequired: boolean
}

/** URLs that the server calls. */
const receiverFields = ["url", "webhookUrl", "callbackUrl", "notificationUrl"]

/** Every operation that takes JSON, with its fields. */
const describedIn = async (api: TestApi) => {
  const { paths } = await inlinedDocument(api)
  return (await operationsOf(api)).flatMap((operation) => {
    const described = paths[operation.path][operation.method.toLowerCase()]
    const schema = described.requestBody?.content["application/json"]?.schema
    if (schema === undefined) return []
    const fields = Object.entries<Described>(schema.properties).map(
      ([name, field]): Field => ({
        ...(field.anyOf?.[0] ?? field),
        // Any text is well-formed: what networks are offered and what URLs are called is the service's word.
        ...(name === "network" ? { enum: undefined } : {}),
        ...(receiverFields.includes(name) ? { maxLength: undefined } : {}),
        name,
        isRequired: schema.required?.includes(name) === true
      })
    )
    return [{ operation, fields }]
  })
}

type Wrong = readonly [value: unknown, code: string, at: string]

const ofAnotherType = {
  string: 5,
  number: "10",
  integer: "60",
  boolean: "yes",
  array: {},
  object: []
} as const

/** What the field is not, with the code of its fault and where that is. */
const malformed = ({ enum: choices, isRequired, items, name, type }: Field): ReadonlyArray<Wrong> => {
  const [choice = ""] = choices ?? []
  const otherCase = choice === choice.toUpperCase() ? choice.toLowerCase() : choice.toUpperCase()
  const code = choices === undefined ? "invalid_type" : "invalid_value"
  const values = choices === undefined ? [ofAnotherType[type], true] : ["", "nothing", otherCase, 5, [choice]]
  return [
    ...(type === "boolean" ? values.slice(0, 1) : values).map((value): Wrong => [value, code, name]),
    ...(isRequired ? [[undefined, "required", name] as const, [null, code, name] as const] : []),
    ...(items === undefined
      ? []
      : [[[5], items.enum ? "invalid_value" : "invalid_type", `${name}.0`] as const]),
    ...(items?.enum === undefined ? [] : [[[items.enum[0], "x"], "invalid_value", `${name}.1`] as const])
  ]
}

/** What breaks a rule of the field, though it is well-formed. */
const againstTheRule = ({
  items,
  maxItems,
  maxLength,
  minItems,
  minLength,
  minimum
}: Field): ReadonlyArray<unknown> => [
  ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)]),
  ...(minLength === undefined ? [] : [""]),
  ...(maxItems === undefined ? [] : [Array(maxItems + 1).fill(items?.enum?.[0])]),
  ...(minItems === undefined ? [] : [[]]),
  ...(minimum === 0 ? [-1] : [])
]

/** The fiat group alone tells a broken rule from a malformed field. */
const ruleRefusal = ({ path }: ApiOperation) =>
  path.startsWith("/api/v1/") ? ([422, "validation_failed"] as const) : ([400, "invalid_request"] as const)

const detailsOf = ({ body }: ApiAnswer) => body.error?.details?.map(({ code, field }) => [field, code])

const javaScript = "javascript:alert(1)"
const manyKeys = Object.fromEntries(Array.from({ length: 51 }, (_, key) => [key, 1]))
const privateUrl = "http://shop.test/hooks"

/** A refusal of each kind that a service has for a field beyond its shape: the operation, the field and its value. */
const serviceRefusals: ReadonlyArray<readonly [number, string, id: string, at: string, value: unknown]> = [
  [400, "invalid_request", "createPayout", "amount", 1.0000001],
  [400, "amount_out_of_range", "createPayout", "amount", 0.999999],
  [400, "amount_out_of_range", "createPayout", "amount", 1e21],
  [400, "unsupported_network", "createPayout", "network", "bitcoin"],
  // What no network has is no address, also if it is too short for any.
  [400, "invalid_address", "createPayout", "address", ""],
  [400, "invalid_address", "createPayout", "address", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv9"],
  [400, "invalid_request", "createCryptoInvoice", "externalId", "ключ"],
  [400, "amount_out_of_range", "createCryptoInvoice", "amount", 0.5],
  [400, "unsupported_network", "createCryptoInvoice", "network", "polygon"],
  [400, "invalid_request", "createCryptoInvoice", "expiresInMinutes", 4],
  [400, "invalid_request", "createCryptoInvoice", "successUrl", javaScript],
  [400, "invalid_request", "createCryptoInvoice", "cancelUrl", javaScript],
  [400, "invalid_request", "createCryptoInvoice", "customerEmail", "nobody"],
  [400, "invalid_request", "createCryptoInvoice", "customerEmail", "a..b@shop.example"],
  [422, "validation_failed", "createInvoice", "amount", 0.49],
  [422, "validation_failed", "createInvoice", "amount", 1.001],
  [400, "invalid_request", "createInvoice", "expiresAt", "tomorrow"],
  [422, "validation_failed", "createInvoice", "expiresAt", "2026-01-15T12:04:58Z"],
  [422, "validation_failed", "createInvoice", "redirectUrl", javaScript],
  [422, "validation_failed", "createInvoice", "cancelUrl", javaScript],
  [422, "validation_failed", "createInvoice", "metadata", manyKeys],
  [422, "validation_failed", "createKycSession", "redirectUrl", "/verified"],
  [422, "validation_failed", "createKycSession", "metadata", manyKeys],
  [400, "invalid_url", "createKycSession", "webhookUrl", privateUrl],
  [400, "invalid_url", "createKycSession", "callbackUrl", privateUrl],
  [400, "invalid_url", "createKycSession", "notificationUrl", privateUrl],
  [400, "invalid_url", "createWebhook", "url", privateUrl],
  [400, "invalid_url", "createWebhook", "url", `https://shop.example/${"x".repeat(2048)}`],
  [422, "validation_failed", "createWebhook", "secret", "s".repeat(23)],
  [400, "invalid_request", "createWebhook", "secret", "whsec_not base64, but long enough to be a secret"],
  [400, "invalid_url", "updateWebhook", "url", privateUrl],
  [400, "invalid_url", "setTransitWebhook", "url", privateUrl],
  [400, "unsupported_network", "createTransitWallet", "network", "mars"],
  [400, "unsupported_network", "sandboxBlocks", "network", "mars"],
  [400, "unsupported_network", "sandboxDeposit", "network", "mars"],
  [400, "invalid_request", "sandboxCredit", "amount", -1],
  [400, "invalid_request", "sandboxPayInvoice", "operationId", "ключ"],
  [400, "invalid_request", "sandboxDecideKycSession", "reasons.0", ["x".repeat(101)]]
]

describe("the fields of every operation", () => {
  /** Sends the right request with another value of a field, and looks that nothing came of it. */
  const refusing = async (api: TestApi) => {
    const things = await makeThings(api, "acme")
    const operations = await operationsOf(api)
    const before = await readAll(api, operations, things)
    return {
      refuse: async (
        operation: ApiOperation,
        fields: Readonly<Record<string, unknown>>,
        [status, code]: readonly [number, string]
      ) => {
        const right = rightRequest(operation, things)
        const body = { ...(right.body as object), ...fields }
        const answer = await send(api, operation, { ...right, body }, things.key)
        const what = `${operation.id}: ${JSON.stringify(fields).slice(0, 100)}`
        refused(answer, status, code, what)
        for (const name of Object.keys(fields)) assert.include(answer.body.error?.message, name, what)
        return { answer, what }
      },
      [Symbol.asyncDispose]: async () =>
        assert.deepStrictEqual(await readAll(api, operations, things), before)
    }
  }

  it("400 invalid_request: are of their type, and there where they are required; every one that is not is named", async () => {
    await using api = await startComplete()
    await using operations = await refusing(api)
    for (const { fields, operation } of await describedIn(api)) {
      for (const field of fields)
        for (const [value, code, at] of malformed(field)) {
          const { answer, what } = await operations.refuse(operation, { [field.name]: value }, [
            400,
            "invalid_request"
          ])
          assert.deepStrictEqual(detailsOf(answer), [[at, code]], what)
        }
      const allWrong = fields.map((field) => [field.name, malformed(field)[0]?.[0]] as const)
      const { answer } = await operations.refuse(operation, Object.fromEntries(allWrong), [
        400,
        "invalid_request"
      ])
      assert.deepStrictEqual(
        answer.body.error?.details?.map(({ field }) => field),
        allWrong.map(([name]) => name),
        operation.id
      )
    }
  })

  it("may be null where they may be left out", async () => {
    await using api = await startComplete()
    for (const { fields, operation } of await describedIn(api)) {
      const things = await makeThings(api, operation.id)
      // What moves the clock waits for what is due.
      await api.work()
      const right = rightRequest(operation, things)
      const nothing = fields.flatMap(({ isRequired, name }) => (isRequired ? [] : [[name, null]]))
      const body = { ...Object.fromEntries(nothing), ...(right.body as object) }
      const { status } = await send(api, operation, { ...right, body }, things.key)
      assert.strictEqual(status, operation.recordStatus ?? 200, operation.id)
    }
  })

  it("422 validation_failed in the fiat group, 400 elsewhere: keep to the rules of the description; 400 wins", async () => {
    await using api = await startComplete()
    await using operations = await refusing(api)
    for (const { fields, operation } of await describedIn(api)) {
      const broken = fields
        .flatMap((field) => againstTheRule(field).map((value) => [field, value] as const))
        .filter(([{ name }, value]) => name !== "address" || value !== "")
      for (const [{ name }, value] of broken) {
        const { answer, what } = await operations.refuse(operation, { [name]: value }, ruleRefusal(operation))
        assert.deepStrictEqual(
          detailsOf(answer)?.map(([at]) => at),
          [name],
          what
        )
        const other = fields.find((field) => field.name !== name)
        if (other === undefined) continue
        const both = { [name]: value, [other.name]: malformed(other)[0]?.[0] }
        const { answer: first } = await operations.refuse(operation, both, [400, "invalid_request"])
        assert.sameMembers(detailsOf(first)?.map(([at]) => at) ?? [], [name, other.name], what)
      }
    }
  })

  it("are refused with the code of what the service says of them", async () => {
    await using api = await startComplete()
    await using operations = await refusing(api)
    const described = await describedIn(api)
    for (const [status, code, id, at, value] of serviceRefusals) {
      const operation = described.find((each) => each.operation.id === id)?.operation
      assert(operation !== undefined, id)
      const fields = { [at.replace(/\.\d+$/, "")]: value }
      const { answer, what } = await operations.refuse(operation, fields, [status, code])
      assert.deepStrictEqual(
        detailsOf(answer)?.map(([where]) => where),
        [at],
        what
      )
    }
  })
})
