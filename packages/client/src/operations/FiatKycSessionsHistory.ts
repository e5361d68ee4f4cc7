/** What more is told. */
export interface KycSessionCreatedEntryDetails {
  /**
   * What the person shows. `basic`: an identity document and a selfie. `advanced`: also a proof of address.
   */
  readonly level: "basic" | "advanced"
  /** Until when the person could finish. ISO 8601 in UTC. */
  readonly expiresAt: string
}

/** It was created. */
export interface KycSessionCreatedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "session_created"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: KycSessionCreatedEntryDetails
}

/** What more is told. */
export interface KycSessionDocumentSubmittedEntryDetails {
  /** null once the documents were erased. */
  readonly step: "document" | "document_back" | "selfie" | "proof_of_address" | null
}

/** The person uploaded a document. */
export interface KycSessionDocumentSubmittedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "document_submitted"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: KycSessionDocumentSubmittedEntryDetails
}

/** The `fault` of `KycSessionPictureRefusedEntryDetails`. New ones may be added. */
export type KycPictureFault =
  | "empty"
  | "tooLarge"
  | "unsupported"
  | "unreadable"
  | "tooManyPixels"
  | "tooCostly"
  | "tooSmall"
  | "tooDark"
  | "blurry"
  | "brokenPdf"
  | "lockedPdf"
  | "tooManyPages"
  | "tooLargePages"
  | "costlyPdf"
  | "unclearPdf"
  | "repeated"
  | "usedBefore"

/** What more is told. */
export interface KycSessionPictureRefusedEntryDetails {
  /** A step of a verification. */
  readonly step: "document" | "document_back" | "selfie" | "proof_of_address" | null
  /** Why a file was refused when it was shown. */
  readonly fault: KycPictureFault | null
  /** Whether it cost nothing. Beyond ten of a session each counts as an attempt. */
  readonly free: boolean
}

/** A picture that the person showed was refused at once. */
export interface KycSessionPictureRefusedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "picture_refused"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: KycSessionPictureRefusedEntryDetails
}

/** The person has another document to show. */
export interface KycSessionDocumentTakenBackEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "document_taken_back"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** In a sandbox, it went on without documents. */
export interface KycSessionDocumentsWaivedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "documents_waived"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** What more is told. */
export interface KycSessionCheckStartedEntryDetails {
  /** The number of the check, counted from 1. */
  readonly check: number | null
}

/** The checker was about to be asked. */
export interface KycSessionCheckStartedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "check_started"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: KycSessionCheckStartedEntryDetails
}

/** What more is told. */
export interface KycSessionAnswerLostEntryDetails {
  /** The number of the check, counted from 1. */
  readonly check: number | null
  /** Why a check has no answer. */
  readonly loss: "unavailable" | "duplicate" | "other_check" | "forgotten" | "process_ended" | null
}

/** The answer of the checker is missing: it is asked for again. */
export interface KycSessionAnswerLostEntry {
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
  readonly details: KycSessionAnswerLostEntryDetails
}

/** What more is told. */
export interface KycSessionCheckRefusedEntryDetails {
  /** The number of the check, counted from 1. */
  readonly check: number | null
  /** Codes such as document_expired. */
  readonly failureReasons: ReadonlyArray<string>
}

/** A check refused, and the person may try again. */
export interface KycSessionCheckRefusedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "check_refused"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: KycSessionCheckRefusedEntryDetails
}

/** What more is told. */
export interface KycSessionKycCompletedEntryDetails {
  /** The number of the check, counted from 1. */
  readonly check: number | null
}

/** The person was verified. */
export interface KycSessionKycCompletedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "kyc.completed"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: KycSessionKycCompletedEntryDetails
}

/** What more is told. */
export interface KycSessionKycFailedEntryDetails {
  /** The number of the check, counted from 1. */
  readonly check: number | null
  /** Codes such as document_expired. */
  readonly failureReasons: ReadonlyArray<string>
  /** Whether the person was refused, or the session was not finished in time. */
  readonly reason: "refused" | "expired"
}

/** The person was refused, or did not finish in time. */
export interface KycSessionKycFailedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "kyc.failed"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: KycSessionKycFailedEntryDetails
}

/** What more is told. */
export interface KycSessionDocumentsViewedEntryDetails {
  /** Whose documents; none once they were erased. */
  readonly steps: ReadonlyArray<"document" | "document_back" | "selfie" | "proof_of_address">
}

/** Somebody was shown its documents. */
export interface KycSessionDocumentsViewedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "documents_viewed"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** What more is told. */
  readonly details: KycSessionDocumentsViewedEntryDetails
}

/** Its documents and all personal data were erased. */
export interface KycSessionRedactedEntry {
  /** When it was. ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: "session_redacted"
  /**
   * Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page),
   * `system`; `unknown` for what happened before this was recorded.
   */
  readonly actor: string
  /** Nothing more is told. */
  readonly details: { readonly [name: string]: unknown }
}

/** One of these, by its `type`. */
export type KycSessionHistoryEntry =
  | KycSessionCreatedEntry
  | KycSessionDocumentSubmittedEntry
  | KycSessionPictureRefusedEntry
  | KycSessionDocumentTakenBackEntry
  | KycSessionDocumentsWaivedEntry
  | KycSessionCheckStartedEntry
  | KycSessionAnswerLostEntry
  | KycSessionCheckRefusedEntry
  | KycSessionKycCompletedEntry
  | KycSessionKycFailedEntry
  | KycSessionDocumentsViewedEntry
  | KycSessionRedactedEntry

/** What became of a record, and who caused it. */
export interface KycSessionHistory {
  /** The oldest first. */
  readonly history: ReadonlyArray<KycSessionHistoryEntry>
  /** Whether there are older events, which are not told: the newest 1000 are. */
  readonly olderOmitted: boolean
}
