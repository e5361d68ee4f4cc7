import type { CallOptions, KeyedCallOptions } from "../ClientOptions.ts"
import type { Listing } from "../Listing.ts"
import type {
  CreatePayoutRequest,
  ListPayoutsQuery,
  Payout,
  PayoutCreated,
  PayoutDetail,
  PayoutList
} from "./CryptoPayouts.ts"
import type { PayoutHistory } from "./CryptoPayoutsHistory.ts"

/** The calls of `client.crypto.payouts`. */
export interface CryptoPayoutsCalls {
  /**
   * Send a payout from the balance.
   *
   * With the same `idempotencyKey` and fields it gives the same answer again, and nothing is done twice.
   *
   * `POST /api/v2/crypto/payouts`, scope `payouts:write`. Signed: needs the public key and the secret of the
   * crypto group.
   *
   * Errors of its own: `store_on_hold` (503), `unsupported_network` (400), `invalid_address` (400),
   * `amount_out_of_range` (400), `insufficient_funds` (400), `idempotency_conflict` (409).
   */
  create(request: CreatePayoutRequest, options?: KeyedCallOptions): Promise<PayoutCreated>

  /**
   * List payouts, newest first.
   *
   * `GET /api/v2/crypto/payouts`, scope `crypto:read`. Signed: needs the public key and the secret of the
   * crypto group.
   *
   * Errors of its own: `invalid_cursor` (400).
   */
  list(query?: ListPayoutsQuery, options?: CallOptions): Listing<Payout, PayoutList>

  /**
   * Read a payout, with the calls to the processing side.
   *
   * `GET /api/v2/crypto/payouts/{id}`, scope `crypto:read`. Signed: needs the public key and the secret of
   * the crypto group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The payout's id.
   */
  get(id: string, options?: CallOptions): Promise<PayoutDetail>

  /**
   * Read what became of a payout, and who caused it.
   *
   * `GET /api/v2/crypto/payouts/{id}/history`, scope `crypto:read`. Signed: needs the public key and the
   * secret of the crypto group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The payout's id.
   */
  history(id: string, options?: CallOptions): Promise<PayoutHistory>
}
