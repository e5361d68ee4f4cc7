import { jsonSchemaOf } from "../reference/jsonSchemaOf.ts"
import type { ApiOperation } from "./ApiOperation.ts"

/**
 * Unknown fields are ignored, and so are misspelt ones. In sandbox every answer of an operation names them in
 * this header: query parameters, form fields, and body fields by their path.
 */
export const ignoredHeader = "X-Quittance-Ignored"

/** How many names are listed, and their maximum length. */
const namesMax = 10
const nameLengthMax = 100

/** The request's fields, as far as they were read. */
export interface SentFields {
  readonly query: string
  readonly body: object | undefined
  readonly formFields: ReadonlyArray<string>
}

/**
 * The header with the fields that an operation ignores, or none. The known fields are those in its
 * description.
 */
export const makeIgnoredFields = (
  operation: ApiOperation
): ((sent: SentFields) => { readonly [name: string]: string } | undefined) => {
  const parameters = new Set(
    operation.parameters.flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : []))
  )
  const schema = operation.form ?? operation.request
  // Built on first use: building those of all operations would delay every start.
  let known: KnownFields | undefined
  const fields = () => (known ??= (schema && knownIn(jsonSchemaOf(schema))) ?? new Map())

  return ({ body, formFields, query }) => {
    const names = new Set<string>()
    if (query !== "")
      for (const name of new URLSearchParams(query).keys()) if (!parameters.has(name)) note(names, [name])
    for (const name of formFields) if (!fields().has(name)) note(names, [name])
    if (body !== undefined) noteUnknown(names, body, fields(), [])
    return names.size === 0 ? undefined : { [ignoredHeader]: [...names].join(", ") }
  }
}

/** The known fields of an object. A field without an entry may contain anything. */
type KnownFields = ReadonlyMap<string, KnownFields | undefined>

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Of an object or of list items, from a JSON Schema; undefined if it leaves the names open. */
const knownIn = (schema: unknown): KnownFields | undefined => {
  if (!isObject(schema)) return undefined
  if (isObject(schema.properties))
    return new Map(Object.entries(schema.properties).map(([name, each]) => [name, knownIn(each)]))
  if (schema.items !== undefined) return knownIn(schema.items)
  const choices = [schema.anyOf, schema.allOf].flatMap((each) => (Array.isArray(each) ? each : []))
  const known = choices.flatMap((each) => knownIn(each) ?? [])
  return known.length === 0 ? undefined : new Map(known.flatMap((each) => [...each]))
}

type Path = ReadonlyArray<string>

const noteUnknown = (names: Set<string>, value: unknown, known: KnownFields, path: Path): void => {
  if (typeof value !== "object" || value === null) return
  for (const [name, each] of Object.entries(value)) {
    if (names.size > namesMax) return
    const here = [...path, name]
    const isItem = Array.isArray(value)
    if (!isItem && !known.has(name)) note(names, here)
    const within = isItem ? known : known.get(name)
    if (within !== undefined) noteUnknown(names, each, within, here)
  }
}

/** The last name stands for all further ones. */
const note = (names: Set<string>, path: Path): void => {
  const name = path.map(headerText).join(".")
  const shown = name.length > nameLengthMax ? name.slice(0, nameLengthMax).replace(/%[0-9A-F]?$/, "") : name
  if (!names.has(shown)) names.add(names.size < namesMax ? shown : "...")
}

/**
 * Letters, digits, `_` and `-` unchanged, all else percent-encoded: a header allows no others, and a path
 * contains dots.
 */
const headerText = (name: string): string =>
  name === ""
    ? '""'
    : encodeURIComponent(name.slice(0, nameLengthMax).toWellFormed()).replace(
        /[.!~*'()]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
      )
