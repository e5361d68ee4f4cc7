/**
 * What the payment page of a fiat invoice shows, as facts: everything the renderer needs and nothing it could look up.
 *
 * `chosen` is the payment that counts: the one that is open, or else the last one if the bank said no to it.
 */
export type BankInvoiceStatus = "pending" | "paid" | "expired" | "cancelled"

export interface OfferedBank {
  /** The rail's name of it, which the form sends. */
  readonly id: string
  /** Its name for people. */
  readonly name: string
}

export interface ChosenBank {
  /** `contacting`: the bank has not answered yet. `awaiting`: it has, and the customer can pay. */
  readonly step: "contacting" | "awaiting" | "declined"
  readonly bank: OfferedBank
  /** Where the customer goes on, once the bank has told. */
  readonly link: string | null
}

/** Money that came and that the invoice could not take: an operator holds it, or has returned it. */
export type UnmatchedMoney = "none" | "held" | "returned"

/** Why what was asked for was not done. */
export type BankPaymentProblem = "unknownBank" | "tooManyPayments" | "banksAway"

export interface BankPaymentView {
  readonly status: BankInvoiceStatus
  /** It was paid at the expiry or later. */
  readonly late: boolean
  readonly unmatched: UnmatchedMoney
  /** An exact decimal in `currency`. */
  readonly amount: string
  readonly currency: string
  /** Who is paid, as customers know the name. */
  readonly payee: string | null
  readonly description: string | null
  /** The bank that took the money, as the rail names it; only once it was paid. */
  readonly payerBank: string | null
  /** The banks to choose from, in the order to show them. */
  readonly banks: ReadonlyArray<OfferedBank>
  readonly chosen: ChosenBank | null
  readonly problem: BankPaymentProblem | null
  readonly expiresAtMillis: number
  readonly nowMillis: number
  readonly redirectUrl: string | null
  /** The page's whole address, to go on with another device. */
  readonly pageUrl: string
}

/** The one thing that the page says in its headline. `waiting`: the bank has the payment and gave no link. */
export type BankPaymentStage =
  | "choosing"
  | "contacting"
  | "awaiting"
  | "waiting"
  | "declined"
  | "paid"
  | "expired"
  | "cancelled"

export const stageOf = ({ chosen, status }: Pick<BankPaymentView, "status" | "chosen">): BankPaymentStage => {
  if (status !== "pending") return status
  if (chosen === null) return "choosing"
  return chosen.step === "awaiting" && chosen.link === null ? "waiting" : chosen.step
}

/** What has to be the same for the page to be the same, in the order in which the page's events tell it. */
export const bankPaymentFacts = (
  view: Pick<BankPaymentView, "status" | "late" | "unmatched" | "chosen">
) => ({
  status: view.status,
  stage: stageOf(view),
  bank: view.chosen?.bank.id ?? "",
  late: view.late,
  unmatched: view.unmatched
})

/** How soon a visitor without live updates should look again, or `null` when nothing is expected to change. */
export const reloadSeconds = (view: BankPaymentView): number | null => {
  switch (stageOf(view)) {
    case "contacting":
      return 5
    case "awaiting":
    case "waiting":
      return 15
    // Only the clock, another device or late money changes these, and a reload interrupts who is reading.
    case "choosing":
    case "declined":
    case "expired":
      return 60
    case "paid":
    case "cancelled":
      return null
  }
}
