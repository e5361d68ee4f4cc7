import { batchFileBytesMax } from "@quittance/core/adapter"
import { Effect } from "effect"
import { SignInFault } from "./SignInFault.ts"

/** What a request says, by name: a JSON object, or a form whose fields are texts, lists of texts
 * if sent repeatedly, or the bytes of files. */
export interface RequestFields {
  readonly form: "json" | "form" | "none"
  readonly fields: { readonly [name: string]: unknown }
}

/** The largest answer of an authenticator that is taken has 28 kB. */
export const bodyBytesMax = 65_536

const uploadType = "multipart/form-data"

/**
 * So many bytes are read of a request: a form with a file may have the largest file of the console beside its fields.
 */
export const bodyBytesMaxOf = (contentType: string): number =>
  mediaTypeIn(contentType) === uploadType ? batchFileBytesMax + bodyBytesMax : bodyBytesMax

const tooLarge = (max: number) =>
  new SignInFault({
    code: "payload_too_large",
    message:
      max === bodyBytesMax
        ? `the body must have at most ${max} bytes`
        : `a file must have at most ${batchFileBytesMax / 1024 / 1024} MB`
  })

const read = Effect.fnUntraced(function* (request: Request) {
  const max = bodyBytesMaxOf(request.headers.get("content-type") ?? "")
  if (Number(request.headers.get("content-length") ?? "0") > max) return yield* tooLarge(max)
  if (request.body === null) return Buffer.alloc(0)
  const pieces: Array<Uint8Array> = []
  let length = 0
  const reader = request.body.getReader()
  while (true) {
    const { done, value } = yield* Effect.tryPromise({
      try: () => reader.read(),
      catch: () => new SignInFault({ code: "invalid_request", message: "the body ended too early" })
    })
    if (done) return Buffer.concat(pieces)
    length += value.length
    if (length > max) {
      yield* Effect.ignore(Effect.tryPromise(() => reader.cancel()))
      return yield* tooLarge(max)
    }
    pieces.push(value)
  }
})

const formType = "application/x-www-form-urlencoded"

/** Whether a form sent it, whatever is in it. */
export const isOfForm = ({ headers }: Request): boolean =>
  [formType, uploadType].includes(mediaTypeIn(headers.get("content-type") ?? ""))

const mediaTypeIn = (contentType: string): string => contentType.split(";")[0]?.trim().toLowerCase() ?? ""

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** More than any form has: each field of an upload takes time to be read, whoever sent it. */
const fieldsMax = 1_000

const tooMany = new SignInFault({
  code: "payload_too_large",
  message: `a form must have at most ${fieldsMax} fields`
})

const formFields = (sent: URLSearchParams): RequestFields["fields"] =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(sent, ([name]) => name),
      ([name, all]) => {
        const [first = "", ...more] = all.map(([, value]) => value)
        return [name, more.length === 0 ? first : [first, ...more]]
      }
    )
  )

/** What parts the fields of an upload, as browsers write it. */
const boundaryIn = (contentType: string): string | undefined =>
  /^[^;]+;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1\s*$/i.exec(contentType)?.[2]

const partsIn = (body: Buffer, boundary: string): number => {
  let parts = 0
  for (let at = body.indexOf(boundary); at !== -1; at = body.indexOf(boundary, at + 1)) {
    parts += 1
    if (parts > fieldsMax) break
  }
  return parts
}

const unreadable = new SignInFault({ code: "invalid_request", message: "the form could not be read" })

/** The fields of a form with files: texts, and the bytes of the files. */
const uploadFields = (body: Buffer<ArrayBuffer>, contentType: string) =>
  Effect.tryPromise({
    try: async (): Promise<RequestFields["fields"]> => {
      const sent = await new Response(body, { headers: { "Content-Type": contentType } }).formData()
      const fields = Array.from(sent, async ([name, value]) => [
        name,
        typeof value === "string" ? value : new Uint8Array(await value.arrayBuffer())
      ])
      return Object.fromEntries(await Promise.all(fields))
    },
    catch: () => unreadable
  })

/** Fails where it is too large, or is neither. */
export const requestFields = Effect.fnUntraced(function* (
  request: Request
): Effect.fn.Return<RequestFields, SignInFault> {
  if (request.method === "GET" || request.method === "HEAD") return { form: "none", fields: {} }
  const body = yield* read(request)
  const contentType = request.headers.get("content-type") ?? ""
  const mediaType = mediaTypeIn(contentType)
  if (mediaType === uploadType) {
    const boundary = boundaryIn(contentType)
    if (boundary !== undefined && partsIn(body, boundary) > fieldsMax) return yield* tooMany
    const fields = boundary === undefined ? unreadable : uploadFields(body, contentType)
    return { form: "form", fields: yield* fields }
  }
  const text = body.toString()
  // A form without fields is one too: its person gets pages.
  if (text === "" && mediaType !== formType) return { form: "none", fields: {} }
  switch (mediaType) {
    case "application/json": {
      const fields = jsonIn(text)
      if (isObject(fields)) return { form: "json", fields }
      return yield* new SignInFault({ code: "invalid_json", message: "the body must be a JSON object" })
    }
    case formType: {
      const sent = new URLSearchParams(text)
      if (sent.size > fieldsMax) return yield* tooMany
      const fields = formFields(sent)
      // What scripts put into a form is JSON.
      return {
        form: "form",
        fields: "answer" in fields ? { ...fields, answer: jsonIn(String(fields.answer)) } : fields
      }
    }
    default:
      return yield* new SignInFault({
        code: "unsupported_media_type",
        message: "the body must be application/json or application/x-www-form-urlencoded"
      })
  }
})
