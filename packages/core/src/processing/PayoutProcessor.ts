import { Context, type Effect, Schema } from "effect"
import type { Currency } from "../money/Currency.ts"
import type { Instant } from "../time/Instant.ts"

/** What the processing side is asked to send. `reference` is its idempotency key. */
export interface TransferRequest {
  /**
   * At most 36 characters. It follows from the partner's request: the same request has the same reference, also on a store that
   * was restored and makes another payout of it.
   */
  readonly reference: string
  /** To be shown to people and kept beside the transfer. No key: it may differ when the reference comes again. */
  readonly payoutId: string
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

/** A transfer as the processing side made it, told so that it can be compared with the books. */
export interface MadeTransfer
  extends Pick<TransferRequest, "reference" | "network" | "address" | "amountMinor"> {
  /** As it was told with the submission; empty where the processing side does not keep it. */
  readonly payoutId: string
  /** When it was made, or accepted while it is not made yet. */
  readonly at: Instant
}

/** No answer, or one that does not tell whether the transfer exists: always looked up, never repeated blindly. */
export class PayoutProcessorUnavailable extends Schema.TaggedError<PayoutProcessorUnavailable>()(
  "PayoutProcessorUnavailable",
  { reason: Schema.String }
) {}

/**
 * Port. Sends money. An implementation must keep these laws (`payoutProcessorSuite` in `@quittance/testing` proves them):
 *
 * 1. One `reference`, at most one transfer, however often it is submitted and with whichever `payoutId`; a repeat answers
 *    `Duplicate` or the status. It is of this amount, to this address, on this network, and nothing else is sent.
 * 2. `lookup` sees every earlier submission that had any effect, also one whose answer was lost. `NotFound` means that
 *    nothing was sent, and a submission still on its way counts as one that may be found later, never twice.
 * 3. After `abandon` answered `Abandoned`, no transfer with this `reference` is ever made.
 * 4. What is accepted is completed in the end, and told as `Completed` only when it was made.
 * 5. `transfersSince` tells every transfer that was made or accepted since an instant, each once, with its reference: what an
 *    operator compares with a store that was restored. A processing side that cannot list fails it.
 */
export class PayoutProcessor extends Context.Service<
  PayoutProcessor,
  {
    /** The networks that it serves, by name; left out where it serves all of the deployment. */
    readonly networks?: ReadonlyArray<string> | undefined
    readonly submit: (
      request: TransferRequest
    ) => Effect.Effect<TransferStatus | { readonly _tag: "Duplicate" }, PayoutProcessorUnavailable>
    readonly lookup: (
      reference: string
    ) => Effect.Effect<TransferStatus | { readonly _tag: "NotFound" }, PayoutProcessorUnavailable>
    readonly abandon: (
      reference: string
    ) => Effect.Effect<
      { readonly _tag: "Abandoned" } | { readonly _tag: "TooLate" },
      PayoutProcessorUnavailable
    >
    readonly transfersSince: (
      since: Instant
    ) => Effect.Effect<ReadonlyArray<MadeTransfer>, PayoutProcessorUnavailable>
  }
>()("@quittance/core/processing/PayoutProcessor") {}
