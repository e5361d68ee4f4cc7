import { Context, type Effect, Schema } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { Currency } from "../../kernel/money/Currency.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

/** The transfer that the processing side should send. `reference` is its idempotency key. */
export interface TransferRequest {
  /**
   * At most 36 characters. Derived from the partner's request: the same request has the same reference, even
   * in a restored store that creates another payout for it.
   */
  readonly reference: string
  /** For display and for storing with the transfer. Not a key: it may differ when the reference comes again. */
  readonly payoutId: string
  /** Whose payout. Not a key either. */
  readonly partnerId: PartnerId
  readonly network: string
  readonly currency: Currency
  readonly address: string
  readonly amountMinor: bigint
  readonly note: string
  /**
   * Of a payout that people approved: the end of their approvals. A processing side that keeps transfers in a queue
   * should refuse one that it has not sent by then; it is never asked for one later.
   */
  readonly sendBefore?: Instant
}

/** `processingId` is the processing side's own identifier of the transfer; empty while it has none. */
export type TransferStatus =
  | { readonly _tag: "Completed"; readonly processingId: string }
  /** Accepted; not final. */
  | { readonly _tag: "Accepted"; readonly processingId: string }
  /** Permanently refused: it was not sent and will not be. */
  | { readonly _tag: "Rejected"; readonly reason: string }

/** What became of a transfer that should never be made. */
export type AbandonAnswer =
  /** No transfer with this reference was made, and none ever will be. */
  | { readonly _tag: "Abandoned" }
  /** It was made, or can no longer be stopped. */
  | { readonly _tag: "TooLate" }
  /** The processing side tries to stop it. A later lookup tells what became of it. */
  | { readonly _tag: "Abandoning" }

/** A transfer that the processing side made, for comparison with the books. */
export interface MadeTransfer
  extends Pick<TransferRequest, "reference" | "network" | "address" | "amountMinor"> {
  /** As given in the submission; empty if the processing side does not store it. */
  readonly payoutId: string
  /** When it was made, or accepted if it is not made yet. */
  readonly at: Instant
}

/** No answer, or one that does not say whether the transfer exists: always looked up, never repeated blindly. */
export class PayoutProcessorUnavailable extends Schema.TaggedError<PayoutProcessorUnavailable>()(
  "PayoutProcessorUnavailable",
  { reason: Schema.String }
) {
  get code() {
    return "payout_processor_unavailable" as const
  }
}

/**
 * Port. Sends money. An implementation must keep these laws (`payoutProcessorSuite` in `@quittance/testing`
 * proves them):
 *
 * 1. One `reference` makes at most one transfer, however often it is submitted and with whichever `payoutId`; a repeat
 *    returns `Duplicate` or the status. The transfer has this amount, address and network, and nothing else is sent.
 * 2. `lookup` sees every earlier submission that had any effect, even if its answer was lost. `NotFound` means that
 *    nothing was sent; a submission still in transit may be found later, but never takes effect twice.
 * 3. After `abandon` returned `Abandoned`, no transfer with this `reference` is ever made. After `Abandoning`, lookups
 *    say `Accepted` until the outcome is final.
 * 4. An accepted transfer is eventually completed, and reported as `Completed` only when it was made.
 * 5. `transfersSince` lists every transfer made or accepted since an instant, each once, with its reference. An
 *    operator compares the list with a restored store. A processing side that cannot list its transfers fails it.
 */
export class PayoutProcessor extends Context.Service<
  PayoutProcessor,
  {
    /** The networks it serves, by name; omitted if it serves all of the deployment. */
    readonly networks?: ReadonlyArray<string> | undefined
    readonly submit: (
      request: TransferRequest
    ) => Effect.Effect<TransferStatus | { readonly _tag: "Duplicate" }, PayoutProcessorUnavailable>
    readonly lookup: (
      reference: string,
      network: string
    ) => Effect.Effect<TransferStatus | { readonly _tag: "NotFound" }, PayoutProcessorUnavailable>
    readonly abandon: (
      reference: string,
      network: string
    ) => Effect.Effect<AbandonAnswer, PayoutProcessorUnavailable>
    readonly transfersSince: (
      since: Instant
    ) => Effect.Effect<ReadonlyArray<MadeTransfer>, PayoutProcessorUnavailable>
  }
>()("@quittance/core/concepts/payout/PayoutProcessor") {}
