/** One set of facts per state that the payment page can show, the same invoice throughout. */
import type { CryptoPaymentView } from "../../src/pages/CryptoPaymentView.ts"

export const pending: CryptoPaymentView = {
  status: "pending",
  exception: "none",
  expectedAmount: "125.50",
  paidAmount: "0",
  remainingAmount: "125.50",
  currency: "USDT",
  network: "tron",
  networkLabel: "TRON (TRC-20)",
  address: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE",
  confirmations: 0,
  requiredConfirmations: 20,
  expiresAtMillis: 1_800_000_872_000,
  nowMillis: 1_800_000_000_000,
  description: "Order 1042",
  successUrl: "https://shop.example/thanks?order=1042"
}

const whole = { paidAmount: "125.50", remainingAmount: "0" } as const
const part = { paidAmount: "100.00", remainingAmount: "25.50" } as const

export const views = {
  pending,
  confirming: { ...pending, ...whole, status: "confirming", confirmations: 7 },
  confirmingUnknown: { ...pending, status: "confirming", confirmations: 0 },
  confirmingPart: { ...pending, ...part, status: "confirming", exception: "underpaid", confirmations: 20 },
  paid: { ...pending, ...whole, status: "paid", confirmations: 20 },
  paidWithoutLink: { ...pending, ...whole, status: "paid", confirmations: 20, successUrl: null },
  overpaid: {
    ...pending,
    status: "paid",
    exception: "overpaid",
    paidAmount: "130.00",
    remainingAmount: "0",
    confirmations: 20
  },
  late: { ...pending, ...whole, status: "paid", exception: "late", confirmations: 20 },
  reorganised: { ...pending, ...whole, status: "paid", exception: "reorganised", confirmations: 0 },
  takenBack: { ...pending, status: "paid", exception: "reorganised" },
  lateOnItsWay: { ...pending, ...whole, status: "confirming", exception: "late", confirmations: 7 },
  latePart: { ...pending, ...part, status: "expired", exception: "late", confirmations: 20 },
  cancelledWithMoney: { ...pending, ...whole, status: "cancelled", exception: "late", confirmations: 20 },
  vanished: { ...pending, exception: "reorganised" },
  vanishedPart: { ...pending, ...part, status: "confirming", exception: "reorganised", confirmations: 20 },
  vanishedLate: { ...pending, status: "expired", exception: "reorganised" },
  underpaid: { ...pending, ...part, status: "underpaid", exception: "underpaid", confirmations: 20 },
  expired: { ...pending, status: "expired" },
  cancelled: { ...pending, status: "cancelled" }
} satisfies Readonly<Record<string, CryptoPaymentView>>

export type ViewName = keyof typeof views

export const viewNames: ReadonlyArray<ViewName> = [
  "pending",
  "confirming",
  "confirmingUnknown",
  "confirmingPart",
  "paid",
  "paidWithoutLink",
  "overpaid",
  "late",
  "reorganised",
  "takenBack",
  "lateOnItsWay",
  "latePart",
  "cancelledWithMoney",
  "vanished",
  "vanishedPart",
  "vanishedLate",
  "underpaid",
  "expired",
  "cancelled"
]

/** A description that tries everything at once: markup, attribute and template ends, bidi overrides, emoji. */
export const hostileDescription =
  '</p><script>alert(1)</script><img src=x onerror="alert(2)">\' ` {{7*7}} &lt; \u202Etxet desrever\u202C \u0645\u0631\u062D\u0628\u0627 🧾👩🏽‍💻 \u0000'
