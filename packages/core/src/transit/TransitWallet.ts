import { moneyIn } from "../concept/cells.ts"
import type { Row } from "../concept/columns.ts"
import { record } from "../concept/Concept.ts"
import type { RecordOf } from "../concept/Definition.ts"
import { currency, instant, text } from "../concept/Field.ts"

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
  indexes: {
    listed: { on: ["partnerId", "createdAt", "id"] }
  }
})

export interface TransitWallet extends RecordOf<typeof transitWallet> {}

/** A wallet with the sum of its deposits in minor units, updated by the commits that credit and reverse them. */
export interface WalletStanding {
  readonly _tag: "wallet"
  readonly wallet: TransitWallet
  readonly balanceMinor: bigint
}

/** Decodes a row of `transit_wallets` joined with its balance. */
export const walletStandingOf = (row: Row): WalletStanding => ({
  _tag: "wallet",
  wallet: transitWallet.stateOf(row),
  balanceMinor: moneyIn(row, "balance_minor")
})

declare module "../ports/Store.ts" {
  interface StatesByConcept {
    readonly TransitWallet: TransitWallet
  }
  interface EventsByConcept {
    readonly TransitWallet: { readonly _tag: "TransitWalletOpened"; readonly order: TransitWallet }
  }
}
