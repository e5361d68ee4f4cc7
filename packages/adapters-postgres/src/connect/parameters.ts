import { storedText } from "./storedText.ts"

/** A parameter that pg sends without converting it again. */
export type Parameter = string | Buffer | null

/**
 * A value as a parameter. Throws for a value that no column takes, before anything is sent. An array becomes an array
 * of PostgreSQL; an array in it becomes a text that holds its literal, because arrays of PostgreSQL are not ragged:
 * the statement casts it.
 */
export const parameterOf = (value: unknown): Parameter => {
  switch (typeof value) {
    case "string":
      return storedText(value)
    case "bigint":
    case "number":
    case "boolean":
      return String(value)
    case "undefined":
      return null
    default:
      if (value === null) return null
      if (Array.isArray(value)) return arrayLiteral(value)
      if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      throw new TypeError(`no column takes a ${typeof value}`)
  }
}

/** The literal of an array, `{1,2}`. It is made on the path of every commit. */
const arrayLiteral = (values: ReadonlyArray<unknown>): string => {
  let literal = "{"
  for (let at = 0; at < values.length; at++) {
    if (at > 0) literal += ","
    literal += elementOf(values[at])
  }
  return `${literal}}`
}

const elementOf = (value: unknown): string => {
  if (typeof value === "string") return quoted(storedText(value))
  const element = parameterOf(value)
  if (element === null) return "NULL"
  if (typeof element !== "string") return `"\\\\x${element.toString("hex")}"`
  return Array.isArray(value) ? quoted(element) : element
}

/** Always in quotes: a text may be empty, be the word NULL, or hold braces, commas and spaces. */
const quoted = (text: string): string =>
  text.includes('"') || text.includes("\\") ? `"${text.replace(/["\\]/g, "\\$&")}"` : `"${text}"`
