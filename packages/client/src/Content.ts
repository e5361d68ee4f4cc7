import type { Invocation } from "./Invocation.ts"
import { UsageError } from "./QuittanceError.ts"

/** What an upload may be: a `Blob` or `File`, bytes, a stream of them, or text. */
export type FileSource =
  | Blob
  | ArrayBuffer
  | ArrayBufferView<ArrayBuffer>
  | ReadableStream<Uint8Array>
  | string

/** What a call sends beside its headers. It is made once and sent as often as needed. */
export interface Content {
  /** With its `?`, or empty. */
  readonly query: string
  /** A body in JSON, which a signature covers. */
  readonly json: Uint8Array<ArrayBuffer> | undefined
  readonly form: FormData | undefined
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))

/** The fields that have a value. */
const given = (payload: object): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(payload).filter(([, value]) => value !== undefined && value !== null)

const blobOf = async (source: unknown): Promise<Blob> => {
  if (source instanceof Blob) return source
  if (source instanceof ReadableStream) return new Response(source).blob()
  // What is none of these is refused by its constructor or by the server.
  return new Blob([source as string])
}

const formOf = async (payload: object): Promise<FormData> => {
  const form = new FormData()
  for (const [name, value] of given(payload)) {
    if (name !== "file") form.append(name, textOf(value))
    else form.append(name, await blobOf(value), value instanceof File ? value.name : "file")
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
  switch (sends) {
    case "query": {
      const pairs = given(payload ?? {}).map(([field, value]) => [field, textOf(value)])
      const query = new URLSearchParams(pairs).toString()
      return { ...none, query: query === "" ? "" : `?${query}` }
    }
    case "json":
      return { ...none, json: jsonOf(name, payload ?? {}) }
    case "form":
      return { ...none, form: await formOf(payload ?? {}) }
  }
}
