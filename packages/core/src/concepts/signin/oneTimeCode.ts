import { createHmac, timingSafeEqual } from "node:crypto"
import { type Instant, millisPerSecond } from "../../kernel/time/Instant.ts"

/** Codes of authenticators: TOTP (RFC 6238) of six digits with SHA-1, as every authenticator makes them. */

const stepMillis = 30 * millisPerSecond
const digits = 6

/** A clock may be off by so many steps. */
const stepsOff = [-1, 0, 1] as const

/** How many random bytes a secret has (RFC 4226, 4: 160 bits are recommended). */
export const codeSecretBytes = 20

const base32Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** RFC 4648, 6, without padding. */
export const base32 = (bytes: Uint8Array): string => {
  let text = ""
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += base32Letters.charAt((held >> bits) & 31)
    }
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + base32Letters.charAt((held << (5 - bits)) & 31)
}

/** RFC 4226, 5.3. `secretHex` is the secret in hex. */
export const codeAt = (secretHex: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac("sha1", Buffer.from(secretHex, "hex")).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, "0")
}

const stepOf = (at: Instant): number => Math.floor(at / stepMillis)

/** The step of which this is the code, the latest if there are two; undefined if it is of none near this instant. */
export const stepOfCode = (secretHex: string, code: string, at: Instant): number | undefined => {
  const given = Buffer.from(code.replaceAll(/[\s-]/g, ""))
  if (given.length !== digits) return undefined
  let found: number | undefined
  for (const off of stepsOff) {
    const step = stepOf(at) + off
    if (step >= 0 && timingSafeEqual(Buffer.from(codeAt(secretHex, step)), given)) found = step
  }
  return found
}

/** What authenticators read from a QR code. */
export const enrolmentUri = (secretHex: string, account: string, issuer: string): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const secret = base32(Buffer.from(secretHex, "hex"))
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
