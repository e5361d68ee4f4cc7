import { Effect } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import { type ApiRequest, type BodyFault, headerOf } from "./ApiMessage.ts"

/** The maximum size of our forms. */
export const formLimitBytes = 4 * 1024

const isForm = (contentType: string): boolean =>
  /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i.test(contentType)

/** Why the headers do not allow a body to be read as a form, and what would be right. */
const mediaFault = (request: ApiRequest): string | undefined => {
  if (!isForm(headerOf(request, "content-type") ?? ""))
    return "the Content-Type must be application/x-www-form-urlencoded"
  const encoding = headerOf(request, "content-encoding")
  return encoding === undefined || encoding.trim().toLowerCase() === "identity"
    ? undefined
    : "the body must be sent as it is, without a Content-Encoding"
}

/** The fields of a form that a page of ours has sent. Bytes that are not UTF-8 become replacement characters. */
export const readForm = (request: ApiRequest): Effect.Effect<URLSearchParams, ApiRefusal | BodyFault> => {
  const fault = mediaFault(request)
  if (fault !== undefined)
    return Effect.fail(new ApiRefusal({ code: "unsupported_media_type", message: fault }))
  return Effect.map(
    request.readBody(formLimitBytes),
    (bytes) =>
      new URLSearchParams(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"))
  )
}
