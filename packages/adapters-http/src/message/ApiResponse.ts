import type { Stream } from "effect"

/**
 * An HTTP answer, whichever server sends it. A stream is sent piece by piece until it ends or the client
 * leaves. Bytes are those of a prepared document, shared by all its answers. With 204 and 304 the body is
 * empty.
 */
export interface ApiResponse {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string | Uint8Array | Stream.Stream<string>
  /** The error code, for the log: pages do not show it. */
  readonly code?: string
}

const jsonHeaders = (requestId: string) => ({
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Request-Id": requestId
})

type Headers = { readonly [name: string]: string }

/** A bare JSON object; the request id is only in the header. */
export const recordResponse = (
  status: number,
  requestId: string,
  record: object,
  headers?: Headers
): ApiResponse => ({
  status,
  headers: headers === undefined ? jsonHeaders(requestId) : { ...jsonHeaders(requestId), ...headers },
  body: JSON.stringify(record)
})

/** 204: success without content. */
export const emptyResponse = (requestId: string, headers?: Headers): ApiResponse => ({
  status: 204,
  headers: { "Cache-Control": "no-store", "X-Request-Id": requestId, ...headers },
  body: ""
})

/** A JSON object, with `requestId` as its last field. */
export const jsonResponse = (
  status: number,
  requestId: string,
  fields: object,
  headers?: Headers
): ApiResponse => recordResponse(status, requestId, { ...fields, requestId }, headers)

/** The envelope of success: the resource between `success` and `requestId`. */
export const successResponse = (requestId: string, fields: object, headers?: Headers): ApiResponse =>
  jsonResponse(200, requestId, { success: true, ...fields }, headers)

export const textResponse = (contentType: string, body: string): ApiResponse => ({
  status: 200,
  headers: { "Content-Type": contentType, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" },
  body
})
