import { assert, describe, it } from "vitest"
import { startTestApi } from "../TestApi.ts"

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: { readonly [name: string]: Schema }
  readonly items?: Schema
  readonly anyOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
  readonly additionalProperties?: Schema | boolean
}

const partsOf = (schema: Schema): ReadonlyArray<Schema> => [
  ...(schema.anyOf ?? []),
  ...(schema.allOf ?? []),
  ...(schema.items === undefined ? [] : [schema.items]),
  ...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
  ...Object.values(schema.properties ?? {})
]

/** A schema and all within it. */
const within = (schema: Schema): ReadonlyArray<Schema> => [schema, ...partsOf(schema).flatMap(within)]

/** What a reader is told of a value where it stands: by itself, by what it refers to, or by its only form. */
const isTold = ({ $ref, anyOf, description, items, type }: Schema): boolean =>
  description !== undefined ||
  $ref !== undefined ||
  (anyOf?.some((each) => each.type !== "null" && isTold(each)) ?? false) ||
  (type === "array" && items !== undefined && isTold(items))

/** Money that was taken as well as given: it may be below zero. */
const signed = [
  "Balance.available",
  "Balance.adjustments",
  "CurrencyBalance.available",
  "CurrencyBalance.adjustments",
  "CryptoBalance.available",
  "CryptoBalance.adjustments",
  "BalanceEntry.amount",
  "BalanceEntry.availableAfter",
  "BalanceAdjustment.amount",
  "CryptoInvoiceCreditedEntryDetails.amount",
  "CryptoInvoiceCreditedEntryDetails.fee",
  "CryptoInvoiceReversedEntryDetails.amount",
  "CryptoInvoiceReversedEntryDetails.fee"
]

const described = async () => {
  await using api = await startTestApi()
  const document = await api.document()
  const schemas: ReadonlyArray<readonly [string, Schema]> = Object.entries(document.components.schemas)
  const operations = [...Object.entries<object>(document.paths), ...Object.entries<object>(document.webhooks)]
  return {
    document,
    schemas,
    operations: operations.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, operation }))
    )
  }
}

const fieldsOf = (schemas: ReadonlyArray<readonly [string, Schema]>) =>
  schemas.flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).map(([field, schema]) => ({ at: `${name}.${field}`, name, schema }))
  )

describe("the description of the API", () => {
  it("has no object and no list of texts without a name, and none that nothing refers to", async () => {
    const { document, operations, schemas } = await described()
    const isNamed = (schema: Schema): boolean =>
      (schema.properties === undefined || schema.type !== "object") && (schema.enum?.length ?? 0) < 2
    for (const [name, schema] of schemas) {
      assert.match(name, /^[A-Z][A-Za-z]+$/)
      for (const each of within(schema).slice(1))
        assert.isTrue(isNamed(each), `${name} has a part without a name: ${JSON.stringify(each)}`)
    }
    for (const { at, operation } of operations) {
      const bodies = [operation.requestBody, ...Object.values<Schema & object>(operation.responses)]
      const contents = bodies.flatMap((body) => Object.values<{ schema: Schema }>(Object(body).content ?? {}))
      // A file of any type has none.
      for (const { schema } of contents) if (schema !== undefined) assert.property(schema, "$ref", at)
      for (const { name, schema } of operation.parameters ?? [])
        for (const each of within(schema)) assert.isTrue(isNamed(each), `${at} ${name}`)
    }
    const text = JSON.stringify(document)
    for (const section of ["schemas", "headers", "examples"])
      for (const name of Object.keys(document.components[section]))
        assert.include(text, `"#/components/${section}/${name}"`, `nothing refers to ${name}`)
  })

  it("tells what everything is", async () => {
    const { document, operations, schemas } = await described()
    for (const [name, schema] of schemas) assert.isString(schema.description, name)
    for (const { at, schema } of fieldsOf(schemas))
      assert.isTrue(isTold(schema), `${at} says nothing: give its schema a description`)
    for (const { at, schema } of fieldsOf(schemas))
      if (schema.description === undefined)
        for (const { $ref, description } of (schema.anyOf ?? []).length === 2 ? (schema.anyOf ?? []) : [])
          assert.isTrue($ref !== undefined || description === undefined, `${at} says it within a form`)
    for (const { at, operation } of operations) {
      for (const field of ["operationId", "summary", "description"]) assert.isString(operation[field], at)
      for (const { description, name } of operation.parameters) assert.isString(description, `${at} ${name}`)
      for (const { description } of Object.values<Schema>(operation.responses))
        assert.isString(description, at)
    }
    const ids = operations.map(({ operation }) => operation.operationId)
    assert.strictEqual(new Set(ids).size, ids.length)
    for (const id of ids) assert.match(id, /^[a-z]+[A-Za-z]*$/)
    const { headers, securitySchemes } = document.components
    for (const each of [...Object.values<Schema>(headers), ...Object.values<Schema>(securitySchemes)])
      assert.isString(each.description)
  })

  it("has the bounds of every number: both of what is sent, the lower one of what is answered", async () => {
    const { operations, schemas } = await described()
    const numbersIn = (schema: Schema) =>
      within(schema).filter(
        ({ enum: values, type }) => values === undefined && /^(integer|number)$/.test(type ?? "")
      )
    for (const { at, name, schema } of fieldsOf(schemas)) {
      if (signed.includes(at)) continue
      for (const { maximum, minimum } of numbersIn(schema)) {
        assert.isNumber(minimum, at)
        if (/(Request|Form)$/.test(name)) assert.isNumber(maximum, at)
      }
    }
    for (const { at, operation } of operations)
      for (const { name, schema } of operation.parameters)
        for (const { maximum, minimum } of numbersIn(schema)) {
          assert.isNumber(minimum, `${at} ${name}`)
          assert.isNumber(maximum, `${at} ${name}`)
        }
    const bounds = JSON.stringify(schemas).match(/"(?:minimum|maximum)":-?[\d.e+]+/g) ?? []
    for (const bound of bounds) assert.notMatch(bound, /900719925474099/)
  })
})
