/** What more is told. */
export interface InvoiceCreatedEntryDetails {
  /** In units of the currency. */
  readonly amount: number
  /** A currency of fiat invoices: its ISO 4217 code. */
  readonly currency: "USD" | "EUR" | "RUB" | "KZT"
  /** Until when it could be paid. ISO 8601 in UTC. */
  readonly expiresAt: string
}

/** It was created. */
export interface InvoiceCreatedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "invoice.created"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: InvoiceCreatedEntryDetails
}

/** The e-mail with its payment link was sent. */
export interface InvoiceMailSentEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "mail_sent"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** The e-mail with its payment link was given up. */
export interface InvoiceMailFailedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "mail_failed"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** What more is told. */
export interface InvoicePaidEntryDetails {
  /** At or after the expiry. */
  readonly late: boolean
}

/** It was paid. */
export interface InvoicePaidEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "invoice.paid"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: InvoicePaidEntryDetails
}

/** The e-mail with its receipt was sent. */
export interface InvoiceReceiptSentEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "receipt_sent"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** The e-mail with its receipt was given up. */
export interface InvoiceReceiptFailedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "receipt_failed"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** Its expiry was recorded. */
export interface InvoiceExpiredEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "invoice.expired"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** It was cancelled. */
export interface InvoiceCancelledEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "invoice.cancelled"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** Its personal data was erased. */
export interface InvoiceRedactedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "invoice_redacted"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** What more is told. */
export interface InvoicePaymentRequestedEntryDetails {
  /** The id of the bank payment. */
  readonly payment: string
}

/** A payment began: a customer chose a bank, or money came by itself. */
export interface InvoicePaymentRequestedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payment_requested"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: InvoicePaymentRequestedEntryDetails
}

/** What more is told. */
export interface InvoicePaymentStartedEntryDetails {
  /** The id of the bank payment. */
  readonly payment: string
}

/** The bank rail took the payment: the customer pays next. */
export interface InvoicePaymentStartedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payment_started"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: InvoicePaymentStartedEntryDetails
}

/** What more is told. */
export interface InvoicePaymentDeclinedEntryDetails {
  /** The id of the bank payment. */
  readonly payment: string
}

/** The bank rail or the customer said no to a payment. */
export interface InvoicePaymentDeclinedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payment_declined"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: InvoicePaymentDeclinedEntryDetails
}

/** What more is told. */
export interface InvoicePaymentLapsedEntryDetails {
  /** The id of the bank payment. */
  readonly payment: string
}

/** A payment is no longer needed. */
export interface InvoicePaymentLapsedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payment_lapsed"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: InvoicePaymentLapsedEntryDetails
}

/** What more is told. */
export interface InvoicePaymentSettledEntryDetails {
  /** The id of the bank payment. */
  readonly payment: string
  /** What the bank took, in `currency`. */
  readonly amount: number | null
  /** A currency of fiat invoices: its ISO 4217 code. */
  readonly currency: "USD" | "EUR" | "RUB" | "KZT" | null
}

/** A bank took the money that pays it. */
export interface InvoicePaymentSettledEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payment_settled"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: InvoicePaymentSettledEntryDetails
}

/** What more is told. */
export interface InvoicePaymentUnresolvedEntryDetails {
  /** The id of the bank payment. */
  readonly payment: string
  /** What the bank took, in `currency`. */
  readonly amount: number | null
  /** A currency of fiat invoices: its ISO 4217 code. */
  readonly currency: "USD" | "EUR" | "RUB" | "KZT" | null
  /** Why the invoice could not take the money. */
  readonly fault: "wrongAmount" | "cancelled" | "alreadyPaid" | "tooLate" | null
}

/** A bank took money that it could not take: the operator returns it, or lets late money pay. */
export interface InvoicePaymentUnresolvedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "invoice.payment_unresolved"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: InvoicePaymentUnresolvedEntryDetails
}

/** What more is told. */
export interface InvoicePaymentReturnedEntryDetails {
  /** The id of the bank payment. */
  readonly payment: string
}

/** Such money was returned, by the operator or by its bank. */
export interface InvoicePaymentReturnedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payment_returned"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: InvoicePaymentReturnedEntryDetails
}

/** What more is told. */
export interface InvoicePaymentResolvedEntryDetails {
  /** The id of the bank payment. */
  readonly payment: string
}

/** The operator let money pay it that had come too late. */
export interface InvoicePaymentResolvedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "payment_resolved"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: InvoicePaymentResolvedEntryDetails
}

/** What more is told. */
export interface InvoicePaymentReversedEntryDetails {
  /** The id of the bank payment. */
  readonly payment: string
  /** The day on which the bank booked that it took the money back. */
  readonly recalledOn: string | null
}

/** A bank took back money that had paid it. */
export interface InvoicePaymentReversedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "invoice.payment_reversed"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: InvoicePaymentReversedEntryDetails
}

/** One of these, by its `type`. */
export type InvoiceHistoryEntry =
  | InvoiceCreatedEntry
  | InvoiceMailSentEntry
  | InvoiceMailFailedEntry
  | InvoicePaidEntry
  | InvoiceReceiptSentEntry
  | InvoiceReceiptFailedEntry
  | InvoiceExpiredEntry
  | InvoiceCancelledEntry
  | InvoiceRedactedEntry
  | InvoicePaymentRequestedEntry
  | InvoicePaymentStartedEntry
  | InvoicePaymentDeclinedEntry
  | InvoicePaymentLapsedEntry
  | InvoicePaymentSettledEntry
  | InvoicePaymentUnresolvedEntry
  | InvoicePaymentReturnedEntry
  | InvoicePaymentResolvedEntry
  | InvoicePaymentReversedEntry

/** What became of a record, and who caused it. */
export interface InvoiceHistory {
  /** The oldest first. */
  readonly history: ReadonlyArray<InvoiceHistoryEntry>
  /** Whether there are older events, which are not told: the newest 1000 are. */
  readonly olderOmitted: boolean
}
