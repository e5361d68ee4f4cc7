/** The parts of a JSON Schema that a sample or a list of fields is made of. */
export interface JsonForm {
  readonly type?: string | ReadonlyArray<string>
  readonly format?: string
  readonly description?: string
  readonly examples?: ReadonlyArray<unknown>
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly anyOf?: ReadonlyArray<JsonForm>
  readonly allOf?: ReadonlyArray<JsonForm>
  readonly items?: JsonForm
  readonly properties?: { readonly [name: string]: JsonForm }
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | JsonForm
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
}

/** The forms that are no null. */
export const formsOf = ({ anyOf }: JsonForm): ReadonlyArray<JsonForm> =>
  (anyOf ?? []).filter(({ type }) => type !== "null")

const isNullable = ({ anyOf }: JsonForm): boolean => anyOf?.some(({ type }) => type === "null") ?? false

/** Of a form that may be missing or null. The example of a moment is any moment's: this one has not come yet. */
export const givenExample = (form: JsonForm): unknown => {
  const [only] = formsOf(form)
  if (only !== undefined) return form.examples?.[0] ?? givenExample(only)
  return form.format === "date-time" ? undefined : form.examples?.[0]
}

/** Text without an example of its own: a fault of its schema, which a test names. */
export const noExample = "no-example"

/**
 * A value that the schema takes: its first example, or what follows from its parts. A field that may be missing is
 * there if it has an example.
 */
export const sampleOf = (form: JsonForm): unknown => {
  const { allOf, const: only, enum: choices, examples, items, properties, type } = form
  if (isNullable(form)) return givenExample(form) ?? null
  if (examples !== undefined) return examples[0]
  if (only !== undefined) return only
  if (choices !== undefined) return choices[0]
  const [choice] = formsOf(form)
  if (choice !== undefined) return sampleOf(choice)
  if (allOf !== undefined) return Object.assign({}, ...allOf.map(sampleOf))
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(properties ?? {})
          .filter(
            ([name, field]) => form.required?.includes(name) === true || givenExample(field) !== undefined
          )
          .map(([name, field]) => [name, sampleOf(field)])
      )
    case "array":
      return items === undefined ? [] : [sampleOf(items)]
    case "integer":
    case "number":
      return form.minimum ?? 1
    case "boolean":
      return true
    case "null":
      return null
    default:
      return noExample
  }
}
