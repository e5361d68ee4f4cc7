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
const refuseNoValues = (name: string, payload: object): void => {
  for (const [field, value] of Object.entries(payload)) {
    const isNone =
      value instanceof Date
        ? Number.isNaN(value.getTime())
        : typeof value === "number" && !Number.isFinite(value)
    if (isNone)
      throw new UsageError("invalid_option", `${name}: ${field} is ${String(value)}, which is no value.`)
  }
}

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
