import type { Pagination } from "./CryptoBalanceEntries.ts"

/** What `client.crypto.payouts.list` takes. */
export interface ListPayoutsQuery {
  /** From 1, the default. Pages shift while items are created. From 1 to 1000000000. */
  readonly page?: number | undefined
  /**
   * In place of `page`: the `pagination.nextCursor` of the last answer, under the same filters. So each item
   * comes exactly once, whatever is created or changed meanwhile.
   */
  readonly cursor?: string | undefined
  /** Items per page, by default 20. It may change from request to request. From 1 to 100. */
  readonly limit?: number | undefined
  /** Only payouts of this status. */
  readonly status?: "PENDING" | "COMPLETED" | "FAILED" | undefined
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

/** A person's approval of a payout. */
export interface PayoutApprovalGiven {
  /** Who: `user:ID`. */
  readonly by: string
  /** When. ISO 8601 in UTC. */
  readonly at: string
}

/** The approvals that a payout needs, by the rules at its creation. */
export interface PayoutApproval {
  /** How many people must approve it. */
  readonly needed: number
  /** Why. */
  readonly reasons: ReadonlyArray<"amount" | "new_address">
  /** From then on nobody can approve it, and nothing is sent. ISO 8601 in UTC. */
  readonly expiresAt: string
  /** The approvals that count so far, oldest first. */
  readonly given: ReadonlyArray<PayoutApprovalGiven>
}

/** A payout: money that leaves the balance for an address. */
export interface Payout {
  /** Its id. A UUID. */
  readonly id: string
  /** What the payout costs besides, in `currency`. */
  readonly fee: number
  /** Your own words about it. */
  readonly note: string | null
  /**
   * Why it failed, or the fault of the last attempt, in the words of the network or the processing side: one
   * line of at most 300 characters, or an operator's reason. `declined`, `withdrawn` or `expired` if it was
   * not approved.
   */
  readonly error: string | null
  /** What the balance is debited: `amount` and `fee`. */
  readonly total: number
  /** What the address receives, in `currency`. */
  readonly amount: number
  /** How a payout stands. `COMPLETED` and `FAILED` are final, but for a late settlement. */
  readonly status: "PENDING" | "COMPLETED" | "FAILED"
  /** Where the money goes. */
  readonly address: string
  /** The name of a network, as the lists of networks have it. */
  readonly network: string
  /** Calls to the processing side so far. */
  readonly attempts: number
  /** The currency of the amounts. */
  readonly currency: string
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /** When it last changed. ISO 8601 in UTC. */
  readonly updatedAt: string
  /** When the money arrived; null before, and if it failed. ISO 8601 in UTC. */
  readonly completedAt: string | null
  /** The name of the network for people. */
  readonly networkLabel: string
  /** The transfer at the processing side. */
  readonly processingId: string | null
  /** The key that it was created under. */
  readonly idempotencyKey: string
  /**
   * The step: awaiting (approvals), reserved, submitting, submitted, unknown, confirmed, rejected,
   * not_confirmed or declined (also withdrawn, or expired: see `error`).
   */
  readonly processingStatus: string
  /**
   * Who asked for it: `key:ID`, `user:ID` or `operator`; null if this is not known, or was the deployment
   * itself.
   */
  readonly createdBy: string | null
  /** What people must approve before it is sent; null if nobody must. */
  readonly approval: PayoutApproval | null
}

/** A page of payouts, newest first. */
export interface PayoutList {
  /** Its payouts. */
  readonly payouts: ReadonlyArray<Payout>
  /** Where a page lies in its list. */
  readonly pagination: Pagination
}

/** A call to the processing side. */
export interface PayoutCall {
  /** What the processing side was asked. */
  readonly kind: "submit" | "lookup" | "abandon"
  /** When it was made. ISO 8601 in UTC. */
  readonly at: string
  /**
   * completed, accepted, duplicate, not found, abandoned, too late, or rejected or no answer with the reason;
   * null while it is unknown.
   */
  readonly answer: string | null
}

/** A payout, with its transaction and the calls to the processing side. */
export interface PayoutDetail {
  /** Its id. A UUID. */
  readonly id: string
  /** What the payout costs besides, in `currency`. */
  readonly fee: number
  /** Your own words about it. */
  readonly note: string | null
  /**
   * Why it failed, or the fault of the last attempt, in the words of the network or the processing side: one
   * line of at most 300 characters, or an operator's reason. `declined`, `withdrawn` or `expired` if it was
   * not approved.
   */
  readonly error: string | null
  /** What the balance is debited: `amount` and `fee`. */
  readonly total: number
  /** What the address receives, in `currency`. */
  readonly amount: number
  /** How a payout stands. `COMPLETED` and `FAILED` are final, but for a late settlement. */
  readonly status: "PENDING" | "COMPLETED" | "FAILED"
  /** Where the money goes. */
  readonly address: string
  /** The name of a network, as the lists of networks have it. */
  readonly network: string
  /** Calls to the processing side so far. */
  readonly attempts: number
  /** The currency of the amounts. */
  readonly currency: string
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /** When it last changed. ISO 8601 in UTC. */
  readonly updatedAt: string
  /** When the money arrived; null before, and if it failed. ISO 8601 in UTC. */
  readonly completedAt: string | null
  /** The name of the network for people. */
  readonly networkLabel: string
  /** The transfer at the processing side. */
  readonly processingId: string | null
  /** The key that it was created under. */
  readonly idempotencyKey: string
  /**
   * The step: awaiting (approvals), reserved, submitting, submitted, unknown, confirmed, rejected,
   * not_confirmed or declined (also withdrawn, or expired: see `error`).
   */
  readonly processingStatus: string
  /**
   * Who asked for it: `key:ID`, `user:ID` or `operator`; null if this is not known, or was the deployment
   * itself.
   */
  readonly createdBy: string | null
  /** What people must approve before it is sent; null if nobody must. */
  readonly approval: PayoutApproval | null
  /**
   * The transaction on the network, as far as it is known. Until the payout is completed, another one may
   * take its place.
   */
  readonly txHash: string | null
  /** Calls to the processing side, oldest first: the first 12 and the last 12. */
  readonly calls: ReadonlyArray<PayoutCall>
}

/** What `client.crypto.payouts.create` takes. */
export interface CreatePayoutRequest {
  /**
   * What the address receives, in USDT, at most 6 decimals, within minPayout and maxPayout of the network.
   * The balance is debited by the fee as well. From 1 to 50000.
   */
  readonly amount: number
  /** An address on the network that is none of this server. At most 256 characters. */
  readonly address: string
  /** A network on which payouts are sent. At most 64 characters. */
  readonly network: string
  /** Your own words about it. At most 500 characters. */
  readonly note?: string | null | undefined
}

/** A payout, in the answer to its creation. */
export interface PayoutCreated {
  /** Its id. A UUID. */
  readonly id: string
  /** How a payout stands. `COMPLETED` and `FAILED` are final, but for a late settlement. */
  readonly status: "PENDING" | "COMPLETED" | "FAILED"
  /** What the address receives, in `currency`. */
  readonly amount: number
  /** What the payout costs besides, in `currency`. */
  readonly fee: number
  /** The same as `amount`. */
  readonly netAmount: number
  /** What the balance is debited: `amount` and `fee`. */
  readonly total: number
  /** The currency of the amounts. */
  readonly currency: string
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /**
   * Who asked for it: `key:ID`, `user:ID` or `operator`; null if this is not known, or was the deployment
   * itself.
   */
  readonly createdBy: string | null
  /** What people must approve before it is sent; null if nobody must. */
  readonly approval: PayoutApproval | null
}
