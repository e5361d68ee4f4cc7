import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { addressOfBytes } from "@quittance/core/adapter"

/** Bytes as the nodes of EVM networks write them: `0x` and two digits each. */
export type Hex = `0x${string}`

export const bytesOf = (hex: Hex): Uint8Array => hexToBytes(hex.slice(2))

export const hexOf = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`

export const keccak = (bytes: Uint8Array): Uint8Array => keccak_256(bytes)

/** The address in the last 20 bytes of a hash, in EIP-55 case. */
export const addressOfHash = (hash: Uint8Array): Hex => `0x${addressOfBytes("evm", hash.slice(-20)).slice(2)}`

/** A number as 32 bytes, without `0x`; also an address or a salt, on the left of which are zeros. */
export const word = (value: bigint): string => value.toString(16).padStart(64, "0")
