import { Context, type Effect, Schema } from "effect"
import type { Currency } from "../money/Currency.ts"
import type { PayoutId } from "../payout/Payout.ts"

/** What the processing side is asked to send. `payoutId` is its idempotency key. */
export interface TransferRequest {
  readonly payoutId: PayoutId
  readonly network: string
  readonly currency: Currency
  readonly address: string
  readonly amountMinor: bigint
  readonly note: string
}

/** `processingId` is the processing side's own identifier of the transfer; empty while it has none. */
export type TransferStatus =
  | { readonly _tag: "Completed"; readonly processingId: string }
  /** Accepted; not final. */
  | { readonly _tag: "Accepted"; readonly processingId: string }
  /** Refused for good: it was not sent and will not be. */
  | { readonly _tag: "Rejected"; readonly reason: string }

/** No answer, or one that does not tell whether the transfer exists: always looked up, never repeated blindly. */
export class PayoutProcessorUnavailable extends Schema.TaggedError<PayoutProcessorUnavailable>()(
  "PayoutProcessorUnavailable",
  { reason: Schema.String }
) {}

/**
 * Port. Sends money. An implementation must keep these laws (`payoutProcessorSuite` in `@quittance/testing` proves them):
 *
 * 1. One `payoutId`, at most one transfer, however often it is submitted; a repeat answers `Duplicate` or the status.
 * 2. `lookup` sees every earlier submission that had any effect, also one whose answer was lost. `NotFound` means that
 *    nothing was sent, and a submission still on its way counts as one that may be found later, never twice.
 * 3. After `abandon` answered `Abandoned`, no transfer with this `payoutId` is ever made.
 */
export class PayoutProcessor extends Context.Service<
  PayoutProcessor,
  {
    readonly submit: (
      request: TransferRequest
    ) => Effect.Effect<TransferStatus | { readonly _tag: "Duplicate" }, PayoutProcessorUnavailable>
    readonly lookup: (
      payoutId: PayoutId
    ) => Effect.Effect<TransferStatus | { readonly _tag: "NotFound" }, PayoutProcessorUnavailable>
    readonly abandon: (
      payoutId: PayoutId
    ) => Effect.Effect<
      { readonly _tag: "Abandoned" } | { readonly _tag: "TooLate" },
      PayoutProcessorUnavailable
    >
  }
>()("@quittance/core/ports/PayoutProcessor") {}
