import type { CallOptions, KeyedCallOptions } from "../ClientOptions.ts"
import type { Listing } from "../Listing.ts"
import type {
  CreateTransitWalletRequest,
  ListTransitWalletsQuery,
  TransitWallet,
  TransitWalletList
} from "./TransitWallets.ts"

/** The calls of `client.transit.wallets`. */
export interface TransitWalletsCalls {
  /**
   * Create a wallet with its own deposit address.
   *
   * With the same `idempotencyKey` and fields it gives the same answer again, and nothing is done twice.
   *
   * `POST /v1/transit/wallets`, scope `transit:write`. Needs the public key and the secret of the transit
   * group.
   *
   * Errors of its own: `unsupported_network` (400), `store_on_hold` (503), `idempotency_conflict` (409).
   */
  create(request: CreateTransitWalletRequest, options?: KeyedCallOptions): Promise<TransitWallet>

  /**
   * List wallets, newest first.
   *
   * `GET /v1/transit/wallets`, scope `transit:read`. Needs the public key and the secret of the transit
   * group.
   *
   * Errors of its own: `invalid_cursor` (400).
   */
  list(query?: ListTransitWalletsQuery, options?: CallOptions): Listing<TransitWallet, TransitWalletList>

  /**
   * Read a wallet.
   *
   * `GET /v1/transit/wallets/{id}`, scope `transit:read`. Needs the public key and the secret of the transit
   * group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The wallet's id.
   */
  get(id: string, options?: CallOptions): Promise<TransitWallet>
}
