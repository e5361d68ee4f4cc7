import { createHmac, hash, timingSafeEqual } from "node:crypto"

/** The parts of a request that its signature covers, each as received. */
export interface SignedParts {
  readonly method: string
  readonly path: string
  readonly timestamp: string
  readonly body: Uint8Array
  /** The additional part that the key binds; empty if it binds nothing. */
  readonly bind: string
}

/**
 * METHOD, path, timestamp, lower-case hex SHA-256 of the body (empty without a body) and bind, without
 * separators.
 */
export const stringToSign = (parts: SignedParts): string => {
  const bodyHash = parts.body.length === 0 ? "" : hash("sha256", parts.body, "hex")
  return `${parts.method.toUpperCase()}${parts.path}${parts.timestamp}${bodyHash}${parts.bind}`
}

/**
 * Whether the bound part could be taken for the hash of a body, with or without more behind it. Then one signature
 * would be that of two requests. No other two parts can be confused: a method has no slash, the path begins with one,
 * and the timestamps that are accepted have the same number of digits. A path that goes on with digits is no path of
 * the same method.
 */
export const isReadableInTwoWays = ({ bind, body }: SignedParts): boolean =>
  body.length === 0 && /^[0-9a-fA-F]{64}/.test(bind)

const signaturePattern = /^[0-9a-fA-F]{64}$/

/** Whether the hex text, in either case, is the HMAC-SHA256 of `text` under `secret`, in constant time. */
export const isSignatureOf = (signature: string, secret: string, text: string): boolean => {
  if (!signaturePattern.test(signature)) return false
  // Path and headers are the received bytes as Latin-1 text, so this hashes those bytes.
  const expected = createHmac("sha256", secret).update(text, "latin1").digest()
  return timingSafeEqual(expected, Buffer.from(signature, "hex"))
}

const digest = (text: string): Buffer => hash("sha256", text, "buffer")

/** Whether two secrets are equal, in constant time. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected))
