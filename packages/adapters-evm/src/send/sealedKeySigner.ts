import { type ChainWallet, type Vault, walletKeyContext } from "@quittance/core"
import { Effect } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import type { Hex } from "../hex.ts"
import { fieldsOf, hashOfBytes } from "./signedTransaction.ts"
import { type Signer, SignerUnavailable } from "./Signer.ts"

/** Signs with the private key that the store keeps sealed. The key is opened for each wallet when it first signs. */
export const sealedKeySigner = (
  vault: Vault["Service"],
  walletOf: (address: Hex) => Effect.Effect<ChainWallet, SignerUnavailable>
): Signer => {
  const accounts = new Map<Hex, ReturnType<typeof privateKeyToAccount>>()

  const accountOf = Effect.fnUntraced(function* (address: Hex) {
    const known = accounts.get(address)
    if (known !== undefined) return known
    const { partnerId, sealedKey } = yield* walletOf(address)
    const key = yield* Effect.mapError(
      vault.open(sealedKey, walletKeyContext(partnerId, address)),
      () =>
        new SignerUnavailable({
          reason: `the key of wallet ${address} cannot be opened: is this the master key that sealed it?`
        })
    )
    const account = privateKeyToAccount(key as Hex)
    accounts.set(address, account)
    return account
  })

  return {
    sign: Effect.fnUntraced(function* (wallet, transaction) {
      const account = yield* accountOf(wallet)
      const bytes = yield* Effect.promise(() => account.signTransaction(fieldsOf(transaction)))
      return { bytes, hash: hashOfBytes(bytes) }
    })
  }
}
