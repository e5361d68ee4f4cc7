/**
 * TRON addresses: base58check of 0x41 and 20 bytes, 34 characters beginning with T.
 *
 * The load generator writes them, the Fastify peer checks them.
 */
import { hash } from "node:crypto"

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
const addressPrefix = 0x41
const decodedLength = 25
const payloadLength = 21

// An index by character code, so that decoding needs no search.
const digitOfCode = new Int8Array(128).fill(-1)
for (let digit = 0; digit < alphabet.length; digit++) digitOfCode[alphabet.charCodeAt(digit)] = digit

const checksum = (payload: Uint8Array): Buffer =>
  hash("sha256", hash("sha256", payload, "buffer"), "buffer").subarray(0, 4)

const decode = (text: string): Uint8Array | undefined => {
  const bytes = new Uint8Array(decodedLength)
  for (let index = 0; index < text.length; index++) {
    let carry = digitOfCode[text.charCodeAt(index)] ?? -1
    if (carry < 0) return undefined
    for (let position = decodedLength - 1; position >= 0; position--) {
      carry += (bytes[position] ?? 0) * 58
      bytes[position] = carry & 0xff
      carry >>= 8
    }
    if (carry !== 0) return undefined
  }
  return bytes
}

/** True only for a text whose length, prefix and checksum are right. */
export const isTronAddress = (text: string): boolean => {
  if (text.length !== 34 || text[0] !== "T") return false
  const bytes = decode(text)
  if (bytes === undefined || bytes[0] !== addressPrefix) return false
  const expected = checksum(bytes.subarray(0, payloadLength))
  return expected.equals(bytes.subarray(payloadLength))
}

/** The address of 20 account bytes. */
export const tronAddress = (account: Uint8Array): string => {
  const payload = Buffer.concat([Buffer.of(addressPrefix), account])
  let value = BigInt(`0x${Buffer.concat([payload, checksum(payload)]).toString("hex")}`)
  let text = ""
  while (value > 0n) {
    text = `${alphabet[Number(value % 58n)] ?? ""}${text}`
    value /= 58n
  }
  return text
}
