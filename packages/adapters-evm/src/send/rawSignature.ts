import { secp256k1 } from "@noble/curves/secp256k1.js"
import type { Hex } from "../hex.ts"
import { publicKeyAddress } from "../publicKeyAddress.ts"

/** A signature as two numbers, without what tells which of two keys made it. */
export interface RawSignature {
  readonly r: bigint
  readonly s: bigint
}

/** The number of points on the curve: r and s are below it. */
export const order = secp256k1.Point.Fn.ORDER

/** Networks refuse the upper half, because each signature has a twin there (EIP-2). */
export const isHighS = ({ s }: RawSignature): boolean => s > order / 2n

/** The account whose key made the signature; undefined if no key did. */
export const recoveredAddress = (
  digest: Uint8Array,
  { r, s }: RawSignature,
  yParity: 0 | 1
): Hex | undefined => {
  try {
    return publicKeyAddress(new secp256k1.Signature(r, s, yParity).recoverPublicKey(digest).toBytes(false))
  } catch {
    return undefined
  }
}
