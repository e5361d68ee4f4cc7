/** One set of facts per state that the payment page of a fiat invoice can show, the same invoice throughout. */
import type { BankPaymentView, OfferedBank } from "../../src/pages/BankPaymentView.ts"
import { transferViewsOf } from "./transferViews.ts"

const sber = { id: "sber", name: "Sberbank" }

export const banks: ReadonlyArray<OfferedBank> = [
  sber,
  { id: "tinkoff", name: "T-Bank" },
  { id: "kaspi", name: "Kaspi Bank" },
  { id: "halyk", name: "Halyk Bank" },
  { id: "raiffeisen", name: "Raiffeisen Bank International" }
]

export const choosing: BankPaymentView = {
  status: "pending",
  late: false,
  reversed: false,
  unmatched: "none",
  amount: "12500.50",
  currency: "RUB",
  description: "Order 1042",
  payerBank: null,
  banks,
  chosen: null,
  settlement: null,
  problem: null,
  expiresAtMillis: 1_800_000_872_000,
  nowMillis: 1_800_000_000_000,
  redirectUrl: "https://shop.example/thanks?order=1042",
  cancelUrl: "https://shop.example/cart?order=1042",
  pageUrl: "https://pay.example/pay/bank/0123456789abcdef0123456789abcdef"
}

/** Names of many kinds, with the same initials, as long as they come. */
export const manyBanks = (count: number): ReadonlyArray<OfferedBank> => {
  const names = [
    "Alatau City Bank",
    "Банк ЦентрКредит",
    "Қазақстанның Халық банкі",
    "مصرف الراجحي",
    "Crédit Agricole Île-de-France",
    "Alatau Credit",
    "Банк «Санкт-Петербург»",
    "Közép-Európai Hitelbank Nemzetközi Részvénytársaság Budapest",
    "Ёлка Банк",
    "A"
  ]
  return Array.from({ length: count }, (_, index) => {
    const name = names[index % names.length] ?? ""
    return {
      id: `bank${index}`,
      name: index < names.length ? name : `${name} ${Math.floor(index / names.length) + 1}`
    }
  })
}

export const bankLink = "https://qr.bank.example/pay/AD10006M8KH5?amount=1250050&cur=RUB"

const awaiting = { step: "awaiting", bank: sber, link: bankLink, instructions: null } as const
const declined = { ...awaiting, step: "declined", link: null } as const
const paid = { ...choosing, status: "paid", payerBank: "Sberbank" } as const

export const bankViews = {
  choosing,
  choosingForDays: { ...choosing, expiresAtMillis: choosing.nowMillis + 20 * 24 * 3_600_000 },
  banksAway: { ...choosing, banks: null },
  withoutBanks: { ...choosing, banks: [] },
  manyBanks: { ...choosing, banks: manyBanks(40) },
  unknownBank: { ...choosing, problem: "unknownBank" },
  tooManyPayments: { ...choosing, problem: "tooManyPayments" },
  contacting: { ...choosing, chosen: { ...awaiting, step: "contacting", link: null } },
  awaiting: { ...choosing, chosen: awaiting },
  awaitingOnlyBank: { ...choosing, banks: [sber], chosen: awaiting },
  waiting: { ...choosing, chosen: { ...awaiting, link: null } },
  declined: { ...choosing, chosen: declined },
  declinedBanksAway: { ...choosing, banks: null, chosen: declined },
  unmatched: { ...choosing, unmatched: "held" },
  paid,
  paidWithoutLink: { ...paid, redirectUrl: null },
  late: { ...paid, late: true },
  takenBack: { ...paid, reversed: true },
  paidTwice: { ...paid, unmatched: "held" },
  paidTwiceReturned: { ...paid, unmatched: "returned" },
  expired: { ...choosing, status: "expired", chosen: awaiting },
  expiredWithMoney: { ...choosing, status: "expired", unmatched: "held" },
  expiredReturned: { ...choosing, status: "expired", unmatched: "returned" },
  cancelled: { ...choosing, status: "cancelled" },
  cancelledWithMoney: { ...choosing, status: "cancelled", unmatched: "held" },
  ...transferViewsOf(choosing)
} satisfies Readonly<Record<string, BankPaymentView>>

export const bankViewList: ReadonlyArray<readonly [name: string, view: BankPaymentView]> =
  Object.entries(bankViews)
