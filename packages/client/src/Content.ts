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

/** Also of another realm, as test environments and frames have them. */
const isBytes = (value: unknown): value is ArrayBuffer | ArrayBufferView<ArrayBuffer> =>
  ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === "[object ArrayBuffer]"

const blobOf = async (name: string, source: unknown): Promise<Blob> => {
  if (source instanceof Blob) return source
  if (source instanceof ReadableStream) return new Response(source).blob()
  if (typeof source === "string" || isBytes(source)) return new Blob([source])
  throw new UsageError(
    "invalid_option",
    `${name}: file is ${typeof source}: it must be a Blob, bytes, a stream of bytes or text.`
  )
}

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
