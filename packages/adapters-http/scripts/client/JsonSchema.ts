/** JSON Schema as `jsonSchemaOf` writes it, as far as types and their comments need it. */
export interface JsonSchema {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  /** Of a named schema, where the description is that of one place. */
  readonly meaning?: string | undefined
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly not?: JsonSchema
}

/** What it allows, one by one. */
export const choicesOf = (schema: JsonSchema): ReadonlyArray<JsonSchema> =>
  schema.anyOf?.flatMap(choicesOf) ?? [schema]

/** An object whose fields are known, and so has a name. */
export const isRecord = ({ properties }: JsonSchema): boolean => Object.keys(properties ?? {}).length > 0
