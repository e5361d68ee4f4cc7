import { bytesToHex, concatBytes } from "@noble/hashes/utils.js"
import { extendedKeyAddresses as evmExtendedKeyAddresses, type Hex } from "@quittance/adapters-evm"
import {
  addressOfHash,
  bytesOf,
  depositAddress as evmDepositAddress,
  keccak
} from "@quittance/adapters-evm/parts"
import { addressOfBytes, bytesOfAddress } from "@quittance/core/adapter"

/**
 * Addresses of TRON. Inside the adapter an address is its 20 bytes, in lower case; Base58Check (`T…`) is for what is
 * stored, configured and read by people.
 */

/** The byte before the 20 in everything that TRON encodes or hashes. */
const prefix = 0x41

/** The 20 bytes of an address in Base58Check. */
export const hexOfAddress = (address: string): Hex => `0x${bytesToHex(bytesOfAddress("tron", address))}`

/** 20 bytes in Base58Check. */
export const addressOfHex = (hex: Hex): string => addressOfBytes("tron", bytesOf(hex))

/** The 21 bytes of an address, as transactions and the nodes' HTTP API use it. */
export const prefixedBytes = (hex: Hex): Uint8Array => concatBytes(Uint8Array.of(prefix), bytesOf(hex))

/** The deposit address of a salt. TRON's CREATE2 hashes its own prefix instead of Ethereum's 0xff. */
export const depositAddress = (factory: Hex, implementation: Hex, salt: string): Hex =>
  lowerCase(evmDepositAddress(factory, implementation, salt, prefix))

/** The deposit address of each salt under an extended public key, in Base58Check, derived as in the EVM adapter. */
export const extendedKeyAddresses = (extendedPublicKey: string): ((salt: string) => string) => {
  const addressOf = evmExtendedKeyAddresses(extendedPublicKey)
  return (salt) => addressOfHex(addressOf(salt))
}

/** The address at which a transaction of `owner` creates its contract. */
export const createdAddress = (transactionId: Hex, owner: Hex): Hex =>
  hashedAddress(bytesOf(transactionId), prefixedBytes(owner))

/**
 * The address at which contracts create one by CREATE. `nonce` counts the earlier internal calls and creations of the
 * transaction; the constructor of a contract begins with 0.
 */
export const innerCreatedAddress = (transactionId: Hex, nonce: number): Hex => {
  const number = new Uint8Array(8)
  new DataView(number.buffer).setBigUint64(0, BigInt(nonce))
  return hashedAddress(bytesOf(transactionId), number)
}

const hashedAddress = (...parts: ReadonlyArray<Uint8Array>): Hex =>
  lowerCase(addressOfHash(keccak(concatBytes(...parts))))

const lowerCase = (hex: Hex): Hex => `0x${hex.slice(2).toLowerCase()}`
