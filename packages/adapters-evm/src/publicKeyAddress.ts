import { secp256k1 } from "@noble/curves/secp256k1.js"
import { addressOfHash, type Hex, keccak } from "./hex.ts"

const uncompressedBytes = 65

/**
 * The address of a public key of secp256k1: 33 or 65 bytes, or in DER (SubjectPublicKeyInfo) as key management
 * services give it, which ends with the 65. Throws if the bytes are not such a key.
 */
export const publicKeyAddress = (publicKey: Uint8Array): Hex => {
  const point = secp256k1.Point.fromBytes(
    publicKey.length > uncompressedBytes ? publicKey.slice(-uncompressedBytes) : publicKey
  )
  // Without its first byte, which says that both coordinates follow.
  return addressOfHash(keccak(point.toBytes(false).subarray(1)))
}
