import { type ChainWallet, type Vault, walletKeyContext } from "@quittance/core/adapter"
import { Effect } from "effect"
import { signRecoverable } from "tiny-secp256k1"
import { bytesOf, type Hex, hexOf } from "../hex.ts"
import { type Signer, SignerUnavailable } from "./Signer.ts"
import type { TransactionForm } from "./TransactionForm.ts"

/** Signs with the private key that the store keeps sealed. The key is opened for each wallet when it first signs. */
export const sealedKeySigner = <Transaction, Address extends string>(
  { digestOf, hashOf, signedBytes }: TransactionForm<Transaction, Address>,
  vault: Vault["Service"],
  walletOf: (address: Address) => Effect.Effect<ChainWallet, SignerUnavailable>
): Signer<Transaction, Address> => {
  const keys = new Map<Address, Uint8Array>()

  const keyOf = Effect.fnUntraced(function* (address: Address) {
    const known = keys.get(address)
    if (known !== undefined) return known
    const { partnerId, sealedKey } = yield* walletOf(address)
    const key = yield* Effect.mapError(
      vault.open(sealedKey, walletKeyContext(partnerId, address)),
      () =>
        new SignerUnavailable({
          reason: `the key of wallet ${address} cannot be opened: is this the master key that sealed it?`
        })
    )
    const bytes = bytesOf(key as Hex)
    keys.set(address, bytes)
    return bytes
  })

  return {
    sign: Effect.fnUntraced(function* (wallet, transaction) {
      // Deterministic (RFC 6979): the same transaction and key give the same bytes.
      const { recoveryId, signature } = signRecoverable(digestOf(transaction), yield* keyOf(wallet))
      const bytes = signedBytes(transaction, {
        r: hexOf(signature.subarray(0, 32)),
        s: hexOf(signature.subarray(32)),
        yParity: recoveryId === 1 ? 1 : 0
      })
      return { bytes, hash: hashOf(bytes, transaction) }
    })
  }
}
