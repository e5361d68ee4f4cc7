/** What more is told. */
export interface PayoutCreatedEntryDetails {
  /** What the address receives, in `currency`. */
  readonly amount: number
  /** What the payout costs besides, in `currency`. */
  readonly fee: number
  /** What the balance is debited: `amount` and `fee`. */
  readonly total: number
  /** The currency of the amounts. */
  readonly currency: string
}

/** It was created, and its debit was taken. */
export interface PayoutCreatedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payout_created"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: PayoutCreatedEntryDetails
}

/** What more is told. */
export interface PayoutApprovalRequiredEntryDetails {
  /** How many people must approve it. */
  readonly needed: number
  /** Why. */
  readonly reasons: ReadonlyArray<"amount" | "new_address">
  /** From then on nobody can approve it, and nothing is sent. ISO 8601 in UTC. */
  readonly expiresAt: string
}

/** It waits until people have approved it. */
export interface PayoutApprovalRequiredEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payout.approval_required"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: PayoutApprovalRequiredEntryDetails
}

/** What more is told. */
export interface PayoutApprovalGivenEntryDetails {
  /** How many approvals count with this one. */
  readonly given: number
  /** How many people must approve it. */
  readonly needed: number
}

/** A person approved it. */
export interface PayoutApprovalGivenEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "approval_given"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: PayoutApprovalGivenEntryDetails
}

/** What more is told. */
export interface PayoutFailedEntryDetails {
  /** Whether it was refused, it is proven that nothing was sent, or it was not approved. */
  readonly processingStatus: "rejected" | "not_confirmed" | "declined"
  /** In the words of the network, the processing side or the operator: one line. */
  readonly error: string | null
}

/** It failed, and its debit was returned. */
export interface PayoutFailedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payout.failed"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: PayoutFailedEntryDetails
}

/** The processing side was about to be asked to send it. */
export interface PayoutSubmissionStartedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "submission_started"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** The processing side was about to be asked what became of it. */
export interface PayoutLookupStartedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "lookup_started"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** What more is told. */
export interface PayoutAcceptedEntryDetails {
  /** The transfer at the processing side; null if it named none. */
  readonly processingId: string | null
}

/** The processing side accepted it; it is not final there. */
export interface PayoutAcceptedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payout_accepted"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: PayoutAcceptedEntryDetails
}

/** What more is told. */
export interface PayoutAnswerLostEntryDetails {
  /** In the words of the network, the processing side or the operator: one line. */
  readonly error: string | null
}

/** The answer of the processing side was lost or unclear: it is looked up next. */
export interface PayoutAnswerLostEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "answer_lost"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: PayoutAnswerLostEntryDetails
}

/** What more is told. */
export interface PayoutCompletedEntryDetails {
  /** The transfer at the processing side; null if it named none. */
  readonly processingId: string | null
}

/** The money arrived. */
export interface PayoutCompletedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payout.completed"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: PayoutCompletedEntryDetails
}

/** What more is told. */
export interface PayoutLateSettlementEntryDetails {
  /** The transfer at the processing side; null if it named none. */
  readonly processingId: string | null
}

/** It had failed, and arrived after all. */
export interface PayoutLateSettlementEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payout.late_settlement"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: PayoutLateSettlementEntryDetails
}

/** What more is told. */
export interface PayoutTransactionSignedEntryDetails {
  /** The hash of the transaction. */
  readonly txHash: string | null
}

/** A transaction was signed for it: from here on it counts as sent. */
export interface PayoutTransactionSignedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "transaction_signed"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: PayoutTransactionSignedEntryDetails
}

/** What more is told. */
export interface PayoutTransactionSignedAgainEntryDetails {
  /** The hash of the transaction. */
  readonly txHash: string | null
  /** It moves no money, and only takes the other's place. */
  readonly cancels: boolean
}

/** Another transaction was signed in place of the one before: one of them becomes final. */
export interface PayoutTransactionSignedAgainEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "transaction_signed_again"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: PayoutTransactionSignedAgainEntryDetails
}

/** A transaction that may still become final is to be cancelled. */
export interface PayoutTransactionGivenUpEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "transaction_given_up"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** What more is told. */
export interface PayoutTransactionFinalEntryDetails {
  /** The hash of the transaction. */
  readonly txHash: string | null
  /** What the network made of a transaction. */
  readonly outcome: "completed" | "failed" | "cancelled" | null
  /** The block that has the transaction. */
  readonly blockNumber: number | null
}

/** A transaction became final. */
export interface PayoutTransactionFinalEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "transaction_final"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: PayoutTransactionFinalEntryDetails
}

/** What more is told. */
export interface PayoutTransactionFoundEntryDetails {
  /** The hash of the transaction. */
  readonly txHash: string | null
  /** The block that has the transaction. */
  readonly blockNumber: number | null
}

/** After a restore, a transaction for it was found on the network. */
export interface PayoutTransactionFoundEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "transaction_found"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: PayoutTransactionFoundEntryDetails
}

/** One of these, by its `type`. */
export type PayoutHistoryEntry =
  | PayoutCreatedEntry
  | PayoutApprovalRequiredEntry
  | PayoutApprovalGivenEntry
  | PayoutFailedEntry
  | PayoutSubmissionStartedEntry
  | PayoutLookupStartedEntry
  | PayoutAcceptedEntry
  | PayoutAnswerLostEntry
  | PayoutCompletedEntry
  | PayoutLateSettlementEntry
  | PayoutTransactionSignedEntry
  | PayoutTransactionSignedAgainEntry
  | PayoutTransactionGivenUpEntry
  | PayoutTransactionFinalEntry
  | PayoutTransactionFoundEntry

/** What became of a record, and who caused it. */
export interface PayoutHistory {
  /** The oldest first. */
  readonly history: ReadonlyArray<PayoutHistoryEntry>
  /** Whether there are older events, which are not told: the newest 1000 are. */
  readonly olderOmitted: boolean
}
