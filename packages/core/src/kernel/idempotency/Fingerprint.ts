import { sha256Hex } from "../digest/sha256.ts"
import { WrittenNumber } from "../money/WrittenNumber.ts"

/** What is compared of a request, by name: JSON values. A field that is undefined is absent. */
export type FingerprintFields = { readonly [field: string]: unknown }

/**
 * A JSON value as canonical text, independent of the order of keys (RFC 8785, except that numbers keep
 * JavaScript's form).
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (typeof value !== "object" || value === null || value instanceof WrittenNumber)
    return JSON.stringify(value)
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(",")}}`
}

/** SHA-256 (lower-case hex) of the canonical JSON of a request: keys sorted, absent fields left out (RFC 8785). */
export const fingerprintOf = (fields: FingerprintFields): string => {
  const present = Object.keys(fields)
    .filter((key) => fields[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`)
  return sha256Hex(`{${present.join(",")}}`)
}
