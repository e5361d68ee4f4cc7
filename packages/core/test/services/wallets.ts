import { assert } from "@effect/vitest"
import { Deposits, TransitWallets } from "@quittance/core"
import { StateReader, type TransitWallet, transitDeposit as transitDeposits } from "@quittance/core/adapter"
import { Effect } from "effect"

/** What partners and payers do with transit wallets in tests. */

export const openWallet = Effect.fnUntraced(function* (partnerId: string, network = "tron", label = "till") {
  const wallets = yield* TransitWallets
  const { wallet } = yield* wallets.create(partnerId, { label, network })
  return wallet
})

/** Reads the wallet's address off its network; answers its balance after it. */
export const refreshWallet = Effect.fnUntraced(function* ({ address, network }: TransitWallet) {
  const deposits = yield* Deposits
  const found = yield* deposits.refresh(network, address)
  assert(found._tag === "wallet", "the address belongs to a wallet")
  return found.balanceMinor
})

/** Oldest first. */
export const depositsOf = ({ id, partnerId }: TransitWallet) =>
  Effect.flatMap(StateReader, (states) =>
    Effect.map(states.indexed(transitDeposits, "by_wallet", { equal: [partnerId, id] }), (all) =>
      all.map(({ state }) => state)
    )
  )

/** Where each deposit of a wallet stands, oldest first. */
export const depositTags = (wallet: TransitWallet) =>
  Effect.map(depositsOf(wallet), (all) => all.map(({ _tag }) => _tag))
