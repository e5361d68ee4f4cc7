import type { Option } from "effect"
import type { Currency } from "../money/Currency.ts"
import type { PartnerId } from "../partner/Partner.ts"
import type { Instant } from "../time/Instant.ts"

/** `wal_` and a UUIDv7 without dashes. */
export type TransitWalletId = string

/** A deposit address for good: whatever arrives is credited to its partner. Nothing of the wallet itself ever changes. */
export interface TransitWallet {
  readonly id: TransitWalletId
  readonly partnerId: PartnerId
  readonly label: string
  readonly network: string
  readonly currency: Currency
  readonly address: string
  /** What the address was derived from; not known of wallets from before there were salts. */
  readonly addressSalt: Option.Option<string>
  readonly createdAt: Instant
}

/** A wallet and what its deposits come to, in minor units: kept by the commits that credit and reverse them. */
export interface WalletStanding {
  readonly _tag: "wallet"
  readonly wallet: TransitWallet
  readonly balanceMinor: bigint
}
