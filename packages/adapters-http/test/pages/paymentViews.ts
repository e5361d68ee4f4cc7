/** One set of facts per state that the payment page can show, the same invoice throughout. */
import type { CryptoPaymentView, ShownTransfer } from "../../src/pages/CryptoPaymentView.ts"

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
  walletRequest: null,
  transfers: [],
  transfersOmitted: 0,
  confirmations: 0,
  requiredConfirmations: 20,
  expiresAtMillis: 1_800_000_872_000,
  nowMillis: 1_800_000_000_000,
  description: "Order 1042",
  successUrl: "https://shop.example/thanks?order=1042",
  cancelUrl: "https://shop.example/cart?order=1042"
}

const evm = { network: "ethereum", networkLabel: "Ethereum (ERC-20)" } as const
const evmAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
const walletRequest = `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${evmAddress}&uint256=125500000`

export const seen: ShownTransfer = {
  hash: "4f2a91c37b1e7e2294d0a5c8e1f3b6d7890a1b2c3d4e5f60718293a4b5c6d7e8",
  amount: "100.00",
  state: "seen",
  confirmations: 7,
  explorer:
    "https://tronscan.org/#/transaction/4f2a91c37b1e7e2294d0a5c8e1f3b6d7890a1b2c3d4e5f60718293a4b5c6d7e8"
}
const credited: ShownTransfer = { ...seen, state: "credited", confirmations: 20, explorer: null }

/** So many transfers of all kinds, none like another. */
export const manyTransfers = (count: number): ReadonlyArray<ShownTransfer> =>
  Array.from({ length: count }, (_, index) => ({
    ...seen,
    hash: index.toString(16).padStart(64, "4f2a91c3"),
    amount: `${index}.000001`,
    state: (["seen", "credited", "dropped", "reversed"] as const)[index % 4] ?? "seen"
  }))

const whole = { paidAmount: "125.50", remainingAmount: "0" } as const
const part = { paidAmount: "100.00", remainingAmount: "25.50" } as const

export const views = {
  pending,
  pendingWithWallet: { ...pending, ...evm, address: evmAddress, walletRequest },
  manyTransfers: {
    ...pending,
    ...part,
    status: "confirming",
    transfers: manyTransfers(40),
    transfersOmitted: 3
  },
  confirming: { ...pending, ...whole, status: "confirming", confirmations: 7, transfers: [seen, credited] },
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
  underpaidGone: { ...pending, status: "underpaid", exception: "reorganised" },
  underpaid: { ...pending, ...part, status: "underpaid", exception: "underpaid", confirmations: 20 },
  expired: { ...pending, status: "expired" },
  cancelled: { ...pending, status: "cancelled" }
} satisfies Readonly<Record<string, CryptoPaymentView>>

export type ViewName = keyof typeof views

export const viewNames = Object.keys(views) as ReadonlyArray<ViewName>

/** A description that tries everything at once: markup, attribute and template ends, bidi overrides, emoji. */
export const hostileDescription =
  '</p><script>alert(1)</script><img src=x onerror="alert(2)">\' ` {{7*7}} &lt; \u202Etxet desrever\u202C \u0645\u0631\u062D\u0628\u0627 🧾👩🏽‍💻 \u0000'
