import { Option } from "effect"
import type { CreationScope } from "../concept/ClaimScope.ts"
import { sha256Hex } from "../digest/sha256.ts"
import { invariant } from "../machine/invariant.ts"
import { WrittenNumber } from "../money/WrittenNumber.ts"

/** What a decoded request of one kind is compared by when it is repeated. */
export interface RequestForm<Request> {
  readonly scope: CreationScope
  /** SHA-256, lower-case hex. */
  readonly fingerprint: (request: Request) => string
}

/**
 * The fields of a request that do not enter its fingerprint as they are, each with what enters in its place: nothing, a
 * default, another spelling or another name.
 */
export type Deviations<Request> = {
  readonly [Field in keyof Request]?: (request: Request) => FingerprintFields
}

/**
 * Derives the fingerprint from the decoded request: every field enters with its value unless it is absent or null. So
 * a field that is added later is compared from then on, and requests without it keep their fingerprints. Those are kept
 * for ever, and providers know payouts by references derived from them: a deviation may never be changed.
 */
export const requestForm = <Request extends object>(
  scope: CreationScope,
  deviations: Deviations<Request> = {}
): RequestForm<Request> => {
  const deviating = Object.values<Deviations<Request>[keyof Request]>(deviations)
  const deviatingNames = new Set(Object.keys(deviations))
  return {
    scope,
    fingerprint: (request) => {
      const fields: { [name: string]: unknown } = {}
      const enter = (source: object, leftOut?: ReadonlySet<string>): void => {
        for (const [name, value] of Object.entries(source)) {
          if (value == null || leftOut?.has(name) === true) continue
          if (Object.hasOwn(fields, name))
            invariant(false, `two fields of ${scope.name} enter its fingerprint as ${name}`)
          fields[name] = typeof value === "string" ? value : enteringValue(value)
        }
      }
      for (const deviation of deviating) if (deviation !== undefined) enter(deviation(request))
      enter(request, deviatingNames)
      return fingerprintOf(fields)
    }
  }
}

/** A decoded value as JSON: bytes by their hash, numbers with all their digits; undefined if it is absent. */
const enteringValue = (value: unknown): unknown => {
  if (Option.isOption(value)) return enteringValue(Option.getOrUndefined(value))
  return value == null ? undefined : exactValue(value)
}

const exactValue = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return typeof value === "bigint" ? String(value) : value
  if (value instanceof WrittenNumber) return value.text
  if (value instanceof Uint8Array) return sha256Hex(value)
  if (Array.isArray(value)) return value.map(exactValue)
  const prototype: unknown = Object.getPrototypeOf(value)
  invariant(
    prototype === Object.prototype || prototype === null,
    "only plain data has a fingerprint: declare a deviation for a field of another kind"
  )
  const present = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(present.map(([name, each]) => [name, exactValue(each)]))
}

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
