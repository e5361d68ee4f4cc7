import { secp256k1 } from "@noble/curves/secp256k1.js"
import { type Hex, word } from "../hex.ts"
import type { HostSigner } from "./OutsideSigner.ts"
import { isHighS, order, recoveredAddress } from "./rawSignature.ts"
import { evmForm, type TransactionForm } from "./TransactionForm.ts"

/** One key of secp256k1 in a key management service. */
export interface DigestKey {
  /** The address of its public key. */
  readonly address: string
  /**
   * Signs 32 bytes as they are, without hashing them again. Answers the signature in DER, as AWS, Google Cloud and many
   * others give it, or as r and s of 32 bytes each, as Azure does. It need not be the same each time, and s may be
   * high.
   */
  readonly signDigest: (digest: Uint8Array) => Promise<Uint8Array>
}

/**
 * A signer of wallets whose keys sign digests only. Such services do not say which of two keys a signature belongs to,
 * so both are tried against the address; and half of their signatures are of a form that networks refuse, and are
 * turned into the other.
 */
export const digestSigner = (keys: ReadonlyArray<DigestKey>): HostSigner => digestSignerOf(evmForm, keys)

/** ... in the form of any kind of network. */
export const digestSignerOf = <Transaction, Address extends string>(
  { digestOf, hexOfAddress, signedBytes }: TransactionForm<Transaction, Address>,
  keys: ReadonlyArray<DigestKey>
): HostSigner<Transaction, Address> => ({
  accounts: () => Promise.resolve(keys.map(({ address }) => address)),
  sign: async (wallet, transaction) => {
    const key = keys.find(({ address }) => address.toLowerCase() === wallet.toLowerCase())
    if (key === undefined) throw new Error(`it has no key of ${wallet}`)
    const digest = digestOf(transaction)
    const { r, s } = lowS(readSignature(await key.signDigest(digest)))
    const account = hexOfAddress(wallet).toLowerCase()
    for (const yParity of [0, 1] as const)
      if (recoveredAddress(digest, { r, s }, yParity)?.toLowerCase() === account)
        return signedBytes(transaction, { r: hexWord(r), s: hexWord(s), yParity })
    throw new Error(`its signature is not that of ${wallet}`)
  }
})

const readSignature = (bytes: Uint8Array) =>
  secp256k1.Signature.fromBytes(bytes, bytes.length === 64 ? "compact" : "der")

const lowS = (signature: { readonly r: bigint; readonly s: bigint }) =>
  isHighS(signature) ? { r: signature.r, s: order - signature.s } : signature

const hexWord = (value: bigint): Hex => `0x${word(value)}`
