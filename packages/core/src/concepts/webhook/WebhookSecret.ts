import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { base64 } from "@scure/base"
import type { TextFault } from "../../kernel/input/Input.ts"

/** Secrets in the form of Standard Webhooks: this prefix, then base64. */
const prefix = "whsec_"

/** How many random bytes a generated secret has. */
export const secretByteCount = 32

const keyBytesMin = 24
const keyBytesMax = 64

/** The secret of random bytes, given in hex. */
export const secretOfHex = (hex: string): string => prefix + base64.encode(hexToBytes(hex))

/** A character of UTF-8 has one to four bytes, and three bytes are four characters of base64. */
export const secretLength = {
  min: Math.ceil(keyBytesMin / 4),
  max: prefix.length + Math.ceil(keyBytesMax / 3) * 4
} as const

const decoded = (text: string): Uint8Array | undefined => {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}

/**
 * The signing key: the decoded base64 after `whsec_`, or else the UTF-8 of a caller-chosen secret. Undefined
 * if the base64 is invalid.
 */
export const signingKey = (secret: string): Uint8Array | undefined =>
  secret.startsWith(prefix) ? decoded(secret.slice(prefix.length)) : utf8ToBytes(secret)

/** The fault of a caller-chosen secret. */
export const secretFault = (secret: string): TextFault | undefined => {
  const key = secret.isWellFormed() ? signingKey(secret) : undefined
  if (key === undefined)
    return { code: "invalid_value", message: `must be text, or ${prefix} and the base64 of its bytes` }
  return key.length >= keyBytesMin && key.length <= keyBytesMax
    ? undefined
    : { code: "out_of_range", message: `must have ${keyBytesMin} to ${keyBytesMax} bytes` }
}
