import { hexToBytes } from "@noble/hashes/utils.js"

/** How many random bytes a salt has. */
export const saltByteCount = 16

/**
 * The numeric path from which a source with numbers, such as an extended public key, derives a salt's
 * address: two levels of 31 bits. There is no counter behind it, so a restored store does not repeat an
 * address that it gave out and forgot. `salt` is 32 hex digits, as in `DepositAddresses.derive`.
 */
export const derivationPathOf = (salt: string): readonly [number, number] => {
  const bytes = hexToBytes(salt)
  const { buffer, byteOffset, byteLength } = bytes
  const view = new DataView(buffer, byteOffset, byteLength)
  return [view.getUint32(0) & 0x7fff_ffff, view.getUint32(4) & 0x7fff_ffff]
}
