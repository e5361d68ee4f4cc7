import { Context, type Stream } from "effect"
import type { CalendarDate } from "../../kernel/time/CalendarDate.ts"
import type { BankAccount } from "../bankAccount/BankAccount.ts"
import type { StatementItem } from "../statementEntry/StatedEntry.ts"
import type { StatementRefused } from "../statementEntry/StatementRefused.ts"
import type { Bank, BankPaymentRequest } from "./BankRail.ts"
import type { TransferInstructions } from "./TransferInstructions.ts"

/** The bank that collects by transfer, for every currency with an account. No other bank of a rail may have its id. */
export const transferBank: Bank = { id: "transfer", name: "Bank transfer", collects: "transfer" }

/** What is to be transferred for which invoice. */
export interface InvoiceTransfer extends Pick<BankPaymentRequest, "amountMinor" | "description"> {
  readonly reference: string
}

/** The formats in which banks give out statements. */
export const statementFormats = ["camt.053", "camt.054", "mt940", "1c", "csv"] as const
export type StatementFormat = (typeof statementFormats)[number]

/** Money that came to an account of the simulated bank. */
export interface SimulatedTransfer {
  readonly amountMinor: bigint
  readonly bookedOn: CalendarDate
  readonly payer: string
  /** What the payer wrote into the field for references; empty if nothing. */
  readonly reference: string
  /** What the payer wrote besides. */
  readonly text: string
  /** The bank's own name of it. */
  readonly bankReference: string
}

/** A statement of the simulated bank: all that came since the account was opened. */
export interface SimulatedStatement {
  readonly account: BankAccount
  readonly format: StatementFormat
  /** The day on which it is given out. */
  readonly day: CalendarDate
  readonly transfers: ReadonlyArray<SimulatedTransfer>
}

/**
 * Port. The accounts that customers transfer money to, with all that their banks ask for. An adapter knows countries
 * and formats; the core knows which account it is (ADR 0074).
 */
export class BankTransfers extends Context.Service<
  BankTransfers,
  {
    /** As settings have them; of several in one currency the first is offered to customers. */
    readonly accounts: ReadonlyArray<BankAccount>
    /** What a customer transfers, in the words of the account's country: the same for the same transfer. */
    readonly instructions: (account: BankAccount, transfer: InvoiceTransfer) => TransferInstructions
    /** What a statement of the account says; it fails where the file is not to be trusted, perhaps at its end. */
    readonly read: <E, R>(
      account: BankAccount,
      bytes: Stream.Stream<Uint8Array, E, R>
    ) => Stream.Stream<StatementItem, E | StatementRefused, R>
    /** For a sandbox: a statement as a bank would write it, with which its import is tried. */
    readonly statementFile: (statement: SimulatedStatement) => Uint8Array
  }
>()("@quittance/core/concepts/bankPayment/BankTransfers") {}
