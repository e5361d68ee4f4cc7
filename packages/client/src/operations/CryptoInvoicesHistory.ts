/** What more is told. */
export interface CryptoInvoiceCreatedEntryDetails {
  /** What the customer must send. */
  readonly expectedAmount: number
  /** The currency of the amounts. */
  readonly currency: string
  /** Until when it can be paid. ISO 8601 in UTC. */
  readonly expiresAt: string
}

/** It was created. */
export interface CryptoInvoiceCreatedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "invoice_created"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: CryptoInvoiceCreatedEntryDetails
}

/** What more is told. */
export interface CryptoInvoiceTransferSeenEntryDetails {
  /** The hash of its transaction. */
  readonly txHash: string | null
  /** Its place among the transfers of its transaction. */
  readonly position: number | null
  /** What it moves. */
  readonly amount: number | null
}

/** A transfer was seen on the network, or seen again after it had vanished. */
export interface CryptoInvoiceTransferSeenEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "transfer_seen"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: CryptoInvoiceTransferSeenEntryDetails
}

/** What more is told. */
export interface CryptoInvoiceCreditedEntryDetails {
  /** The hash of its transaction. */
  readonly txHash: string | null
  /** Its place among the transfers of its transaction. */
  readonly position: number | null
  /** By how much the sum of credited money changed, before fees. */
  readonly amount: number | null
  /** By how much the sum of charged fees changed. */
  readonly fee: number | null
}

/** A transfer was credited. */
export interface CryptoInvoiceCreditedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "crypto.invoice.credited"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: CryptoInvoiceCreditedEntryDetails
}

/** What more is told. */
export interface CryptoInvoiceReorganisedEntryDetails {
  /** The hash of its transaction. */
  readonly txHash: string | null
  /** Its place among the transfers of its transaction. */
  readonly position: number | null
}

/** A transfer vanished from the network before it was credited. */
export interface CryptoInvoiceReorganisedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "crypto.invoice.reorganised"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: CryptoInvoiceReorganisedEntryDetails
}

/** What more is told. */
export interface CryptoInvoiceReversedEntryDetails {
  /** The hash of its transaction. */
  readonly txHash: string | null
  /** Its place among the transfers of its transaction. */
  readonly position: number | null
  /** By how much the sum of credited money changed, before fees. */
  readonly amount: number | null
  /** By how much the sum of charged fees changed. */
  readonly fee: number | null
}

/** A credited transfer was taken back by the network. */
export interface CryptoInvoiceReversedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "crypto.invoice.reversed"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: CryptoInvoiceReversedEntryDetails
}

/** Money for it was seen. */
export interface CryptoInvoiceConfirmingEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "crypto.invoice.confirming"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** The money that was seen is gone: it waits again. */
export interface CryptoInvoiceReopenedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "invoice_reopened"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** It was paid. */
export interface CryptoInvoicePaidEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "crypto.invoice.paid"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** The e-mail with its receipt was sent. */
export interface CryptoInvoiceReceiptSentEntry {
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
export interface CryptoInvoiceReceiptFailedEntry {
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

/** It got more than it asked for. */
export interface CryptoInvoiceOverpaidEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "crypto.invoice.overpaid"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** It expired with too little money. */
export interface CryptoInvoiceUnderpaidEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "crypto.invoice.underpaid"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** Its expiry was recorded. */
export interface CryptoInvoiceExpiredEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "crypto.invoice.expired"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** It was cancelled. */
export interface CryptoInvoiceCancelledEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "crypto.invoice.cancelled"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** Its personal data was erased. */
export interface CryptoInvoiceRedactedEntry {
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

/** One of these, by its `type`. */
export type CryptoInvoiceHistoryEntry =
  | CryptoInvoiceCreatedEntry
  | CryptoInvoiceTransferSeenEntry
  | CryptoInvoiceCreditedEntry
  | CryptoInvoiceReorganisedEntry
  | CryptoInvoiceReversedEntry
  | CryptoInvoiceConfirmingEntry
  | CryptoInvoiceReopenedEntry
  | CryptoInvoicePaidEntry
  | CryptoInvoiceReceiptSentEntry
  | CryptoInvoiceReceiptFailedEntry
  | CryptoInvoiceOverpaidEntry
  | CryptoInvoiceUnderpaidEntry
  | CryptoInvoiceExpiredEntry
  | CryptoInvoiceCancelledEntry
  | CryptoInvoiceRedactedEntry

/** What became of a record, and who caused it. */
export interface CryptoInvoiceHistory {
  /** The oldest first. */
  readonly history: ReadonlyArray<CryptoInvoiceHistoryEntry>
  /** Whether there are older events, which are not told: the newest 1000 are. */
  readonly olderOmitted: boolean
}
