/** What changed the balance. New ones may be added. */
export type BalanceEntryKind =
  | "payout.reserved"
  | "payout.returned"
  | "payout.settled_late"
  | "crypto.invoice.credited"
  | "crypto.invoice.reversed"
  | "transit.credited"
  | "transit.reversed"
  | "balance.adjusted"

/** What `client.crypto.balance.entries.list` takes. */
export interface ListBalanceEntriesQuery {
  /** From 1, the default. Pages shift while items are created. From 1 to 1000000000. */
  readonly page?: number | undefined
  /**
   * In place of `page`: the `pagination.nextCursor` of the last answer, under the same filters. So each item
   * comes exactly once, whatever is created or changed meanwhile.
   */
  readonly cursor?: string | undefined
  /** Items per page, by default 20. It may change from request to request. From 1 to 100. */
  readonly limit?: number | undefined
  /** Only entries of this kind. */
  readonly kind?: BalanceEntryKind | undefined
  /**
   * Created at this instant or later. A date without a time is its midnight in UTC. A `Date`, or ISO 8601
   * with an offset.
   */
  readonly from?: string | Date | undefined
  /**
   * Created before this instant. A date without a time is its midnight in UTC. A `Date`, or ISO 8601 with an
   * offset.
   */
  readonly to?: string | Date | undefined
}

/** A line of the statement of the balance: what changed `available`, and why. */
export interface BalanceEntry {
  /** Stable: it names the same entry in a copy of the store. */
  readonly id: string
  /** When it changed. ISO 8601 in UTC. */
  readonly at: string
  /** What changed the balance. */
  readonly kind: BalanceEntryKind
  /** The id of the payout, crypto invoice, transit deposit or adjustment behind it. */
  readonly subjectId: string
  /** The change of `available`; a debit is negative. */
  readonly amount: number
  /** What `available` was after it: that of the next older entry and this amount. */
  readonly availableAfter: number
  /** The currency of the amounts. */
  readonly currency: "USDT"
}

/** Where a page lies in its list. */
export interface Pagination {
  /** The number of the page. Null in the answer to a cursor. */
  readonly page: number | null
  /** How many items a page has at most. From 1 to 100. */
  readonly limit: number
  /** The number of items in the whole list. Null in the answer to a cursor. */
  readonly total: number | null
  /** The number of pages of so many items. Null in the answer to a cursor. */
  readonly totalPages: number | null
  /** Sent as `cursor`, it gives what follows. Null at the end of the list. */
  readonly nextCursor: string | null
}

/** A page of entries, newest first. */
export interface BalanceEntryList {
  /** Its entries. */
  readonly entries: ReadonlyArray<BalanceEntry>
  /** Where a page lies in its list. */
  readonly pagination: Pagination
}
