import { blobOf } from "./FileSource.ts"
import type { Invocation } from "./Invocation.ts"
import { UsageError } from "./QuittanceError.ts"

/** What a call sends beside its headers. It is made once and sent as often as needed. */
export interface Content {
  /** With its `?`, or empty. */
  readonly query: string
  /** A body in JSON, which a signature covers. */
  readonly json: Uint8Array<ArrayBuffer> | undefined
  readonly form: FormData | undefined
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))

/** JSON has no such values: they would be sent as `null`, or not at all. */
const isNoValue = (value: unknown): boolean =>
  value instanceof Date
    ? Number.isNaN(value.getTime())
    : (typeof value === "number" && !Number.isFinite(value)) ||
      typeof value === "function" ||
      typeof value === "symbol"

/** Whether its parts are sent as they are; bytes are content, and some objects say themselves how they are written. */
const hasParts = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value) && !("toJSON" in value)

/** Looks into lists and objects, to any depth. */
const refuseNoValues = (name: string, payload: object): void => {
  const seen = new Set<object>()
  const found: Array<readonly [path: string, value: unknown]> = Object.entries(payload)
  for (const [path, value] of found) {
    if (isNoValue(value))
      throw new UsageError("invalid_option", `${name}: ${path} is ${shown(value)}, which is no value.`)
    if (!hasParts(value) || seen.has(value)) continue
    seen.add(value)
    for (const [part, each] of Object.entries(value)) {
      if (each === undefined && Array.isArray(value))
        throw new UsageError("invalid_option", `${name}: ${path}.${part} is undefined, which is no value.`)
      found.push([`${path}.${part}`, each])
    }
  }
}

const shown = (value: unknown): string => (typeof value === "function" ? "a function" : String(value))

/** The fields that have a value. */
const given = (payload: object): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(payload).filter(([, value]) => value !== undefined && value !== null)

const formOf = async (name: string, payload: object): Promise<FormData> => {
  const form = new FormData()
  for (const [field, value] of given(payload)) {
    if (field !== "file") form.append(field, textOf(value))
    else form.append(field, await blobOf(name, value), value instanceof File ? value.name : "file")
  }
  return form
}

const jsonOf = (name: string, payload: object): Uint8Array<ArrayBuffer> => {
  try {
    return new TextEncoder().encode(JSON.stringify(payload))
  } catch (cause) {
    throw new UsageError("invalid_option", `${name}: its fields cannot be written as JSON: ${String(cause)}.`)
  }
}

export const contentOf = async ({ name, operation, payload }: Invocation): Promise<Content> => {
  const { sends } = operation
  const none: Content = { query: "", json: undefined, form: undefined }
  if (sends === undefined) return none
  refuseNoValues(name, payload ?? {})
  switch (sends) {
    case "query": {
      const pairs = given(payload ?? {}).map(([field, value]) => [field, textOf(value)])
      const query = new URLSearchParams(pairs).toString()
      return { ...none, query: query === "" ? "" : `?${query}` }
    }
    case "json":
      return { ...none, json: jsonOf(name, payload ?? {}) }
    case "form":
      return { ...none, form: await formOf(name, payload ?? {}) }
  }
}
