/** The texts of a receipt, once per language; complete by type, and plain text, as in `Messages.ts`. */
export interface ReceiptMessages {
  readonly title: string
  /** On the page of a paid invoice. */
  readonly see: string
  readonly number: string
  readonly paidAt: string
  /** Before the same instant in the time zone of who reads it. */
  readonly hereAt: string
  readonly late: string
  readonly total: string
  readonly price: string
  /** The fee that the customer paid above the price. */
  readonly feeIncluded: string
  readonly feeOfMerchant: string
  readonly fee: string
  readonly paidFrom: string
  readonly transfer: string
  readonly sandbox: string
  readonly print: string
  readonly back: string
}
