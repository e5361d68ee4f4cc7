import { isRecord, type JsonSchema } from "./JsonSchema.ts"
import { shapeOf } from "./TypeBook.ts"
import { singular } from "./words.ts"

/** The shapes that records of different shapes have under the same field, each with the field before it. */
export const sharedShapes = (roots: ReadonlyArray<JsonSchema>): ReadonlySet<string> => {
  const parents = new Map<string, Set<string>>()
  const visit = (schema: JsonSchema, field: string, parent: string): void => {
    for (const choice of schema.anyOf ?? []) visit(choice, field, parent)
    if (schema.items !== undefined) visit(schema.items, singular(field), parent)
    if (typeof schema.additionalProperties === "object")
      visit(schema.additionalProperties, singular(field), parent)
    if (!isRecord(schema)) return
    const shape = shapeOf(schema)
    const key = `${field} ${shape}`
    // A name that says nothing by itself.
    if (field !== "" && field !== "details") parents.set(key, (parents.get(key) ?? new Set()).add(parent))
    for (const [name, value] of Object.entries(schema.properties ?? {})) visit(value, name, shape)
  }
  for (const root of roots) visit(root, "", "")
  return new Set([...parents].flatMap(([key, found]) => (found.size > 1 ? [key] : [])))
}
