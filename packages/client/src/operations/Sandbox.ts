import type { Pagination } from "./CryptoBalanceEntries.ts"

/** What `client.sandbox.transfers` takes. */
export interface SandboxTransfersQuery {
  /** The id of one of the caller's payouts. A UUID. */
  readonly payoutId: string
}

/** A transfer that the simulated processing side made. */
export interface SandboxTransfer {
  /** The id of the payout. A UUID. */
  readonly payoutId: string
  /** What it moves, in USDT. */
  readonly amount: number
  /** Where the money went. */
  readonly address: string
  /** The name of a network, as the lists of networks have it. */
  readonly network: string
  /** When it was made. ISO 8601 in UTC. */
  readonly executedAt: string
}

/** What `client.sandbox.bankStatement` takes. */
export interface SandboxBankStatementQuery {
  /** The name of the account. At most 40 characters. */
  readonly account: string
  /** The format of the file. */
  readonly format: "camt.053" | "camt.054" | "mt940" | "1c" | "csv"
}

/** A statement of the simulated bank. */
export interface SandboxBankStatement {
  /** The name of the account. */
  readonly account: string
  /** The format of a bank statement. */
  readonly format: "camt.053" | "camt.054" | "mt940" | "1c" | "csv"
  /** How many transfers it has. */
  readonly transfers: number
  /** The file that the bank gives out, in base64: decode it and import it. */
  readonly content: string
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
  /** What an e-mail brings to a customer. */
  readonly kind: "payment_link" | "receipt"
  /** The id of the invoice that it is about. */
  readonly invoiceId: string
  /** The address that it went to. */
  readonly to: string
  /** Its subject. */
  readonly subject: string
  /** What it says, as plain text. */
  readonly text: string
  /** What it says, as HTML. */
  readonly html: string
  /** When it was "sent". ISO 8601 in UTC. */
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
  /** The address of one of your invoices or wallets. At most 256 characters. */
  readonly address: string
  /** In USDT, at most 6 decimals. At most 6999999999. */
  readonly amount: number
  /** By default that of the invoice or wallet. At most 64 characters. */
  readonly network?: string | null | undefined
  /** The hash of its transaction, without /; by default a new one. */
  readonly txHash?: string | null | undefined
  /** Its place among the transfers of its transaction; by default 0. From 0 to 1000000. */
  readonly logIndex?: number | null | undefined
  /** By default enough to credit the money. From 0 to 1000000. */
  readonly confirmations?: number | null | undefined
}

/** The transfer that the simulated chain sees. */
export interface SandboxSeenTransfer {
  /** The hash of its transaction. */
  readonly txHash: string
  /** Its place among the transfers of its transaction. */
  readonly logIndex: number
}

/** What `client.sandbox.blocks` takes. */
export interface SandboxBlocksRequest {
  /** Where they are added. At most 64 characters. */
  readonly network: string
  /** How many blocks. From 0 to 1000000. */
  readonly count: number
}

/** What `client.sandbox.drop` takes. */
export interface SandboxDropRequest {
  /** The hash of the transaction that the network takes back. */
  readonly txHash: string
}

/** What `client.sandbox.credit` takes. */
export interface SandboxCreditRequest {
  /** In USDT, at most 6 decimals. At most 1000000000. */
  readonly amount: number
  /** Why, for the statement. At most 500 characters. */
  readonly reason?: string | null | undefined
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
  /** The part of `paidOut` whose payouts are still PENDING. */
  readonly pending: number
  /** The currency of the amounts. */
  readonly currency: "USDT"
}

/** What `client.sandbox.advanceClock` takes. */
export interface SandboxAdvanceClockRequest {
  /** By how much, in seconds. From 0 to 316224000. */
  readonly seconds: number
}

/** What `client.sandbox.payInvoice` takes. */
export interface SandboxPayInvoiceRequest {
  /** The name of the payer's bank. At most 100 characters. */
  readonly bank?: string | null | undefined
  /** The bank's id of the payment; by default a new one. */
  readonly operationId?: string | null | undefined
}

/** What `client.sandbox.bankTransfer` takes. */
export interface SandboxBankTransferRequest {
  /** The name of the account; by default the one that the invoice's page tells. At most 40 characters. */
  readonly account?: string | null | undefined
  /** In the account's currency; by default that of the invoice. At most 69999999999999. */
  readonly amount?: number | null | undefined
  /** What stands in the field for references; by default that of the invoice. */
  readonly reference?: string | null | undefined
  /** What the payer writes besides. */
  readonly text?: string | null | undefined
  /** Who pays. */
  readonly payer?: string | null | undefined
  /** The day in the bank's books; by default today in the account's time zone. At most 10 characters. */
  readonly bookedOn?: string | null | undefined
}

/** A transfer at the simulated bank. It pays nothing by itself. */
export interface SandboxBankTransferMade {
  /** The name of the account that it came to. */
  readonly account: string
  /** How much, in the account's currency. */
  readonly amount: number
  /** The account's currency. */
  readonly currency: "USD" | "EUR" | "RUB" | "KZT"
  /** What stands in the field for references; empty if nothing. */
  readonly reference: string
  /** What the payer wrote besides. */
  readonly text: string
  /** Who paid. */
  readonly payer: string
  /** The day in the bank's books. */
  readonly bookedOn: string
  /** The bank's own name of it. */
  readonly bankReference: string
}

/** What `client.sandbox.decideKycSession` takes. */
export interface SandboxDecideKycSessionRequest {
  /** What the checker decides. `retry` lets the person try again. */
  readonly outcome: "completed" | "failed" | "retry"
  /** Reason codes, such as document_expired. At most 10 of them. */
  readonly reasons?: ReadonlyArray<string> | null | undefined
}
