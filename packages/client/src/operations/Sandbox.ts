import type { Pagination } from "./CryptoBalanceEntries.ts"

/** What `client.sandbox.transfers` takes. */
export interface SandboxTransfersQuery {
  /** The id of one of the caller's payouts. A UUID. */
  readonly payoutId: string
}

/** A transfer that the simulated processing side made. */
export interface SandboxTransfer {
  /** Its payout id. A UUID. */
  readonly payoutId: string
  /** Its amount. A decimal number. */
  readonly amount: number
  /** Its address. */
  readonly address: string
  /** The name of a network, as the lists of networks have it. */
  readonly network: string
  /** When it was executed. ISO 8601 in UTC. */
  readonly executedAt: string
}

/** What `client.sandbox.mail` takes. */
export interface SandboxMailQuery {
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

/** An e-mail that the sandbox "sent". */
export interface SandboxMail {
  /** Its id. */
  readonly id: string
  /** Its invoice id. */
  readonly invoiceId: string
  /** Its to. */
  readonly to: string
  /** Its subject. */
  readonly subject: string
  /** Its text. */
  readonly text: string
  /** Its html. */
  readonly html: string
  /** When it was sent. ISO 8601 in UTC. */
  readonly sentAt: string
}

/** The e-mails, the oldest first. */
export interface SandboxMailList {
  /** Its mail. */
  readonly mail: ReadonlyArray<SandboxMail>
  /** Where a page lies in its list. */
  readonly pagination?: Pagination
}

/** What `client.sandbox.deposit` takes. */
export interface SandboxDepositRequest {
  /** The address of one of your invoices or wallets. */
  readonly address: string
  /** In USDT. */
  readonly amount: number
  /** By default that of the invoice or wallet. */
  readonly network?: string | undefined
  /** By default a new one. */
  readonly txHash?: string | undefined
  /** Its log index. A whole number. At least 0. */
  readonly logIndex?: number | undefined
  /** By default enough to credit the money. At least 0. */
  readonly confirmations?: number | undefined
}

/** The transfer that the simulated chain sees. */
export interface SandboxDeposited {
  /** Its tx hash. */
  readonly txHash: string
  /** Its log index. A whole number. */
  readonly logIndex: number
}

/** What `client.sandbox.blocks` takes. */
export interface SandboxBlocksRequest {
  /** Its network. */
  readonly network: string
  /** Its count. A whole number. At least 0. */
  readonly count: number
}

/** What `client.sandbox.drop` takes. */
export interface SandboxDropRequest {
  /** Its tx hash. */
  readonly txHash: string
}

/** What `client.sandbox.credit` takes. */
export interface SandboxCreditRequest {
  /** In USDT. */
  readonly amount: number
  /** Its reason. */
  readonly reason?: string | undefined
}

/** The balance in USDT: `available` is `received` − `paidOut` + `adjustments`. */
export interface Balance {
  /** What a payout can take: received − paidOut + adjustments. */
  readonly available: number
  /** Credited from invoices and deposits, after fees. */
  readonly received: number
  /** Payouts that did not fail, with their fees. */
  readonly paidOut: number
  /** Corrections, with their sign. */
  readonly adjustments: number
  /** The part of paidOut whose payouts are still PENDING. */
  readonly pending: number
  /** Its currency. */
  readonly currency: "USDT"
}

/** What `client.sandbox.advanceClock` takes. */
export interface SandboxAdvanceClockRequest {
  /** Its seconds. A whole number. At least 0. */
  readonly seconds: number
}

/** What `client.sandbox.payInvoice` takes. */
export interface SandboxPayInvoiceRequest {
  /** The name of the payer's bank. */
  readonly bank?: string | undefined
  /** The bank's id of the payment; by default a new one. */
  readonly operationId?: string | undefined
}

/** What `client.sandbox.decideKycSession` takes. */
export interface SandboxDecideKycSessionRequest {
  /** What the checker decides. `retry` lets the person try again. */
  readonly outcome: "completed" | "failed" | "retry"
  /** Reason codes, such as document_expired. */
  readonly reasons?: ReadonlyArray<string> | undefined
}
