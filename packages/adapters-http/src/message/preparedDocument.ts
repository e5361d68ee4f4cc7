import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Effect } from "effect"
import { type ApiRequest, headerOf } from "./ApiMessage.ts"

/** A document that is the same for all clients, ready to be sent. */
export interface PreparedDocument {
  readonly answer: (request: Pick<ApiRequest, "headers">) => Effect.Effect<{
    readonly status: 200 | 304
    readonly headers: { readonly [name: string]: string }
    readonly body: string | Uint8Array<ArrayBuffer>
  }>
}

type Encoding = "br" | "gzip"

/** Good compression and fast even for the largest document: Brotli's best level takes seconds. */
const brotliQuality = 6

const compress: { readonly [E in Encoding]: (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>> } = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length
      }
    }),
  gzip: promisify(gzip)
}

/** The best encoding that a client accepts (RFC 9110, 12.5.3): named or covered by `*`, and not with weight 0. */
const chooseEncoding = (accepted: string): Encoding | undefined => {
  const accepts = new Map(
    accepted.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase())
      return [name, !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each))]
    })
  )
  return (["br", "gzip"] as const).find((encoding) => accepts.get(encoding) ?? accepts.get("*") ?? false)
}

/**
 * Whether the client already has the document with this tag (RFC 9110, 13.1.2): weak tags count like strong
 * ones.
 */
const names = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch
    .split(",")
    .map((each) => each.trim().replace(/^W\//, ""))
    .some((each) => each === "*" || each === tag)

/**
 * Prepares a document: its bytes are kept once for all answers, and compressed once per encoding on first
 * use. A client that has it gets 304, by its strong `ETag`.
 */
export const prepareDocument = Effect.fnUntraced(function* (
  headers: { readonly [name: string]: string },
  content: string | Uint8Array
) {
  const bytes = Buffer.from(content)
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22)
  const variant = Effect.fnUntraced(function* (
    encoding: Encoding | undefined,
    make: Effect.Effect<Uint8Array<ArrayBuffer>>
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

  const answer: PreparedDocument["answer"] = Effect.fnUntraced(function* (request) {
    const encoding = chooseEncoding(headerOf(request, "accept-encoding") ?? "")
    const { body, kept, sent } = encoding === undefined ? plain : encoded[encoding]
    if (names(headerOf(request, "if-none-match") ?? "", kept.ETag))
      return { status: 304, headers: kept, body: "" }
    return { status: 200, headers: sent, body: yield* body }
  })
  return { answer } satisfies PreparedDocument
})
