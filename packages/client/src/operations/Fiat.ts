/** What `client.fiat.search` takes. */
export interface SearchQuery {
  /**
   * The whole value: an id, an externalId, an idempotency key, or the bank's id of an operation. Blanks
   * around it do not count. At most 255 characters.
   */
  readonly q: string
}

/** A record that was found. Read it by its id. */
export interface SearchResult {
  /** What was found. */
  readonly type: "invoice" | "batch" | "kyc_session" | "bank_payment"
  /** As in the record: a UUID, or a prefix and one without dashes. */
  readonly id: string
  /** As reading the record shows it now; null where such a record has none. */
  readonly status: string | null
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
}
