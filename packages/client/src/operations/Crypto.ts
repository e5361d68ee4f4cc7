/** What `client.crypto.search` takes. */
export interface SearchCryptoQuery {
  /**
   * The whole value: an id, an externalId, an idempotency key, an address, or the hash of a transaction; an
   * EVM address and a hash in any letters, a hash also without 0x. Blanks around it do not count. At most 255
   * characters.
   */
  readonly q: string
}

/** A record that was found. Read it by its id. */
export interface CryptoSearchResult {
  /** What was found. */
  readonly type: "payout" | "crypto_invoice" | "wallet"
  /** As in the record: a UUID, or a prefix and one without dashes. */
  readonly id: string
  /** As reading the record shows it now; null where such a record has none. */
  readonly status: string | null
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
}
