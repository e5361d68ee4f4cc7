import { type IssuedInvoice, isOpenPayment, type RecordedBankPayment } from "@quittance/core/adapter"
import { Option } from "effect"
import type { BankInvoiceStatus, ChosenBank, UnmatchedMoney } from "../pages/BankPaymentView.ts"

/** The state of an invoice and its payments, as far as it is known without calling the rail. */
export interface BankPaymentStanding {
  readonly status: BankInvoiceStatus
  readonly late: boolean
  readonly reversed: boolean
  readonly unmatched: UnmatchedMoney
  /** The bank is known only by the rail's id. */
  readonly chosen: ChosenBank | null
}

const stepOf = (payment: RecordedBankPayment): ChosenBank["step"] | undefined => {
  switch (payment._tag) {
    case "requested":
    case "starting":
    case "unknown":
      return "contacting"
    case "awaiting":
      return "awaiting"
    case "declined":
      return "declined"
    case "lapsed":
    case "settled":
    case "unresolved":
    case "returned":
    case "reversed":
      return undefined
  }
}

/** Several payments can be open at once: that of the selected bank counts, otherwise the newest. */
const chosenOf = (
  payments: ReadonlyArray<RecordedBankPayment>,
  selectedBank: string | null
): ChosenBank | null => {
  const ofSelected = payments.filter(({ order }) => order.bank === selectedBank)
  const candidates = ofSelected.some((payment) => stepOf(payment) !== undefined) ? ofSelected : payments
  const payment = candidates.findLast(isOpenPayment) ?? candidates.at(-1)
  const step = payment === undefined ? undefined : stepOf(payment)
  if (payment === undefined || step === undefined) return null
  const { bank } = payment.order
  const instructions = Option.getOrNull(payment.instructions)
  const collects = instructions === null ? {} : ({ collects: "transfer" } as const)
  return {
    ...{ step, bank: { id: bank, name: bank, ...collects } },
    ...{ link: Option.getOrNull(payment.link), instructions }
  }
}

const unmatchedOf = (payments: ReadonlyArray<RecordedBankPayment>): UnmatchedMoney => {
  if (payments.some(({ _tag }) => _tag === "unresolved")) return "held"
  return payments.some(({ _tag }) => _tag === "returned") ? "returned" : "none"
}

/** `payments` are those of the invoice, the oldest first. */
export const standingOf = (
  invoice: IssuedInvoice,
  payments: ReadonlyArray<RecordedBankPayment>,
  selectedBank: string | null
): BankPaymentStanding => ({
  status: invoice._tag,
  late: invoice._tag === "paid" && invoice.late,
  reversed: invoice._tag === "paid" && Option.isSome(invoice.reversedAt),
  unmatched: unmatchedOf(payments),
  chosen: invoice._tag === "pending" ? chosenOf(payments, selectedBank) : null
})
