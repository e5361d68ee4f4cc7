import { concatBytes } from "@noble/hashes/utils.js"
import { addressOfHash, bytesOf, type Hex, keccak, word } from "./hex.ts"

/** The salt of a deposit address, 32 hex digits, in the form that the contracts take: a number of 32 bytes. */
export const saltWord = (salt: string): Hex => `0x${word(BigInt(`0x${salt}`))}`

/** The first byte of what CREATE2 hashes. */
const create2Prefix = 0xff

/**
 * The deposit address of a salt: where `factory` creates, by CREATE2 (EIP-1014), the minimal proxy (EIP-1167) to
 * `implementation`. Equal to what `addressOf` of the factory answers. Networks that run the EVM may have another
 * prefix.
 */
export const depositAddress = (factory: Hex, implementation: Hex, salt: string, prefix?: number): Hex =>
  create2Address(factory, saltWord(salt), cloneCode(implementation), prefix)

/** The address at which `creator` creates a contract with this creation code. */
export const create2Address = (creator: Hex, salt: Hex, initCode: Hex, prefix = create2Prefix): Hex =>
  addressOfHash(
    keccak(concatBytes(Uint8Array.of(prefix), bytesOf(creator), bytesOf(salt), keccak(bytesOf(initCode))))
  )

/**
 * The address at which the transaction or creation number `nonce` of `creator` creates a contract: the hash of both
 * in RLP.
 */
export const createAddress = (creator: Hex, nonce: number): Hex => {
  const digits = nonce.toString(16)
  const bytes = bytesOf(`0x${digits.length % 2 === 0 ? digits : `0${digits}`}`)
  const number = nonce === 0 ? [0x80] : nonce < 0x80 ? [nonce] : [0x80 + bytes.length, ...bytes]
  const items = [0x80 + 20, ...bytesOf(creator), ...number]
  return addressOfHash(keccak(Uint8Array.of(0xc0 + items.length, ...items)))
}

/** Creates the minimal proxy, as in the factory. */
export const cloneCode = (implementation: Hex): Hex =>
  `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${implementation.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`
