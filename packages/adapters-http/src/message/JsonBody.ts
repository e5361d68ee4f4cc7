import { isUtf8 } from "node:buffer"
import { Effect } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import { type ApiRequest, headerOf } from "./ApiRequest.ts"
import { mediaParameter } from "./mediaType.ts"

/** The most bytes that a JSON body may have. */
export const jsonLimitBytes = 256 * 1024

/** Deeper than any request is; keeps what walks a body by recursion from running out of stack. */
const depthMax = 32

const isJson = (contentType: string): boolean =>
  contentType === "application/json" || /^application\/json[ \t]*(?:;|$)/i.test(contentType)

/** JSON is UTF-8 (RFC 8259, 8.1): a body that says it is something else was meant to be read otherwise. */
const isOtherCharset = (contentType: string): boolean =>
  mediaParameter(contentType, "charset").some((charset) => charset.toLowerCase() !== "utf-8")

/** What keeps a body from being read as JSON by what its headers say of it, and what would be right. */
const mediaFault = (request: ApiRequest, bytes: Uint8Array): string | undefined => {
  const contentType = headerOf(request, "content-type")
  if (contentType === undefined) {
    if (bytes.length > 0) return "the Content-Type must be application/json; none was sent"
  } else if (!isJson(contentType)) return "the Content-Type must be application/json; another was sent"
  if (contentType?.includes(";") && isOtherCharset(contentType))
    return "the charset of the Content-Type must be utf-8, or left out; another was sent"
  const encoding = headerOf(request, "content-encoding")
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity")
    return "the body must be sent as it is, without a Content-Encoding or with identity; another was sent"
  return undefined
}

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth === 0 || Object.values(value).some((each) => isDeeper(each, depth - 1)))

const refuse = (message: string) => new ApiRefusal({ code: "invalid_json", message })

const parse = (bytes: Uint8Array): unknown => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")
  // A parser may ignore a byte order mark (RFC 8259, 8.1); some clients put one.
  return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
}

/** The JSON object in a request's body. What its fields must be is not looked at. */
export const decodeJsonBody = (
  request: ApiRequest,
  bytes: Uint8Array
): Effect.Effect<{ readonly [field: string]: unknown }, ApiRefusal> => {
  const fault = mediaFault(request, bytes)
  if (fault !== undefined)
    return Effect.fail(new ApiRefusal({ code: "unsupported_media_type", message: fault }))
  if (bytes.length === 0) return Effect.fail(refuse("the body is empty; it must be a JSON object"))
  if (!isUtf8(bytes)) return Effect.fail(refuse("the body is not UTF-8; JSON must be"))
  let value: unknown
  try {
    value = parse(bytes)
  } catch {
    return Effect.fail(refuse("the body is not well-formed JSON"))
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const message = "the body must be a JSON object"
    const details = [{ field: "", code: "invalid_type", message: "must be a JSON object" }]
    return Effect.fail(new ApiRefusal({ code: "invalid_request", message, details }))
  }
  if (isDeeper(value, depthMax))
    return Effect.fail(refuse(`the body is nested deeper than ${depthMax} levels`))
  return Effect.succeed(value as { readonly [field: string]: unknown })
}
