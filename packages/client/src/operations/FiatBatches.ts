import type { FileSource } from "../FileSource.ts"
import type { Pagination } from "./CryptoBalanceEntries.ts"

/** What `client.fiat.batches.list` takes. */
export interface ListInvoiceBatchesQuery {
  /** From 1, the default. Pages shift while items are created. From 1 to 1000000000. */
  readonly page?: number | undefined
  /**
   * In place of `page`: the `pagination.nextCursor` of the last answer, under the same filters. So each item
   * comes exactly once, whatever is created or changed meanwhile.
   */
  readonly cursor?: string | undefined
  /** Items per page, by default 20. It may change from request to request. From 1 to 100. */
  readonly limit?: number | undefined
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

/** A batch: what became of its rows and of their invoices. */
export interface InvoiceBatch {
  /** The id of the batch. */
  readonly batchId: string
  /** `processing` until its e-mails are sent. */
  readonly status: "processing" | "completed"
  /** Data rows in the file. */
  readonly total: number
  /** Rows that became invoices. */
  readonly created: number
  /** Rows that did not. */
  readonly failed: number
  /** Invoices that were paid so far. */
  readonly paidCount: number
  /** What was paid so far; a nominal sum if the batch has several currencies. */
  readonly totalVolume: number
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
}

/** A page of batches, newest first. */
export interface InvoiceBatchList {
  /** Its batches. */
  readonly batches: ReadonlyArray<InvoiceBatch>
  /** Where a page lies in its list. */
  readonly pagination: Pagination
}

/** What `client.fiat.batches.create` takes. */
export interface CreateInvoiceBatchForm {
  /**
   * CSV in UTF-8, separated by commas, with a header: amount, currency, description, email, externalId,
   * redirectUrl, cancelUrl. Rows of empty cells are skipped and keep their numbers. At most 5 MiB and 1000
   * rows; a part without a filename is no file.
   */
  readonly file: FileSource
  /** Whether the payment links are mailed to the addresses in the file; by default no. */
  readonly sendEmails?: boolean | undefined
  /** For rows without a currency. */
  readonly defaultCurrency?: "USD" | "EUR" | "RUB" | "KZT" | undefined
  /** For rows without a redirect URL. */
  readonly defaultRedirectUrl?: string | undefined
  /** For rows without a cancel URL. */
  readonly defaultCancelUrl?: string | undefined
}

/** An invoice of a batch, in the answer to its import. */
export interface InvoiceBatchRow {
  /** Its id. */
  readonly id: string
  /** In units of the currency. */
  readonly amount: number
  /** A currency of fiat invoices: its ISO 4217 code. */
  readonly currency: "USD" | "EUR" | "RUB" | "KZT"
  /** Your own identifier, of an invoice of a batch. */
  readonly externalId: string | null
  /** The payment page, for the customer. A URL. */
  readonly paymentUrl: string
  /** How a fiat invoice stands. */
  readonly status: "pending" | "paid" | "expired" | "cancelled"
}

/** A row of the file that became no invoice. */
export interface InvoiceBatchRowError {
  /** The data row, counted from 1. At least 1. */
  readonly row: number
  /** Your own identifier, if the row has one. */
  readonly externalId: string | null
  /** What is wrong with it and what would be right. */
  readonly error: string
}

/** What an import made of its file. */
export interface InvoiceBatchCreated {
  /** The id of the batch. */
  readonly batchId: string
  /** Data rows in the file. */
  readonly total: number
  /** Rows that became invoices. */
  readonly created: number
  /** Rows that did not. */
  readonly failed: number
  /** Its invoices. */
  readonly invoices: ReadonlyArray<InvoiceBatchRow>
  /** Its errors. */
  readonly errors: ReadonlyArray<InvoiceBatchRowError>
}
