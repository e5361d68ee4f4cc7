/**
 * The crypto group's request signature: hex HMAC-SHA256 over METHOD, path, timestamp, body hash and the binding string,
 * without separators. The body hash is lower-case hex SHA-256, or nothing when there is no body.
 */
import { createHmac, hash, type KeyObject, timingSafeEqual } from "node:crypto"

/** What a key binds into its signatures besides the request itself. */
export type Bind = "none" | "idempotency"

export const skewMillis = 5 * 60 * 1_000

export type SignedRequest = {
  readonly method: string
  /** As received, without the query. */
  readonly path: string
  /** The exact header text. */
  readonly timestamp: string
  readonly body: Buffer | string
  readonly bind: string
}

/** The signature's 32 bytes. */
export const signRequest = (secret: KeyObject | string, request: SignedRequest): Buffer => {
  const bodyHash = request.body.length === 0 ? "" : hash("sha256", request.body, "hex")
  return createHmac("sha256", secret)
    .update(`${request.method}${request.path}${request.timestamp}${bodyHash}${request.bind}`)
    .digest()
}

/** The signature's bytes when it is right, compared in constant time; otherwise nothing. */
export const verifiedSignature = (
  secret: KeyObject,
  request: SignedRequest,
  claimedHex: string
): Buffer | undefined => {
  // Buffer.from stops silently at the first character that is no hex digit, so a wrong text shows as a wrong length.
  const claimed = claimedHex.length === 64 ? Buffer.from(claimedHex, "hex") : Buffer.alloc(0)
  if (claimed.length !== 32) return undefined
  const expected = signRequest(secret, request)
  return timingSafeEqual(expected, claimed) ? expected : undefined
}
