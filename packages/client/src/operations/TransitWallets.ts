import type { Pagination } from "./CryptoBalanceEntries.ts"

/** What `client.transit.wallets.list` takes. */
export interface ListTransitWalletsQuery {
  /** From 1, the default. Pages shift while items are created. From 1 to 1000000000. */
  readonly page?: number | undefined
  /**
   * In place of `page`: the `pagination.nextCursor` of the last answer, under the same filters. So each item
   * comes exactly once, whatever is created or changed meanwhile.
   */
  readonly cursor?: string | undefined
  /** Items per page, by default 20. It may change from request to request. From 1 to 100. */
  readonly limit?: number | undefined
}

/** A wallet with an address of its own. What arrives there is credited to the balance. */
export interface TransitWallet {
  /** Its id. */
  readonly id: string
  /** Your own name of it. */
  readonly label: string
  /** The name of a network, as the lists of networks have it. */
  readonly network: string
  /** The sum of its deposits. */
  readonly balance: number
  /** Where its money is sent. */
  readonly address: string
  /** What can be sent to its address. */
  readonly coins: ReadonlyArray<string>
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
}

/** A page of wallets, newest first. */
export interface TransitWalletList {
  /** Its wallets. */
  readonly wallets: ReadonlyArray<TransitWallet>
  /** Where a page lies in its list. */
  readonly pagination: Pagination
}

/** What `client.transit.wallets.create` takes. */
export interface CreateTransitWalletRequest {
  /** Your own name of it, 1 to 100 characters. At most 100 characters. */
  readonly label: string
  /** A network on which wallets are made. */
  readonly network: string
}
