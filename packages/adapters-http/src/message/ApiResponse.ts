import type { Stream } from "effect"

/** An HTTP answer, whichever server sends it. A stream is sent piece by piece until it ends or the client leaves. */
export interface ApiResponse {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string | Uint8Array | Stream.Stream<string>
}

const json = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" }

/** The envelope of success: the resource between `success` and `requestId`. */
export const successResponse = (
  requestId: string,
  fields: object,
  headers?: { readonly [name: string]: string }
): ApiResponse => ({
  status: 200,
  headers: headers === undefined ? json : { ...json, ...headers },
  body: JSON.stringify({ success: true, ...fields, requestId })
})

export const jsonResponse = (
  status: number,
  fields: object,
  headers?: { readonly [name: string]: string }
): ApiResponse => ({
  status,
  headers: headers === undefined ? json : { ...json, ...headers },
  body: JSON.stringify(fields)
})

export const textResponse = (contentType: string, body: string): ApiResponse => ({
  status: 200,
  headers: { "Content-Type": contentType, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" },
  body
})
