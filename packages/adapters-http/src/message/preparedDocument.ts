import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Effect } from "effect"
import { type ApiRequest, headerOf } from "./ApiRequest.ts"
import type { ApiResponse } from "./ApiResponse.ts"

/** A document that is the same for everybody, ready to be sent. */
export interface PreparedDocument {
  readonly answer: (request: ApiRequest) => Effect.Effect<ApiResponse>
}

type Encoding = "br" | "gzip"

/** Good, and done in a moment for the largest document: the best of Brotli takes seconds. */
const brotliQuality = 6

const compress: { readonly [E in Encoding]: (bytes: Uint8Array) => Promise<Uint8Array> } = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length
      }
    }),
  gzip: promisify(gzip)
}

/** The better of the encodings that a client takes (RFC 9110, 12.5.3): named or meant by `*`, and not with the weight 0. */
const chooseEncoding = (accepted: string): Encoding | undefined => {
  const taken = new Map(
    accepted.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase())
      return [name, !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each))]
    })
  )
  return (["br", "gzip"] as const).find((encoding) => taken.get(encoding) ?? taken.get("*") ?? false)
}

/** Whether a client has what the tag names (RFC 9110, 13.1.2): there weak tags count as their strong ones. */
const names = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch
    .split(",")
    .map((each) => each.trim().replace(/^W\//, ""))
    .some((each) => each === "*" || each === tag)

/**
 * Makes a document ready: its bytes are kept once for all answers, compressed once for each encoding when it is first
 * asked for so. A client that has it is told so with 304, by its strong `ETag`.
 */
export const prepareDocument = Effect.fnUntraced(function* (
  headers: { readonly [name: string]: string },
  text: string
) {
  const bytes = Buffer.from(text)
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22)
  const variant = Effect.fnUntraced(function* (
    encoding: Encoding | undefined,
    make: Effect.Effect<Uint8Array>
  ) {
    const kept = { ...headers, ETag: `"${hash}${encoding ?? ""}"`, Vary: "Accept-Encoding" }
    const sent = encoding === undefined ? kept : { ...kept, "Content-Encoding": encoding }
    return { kept, sent, body: yield* Effect.cached(make) }
  })
  const plain = yield* variant(undefined, Effect.succeed(bytes))
  const encoded = {
    br: yield* variant(
      "br",
      Effect.promise(() => compress.br(bytes))
    ),
    gzip: yield* variant(
      "gzip",
      Effect.promise(() => compress.gzip(bytes))
    )
  }

  const answer = Effect.fnUntraced(function* (request: ApiRequest): Effect.fn.Return<ApiResponse> {
    const encoding = chooseEncoding(headerOf(request, "accept-encoding") ?? "")
    const { body, kept, sent } = encoding === undefined ? plain : encoded[encoding]
    if (names(headerOf(request, "if-none-match") ?? "", kept.ETag))
      return { status: 304, headers: kept, body: "" }
    return { status: 200, headers: sent, body: yield* body }
  })
  return { answer } satisfies PreparedDocument
})
