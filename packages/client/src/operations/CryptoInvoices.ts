import type { Pagination } from "./CryptoBalanceEntries.ts"

/** What `client.crypto.invoices.list` takes. */
export interface ListCryptoInvoicesQuery {
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
  readonly status?: "pending" | "confirming" | "paid" | "expired" | "underpaid" | "cancelled" | undefined
  /** Only invoices on this network. */
  readonly network?: "tron" | "ethereum" | "bsc" | "polygon" | undefined
  /** Only invoices with this exception; combined with from and to only. */
  readonly exception?: "none" | "underpaid" | "overpaid" | "late" | "reorganised" | undefined
  /** Created at this instant or later. A `Date`, or ISO 8601 with an offset. */
  readonly from?: string | Date | undefined
  /** Created before this instant. A `Date`, or ISO 8601 with an offset. */
  readonly to?: string | Date | undefined
}

/** A transfer to the address of a crypto invoice. */
export interface CryptoInvoiceTransfer {
  /** Its tx hash. */
  readonly txHash: string
  /** Its place among the transfers of its transaction: with `txHash` it names the transfer. */
  readonly position: number
  /** Rounded down to 6 decimals. `paidAmount` is the sum of what the network moved, rounded down once. */
  readonly amount: number
  /**
   * `seen`: not credited yet. `dropped`: the network took it back before it was credited, `reversed`: after
   * that.
   */
  readonly status: "seen" | "credited" | "reversed" | "dropped"
  /** Its confirmations. A whole number. */
  readonly confirmations: number
  /** Its required confirmations. A whole number. */
  readonly requiredConfirmations: number
  /** When it was seen. ISO 8601 in UTC. */
  readonly seenAt: string
  /** When it was credited. ISO 8601 in UTC. */
  readonly creditedAt: string | null
}

/** A crypto invoice. Fee and net are the quote for a payment of exactly `expectedAmount`. */
export interface CryptoInvoice {
  /** Its id. A UUID. */
  readonly id: string
  /** Your own identifier. */
  readonly externalId: string
  /** The name of a network, as the lists of networks have it. */
  readonly network: string
  /** Its currency. */
  readonly currency: string
  /** The deposit address, of this invoice alone. */
  readonly address: string
  /** As requested. */
  readonly amount: number
  /** What the customer must send. */
  readonly expectedAmount: number
  /** Its fee amount. A decimal number. */
  readonly feeAmount: number
  /** What is credited: the expected amount less the fee. */
  readonly netAmount: number
  /** Who pays the fee of an invoice. `merchant`: less is credited. `payer`: the customer sends more. */
  readonly feePayer: "merchant" | "payer"
  /** How a crypto invoice stands. */
  readonly status: "pending" | "confirming" | "paid" | "expired" | "underpaid" | "cancelled"
  /**
   * An irregularity. `reorganised`: the network took a transfer back. If that transfer was not credited yet,
   * this ends when another one is seen.
   */
  readonly exception: "none" | "underpaid" | "overpaid" | "late" | "reorganised"
  /** Confirmed money, before fees. */
  readonly paidAmount: number
  /** Credited so far, after fees. */
  readonly creditedAmount: number
  /** Fees charged so far. */
  readonly chargedFee: number
  /** The newest 100 transfers, the oldest first; null in lists and in events. */
  readonly transfers: ReadonlyArray<CryptoInvoiceTransfer> | null
  /** How many transfers are not in `transfers`. */
  readonly transfersOmitted: number
  /** Its confirmations. A whole number. */
  readonly confirmations: number
  /** How many credit the money. */
  readonly requiredConfirmations: number
  /** The payment page, for the customer. A URL. */
  readonly paymentLink: string
  /** Its success url. */
  readonly successUrl: string | null
  /** Its description. */
  readonly description: string | null
  /** Its customer name. */
  readonly customerName: string | null
  /** Its customer email. */
  readonly customerEmail: string | null
  /** When it expires. ISO 8601 in UTC. */
  readonly expiresAt: string
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /** When it was updated. ISO 8601 in UTC. */
  readonly updatedAt: string
  /** When it was paid. ISO 8601 in UTC. */
  readonly paidAt: string | null
  /** When the personal data was erased; absent before. ISO 8601 in UTC. */
  readonly redactedAt?: string
}

/** A page of invoices, newest first. */
export interface CryptoInvoiceList {
  /** Its invoices. */
  readonly invoices: ReadonlyArray<CryptoInvoice>
  /** Where a page lies in its list. */
  readonly pagination: Pagination
}

/** What `client.crypto.invoices.find` takes. */
export interface FindCryptoInvoiceQuery {
  /** The externalId that an invoice was created with: answers this `invoice`, whatever else is sent. */
  readonly externalId: string
}

/** What `client.crypto.invoices.create` takes. */
export interface CreateCryptoInvoiceRequest {
  /** In USDT, at most 6 decimals, within minInvoice and maxInvoice of the network. */
  readonly amount: number
  /** One of `invoiceNetworks` of the list of networks. At most 64 characters. */
  readonly network: string
  /**
   * Your own identifier, unique among your invoices: 1 to 128 printable ASCII characters. The same one with
   * the same fields returns the same invoice again.
   */
  readonly externalId: string
  /** Where the payment page leads when it is paid. A URL. At most 2048 characters. */
  readonly successUrl?: string | null | undefined
  /** Shown to the customer. At most 500 characters. */
  readonly description?: string | null | undefined
  /** Its customer name. At most 200 characters. */
  readonly customerName?: string | null | undefined
  /** Its customer email. An e-mail address. At most 254 characters. */
  readonly customerEmail?: string | null | undefined
  /** Its expires in minutes. A whole number. */
  readonly expiresInMinutes?: number | null | undefined
}
