import type { PartnerId } from "@quittance/core/adapter"
import { Data, Effect, Stream } from "effect"
import type { DocUrlOf } from "../refusal/ErrorCode.ts"

/** More bytes than the operation accepts; the rest of the body is not read. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{ readonly limitBytes: number }> {}

/** The connection ended before the body did. */
export class BodyBroken extends Data.TaggedError("BodyBroken")<{ readonly reason: string }> {}

/** Other code read the body first, so its bytes are unknown. A fault of the host, not of the client. */
export class BodyAlreadyRead extends Data.TaggedError("BodyAlreadyRead")<{ readonly message: string }> {}

/** Why a body is unavailable. */
export type BodyFault = BodyTooLarge | BodyBroken | BodyAlreadyRead

/** A key that a request names. Only one that is proven says who sent the request. */
export interface RequestKey {
  /** Undefined if it is an operator's. */
  readonly partnerId?: PartnerId
  readonly keyId: string
  readonly isProven: boolean
}

/**
 * An HTTP request as the application sees it, whichever server received it. Nothing in it is decoded or
 * normalised, because a signature covers what was sent.
 */
export interface ApiRequest {
  readonly method: string
  /** As received: percent-encoded, with a slash at its end if it had one, without the query. */
  readonly path: string
  /** The raw query string without its `?`; empty when there is none. */
  readonly query: string
  /** Names in lower case; the bytes of a value as Latin-1 text. A header sent twice is joined with `, `. */
  readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined }
  /** The path of the public URL, set by the application; the prefix of links on pages. */
  readonly mountPath?: string
  /** The path below that, set by the application if it has such a prefix. */
  readonly pathWithin?: string
  /** The remote address of the socket; empty if the host does not know it. */
  readonly remoteAddress: string
  /** Whether the client is gone, so that no answer reaches it. */
  readonly isGone?: () => boolean
  /** The answer that the server gives instead of any other, if the rest of the body turned out to be no HTTP. */
  readonly brokenAnswer?: (requestId: string, docUrlOf: DocUrlOf) => ApiResponse | undefined
  /** The key that the request names, set as soon as it is known, for the log. */
  key?: RequestKey
  /** The whole body; may be read once. Refused as soon as more than `limitBytes` are announced or received. */
  readonly readBody: (limitBytes: number) => Effect.Effect<Uint8Array, BodyFault>
  /**
   * The body piece by piece as it arrives, instead of `readBody`; may be run once. The next piece is read
   * from the socket on demand. Fails as soon as more than `limitBytes` are announced or received; the rest is
   * dropped when the stream ends early.
   */
  readonly streamBody: (limitBytes: number) => Stream.Stream<Uint8Array, BodyFault>
  /** Whether the pieces of `streamBody` are nobody else's: who has read one may free its memory. */
  readonly ownsPieces?: boolean
}

/** The header's value; undefined if it was not sent. */
export const headerOf = (request: Pick<ApiRequest, "headers">, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === "string" ? value : value?.join(", ")
}

/** The same stream; fails at the piece that exceeds the limit. */
export const upTo =
  (limitBytes: number) =>
  <E>(body: Stream.Stream<Uint8Array, E>): Stream.Stream<Uint8Array, E | BodyTooLarge> =>
    Stream.suspend(() => {
      let length = 0
      return Stream.mapEffect(body, (piece) => {
        length += piece.length
        return length > limitBytes ? Effect.fail(new BodyTooLarge({ limitBytes })) : Effect.succeed(piece)
      })
    })

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
