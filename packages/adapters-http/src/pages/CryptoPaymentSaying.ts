/**
 * What the page of a crypto invoice says: one headline with its sentence, and at most one remark. Two texts that cannot
 * both be true are never said together, whatever the network did.
 */
import {
  asksForMoney,
  type CryptoPaymentView,
  hasMoney,
  hasVanished,
  isClosed,
  isTakenBack,
  missesMoney,
  type PaymentStatus
} from "./CryptoPaymentView.ts"

/**
 * The text at the top. `part`: the rest must be sent. `vanished`: the network took a transfer back that may return.
 * `takenBack`: it took money back after the payment. `gone`: it took back all that had come, and the time is over.
 */
export type SayingName = PaymentStatus | "part" | "vanished" | "takenBack" | "gone"

/**
 * The remark below it. `covered`: a transfer was taken back, and what else came pays the invoice. `reorganised`: one
 * was taken back, and nothing more is asked for.
 */
export type RemarkName = "overpaid" | "late" | "lateOnItsWay" | "moneyOnClosed" | "covered" | "reorganised"

export const sayingOf = (view: CryptoPaymentView): SayingName => {
  const { exception, status } = view
  if (hasVanished(view)) return "vanished"
  if (isTakenBack(view)) return "takenBack"
  if (exception === "reorganised" && (status === "expired" || status === "underpaid") && !hasMoney(view))
    return "gone"
  return asksForMoney(view) && hasMoney(view) ? "part" : status
}

export const remarkOf = (view: CryptoPaymentView): RemarkName | null => {
  const { exception, status } = view
  switch (exception) {
    // The headline and the figures say it.
    case "none":
    case "underpaid":
      return null
    case "overpaid":
      return status === "paid" ? "overpaid" : null
    case "late":
      if (status === "paid") return "late"
      if (!hasMoney(view) || asksForMoney(view)) return null
      return isClosed(view) ? "moneyOnClosed" : "lateOnItsWay"
    case "reorganised":
      if (sayingOf(view) !== status) return null
      return isClosed(view) || missesMoney(view) ? "reorganised" : "covered"
  }
}
