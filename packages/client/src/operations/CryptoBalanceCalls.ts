import type { CallOptions } from "../ClientOptions.ts"
import type { CryptoBalance } from "./CryptoBalance.ts"
import type { CryptoBalanceEntriesCalls } from "./CryptoBalanceEntriesCalls.ts"

/** The calls of `client.crypto.balance`. */
export interface CryptoBalanceCalls {
  /** The calls of `client.crypto.balance.entries`. */
  readonly entries: CryptoBalanceEntriesCalls

  /**
   * Read the balance.
   *
   * `GET /api/v2/crypto/balance`, scope `crypto:read`. Signed: needs the public key and the secret of the
   * crypto group.
   */
  get(options?: CallOptions): Promise<CryptoBalance>
}
