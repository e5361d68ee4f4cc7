import { Context, type Effect, Option, Schema } from "effect"
import type { FiatCurrency } from "../../kernel/money/Currency.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { BankReceipt } from "./BankReceipt.ts"
import type { TransferInstructions } from "./TransferInstructions.ts"

/** A bank that a customer can choose. `id` is the rail's id, `name` is shown. */
export interface Bank {
  readonly id: string
  readonly name: string
  /**
   * How the money comes; `link` unless said. With `link` the rail begins a payment at the bank and knows what becomes
   * of it. With `transfer` it only says what the customer transfers: the money is recognised in the statements of the
   * account, and only by an invoice's reference, so invoices without one are not offered it.
   */
  readonly collects?: "link" | "transfer"
}

/** The payment a rail should collect. `paymentId` is its idempotency key; a restored store sends the same one. */
export interface BankPaymentRequest {
  readonly paymentId: string
  readonly bank: string
  readonly amountMinor: bigint
  readonly currency: FiatCurrency
  readonly description: string
  /** What a transfer names the invoice by; absent if the invoice has none. */
  readonly reference?: string
  /** From this instant on the customer should not be able to pay. */
  readonly expiresAt: Instant
}

export type BankPaymentStatus =
  /**
   * The customer can pay; `link` is where, for a button and a QR code, once there is one. `instructions` are what the
   * customer transfers, and only of a bank that collects by transfer.
   */
  | {
      readonly _tag: "Awaiting"
      readonly link: Option.Option<string>
      readonly instructions?: TransferInstructions
    }
  /** The bank took the money. Final, and the same in every lookup. */
  | { readonly _tag: "Confirmed"; readonly receipt: BankReceipt }
  /** Refused: no money was taken and none will be. */
  | { readonly _tag: "Declined"; readonly reason: string }

/** No answer, or one that does not say whether the payment exists: always looked up, never repeated blindly. */
export class BankRailUnavailable extends Schema.TaggedError<BankRailUnavailable>()("BankRailUnavailable", {
  reason: Schema.String
}) {
  get code() {
    return "bank_rail_unavailable" as const
  }
}

/**
 * Port. An instant bank-payment system. An implementation must keep these laws (`bankRailSuite` in
 * `@quittance/testing` proves them):
 *
 * 1. One `paymentId` makes at most one payment, however often it is started; a repeat returns `Duplicate` or the
 *    status. The customer is asked for this amount, in this currency, at this bank.
 * 2. `lookup` sees every earlier start that had any effect, even if its answer was lost. `NotFound` means that the
 *    customer cannot pay under this id.
 * 3. A receipt states what the bank took, and never changes; its `operationId` belongs to no other payment.
 *
 * Where a bank collects by transfer, nobody but its statements knows of the money, and nobody can be kept from
 * transferring it, before a start or after the expiry. Other laws hold there (`transferRailSuite`):
 *
 * 1. A start has no effect. It is answered with the instructions, the same ones for the same request however often it
 *    is asked, with this amount, currency and reference; a request without a reference is declined.
 * 2. `lookup` answers `NotFound`, so what was started is started again if its answer was lost, and is not polled.
 * 3. The rail confirms nothing: money is booked from statements only.
 */
export class BankRail extends Context.Service<
  BankRail,
  {
    /** The currencies that it serves; omitted if it serves all. */
    readonly currencies?: ReadonlyArray<FiatCurrency>
    /** The banks for a currency, in display order; at least one if the currency is served. */
    readonly banks: (currency: FiatCurrency) => Effect.Effect<ReadonlyArray<Bank>, BankRailUnavailable>
    readonly start: (
      request: BankPaymentRequest
    ) => Effect.Effect<BankPaymentStatus | { readonly _tag: "Duplicate" }, BankRailUnavailable>
    /** `bank` is that of the request, for a rail that asks others. */
    readonly lookup: (
      paymentId: string,
      bank?: string
    ) => Effect.Effect<BankPaymentStatus | { readonly _tag: "NotFound" }, BankRailUnavailable>
  }
>()("@quittance/core/concepts/bankPayment/BankRail") {}

/** Whether an invoice in a currency can be paid at all. */
export const servesCurrency = (rail: Option.Option<BankRail["Service"]>, currency: FiatCurrency): boolean =>
  Option.exists(rail, ({ currencies }) => currencies === undefined || currencies.includes(currency))
