import { type Direction, fieldComment } from "./fieldComment.ts"
import { choicesOf, isRecord, type JsonSchema } from "./JsonSchema.ts"
import { comment, pascal, singular } from "./words.ts"

/** A named type of the client. */
interface Declared {
  readonly name: string
  readonly file: string
  readonly text: string
}

/**
 * The types of what goes over the wire. Equal shapes have one name: the first that asks for it. A shape that records of
 * several names have under one field is named after the field alone.
 */
export const makeTypeBook = (shared: ReadonlySet<string>) => {
  const nameOf = new Map<string, string>()
  const declared = new Map<string, Declared>()
  const reserved = ["WebhookEvent"]
  let file = ""

  const keyOf = (schema: JsonSchema, direction: Direction) => `${direction} ${shapeOf(schema)}`

  const freeName = (wanted: ReadonlyArray<string>): string => {
    const free = wanted.find((name) => !declared.has(name) && !reserved.includes(name))
    if (free === undefined) throw new Error(`every name is taken of ${wanted.join(", ")}`)
    return free
  }

  /** The name of a record; of those wanted, the first that no other shape has. */
  const record = (
    schema: JsonSchema,
    wanted: ReadonlyArray<string>,
    direction: Direction,
    said: string,
    key = keyOf(schema, direction)
  ): string => {
    const known = nameOf.get(key)
    if (known !== undefined) return known
    const name = freeName(titled(schema, wanted))
    nameOf.set(key, name)
    // Reserves the name while the fields are written, whose types come before it.
    declared.set(name, { name, file, text: "" })
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]) =>
      property(field, value, schema.required?.includes(field) === true, name, direction)
    )
    declared.delete(name)
    const text = `${comment([schema.title === undefined ? said : (schema.description ?? said)], "")}export interface ${name} {\n${fields.join("")}}\n`
    declared.set(name, { name, file, text })
    return name
  }

  /** The name of one of many records. */
  const union = (types: ReadonlyArray<string>, field: string, within: string): string => {
    const name = freeName(nestedNames(field, within).map((each) => `${each}Entry`))
    const text = `${comment(["One of these, by its `type`."], "")}export type ${name} =\n${types.map((each) => `  | ${each}`).join("\n")}\n`
    declared.set(name, { name, file, text })
    return name
  }

  /** The name of one of many values. */
  const listed = (
    schema: JsonSchema,
    values: ReadonlyArray<string>,
    field: string,
    within: string
  ): string => {
    const key = values.join()
    const known = nameOf.get(key)
    if (known !== undefined) return known
    const wanted = nestedNames(`${field}${/event$/i.test(field) ? "Name" : ""}`, within)
    const name = freeName(titled(schema, wanted))
    nameOf.set(key, name)
    const meaning = schema.meaning ?? schema.description ?? `The \`${field}\` of \`${within}\`.`
    const said = `${meaning} New ones may be added.`
    const line = `export type ${name} = ${values.join(" | ")}`
    const lines = `export type ${name} =\n${values.map((each) => `  | ${each}`).join("\n")}`
    const text = `${comment([said], "")}${line.length <= widthMax ? line : lines}\n`
    declared.set(name, { name, file, text })
    return name
  }

  const property = (
    field: string,
    schema: JsonSchema,
    isRequired: boolean,
    within: string,
    direction: Direction
  ): string => {
    const type = typeOf(schema, field, within, direction)
    const written = isRequired || direction === "answered" ? type : `${type} | undefined`
    const name = /^[A-Za-z_]\w*$/.test(field) ? field : JSON.stringify(field)
    return `${comment([fieldComment(field, schema, direction)], "  ")}${field_(name, isRequired, written)}`
  }

  /** The type of a value, with the records in it declared. */
  const typeOf = (schema: JsonSchema, field: string, within: string, direction: Direction): string => {
    const choices = choicesOf(schema)
    const types = [...new Set(choices.flatMap((choice) => choiceOf(choice, field, within, direction)))]
    return types.length > 3 && choices.every(isRecord) ? union(types, field, within) : types.join(" | ")
  }

  const choiceOf = (
    schema: JsonSchema,
    field: string,
    within: string,
    direction: Direction
  ): ReadonlyArray<string> => {
    if (schema.enum !== undefined) {
      if (isYesOrNo(schema.enum)) return ["boolean"]
      if (isOfDeployment(schema)) return ["string"]
      const values = schema.enum.map((value) => JSON.stringify(value))
      return values.length > 6 ? [listed(schema, values, field, within)] : values
    }
    if (schema.const !== undefined) return [JSON.stringify(schema.const)]
    if (isRecord(schema)) {
      const wanted = [
        ...entryNames(schema, within),
        ...(shared.has(`${field} ${shapeOf(schema)}`) ? [pascal(field)] : []),
        ...nestedNames(field, within)
      ]
      const nested = within === "" ? "What a call gives." : `The \`${field}\` of \`${within}\`.`
      const said = schema.description ?? nested
      return [record(schema, wanted, direction, said)]
    }
    // An object without any field.
    if (schema.not !== undefined) return ["{ readonly [name: string]: unknown }"]
    switch (schema.type) {
      case "array": {
        const item = typeOf(schema.items ?? {}, singular(field), within, direction)
        return [`ReadonlyArray<${item}>`]
      }
      case "object": {
        const { additionalProperties: values } = schema
        const value =
          typeof values === "object" ? typeOf(values, singular(field), within, direction) : "unknown"
        return [`{ readonly [name: string]: ${value} }`]
      }
      case "string":
        if (schema.format === "binary") return ["FileSource"]
        return schema.format === "date-time" && direction === "sent" ? ["string", "Date"] : ["string"]
      case "integer":
      case "number":
        return ["number"]
      case "boolean":
      case "null":
        return [schema.type]
      default:
        return ["unknown"]
    }
  }

  return {
    record,
    typeOf,
    /** What is declared from now on belongs into this file. */
    startFile: (name: string) => {
      file = name
    },
    declared: (): ReadonlyArray<Declared> => [...declared.values()]
  }
}

/** The names that a schema may have: its own comes first. */
const titled = ({ title }: JsonSchema, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  title === undefined ? others : [title, ...others]

/** Which networks there are is each deployment's own. */
const isOfDeployment = ({ title }: JsonSchema): boolean => title?.endsWith("Network") === true

/** How a form spells yes and no. */
const isYesOrNo = (values: ReadonlyArray<unknown>): boolean =>
  values.includes("true") && values.includes("false")

/** The names that a type within a record may have. */
const nestedNames = (field: string, within: string): ReadonlyArray<string> => {
  const own = pascal(field)
  const above = prefixOf(within)
  return [above.endsWith(own) ? above : `${above}${own}`, `${above}Other${own}`]
}

/** The names that an entry of a history may have: by its `type`, without what it repeats of the history's name. */
const entryNames = (schema: JsonSchema, within: string): ReadonlyArray<string> => {
  const [type, ...others] = schema.properties?.type?.enum ?? []
  if (typeof type !== "string" || others.length > 0) return []
  const above = prefixOf(within).replace(/History$/, "")
  const own = pascal(type)
  const repeated = own
    .split(/(?=[A-Z])/)
    .map((_, index, words) => words.slice(0, words.length - index).join(""))
    .find((start) => above.endsWith(start))
  return [`${above}${own.slice(repeated?.length ?? 0)}Entry`, `${above}${own}Entry`]
}

/** What names of records begin with that are in this one: `ListNetworksAnswer` → `Network`. */
const prefixOf = (within: string): string => {
  const [, listed] = /^List(\w+)Answer$/.exec(within) ?? []
  return listed === undefined ? within.replace(/Answer$/, "") : singular(listed)
}

const widthMax = 110

/** A field; a union that is too wide stands in several lines, as the formatter has it. */
const field_ = (name: string, isRequired: boolean, type: string): string => {
  const start = `  readonly ${name}${isRequired ? "" : "?"}:`
  const line = `${start} ${type}`
  if (line.length <= widthMax) return `${line}\n`
  const list = /^ReadonlyArray<(.*)>$/.exec(type)
  if (list !== null) return `${start} ReadonlyArray<\n${choices(list[1] ?? "", "    ")}  >\n`
  const mixed = /^ReadonlyArray<(.*)> \| (.*)$/.exec(type)
  if (mixed !== null)
    return `${start}\n    | ReadonlyArray<\n${choices(mixed[1] ?? "", "        ")}      >\n${choices(mixed[2] ?? "", "    ")}`
  return `${start}\n${choices(type, "    ")}`
}

const choices = (type: string, indent: string): string =>
  type
    .split(" | ")
    .map((each) => `${indent}| ${each}\n`)
    .join("")

/** Two schemas with the same shape make the same type, with the same comments. */
export const shapeOf = (schema: JsonSchema): string =>
  JSON.stringify(schema, (key, value) => (key === "examples" ? undefined : value))
