import { derivationPathOf } from "@quittance/core/adapter"
import { HDKey } from "@scure/bip32"
import type { Hex } from "./hex.ts"
import { publicKeyAddress } from "./publicKeyAddress.ts"

/**
 * The deposit address of each salt under an extended public key (BIP-32), for hosts that sweep elsewhere: the account
 * two levels below the key, on the path of `derivationPathOf`. The key's owner finds the private key on the same
 * path. Throws if the text is not an extended key.
 */
export const extendedKeyAddresses = (extendedPublicKey: string): ((salt: string) => Hex) => {
  const key = HDKey.fromExtendedKey(extendedPublicKey)
  return (salt) => {
    const [first, second] = derivationPathOf(salt)
    const { publicKey } = key.deriveChild(first).deriveChild(second)
    if (publicKey === null) throw new Error("a derived key has a public key")
    return publicKeyAddress(publicKey)
  }
}
