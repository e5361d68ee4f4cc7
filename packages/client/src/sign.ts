import { UsageError } from "./QuittanceError.ts"

/** The parts of a request that its signature covers. */
export interface SignedParts {
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** Unix milliseconds in digits. */
  readonly timestamp: string
  readonly body: Uint8Array<ArrayBuffer> | undefined
  readonly bound: string
}

const subtle = (): SubtleCrypto => globalThis.crypto?.subtle ?? missing()

const missing = (): never => {
  throw new UsageError(
    "invalid_option",
    "Web Crypto is missing, which signs: it needs Node 20 or a current Deno, Bun or worker, and in browsers a page over https."
  )
}

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** METHOD, path, timestamp, hex SHA-256 of the body (nothing for an empty one) and what is bound, in one. */
export const stringToSign = async ({
  body,
  bound,
  method,
  path,
  timestamp
}: SignedParts): Promise<string> => {
  const hash = body === undefined || body.length === 0 ? "" : hexOf(await subtle().digest("SHA-256", body))
  return `${method}${path}${timestamp}${hash}${bound}`
}

/** Signs under a secret: HMAC-SHA256 in hex. */
export const makeSigner = (secret: string): ((text: string) => Promise<string>) => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  let key: Promise<CryptoKey> | undefined
  return async (text) => {
    key ??= subtle().importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
    return hexOf(await subtle().sign("HMAC", await key, bytes(text)))
  }
}
