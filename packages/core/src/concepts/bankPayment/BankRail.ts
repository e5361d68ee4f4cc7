import { Context, type Effect, type Option, Schema } from "effect"
import type { FiatCurrency } from "../../kernel/money/Currency.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { BankReceipt } from "./BankReceipt.ts"

/** A bank that a customer can choose. `id` is the rail's id, `name` is shown. */
export interface Bank {
  readonly id: string
  readonly name: string
}

/** The payment a rail should collect. `paymentId` is its idempotency key; a restored store sends the same one. */
export interface BankPaymentRequest {
  readonly paymentId: string
  readonly bank: string
  readonly amountMinor: bigint
  readonly currency: FiatCurrency
  readonly description: string
  /** From this instant on the customer should not be able to pay. */
  readonly expiresAt: Instant
}

export type BankPaymentStatus =
  /** The customer can pay; `link` is where, for a button and a QR code, once there is one. */
  | { readonly _tag: "Awaiting"; readonly link: Option.Option<string> }
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
 */
export class BankRail extends Context.Service<
  BankRail,
  {
    /** The banks for a currency, in display order; at least one if the currency is served. */
    readonly banks: (currency: FiatCurrency) => Effect.Effect<ReadonlyArray<Bank>, BankRailUnavailable>
    readonly start: (
      request: BankPaymentRequest
    ) => Effect.Effect<BankPaymentStatus | { readonly _tag: "Duplicate" }, BankRailUnavailable>
    readonly lookup: (
      paymentId: string
    ) => Effect.Effect<BankPaymentStatus | { readonly _tag: "NotFound" }, BankRailUnavailable>
  }
>()("@quittance/core/concepts/bankPayment/BankRail") {}
