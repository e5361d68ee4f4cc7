/**
 * What the crypto payment page shows, as facts: everything the renderer needs and nothing it could look up.
 *
 * Amounts are exact decimal strings in `currency`. `paidAmount` is all that the network has shown and not taken back,
 * confirmed or not; `remainingAmount` is what is missing to `expectedAmount`, and zero from where a tolerance pays it.
 * The page asks for `remainingAmount`, so counting only confirmed money here would make a customer pay twice.
 */
export type PaymentStatus = "pending" | "confirming" | "paid" | "expired" | "underpaid" | "cancelled"

export type PaymentException = "none" | "underpaid" | "overpaid" | "late" | "reorganised"

/** A transfer to the address. `dropped`: the network took it back before it was confirmed; `reversed`: after that. */
export interface ShownTransfer {
  readonly hash: string
  readonly amount: string
  readonly state: "seen" | "credited" | "dropped" | "reversed"
  readonly confirmations: number
  /** Where it can be looked at, if anywhere. */
  readonly explorer: string | null
}

export interface CryptoPaymentView {
  readonly status: PaymentStatus
  readonly exception: PaymentException
  readonly expectedAmount: string
  readonly paidAmount: string
  readonly remainingAmount: string
  readonly currency: string
  /** The network's name in the interface, such as `tron`. */
  readonly network: string
  /** The network's name for people, such as `TRON (TRC-20)`. */
  readonly networkLabel: string
  readonly address: string
  /** The payment as a request that wallets read (EIP-681), where the network's wallets read any. */
  readonly walletRequest: string | null
  /** The newest first. */
  readonly transfers: ReadonlyArray<ShownTransfer>
  /** How many older ones are not among them. */
  readonly transfersOmitted: number
  readonly confirmations: number
  readonly requiredConfirmations: number
  readonly expiresAtMillis: number
  readonly nowMillis: number
  readonly description: string | null
  readonly successUrl: string | null
  readonly cancelUrl: string | null
}

const isZero = (amount: string): boolean => /^0*(?:\.0*)?$/.test(amount)

/** Some money has arrived. */
export const hasMoney = (view: CryptoPaymentView): boolean => !isZero(view.paidAmount)

/** Something is missing to the amount. */
export const missesMoney = (view: CryptoPaymentView): boolean => !isZero(view.remainingAmount)

/** Some money has arrived, but not all of it. */
export const isPart = (view: CryptoPaymentView): boolean => hasMoney(view) && missesMoney(view)

/**
 * The network took a transfer back, and the invoice can still be paid. The transfer often comes back by
 * itself, so the page says to check before sending again.
 */
export const hasVanished = (view: CryptoPaymentView): boolean =>
  view.exception === "reorganised" &&
  (view.status === "pending" || view.status === "confirming") &&
  missesMoney(view)

/** The network took money back after the invoice was paid, and what is left does not pay it. */
export const isTakenBack = (view: CryptoPaymentView): boolean =>
  view.exception === "reorganised" && view.status === "paid" && missesMoney(view)

/** It was not paid, and nothing is asked for any more. */
export const isClosed = ({ status }: CryptoPaymentView): boolean =>
  status === "expired" || status === "underpaid" || status === "cancelled"

/**
 * Whether the page asks for money (amount, address, QR code). While a transfer is being confirmed it asks only
 * when the amount seen so far is known to be a part: inviting a second payment of the whole would be worse than
 * asking for the rest a little later.
 */
export const asksForMoney = (view: CryptoPaymentView): boolean => {
  switch (view.status) {
    case "pending":
      return true
    case "confirming":
      return isPart(view) || hasVanished(view)
    case "paid":
    case "expired":
    case "underpaid":
    case "cancelled":
      return false
  }
}

/** When a visitor without live updates should reload, or `null` if no change is expected. */
export const reloadSeconds = (view: CryptoPaymentView): number | null => {
  switch (view.status) {
    case "pending":
    case "confirming":
      return 15
    // Late money can still turn these into paid, but an abandoned tab should not ask often.
    case "expired":
    case "underpaid":
      return 60
    case "paid":
    case "cancelled":
      return null
  }
}
