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
  readonly network?: string | undefined
  /** Only invoices with this exception; combined with from and to only. */
  readonly exception?: "none" | "underpaid" | "overpaid" | "late" | "reorganised" | undefined
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

/** A transfer to the address of a crypto invoice. */
export interface CryptoInvoiceTransfer {
  /** The hash of its transaction. */
  readonly txHash: string
  /** Its place among the transfers of its transaction: with `txHash` it names the transfer. */
  readonly position: number
  /**
   * What it moves, rounded down to 6 decimals. `paidAmount` is the sum of what the network moved, rounded
   * down once.
   */
  readonly amount: number
  /**
   * `seen`: not credited yet. `dropped`: the network took it back before it was credited, `reversed`: after
   * that.
   */
  readonly status: "seen" | "credited" | "reversed" | "dropped"
  /** The confirmations that it has, at most `requiredConfirmations`. */
  readonly confirmations: number
  /** How many credit it. At least 1. */
  readonly requiredConfirmations: number
  /** When it was first seen on the network. ISO 8601 in UTC. */
  readonly seenAt: string
  /** When it was credited; null before. ISO 8601 in UTC. */
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
  /** The currency of the amounts. */
  readonly currency: string
  /** The deposit address, of this invoice alone. */
  readonly address: string
  /** As requested. */
  readonly amount: number
  /** What the customer must send. */
  readonly expectedAmount: number
  /** The fee of a payment of `expectedAmount`. */
  readonly feeAmount: number
  /** What is credited: `expectedAmount` less `feeAmount`. */
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
  /** The confirmations of its money, at most `requiredConfirmations`. */
  readonly confirmations: number
  /** How many credit the money. At least 1. */
  readonly requiredConfirmations: number
  /** The payment page, for the customer. A URL. */
  readonly paymentLink: string
  /** Where the payment page leads when it is paid. */
  readonly successUrl: string | null
  /** Where the payment page leads when nothing was paid. */
  readonly cancelUrl: string | null
  /** Shown to the customer. */
  readonly description: string | null
  /** The name of the customer, as you sent it. */
  readonly customerName: string | null
  /** The e-mail address of the customer, as you sent it. */
  readonly customerEmail: string | null
  /** Until when it can be paid. ISO 8601 in UTC. */
  readonly expiresAt: string
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /** When it last changed. ISO 8601 in UTC. */
  readonly updatedAt: string
  /** When it was paid; null before. ISO 8601 in UTC. */
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
  /** In USDT, at most 6 decimals, within minInvoice and maxInvoice of the network. From 1 to 100000. */
  readonly amount: number
  /** A network on which invoices are issued. At most 64 characters. */
  readonly network: string
  /**
   * Your own identifier, unique among your invoices: 1 to 128 printable ASCII characters. The same one with
   * the same fields returns the same invoice again.
   */
  readonly externalId: string
  /** Where the payment page leads when it is paid. A URL. At most 2048 characters. */
  readonly successUrl?: string | null | undefined
  /** Where the payment page leads when nothing was paid. A URL. At most 2048 characters. */
  readonly cancelUrl?: string | null | undefined
  /** Shown to the customer. At most 500 characters. */
  readonly description?: string | null | undefined
  /** The name of the customer. At most 200 characters. */
  readonly customerName?: string | null | undefined
  /** The e-mail address of the customer. An e-mail address. At most 254 characters. */
  readonly customerEmail?: string | null | undefined
  /** How long it can be paid, in minutes; 60 unless given. From 5 to 1440. */
  readonly expiresInMinutes?: number | null | undefined
}
