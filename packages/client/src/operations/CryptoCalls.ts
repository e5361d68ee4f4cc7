import type { CryptoBalanceCalls } from "./CryptoBalanceCalls.ts"
import type { CryptoInvoicesCalls } from "./CryptoInvoicesCalls.ts"
import type { CryptoNetworksCalls } from "./CryptoNetworksCalls.ts"
import type { CryptoPayoutsCalls } from "./CryptoPayoutsCalls.ts"

/** The calls of `client.crypto`. */
export interface CryptoCalls {
  /** The calls of `client.crypto.networks`. */
  readonly networks: CryptoNetworksCalls

  /** The calls of `client.crypto.balance`. */
  readonly balance: CryptoBalanceCalls

  /** The calls of `client.crypto.invoices`. */
  readonly invoices: CryptoInvoicesCalls

  /** The calls of `client.crypto.payouts`. */
  readonly payouts: CryptoPayoutsCalls
}
