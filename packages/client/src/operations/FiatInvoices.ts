import type { Pagination } from "./CryptoBalanceEntries.ts"

/** What `client.fiat.invoices.list` takes. */
export interface ListInvoicesQuery {
  /** From 1, the default. Pages shift while items are created. From 1 to 1000000000. */
  readonly page?: number | undefined
  /**
   * In place of `page`: the `pagination.nextCursor` of the last answer, under the same filters. So each item
   * comes exactly once, whatever is created or changed meanwhile.
   */
  readonly cursor?: string | undefined
  /** Items per page, by default 20. It may change from request to request. From 1 to 100. */
  readonly limit?: number | undefined
  /** Only invoices of this status. */
  readonly status?: "pending" | "paid" | "expired" | "cancelled" | undefined
  /** Only invoices in this currency. */
  readonly currency?: "USD" | "EUR" | "RUB" | "KZT" | undefined
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

/** A fiat invoice. */
export interface Invoice {
  /** Its id. */
  readonly id: string
  /** In units of the currency. */
  readonly amount: number
  /** A currency of fiat invoices: its ISO 4217 code. */
  readonly currency: "USD" | "EUR" | "RUB" | "KZT"
  /** Shown to the customer. */
  readonly description: string | null
  /** How a fiat invoice stands. */
  readonly status: "pending" | "paid" | "expired" | "cancelled"
  /** The payment page, for the customer. A URL. */
  readonly paymentUrl: string
  /** Your own data, as you sent it. */
  readonly metadata: { readonly [name: string]: unknown }
  /** Where the payment page leads when it is paid. A URL. */
  readonly redirectUrl: string | null
  /** Where the payment page leads when nothing was paid. */
  readonly cancelUrl: string | null
  /** Your own identifier, of an invoice of a batch. */
  readonly externalId: string | null
  /** The batch that it came with. */
  readonly batchId: string | null
  /**
   * The creditor reference (ISO 11649) that a bank transfer names it by, `RF` and 13 digits; null where it
   * cannot be paid by transfer.
   */
  readonly reference: string | null
  /** The bank of the payer; null while it is not paid. */
  readonly payerBank: string | null
  /** Paid at or after the expiry. */
  readonly late: boolean
  /** Its bank took the money back after it was paid; it stays paid. */
  readonly reversed: boolean
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /** When it last changed. ISO 8601 in UTC. */
  readonly updatedAt: string
  /** Until when it can be paid. ISO 8601 in UTC. */
  readonly expiresAt: string
  /** When it was paid; null before. ISO 8601 in UTC. */
  readonly paidAt: string | null
  /** When the payer's e-mail, description, metadata, redirect and cancel URL were erased. ISO 8601 in UTC. */
  readonly redactedAt: string | null
}

/** A page of invoices, newest first. */
export interface InvoiceList {
  /** Its invoices. */
  readonly invoices: ReadonlyArray<Invoice>
  /** Where a page lies in its list. */
  readonly pagination: Pagination
}

/** What `client.fiat.invoices.create` takes. */
export interface CreateInvoiceRequest {
  /**
   * In units of the currency, at most 2 decimals: 0.5 to 50000 USD, 0.5 to 50000 EUR, 10 to 1000000 RUB, 100
   * to 25000000 KZT. At most 25000000.
   */
  readonly amount: number
  /** A currency of fiat invoices: its ISO 4217 code. */
  readonly currency: "USD" | "EUR" | "RUB" | "KZT"
  /** Shown to the customer. At most 500 characters. */
  readonly description?: string | null | undefined
  /** Your own data, returned unchanged: at most 50 keys and 16 KiB as JSON. */
  readonly metadata?: { readonly [name: string]: unknown } | null | undefined
  /**
   * Until when it can be paid; a day after its creation unless given. A `Date`, or ISO 8601 with an offset.
   */
  readonly expiresAt?: string | Date | null | undefined
  /** Where the payment page leads when it is paid. A URL. At most 2048 characters. */
  readonly redirectUrl?: string | null | undefined
  /** Where the payment page leads when nothing was paid. A URL. At most 2048 characters. */
  readonly cancelUrl?: string | null | undefined
}

/** A fiat invoice, in the answer to its creation. */
export interface InvoiceCreated {
  /** Its id. */
  readonly id: string
  /** In units of the currency. */
  readonly amount: number
  /** A currency of fiat invoices: its ISO 4217 code. */
  readonly currency: "USD" | "EUR" | "RUB" | "KZT"
  /** Shown to the customer. */
  readonly description: string | null
  /** How a fiat invoice stands. */
  readonly status: "pending" | "paid" | "expired" | "cancelled"
  /** The payment page, for the customer. A URL. */
  readonly paymentUrl: string
  /** Your own data, as you sent it. */
  readonly metadata: { readonly [name: string]: unknown }
  /** Where the payment page leads when it is paid. A URL. */
  readonly redirectUrl: string | null
  /** Where the payment page leads when nothing was paid. */
  readonly cancelUrl: string | null
  /** Your own identifier, of an invoice of a batch. */
  readonly externalId: string | null
  /** The batch that it came with. */
  readonly batchId: string | null
  /**
   * The creditor reference (ISO 11649) that a bank transfer names it by, `RF` and 13 digits; null where it
   * cannot be paid by transfer.
   */
  readonly reference: string | null
  /** The bank of the payer; null while it is not paid. */
  readonly payerBank: string | null
  /** Paid at or after the expiry. */
  readonly late: boolean
  /** Its bank took the money back after it was paid; it stays paid. */
  readonly reversed: boolean
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /** When it last changed. ISO 8601 in UTC. */
  readonly updatedAt: string
  /** Until when it can be paid. ISO 8601 in UTC. */
  readonly expiresAt: string
}
