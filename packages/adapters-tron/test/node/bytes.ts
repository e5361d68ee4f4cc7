import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js"

/** Lower-case digits with `0x`: addresses are 20 bytes, hashes 32. */
export type Hex = `0x${string}`

export const hexOf = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`
export const bytesOf = (hex: Hex): Uint8Array => hexToBytes(hex.slice(2))
/** As the HTTP API has hashes. */
export const bare = (hex: Hex): string => hex.slice(2)
export const quantity = (value: number | bigint): Hex => `0x${value.toString(16)}`
export const wordOf = (value: bigint): string => value.toString(16).padStart(64, "0")
export const sha256Of = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => sha256(concatBytes(...parts))
export const keccakOf = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => keccak_256(concatBytes(...parts))

/** An address as a word of a call or a topic of a log. */
export const addressWord = (address: Hex): Hex => `0x${address.slice(2).padStart(64, "0")}`
/** The arguments in the data of a call, each a word. */
export const addressAt = (data: Hex, word: number): Hex =>
  `0x${data.slice(10 + word * 64 + 24, 74 + word * 64)}`
export const numberAt = (data: Hex, word: number): bigint =>
  BigInt(`0x${data.slice(10 + word * 64, 74 + word * 64).padEnd(64, "0")}`)

const selectors = new Map<string, string>()

/** The eight digits that a call of a function begins with. */
export const selectorOf = (signature: string): string => {
  const known = selectors.get(signature) ?? bytesToHex(keccakOf(Buffer.from(signature)).slice(0, 4))
  selectors.set(signature, known)
  return known
}

/** An address as protobuf has it: 21 bytes, the first of which is 0x41. None if it is something else. */
export const addressIn = (bytes: Uint8Array): Hex | undefined =>
  bytes.length === 21 && bytes[0] === 0x41 ? hexOf(bytes.slice(1)) : undefined

/** As the HTTP API has addresses. */
export const hex41 = (address: Hex): string => `41${address.slice(2)}`

const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** As people have addresses, and the HTTP API where `visible` is asked for. */
export const base58 = (address: Hex): string => {
  const bytes = hexToBytes(hex41(address))
  const checked = concatBytes(bytes, sha256(sha256(bytes)).slice(0, 4))
  let rest = BigInt(hexOf(checked))
  let text = ""
  for (; rest > 0n; rest /= 58n) text = `${digits[Number(rest % 58n)]}${text}`
  return text
}

/** Undefined if it is no address with a right check sum. */
export const addressOfBase58 = (text: string): Hex | undefined => {
  let value = 0n
  for (const digit of text) value = value * 58n + BigInt(digits.indexOf(digit))
  const address: Hex = `0x${value.toString(16).padStart(50, "0").slice(2, 42)}`
  return base58(address) === text ? address : undefined
}
