import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { createBase58check } from "@scure/base"
import { sha256 } from "../../kernel/digest/sha256.ts"
import { invariant } from "../../kernel/machine/invariant.ts"

/** How a network writes an address. */
export type AddressFormat = "tron" | "evm"

const base58check = createBase58check(sha256)
const tronPrefix = 0x41

/** Tron: Base58Check of 0x41 and 20 bytes (TRON protocol documentation, "Addresses"). */
const isTronAddress = (address: string): boolean => {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === tronPrefix
  } catch {
    return false
  }
}

/** The address in the letter case that encodes its checksum (EIP-55). `hex` is 40 hex digits in any case. */
const eip55 = (hex: string): string => {
  const lower = hex.toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  let out = "0x"
  for (let i = 0; i < lower.length; i++) {
    const digit = lower.charAt(i)
    out += Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit
  }
  return out
}

/** EVM: 0x and 40 hex digits; mixed case must carry the EIP-55 checksum. */
const isEvmAddress = (address: string): boolean => {
  const match = /^0x([0-9a-fA-F]{40})$/.exec(address)
  if (match === null) return false
  const hex = match[1] ?? ""
  return hex === hex.toLowerCase() || hex === hex.toUpperCase() || eip55(hex) === address
}

export const isAddress = (format: AddressFormat, address: string): boolean =>
  format === "tron" ? isTronAddress(address) : isEvmAddress(address)

/**
 * The canonical spelling in which an address is stored and compared: EVM addresses in EIP-55 case, Tron's
 * unchanged.
 */
export const canonicalAddress = (format: AddressFormat, address: string): string =>
  format === "evm" ? eip55(address.slice(2)) : address

/** The address of 20 bytes in a network's spelling: for deposit address sources. */
export const addressOfBytes = (format: AddressFormat, bytes: Uint8Array): string =>
  format === "evm" ? eip55(bytesToHex(bytes)) : base58check.encode(Uint8Array.of(tronPrefix, ...bytes))

/** The 20 bytes of an address of the format, in any of its spellings. */
export const bytesOfAddress = (format: AddressFormat, address: string): Uint8Array => {
  invariant(isAddress(format, address), "only an address has bytes")
  return format === "evm" ? hexToBytes(address.slice(2)) : base58check.decode(address).subarray(1)
}

/**
 * The account that an address names, in the same text for all spellings and formats; another text is returned as it is.
 */
export const accountOf = (address: string): string => {
  if (/^0x[0-9a-f]{40}$/i.test(address)) return address.toLowerCase()
  return isTronAddress(address) ? `0x${bytesToHex(bytesOfAddress("tron", address))}` : address
}
