import { ChainWallets, Vault } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { OutsideSigner } from "./OutsideSigner.ts"
import { SignerUnavailable } from "./Signer.ts"
import type { TransactionForm } from "./TransactionForm.ts"
import { walletSigner } from "./walletSigner.ts"

/** Signs for the wallets that the store has of a network. */
export const networkSigner = Effect.fnUntraced(function* <Transaction, Address extends string>(
  network: string,
  form: TransactionForm<Transaction, Address>,
  outside: OutsideSigner<Transaction, Address> | undefined
) {
  const wallets = yield* ChainWallets
  return walletSigner(
    form,
    yield* Vault,
    outside,
    Effect.fnUntraced(function* (address: Address) {
      const all = yield* Effect.mapError(
        wallets.wallets(network),
        ({ reason }) => new SignerUnavailable({ reason })
      )
      const found = all.find((each) => each.address === address)
      return found ?? (yield* new SignerUnavailable({ reason: `there is no wallet ${address}` }))
    })
  )
})
