import { Option, Result, Schema } from "effect"
import type { Decider, Transitions } from "../machine/Decider.ts"
import { invariant } from "../machine/invariant.ts"
import type { Currency } from "../money/Currency.ts"
import type { PartnerId } from "../partner/Partner.ts"
import type { Instant } from "../time/Instant.ts"

/**
 * A payout: money that leaves a partner's balance for an external address, at most once.
 *
 * The debit is taken when the payout is reserved and given back only when it is proven that nothing was sent. The intent
 * to call is committed (`submitting`) before the call; an answer that did not come makes the payout `unknown`, and from
 * there only a lookup leads on.
 *
 *     absent → reserved → submitting → confirmed
 *                            ├→ submitted → confirmed | rejected | unknown
 *                            ├→ rejected
 *                            └→ unknown → submitting | submitted | confirmed | rejected | not_confirmed
 *
 * An operator may also decide: whatever is not final may be confirmed or given up.
 */

/** UUIDv7. */
export type PayoutId = string

/** What is fixed when the payout is created. `amountMinor` is what the address receives; the debit is amount + fee. */
export interface PayoutOrder {
  readonly id: PayoutId
  readonly partnerId: PartnerId
  readonly idempotencyKey: string
  /**
   * What the processing side knows the payout by. It follows from the request, so a repeat of it has the same
   * one, also on a store that lost the first. A payout from before there were references has its id here.
   */
  readonly reference: string
  readonly currency: Currency
  readonly network: string
  readonly address: string
  readonly amountMinor: bigint
  readonly feeMinor: bigint
  readonly note: Option.Option<string>
  readonly createdAt: Instant
}

interface Recorded {
  readonly order: PayoutOrder
  /** Calls to the processing side so far, submissions and lookups together. */
  readonly attempts: number
  readonly processingId: Option.Option<string>
  /** Why it was refused, or what went wrong at the last attempt. */
  readonly error: Option.Option<string>
  readonly updatedAt: Instant
}

/** Final, and the debit was returned. `settledLateAt` is set when the money turned out to have left after all. */
interface Returned extends Recorded {
  readonly completedAt: Instant
  readonly settledLateAt: Option.Option<Instant>
}

export type PayoutState =
  | { readonly _tag: "absent" }
  /** Debited, nothing sent yet. A crash leaves a due job behind. */
  | ({ readonly _tag: "reserved" } & Recorded)
  /** About to call, calling, or crashed while calling: nobody may call again before a lookup. */
  | ({ readonly _tag: "submitting" } & Recorded)
  /** Accepted by the processing side, not yet final there. */
  | ({ readonly _tag: "submitted" } & Recorded)
  /** The answer was lost; the transfer may or may not exist. */
  | ({ readonly _tag: "unknown" } & Recorded)
  | ({ readonly _tag: "confirmed" } & Recorded & { readonly completedAt: Instant })
  /** Refused by the processing side. */
  | ({ readonly _tag: "rejected" } & Returned)
  /** Given up with proof that nothing was sent. */
  | ({ readonly _tag: "not_confirmed" } & Returned)

/** A payout that exists. */
export type RecordedPayout = Exclude<PayoutState, { readonly _tag: "absent" }>

export type PayoutCommand =
  | { readonly _tag: "Reserve"; readonly order: PayoutOrder }
  | { readonly _tag: "Submit"; readonly at: Instant }
  /** A lookup is about to be made. */
  | { readonly _tag: "LookUp"; readonly at: Instant }
  | { readonly _tag: "Accept"; readonly processingId: Option.Option<string>; readonly at: Instant }
  | { readonly _tag: "Confirm"; readonly processingId: Option.Option<string>; readonly at: Instant }
  | { readonly _tag: "Reject"; readonly reason: string; readonly at: Instant }
  /** No answer, an unclear one, or a crash while calling. */
  | { readonly _tag: "LoseAnswer"; readonly reason: string; readonly at: Instant }
  /** It is proven that nothing was sent, and nothing will be. */
  | { readonly _tag: "GiveUp"; readonly reason: string; readonly at: Instant }

export type PayoutEvent =
  | { readonly _tag: "PayoutReserved"; readonly order: PayoutOrder }
  | { readonly _tag: "PayoutSubmissionStarted"; readonly at: Instant }
  | { readonly _tag: "PayoutLookupStarted"; readonly at: Instant }
  | { readonly _tag: "PayoutAccepted"; readonly processingId: Option.Option<string>; readonly at: Instant }
  | { readonly _tag: "PayoutConfirmed"; readonly processingId: Option.Option<string>; readonly at: Instant }
  | { readonly _tag: "PayoutRejected"; readonly reason: string; readonly at: Instant }
  | { readonly _tag: "PayoutAnswerLost"; readonly reason: string; readonly at: Instant }
  | { readonly _tag: "PayoutGivenUp"; readonly reason: string; readonly at: Instant }
  | { readonly _tag: "PayoutSettledLate"; readonly processingId: Option.Option<string>; readonly at: Instant }

/** The command cannot be carried out from this state. */
export class PayoutCommandRefused extends Schema.TaggedError<PayoutCommandRefused>()("PayoutCommandRefused", {
  from: Schema.String,
  command: Schema.String
}) {}

export const payoutTransitions = {
  absent: { Reserve: ["reserved"] },
  reserved: { Submit: ["submitting"], Confirm: ["confirmed"], GiveUp: ["not_confirmed"] },
  submitting: {
    Accept: ["submitted"],
    Confirm: ["confirmed"],
    Reject: ["rejected"],
    LoseAnswer: ["unknown"],
    GiveUp: ["not_confirmed"]
  },
  submitted: {
    LookUp: ["submitted"],
    Accept: ["submitted"],
    Confirm: ["confirmed"],
    Reject: ["rejected"],
    LoseAnswer: ["unknown"],
    GiveUp: ["not_confirmed"]
  },
  unknown: {
    Submit: ["submitting"],
    LookUp: ["unknown"],
    Accept: ["submitted"],
    Confirm: ["confirmed"],
    Reject: ["rejected"],
    LoseAnswer: ["unknown"],
    GiveUp: ["not_confirmed"]
  },
  confirmed: { Confirm: ["confirmed"] },
  rejected: { Confirm: ["rejected"], Reject: ["rejected"], GiveUp: ["rejected"] },
  not_confirmed: { Confirm: ["not_confirmed"], Reject: ["not_confirmed"], GiveUp: ["not_confirmed"] }
} as const satisfies Transitions<PayoutState["_tag"], PayoutCommand["_tag"]>

type Decision = Result.Result<ReadonlyArray<PayoutEvent>, PayoutCommandRefused>

const accept = (...events: ReadonlyArray<PayoutEvent>): Decision => Result.succeed(events)

const isPending = (state: PayoutState): boolean =>
  state._tag !== "absent" && payoutStatus(state) === "PENDING"

const decide = (state: PayoutState, command: PayoutCommand): Decision => {
  const from = state._tag
  const refuse = (): Decision => Result.fail(new PayoutCommandRefused({ from, command: command._tag }))
  switch (command._tag) {
    case "Reserve":
      return from === "absent" ? accept({ _tag: "PayoutReserved", order: command.order }) : refuse()
    case "Submit":
      return from === "reserved" || from === "unknown"
        ? accept({ _tag: "PayoutSubmissionStarted", at: command.at })
        : refuse()
    case "LookUp":
      return from === "unknown" || from === "submitted"
        ? accept({ _tag: "PayoutLookupStarted", at: command.at })
        : refuse()
    case "Accept":
      return from === "submitting" || from === "submitted" || from === "unknown"
        ? accept({ _tag: "PayoutAccepted", processingId: command.processingId, at: command.at })
        : refuse()
    case "Confirm":
      if (isPending(state)) {
        return accept({ _tag: "PayoutConfirmed", processingId: command.processingId, at: command.at })
      }
      if (from === "confirmed") return accept()
      if (from === "rejected" || from === "not_confirmed") {
        return Option.isNone(state.settledLateAt)
          ? accept({ _tag: "PayoutSettledLate", processingId: command.processingId, at: command.at })
          : accept()
      }
      return refuse()
    case "Reject":
      if (from === "submitting" || from === "submitted" || from === "unknown") {
        return accept({ _tag: "PayoutRejected", reason: command.reason, at: command.at })
      }
      return from === "rejected" || from === "not_confirmed" ? accept() : refuse()
    case "LoseAnswer":
      return from === "submitting" || from === "submitted" || from === "unknown"
        ? accept({ _tag: "PayoutAnswerLost", reason: command.reason, at: command.at })
        : refuse()
    case "GiveUp":
      if (isPending(state)) return accept({ _tag: "PayoutGivenUp", reason: command.reason, at: command.at })
      return from === "rejected" || from === "not_confirmed" ? accept() : refuse()
  }
}

const evolve = (state: PayoutState, event: PayoutEvent): PayoutState => {
  if (event._tag === "PayoutReserved") {
    invariant(state._tag === "absent", "a payout is reserved once")
    const { order } = event
    return {
      _tag: "reserved",
      order,
      attempts: 0,
      processingId: Option.none(),
      error: Option.none(),
      updatedAt: order.createdAt
    }
  }
  invariant(state._tag !== "absent", `${event._tag} needs a payout`)
  const { attempts, error, order, processingId } = state
  const updatedAt = event.at
  switch (event._tag) {
    case "PayoutSubmissionStarted":
      return { _tag: "submitting", order, attempts: attempts + 1, processingId, error, updatedAt }
    case "PayoutLookupStarted":
      invariant(state._tag === "unknown" || state._tag === "submitted", "a lookup follows a submission")
      return { ...state, attempts: attempts + 1, updatedAt }
    case "PayoutAccepted":
      return {
        _tag: "submitted",
        order,
        attempts,
        processingId: Option.orElse(event.processingId, () => processingId),
        error: Option.none(),
        updatedAt
      }
    case "PayoutConfirmed":
      return {
        _tag: "confirmed",
        order,
        attempts,
        processingId: Option.orElse(event.processingId, () => processingId),
        error: Option.none(),
        updatedAt,
        completedAt: event.at
      }
    case "PayoutRejected":
    case "PayoutGivenUp":
      return {
        _tag: event._tag === "PayoutRejected" ? "rejected" : "not_confirmed",
        order,
        attempts,
        processingId,
        error: Option.some(event.reason),
        updatedAt,
        completedAt: event.at,
        settledLateAt: Option.none()
      }
    case "PayoutAnswerLost":
      return { _tag: "unknown", order, attempts, processingId, error: Option.some(event.reason), updatedAt }
    case "PayoutSettledLate":
      invariant(
        state._tag === "rejected" || state._tag === "not_confirmed",
        "only a failed payout settles late"
      )
      return {
        ...state,
        processingId: Option.orElse(event.processingId, () => processingId),
        error: Option.some("confirmed after the debit was returned; written off through adjustments"),
        updatedAt,
        settledLateAt: Option.some(event.at)
      }
  }
}

export const Payout: Decider<PayoutState, PayoutCommand, PayoutEvent, PayoutCommandRefused> = {
  initial: { _tag: "absent" },
  decide,
  evolve
}

/** The status of the interface. */
export type PayoutStatus = "PENDING" | "COMPLETED" | "FAILED"

export const payoutStatus = (payout: RecordedPayout): PayoutStatus => {
  switch (payout._tag) {
    case "reserved":
    case "submitting":
    case "submitted":
    case "unknown":
      return "PENDING"
    case "confirmed":
      return "COMPLETED"
    case "rejected":
    case "not_confirmed":
      return "FAILED"
  }
}

/** What the balance is debited: amount plus fee. */
export const totalMinor = (order: PayoutOrder): bigint => order.amountMinor + order.feeMinor
