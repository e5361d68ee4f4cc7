import type { ChainWallet, Vault } from "@quittance/core/adapter"
import { Effect } from "effect"
import { checkedSigner, type OutsideSigner } from "./OutsideSigner.ts"
import { type Signer, SignerUnavailable } from "./Signer.ts"
import { sealedKeySigner } from "./sealedKeySigner.ts"
import type { TransactionForm } from "./TransactionForm.ts"

/** Signs with the key that the store keeps sealed or, for a wallet without one, with the signer outside. */
export const walletSigner = <Transaction, Address extends string>(
  form: TransactionForm<Transaction, Address>,
  vault: Vault["Service"],
  outside: OutsideSigner<Transaction, Address> | undefined,
  walletOf: (address: Address) => Effect.Effect<ChainWallet, SignerUnavailable>
): Signer<Transaction, Address> => {
  const sealed = sealedKeySigner(form, vault, walletOf)
  const checked = outside === undefined ? undefined : checkedSigner(form, outside)
  const known = new Map<Address, Signer<Transaction, Address>>()

  const signerOf = Effect.fnUntraced(function* (address: Address) {
    const before = known.get(address)
    if (before !== undefined) return before
    const { partnerId, sealedKey } = yield* walletOf(address)
    const signer = sealedKey === "" ? checked : sealed
    if (signer === undefined)
      return yield* new SignerUnavailable({
        reason: `a signer holds the key of wallet ${address}, and the configuration names none for ${partnerId}`
      })
    known.set(address, signer)
    return signer
  })

  return {
    sign: (wallet, transaction) =>
      Effect.flatMap(signerOf(wallet), (signer) => signer.sign(wallet, transaction))
  }
}
