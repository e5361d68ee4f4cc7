/** The definition of a table as SQLite keeps it: the text of its `CREATE TABLE`. */

/** One column or constraint of a definition. */
interface Part {
  /** Without what surrounds it and without comments at its ends. */
  readonly text: string
  readonly isConstraint: boolean
  /** The place after its last character. */
  readonly end: number
}

/** A quoted text, a comment, or one character. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|[\s\S]/g

const constraint = /^(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)\b/i

/** The columns and constraints of a definition, in its order. */
export const partsOf = (definition: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let depth = 0
  let text = ""
  let end = 0
  const close = () => {
    const inner = text.trim()
    parts.push({ text: inner, isConstraint: constraint.test(inner), end })
    text = ""
  }
  for (const { 0: each, index } of definition.matchAll(token)) {
    if (each === ")" && depth === 1) {
      close()
      return parts
    }
    if (each === "," && depth === 1) close()
    else if (depth > 0 && !each.startsWith("--")) {
      text += each
      if (each.trim() !== "") end = index + each.length
    }
    if (each === "(") depth += 1
    if (each === ")") depth -= 1
  }
  throw new Error(`the definition of a table has no end: ${definition}`)
}

/** The same definition with more columns after its own. */
export const withColumns = (definition: string, columns: ReadonlyArray<string>): string => {
  const end = partsOf(definition).findLast(({ isConstraint }) => !isConstraint)?.end ?? 0
  return `${definition.slice(0, end)}${columns.map((column) => `,\n  ${column}`).join("")}${definition.slice(end)}`
}

/** The same definition with one part of it replaced, which is there once. */
export const replaced = (definition: string, from: string, to: string): string => {
  const [before = "", after, ...more] = definition.split(from)
  if (after === undefined || more.length > 0)
    throw new Error(
      `the definition has ${after === undefined ? "no" : "more than one"} ${from}: ${definition}`
    )
  return `${before}${to}${after}`
}
