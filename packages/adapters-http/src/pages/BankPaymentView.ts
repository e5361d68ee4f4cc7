/**
 * What the payment page of a fiat invoice shows, as facts: everything the renderer needs and nothing it could look up.
 *
 * `chosen` is the payment that counts: the one that is open, or else the last one if the bank said no to it.
 */
import type { Bank } from "@quittance/core"
import type { TransferInstructions } from "@quittance/core/adapter"

export type BankInvoiceStatus = "pending" | "paid" | "expired" | "cancelled"

export interface OfferedBank {
  /** The rail's id, sent by the form. */
  readonly id: string
  /** Its name for people. */
  readonly name: string
  readonly collects?: Bank["collects"]
}

export interface ChosenBank {
  /** `contacting`: the bank has not answered yet. `awaiting`: it has, and the customer can pay. */
  readonly step: "contacting" | "awaiting" | "declined"
  readonly bank: OfferedBank
  /** Where the customer continues, once the bank has given a link. */
  readonly link: string | null
  /** What the customer transfers, once a bank that collects by transfer has said so. */
  readonly instructions: TransferInstructions | null
}

/** How long a transfer may be under way, by the calendar of the account's bank. */
export interface Settlement {
  readonly days: number
  /** The last instant at which it still pays the invoice after its expiry. */
  readonly untilMillis: number
  readonly timeZone: string
}

/** Money that arrived and that the invoice could not take: an operator holds it, or has returned it. */
export type UnmatchedMoney = "none" | "held" | "returned"

/** Why a request of the customer was refused. */
export type BankPaymentProblem = "unknownBank" | "tooManyPayments" | "banksAway" | "noBanks"

export interface BankPaymentView {
  readonly status: BankInvoiceStatus
  /** It was paid at the expiry or later. */
  readonly late: boolean
  /** It was paid, and then the bank took the money back. */
  readonly reversed: boolean
  readonly unmatched: UnmatchedMoney
  /** An exact decimal in `currency`. */
  readonly amount: string
  readonly currency: string
  readonly description: string | null
  /** The bank that took the money, by the rail's name; only after payment. */
  readonly payerBank: string | null
  /** The banks to choose from, in the order to show them; `null` where the rail does not tell them now. */
  readonly banks: ReadonlyArray<OfferedBank> | null
  readonly chosen: ChosenBank | null
  /** Of the account that the customer was told, or may have been told; `null` where there is none. */
  readonly settlement: Settlement | null
  readonly problem: BankPaymentProblem | null
  readonly expiresAtMillis: number
  readonly nowMillis: number
  readonly redirectUrl: string | null
  readonly cancelUrl: string | null
  /** The page's full address, for continuing on another device. */
  readonly pageUrl: string
}

/**
 * The stage that the headline shows. `waiting`: the bank has the payment and gave no link. `transferring`: the customer
 * knows what to transfer.
 */
export type BankPaymentStage =
  | "choosing"
  | "contacting"
  | "awaiting"
  | "waiting"
  | "transferring"
  | "declined"
  | "paid"
  | "takenBack"
  | "expired"
  | "cancelled"

export const stageOf = ({
  chosen,
  reversed,
  status
}: Pick<BankPaymentView, "status" | "reversed" | "chosen">): BankPaymentStage => {
  if (reversed) return "takenBack"
  if (status !== "pending") return status
  if (chosen === null) return "choosing"
  if (chosen.step !== "awaiting") return chosen.step
  if (chosen.instructions !== null) return "transferring"
  return chosen.link === null ? "waiting" : "awaiting"
}

/** The facts that determine the page, in the order of the page's events. */
export const bankPaymentFacts = (
  view: Pick<BankPaymentView, "status" | "late" | "reversed" | "unmatched" | "chosen">
) => ({
  status: view.status,
  stage: stageOf(view),
  bank: view.chosen?.bank.id ?? "",
  late: view.late,
  unmatched: view.unmatched
})

/** When a visitor without live updates should reload, or `null` if no change is expected. */
export const reloadSeconds = (view: BankPaymentView): number | null => {
  switch (stageOf(view)) {
    case "contacting":
      return 5
    case "awaiting":
    case "waiting":
      return 15
    // Only the clock, another device or late money changes these, and a reload interrupts the reader, unless there is
    // nothing to choose yet.
    case "choosing":
    case "declined":
      return view.banks === null ? 15 : 60
    case "expired":
    // Banks book in hours or days, and what is copied by hand is not to be interrupted.
    case "transferring":
      return 60
    case "paid":
    case "takenBack":
    case "cancelled":
      return null
  }
}
