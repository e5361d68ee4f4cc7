import type { CallOptions } from "../ClientOptions.ts"
import type { Listing } from "../Listing.ts"
import type { BalanceEntry, BalanceEntryList, ListBalanceEntriesQuery } from "./CryptoBalanceEntries.ts"

/** The calls of `client.crypto.balance.entries`. */
export interface CryptoBalanceEntriesCalls {
  /**
   * List what changed the available balance, newest first.
   *
   * `GET /api/v2/crypto/balance/entries`, scope `crypto:read`. Signed: needs the public key and the secret of
   * the crypto group.
   *
   * Errors of its own: `invalid_cursor` (400).
   */
  list(query?: ListBalanceEntriesQuery, options?: CallOptions): Listing<BalanceEntry, BalanceEntryList>
}
