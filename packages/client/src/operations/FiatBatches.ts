import type { FileSource } from "../Content.ts"

/** What `client.fiat.batches.get` gives. */
export interface InvoiceBatch {
  /** Its batch id. */
  readonly batchId: string
  /** Its status. */
  readonly status: "processing" | "completed"
  /** Its total. A whole number. */
  readonly total: number
  /** Its created. A whole number. */
  readonly created: number
  /** Its failed. A whole number. */
  readonly failed: number
  /** Its paid count. A whole number. */
  readonly paidCount: number
  /** Its total volume. A decimal number. */
  readonly totalVolume: number
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
}

/** What `client.fiat.batches.create` takes. */
export interface CreateInvoiceBatchForm {
  /**
   * CSV in UTF-8, separated by commas, with a header: amount, currency, description, email, externalId,
   * redirectUrl. Rows of empty cells are skipped and keep their numbers. At most 5 MiB and 1000 rows; a part
   * without a filename is no file.
   */
  readonly file: FileSource
  /** Whether the payment links are mailed to the addresses in the file; by default no. */
  readonly sendEmails?: "true" | "1" | "on" | "false" | "0" | "off" | undefined
  /** For rows without a currency. */
  readonly defaultCurrency?: "USD" | "EUR" | "RUB" | "KZT" | undefined
  /** For rows without a redirect URL. */
  readonly defaultRedirectUrl?: string | undefined
}

/** The `invoice` of `InvoiceBatchCreated`. */
export interface InvoiceBatchCreatedInvoice {
  /** Its id. */
  readonly id: string
  /** Its amount. A decimal number. */
  readonly amount: number
  /** Its currency. */
  readonly currency: "USD" | "EUR" | "RUB" | "KZT"
  /** Its external id. */
  readonly externalId: string | null
  /** Its payment url. A URL. */
  readonly paymentUrl: string
  /** Its status. */
  readonly status: "pending" | "paid" | "expired" | "cancelled"
}

/** The `error` of `InvoiceBatchCreated`. */
export interface InvoiceBatchCreatedError {
  /** The data row, counted from 1. */
  readonly row: number
  /** Its external id. */
  readonly externalId: string | null
  /** Its error. */
  readonly error: string
}

/** What `client.fiat.batches.create` gives. */
export interface InvoiceBatchCreated {
  /** Its batch id. */
  readonly batchId: string
  /** Data rows in the file. */
  readonly total: number
  /** Its created. A whole number. */
  readonly created: number
  /** Its failed. A whole number. */
  readonly failed: number
  /** Its invoices. */
  readonly invoices: ReadonlyArray<InvoiceBatchCreatedInvoice>
  /** Its errors. */
  readonly errors: ReadonlyArray<InvoiceBatchCreatedError>
}
