import { record } from "../../kernel/concept/Concept.ts"
import { moneyIn } from "../../kernel/concept/cells.ts"
import type { Row } from "../../kernel/concept/columns.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { currency, instant, text } from "../../kernel/concept/Field.ts"

/** `wal_` and a UUIDv7 without dashes. */
export type TransitWalletId = string

/**
 * A permanent deposit address: everything that arrives is credited to its partner. The wallet itself never
 * changes.
 */
export const transitWallet = record({
  name: "TransitWallet",
  noun: "wallet",
  table: "transit_wallets",
  fixed: {
    id: text,
    partnerId: text,
    label: text,
    network: text,
    currency,
    /** Unique per network by a claim. */
    address: text,
    /** The salt from which the address was derived. */
    addressSalt: text,
    createdAt: instant
  },
  changing: {},
  indexes: {}
})

export interface TransitWallet extends RecordOf<typeof transitWallet> {}

/** A wallet with the sum of its deposits in minor units, updated by the commits that credit and reverse them. */
export interface WalletStanding {
  readonly _tag: "wallet"
  readonly wallet: TransitWallet
  readonly balanceMinor: bigint
}

/** `sums` is a row of `transit_balances`. */
export const walletStanding = (wallet: TransitWallet, sums: Row): WalletStanding => ({
  _tag: "wallet",
  wallet,
  balanceMinor: moneyIn(sums, "balance_minor")
})

/** Decodes a row of `transit_wallets` joined with its balance. */
export const walletStandingOf = (row: Row): WalletStanding => walletStanding(transitWallet.stateOf(row), row)

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly TransitWallet: TransitWallet
  }
  interface EventsByConcept {
    readonly TransitWallet: { readonly _tag: "TransitWalletOpened"; readonly order: TransitWallet }
  }
}
