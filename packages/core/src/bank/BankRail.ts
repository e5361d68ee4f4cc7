import { Context, type Effect, type Option, Schema } from "effect"
import type { BankReceipt } from "./BankReceipt.ts"
import type { FiatCurrency } from "../money/Currency.ts"
import type { Instant } from "../time/Instant.ts"

/** A bank that a customer can choose. `id` is the rail's, `name` is shown. */
export interface Bank {
  readonly id: string
  readonly name: string
}

/** What the rail is asked to collect. `paymentId` is its idempotency key; a store that was restored asks with the same. */
export interface BankPaymentRequest {
  readonly paymentId: string
  readonly bank: string
  readonly amountMinor: bigint
  readonly currency: FiatCurrency
  readonly description: string
  /** The customer should not be let pay from then on. */
  readonly expiresAt: Instant
}

export type BankPaymentStatus =
  /** The customer can pay; `link` is where, for a button and as a QR code, once there is one. */
  | { readonly _tag: "Awaiting"; readonly link: Option.Option<string> }
  /** The bank took the money. Final, and told the same at every lookup. */
  | { readonly _tag: "Confirmed"; readonly receipt: BankReceipt }
  /** Refused: no money was taken and none will be. */
  | { readonly _tag: "Declined"; readonly reason: string }

/** No answer, or one that does not tell whether the payment exists: always looked up, never repeated blindly. */
export class BankRailUnavailable extends Schema.TaggedError<BankRailUnavailable>()("BankRailUnavailable", {
  reason: Schema.String
}) {}

/**
 * Port. An instant bank-payment system. An implementation must keep these laws (`bankRailSuite` in `@quittance/testing`
 * proves them):
 *
 * 1. One `paymentId`, at most one payment, however often it is started; a repeat answers `Duplicate` or the status. The customer is
 *    asked for this amount, in this currency, at this bank.
 * 2. `lookup` sees every earlier start that had any effect, also one whose answer was lost. `NotFound` means that the
 *    customer cannot pay under this id.
 * 3. A receipt tells what the bank took, and never changes; its `operationId` belongs to no other payment.
 */
export class BankRail extends Context.Service<
  BankRail,
  {
    /** The banks for a currency, in the order to show them; at least one where the currency is served. */
    readonly banks: (currency: FiatCurrency) => Effect.Effect<ReadonlyArray<Bank>, BankRailUnavailable>
    readonly start: (
      request: BankPaymentRequest
    ) => Effect.Effect<BankPaymentStatus | { readonly _tag: "Duplicate" }, BankRailUnavailable>
    readonly lookup: (
      paymentId: string
    ) => Effect.Effect<BankPaymentStatus | { readonly _tag: "NotFound" }, BankRailUnavailable>
  }
>()("@quittance/core/bank/BankRail") {}
