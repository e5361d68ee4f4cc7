import { hexToBytes } from "@noble/hashes/utils.js"

/** How many random bytes a salt has. */
export const saltByteCount = 16

/**
 * What a source that takes numbers, such as an extended public key, derives a salt's address by: two levels of 31 bits. No counter
 * is behind it, so a store that was restored and goes on does not come by an address that it gave out and forgot. `salt` is 32 hex
 * digits, as `DepositAddresses.derive` gets it.
 */
export const derivationPathOf = (salt: string): readonly [number, number] => {
  const bytes = hexToBytes(salt)
  const { buffer, byteOffset, byteLength } = bytes
  const view = new DataView(buffer, byteOffset, byteLength)
  return [view.getUint32(0) & 0x7fff_ffff, view.getUint32(4) & 0x7fff_ffff]
}
