import type { CallOptions } from "../ClientOptions.ts"
import type { CryptoSearchResult, SearchCryptoQuery } from "./Crypto.ts"
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

  /**
   * Find payouts, invoices and wallets by exact value: at most 20, newest first.
   *
   * `GET /api/v2/crypto/search`, scope `crypto:read`. Signed: needs the public key and the secret of the
   * crypto group.
   */
  search(query: SearchCryptoQuery, options?: CallOptions): Promise<ReadonlyArray<CryptoSearchResult>>
}
