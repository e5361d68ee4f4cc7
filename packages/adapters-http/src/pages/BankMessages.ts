/**
 * The texts of the payment page of a fiat invoice that no other page has, once per language.
 *
 * The languages are complete by type, and texts are plain text, as in `Messages.ts`.
 */
import type { BankPaymentProblem, BankPaymentStage, UnmatchedMoney } from "./BankPaymentView.ts"
import type { CopyTexts, Said } from "./Messages.ts"

/** What became of a payment at the bank of a sandbox. `closed`: the invoice does not wait for this payment any more. */
export type SandboxBankCourse = "open" | "approved" | "declined" | "closed"

export interface BankMessages {
  readonly pageTitle: string
  readonly headline: Readonly<Record<BankPaymentStage, string>>
  /** `bank` is the name of the chosen bank; empty if there is none. */
  readonly explanation: Readonly<Record<BankPaymentStage, (bank: string) => string>>
  /** Replace the explanations where there is no bank to choose. */
  readonly choosingWithoutBanks: string
  readonly declinedWithoutBanks: string
  /** Replaces the explanation of `expired` if money arrived that could not be booked. */
  readonly expiredWithMoney: string
  readonly lateNote: string
  readonly unmatchedNote: Readonly<Record<Exclude<UnmatchedMoney, "none">, string>>
  /** The same beside the payment that was received. */
  readonly furtherNote: Readonly<Record<Exclude<UnmatchedMoney, "none">, string>>
  readonly problem: Readonly<Record<BankPaymentProblem, string>>
  /** The bank may already have taken the money, but no further payment should be made. */
  readonly lateMoney: string
  /** Replaces it where transfers count until the end of a day. */
  readonly lateTransfer: (day: string) => string

  readonly amountToPay: string
  readonly payUntil: string
  readonly bank: string
  readonly chooseBank: string
  readonly chooseAnotherBank: string
  readonly bankSearch: string
  readonly findBank: string
  readonly banksFound: (count: string) => string
  readonly noBankFound: string
  readonly allBanks: string
  readonly openBank: (bank: string) => string
  readonly bankQrCode: (bank: string) => string
  readonly scanWithPhone: string
  readonly continueOnPhone: string
  readonly pageQrCode: string
  readonly simulationLabel: string
  readonly simulate: string
  /** The link to where the simulated bank is told to transfer. */
  readonly simulateTransfer: string

  /** What is transferred to an account, in the words of banks. */
  readonly transfer: {
    /** What the one bank that collects by transfer is called. */
    readonly name: string
    /** Replace the texts of the choice where nothing but transfers is offered. */
    readonly choose: string
    readonly choosing: string
    /** Replaces the texts of `contacting`. */
    readonly preparing: Said
    /** Goes on from the explanation of `transferring`. */
    readonly duration: (days: string) => string
    readonly exactly: string
    readonly details: string
    readonly beneficiary: string
    readonly iban: string
    readonly account: string
    readonly amount: string
    readonly reference: string
    readonly purpose: string
    /** Where the purpose is the reference and nothing more. */
    readonly referenceAsPurpose: string
    /** By the names of `TransferInstructions`; what a rail of the host's own has more is called as it is named. */
    readonly bankIds: Readonly<Record<string, string>>
    readonly copy: (what: string) => CopyTexts
    readonly qrCode: string
    readonly scan: string
  }

  /** The page of a sandbox's bank. */
  readonly simulatedBank: Readonly<Record<SandboxBankCourse, Said>> & {
    readonly ribbon: string
    /** Its form for a transfer, and what it says of one that was made, or that it cannot make. */
    readonly transfer: Readonly<Record<"form" | "made" | "wrong", Said>> & {
      readonly amount: string
      readonly reference: string
      readonly send: string
    }
    readonly approve: string
    readonly decline: string
    readonly back: string
  }

  readonly refusedHeadline: string
  readonly refusedExplanation: string
}
