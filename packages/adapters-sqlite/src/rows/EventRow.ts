import type { EventRecord } from "@quittance/core"
import { Option } from "effect"

/**
 * The facts of an event as JSON: amounts as decimal strings, what is absent as null, its type left to its column. The order
 * that a subject begins with is not told again: it stands in the subject's own row, never changes, and is what has names and
 * addresses in it.
 */
export const eventData = ({ event }: EventRecord): string => {
  const facts: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries(event)) {
    if (name !== "_tag" && name !== "order") facts[name] = plain(value)
  }
  return JSON.stringify(facts)
}

const plain = (value: unknown): unknown => {
  if (typeof value === "bigint") return value.toString()
  if (typeof value !== "object" || value === null) return value
  if (Option.isOption(value)) return plain(Option.getOrNull(value))
  if (Array.isArray(value)) return value.map(plain)
  const copy: { [name: string]: unknown } = {}
  for (const [name, each] of Object.entries(value)) copy[name] = plain(each)
  return copy
}
