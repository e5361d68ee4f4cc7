import { Schema } from "effect"

type Json = { readonly [key: string]: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The codec of any number also reads the texts `NaN` and `Infinity`; the API does not. */
const isNotANumberText = (schema: unknown): boolean =>
  isObject(schema) && schema.type === "string" && Array.isArray(schema.enum) && schema.enum.includes("NaN")

/**
 * The parts of an `allOf` in one, where no two say something of the same but their description, of which the last
 * counts: programs that make types of it see the items of a list.
 */
const inOne = (schema: Json): Json => {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const all: ReadonlyArray<Json> = [rest, ...allOf.filter(isObject)]
  const described = all.findLastIndex(({ description }) => description !== undefined)
  const parts = all.map((part, index) => {
    const { description: _, ...others } = part
    return index < described ? others : part
  })
  const keywords = parts.flatMap((part) => Object.keys(part))
  return new Set(keywords).size === keywords.length
    ? Object.fromEntries(parts.flatMap(Object.entries))
    : schema
}

/** Bounds that every whole number of JSON has say nothing of this one. */
const withoutSafeBounds = ({ maximum, minimum, ...schema }: Json): Json => ({
  ...schema,
  ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
  ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum })
})

/** How an object without fields is described: as anything but null. */
const isWithoutFields = ({ not }: Json): boolean =>
  isObject(not) && not.type === "null" && Object.keys(not).length === 1

/**
 * Programs that make types take what is said of further fields at its word. Allowed at an object whose fields are told,
 * they let a misspelt field compile; not mentioned at one of anybody's own fields, they let no field compile.
 */
const withFieldsTold = (schema: Json): Json => {
  const { additionalProperties, ...told } = schema
  if (schema.type !== "object") return schema
  if (schema.properties === undefined) return { additionalProperties: true, ...schema }
  return additionalProperties === true ? told : schema
}

/** What is said of the only form that is not null is said of the value: programs show what stands beside its name. */
const withMeaningOutside = (schema: Json): Json => {
  const { anyOf } = schema
  if (!Array.isArray(anyOf) || schema.description !== undefined) return schema
  const forms = anyOf.filter((form) => isObject(form) && form.type !== "null")
  const [only] = forms
  if (forms.length !== 1 || forms.length === anyOf.length || !isObject(only)) return schema
  const { description, ...form } = only
  if (description === undefined) return schema
  return { ...schema, description, anyOf: anyOf.map((each) => (each === only ? form : each)) }
}

/** As a person would write it. */
export const simplified = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(simplified)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, each]) => [key, simplified(each)] as const)
  const schema = withFieldsTold(inOne(withoutSafeBounds(Object.fromEntries(entries))))
  if (isWithoutFields(schema)) {
    const { not: _, ...rest } = schema
    return { type: "object", properties: {}, ...rest }
  }
  if (!Array.isArray(schema.anyOf)) return schema
  const { anyOf, ...rest } = schema
  const texts = new Set<string>()
  const choices = schema.anyOf.filter((choice) => {
    const text = JSON.stringify(choice)
    if (isNotANumberText(choice) || texts.has(text)) return false
    texts.add(text)
    return true
  })
  const [only] = choices
  return choices.length === 1 && isObject(only)
    ? { ...rest, ...only }
    : withMeaningOutside({ ...rest, anyOf: choices })
}

/** JSON Schema (draft 2020-12, as OpenAPI 3.1 takes it) of what goes over the wire. */
export const jsonSchemaOf = (schema: Schema.Constraint): unknown =>
  simplified(Schema.toJsonSchemaDocument(schema).schema)
