import { type Component, componentOfAst } from "@quittance/core/adapter"
import { Schema } from "effect"
import { simplified } from "./jsonSchemaOf.ts"

/** A schema of JSON Schema, or any object within it. */
export interface Json {
  readonly [key: string]: unknown
}

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A copy in which every object is what `change` makes of it, the inner ones first. */
const changedIn = (value: unknown, change: (each: Json) => Json): unknown => {
  if (Array.isArray(value)) return value.map((each) => changedIn(each, change))
  if (!isJson(value)) return value
  return change(
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changedIn(each, change)]))
  )
}

const places = "#/components/schemas/"
export const refTo = (name: string): Json => ({ $ref: `${places}${name}` })

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What a schema says of itself at one place, where it is not what it says everywhere. */
const saidHere = ({ description, examples }: Json, { meaning, ...everywhere }: Component): Json => ({
  ...(description === undefined || description === meaning ? {} : { description }),
  ...(examples === undefined || isSame(examples, everywhere.examples) ? {} : { examples })
})

/** The texts of an enumeration, in one text whatever their order; undefined if it is none. */
const textsOf = ({ enum: values }: Json): string | undefined =>
  Array.isArray(values) && values.length > 1 ? JSON.stringify(values.toSorted()) : undefined

/**
 * The named schemas of a description, each described once. A schema with a name (`component` of core) becomes a
 * reference wherever it occurs, with what is said of it at that place only. One name stands for one schema: another
 * schema with the same name is a defect.
 */
export const makeSchemaBook = () => {
  const components = new Map<string, Json>()

  const define = (name: string, schema: Json): Json => {
    const known = components.get(name)
    if (known !== undefined && !isSame(known, schema))
      throw new Error(
        `two schemas are named ${name}: ${JSON.stringify(known)} and ${JSON.stringify(schema)}; give one of them another name`
      )
    components.set(name, schema)
    return refTo(name)
  }

  /**
   * A reference to the schema, or the schema itself if it has no name. `change` is made of the schema itself, or of
   * each of its alternatives, before it is defined.
   */
  const refer = (schema: Schema.Constraint, change: (schema: Json) => Json = (same) => same): Json => {
    const named = new Map<string, Component>()
    const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema, {
      referencePolicy: ({ ast }) => {
        const component = componentOfAst(ast)
        if (component !== undefined) named.set(component.name, component)
        return component?.name
      }
    })
    /** Schemas that ask for one name get it with a number, but the first. */
    const componentIn = (key: string): Component | undefined =>
      named.get(key) ?? named.get(key.replace(/_\d+$/, ""))
    const keyOf = ({ $ref }: Json): string | undefined =>
      typeof $ref === "string" ? $ref.replace("#/$defs/", "") : undefined

    const described = new Map(
      Object.entries(definitions).map(([key, each]) => [key, simplified(each)] as const)
    )
    const referred = (each: Json): Json => {
      const key = keyOf(each)
      if (key === undefined) return each
      const component = componentIn(key)
      const definition = described.get(key)
      if (component === undefined || !isJson(definition)) return each
      const { $ref: _, ...beside } = each
      return { ...refTo(component.name), ...saidHere(definition, component), ...beside }
    }
    const ofRoot = isJson(root) ? [root, ...(Array.isArray(root.anyOf) ? root.anyOf.filter(isJson) : [])] : []
    const changed = new Set(ofRoot.map(keyOf))
    for (const [key, definition] of described) {
      const component = componentIn(key)
      if (component === undefined || !isJson(definition)) continue
      const { description: _, examples: __, title: ___, ...body } = definition
      const { examples, meaning, name } = component
      const inner = changedIn(body, referred) as Json
      define(name, {
        description: meaning,
        ...(changed.has(key) ? change(inner) : inner),
        ...(examples === undefined ? {} : { examples })
      })
    }
    const own = changedIn(simplified(root), referred) as Json
    return own.$ref === undefined && own.anyOf === undefined ? change(own) : own
  }

  /** The same, under this name if the schema has none of its own. */
  const referAs = (
    name: string,
    meaning: string,
    schema: Schema.Constraint,
    change?: (schema: Json) => Json
  ): Json => {
    const own = refer(schema, change)
    return own.$ref === undefined ? define(name, { description: meaning, ...own }) : own
  }

  /** The same, with a reference wherever an enumeration has exactly the values of a named one. */
  const withNamedValues = (value: unknown): unknown => {
    const names = new Map(
      [...components].flatMap(([name, schema]) => {
        const texts = textsOf(schema)
        return texts === undefined ? [] : [[texts, name] as const]
      })
    )
    return changedIn(value, (each) => {
      const texts = textsOf(each)
      const name = texts === undefined ? undefined : names.get(texts)
      if (name === undefined) return each
      const { description, enum: _, title: __, type: ___, ...said } = each
      const isSaid = description === undefined || description === components.get(name)?.description
      return { ...refTo(name), ...(isSaid ? {} : { description }), ...said }
    })
  }

  return {
    refer,
    referAs,
    withNamedValues,
    /** In the order of their names. */
    schemas: () =>
      Object.fromEntries(
        [...components]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, schema]) => [name, textsOf(schema) === undefined ? withNamedValues(schema) : schema])
      )
  }
}

export type SchemaBook = ReturnType<typeof makeSchemaBook>
