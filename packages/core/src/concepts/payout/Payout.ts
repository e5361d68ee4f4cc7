import { Option, Result, Schema } from "effect"
import { concept } from "../../kernel/concept/Concept.ts"
import type { OrderOf, StateOf } from "../../kernel/concept/Definition.ts"
import { count, currency, instant, money, optional, text } from "../../kernel/concept/Field.ts"
import { clientTexts } from "../../kernel/input/ClientTexts.ts"
import { plainReason } from "../../kernel/input/plainReason.ts"
import type { Decider, Transitions } from "../../kernel/machine/Decider.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { type CallAnswer, callAnswered, callStarted, payoutCalls } from "./PayoutCalls.ts"

/**
 * A payout: money that leaves a partner's balance for an external address, at most once.
 *
 * The debit is taken when the payout is reserved and returned only when it is proven that nothing was sent.
 * The intent to call is committed (`submitting`) before the call. A lost answer makes the payout `unknown`,
 * and from there only a lookup leads on.
 *
 *     absent → reserved → submitting → confirmed
 *                            ├→ submitted → confirmed | rejected | unknown
 *                            ├→ rejected
 *                            └→ unknown → submitting | submitted | confirmed | rejected | not_confirmed
 *
 * An operator may also decide: any payout that is not final may be confirmed or given up.
 */

/** UUIDv7. */
export type PayoutId = string

const ended = {
  /** When the outcome was decided. */
  completedAt: instant
}

const returned = {
  ...ended,
  /** Set when the money turned out to have left after all. */
  settledLateAt: optional(instant)
}

/** What clients say of a payout. */
export const payoutTexts = clientTexts({
  note: { meaning: "Your own words about it.", charactersMax: 500, example: "Refund of order 1042" }
})

/** The stored fields of a payout. */
export const payout = concept({
  name: "Payout",
  noun: "payout",
  table: "payouts",
  order: {
    id: text,
    partnerId: text,
    idempotencyKey: text,
    /**
     * The processing side's idempotency key for the payout. It is derived from the request, so a repeat has
     * the same one, even in a store that lost the first.
     */
    reference: text,
    currency,
    network: text,
    address: text,
    /** The amount the address receives; the debit is amount plus fee. */
    amountMinor: money,
    feeMinor: money,
    ...payoutTexts.stored,
    createdAt: instant
  },
  recorded: {
    /** Calls to the processing side so far, submissions and lookups together. */
    attempts: count,
    /** The first and the latest of these calls, as far as they were recorded; see `PayoutCalls.ts`. */
    calls: payoutCalls,
    processingId: optional(text),
    /**
     * Why it was refused, or the fault of the last attempt, in the words of the network or the processing side, as
     * `plainReason` keeps them.
     */
    error: optional(text),
    updatedAt: instant
  },
  states: {
    /** Debited, nothing sent yet. A crash leaves a due job behind. */
    reserved: {},
    /** About to call, calling, or crashed while calling: no further call may be made before a lookup. */
    submitting: {},
    /** Accepted by the processing side, not yet final there. */
    submitted: {},
    /** The answer was lost; the transfer may or may not exist. */
    unknown: {},
    /** Final: the money arrived. */
    confirmed: ended,
    /** Final: refused by the processing side, and the debit was returned. */
    rejected: returned,
    /** Final: given up with proof that nothing was sent, and the debit was returned. */
    not_confirmed: returned
  },
  statuses: {
    reserved: "PENDING",
    submitting: "PENDING",
    submitted: "PENDING",
    unknown: "PENDING",
    confirmed: "COMPLETED",
    rejected: "FAILED",
    not_confirmed: "FAILED"
  },
  indexes: {
    by_status: { on: ["partnerId", "status", "createdAt", "id"] }
  }
})

/** Fixed when the payout is created. */
export interface PayoutOrder extends OrderOf<typeof payout> {}

/** A payout that exists. */
export type RecordedPayout = StateOf<typeof payout>

export type PayoutState = { readonly _tag: "absent" } | RecordedPayout

/** The answer to the call in progress; none if there was no call, as when an operator decides. */
type Heard = { readonly heard?: CallAnswer; readonly at: Instant }
type Reported = Heard & { readonly processingId: Option.Option<string> }
type Because = Heard & { readonly reason: string }

export type PayoutCommand =
  | { readonly _tag: "Reserve"; readonly order: PayoutOrder }
  | ({ readonly _tag: "Submit" } & Heard)
  /** A lookup is about to be made. */
  | { readonly _tag: "LookUp"; readonly at: Instant }
  | ({ readonly _tag: "Accept" } & Reported)
  | ({ readonly _tag: "Confirm" } & Reported)
  | ({ readonly _tag: "Reject" } & Because)
  /** No answer, an unclear one, or a crash while calling. */
  | ({ readonly _tag: "LoseAnswer" } & Because)
  /** It is proven that nothing was sent, and nothing will be. */
  | ({ readonly _tag: "GiveUp" } & Because)

export type PayoutEvent =
  | { readonly _tag: "PayoutReserved"; readonly order: PayoutOrder }
  | ({ readonly _tag: "PayoutSubmissionStarted" } & Heard)
  | { readonly _tag: "PayoutLookupStarted"; readonly at: Instant }
  | ({ readonly _tag: "PayoutAccepted" } & Reported)
  | ({ readonly _tag: "PayoutConfirmed" } & Reported)
  | ({ readonly _tag: "PayoutRejected" } & Because)
  | ({ readonly _tag: "PayoutAnswerLost" } & Because)
  | ({ readonly _tag: "PayoutGivenUp" } & Because)
  | ({ readonly _tag: "PayoutSettledLate" } & Reported)

/** This state does not allow the command. */
export class PayoutCommandRefused extends Schema.TaggedError<PayoutCommandRefused>()("PayoutCommandRefused", {
  from: Schema.String,
  command: Schema.String
}) {
  get code() {
    return "payout_command_refused" as const
  }
}

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

/** The facts of a command, without its name. */
const facts = <Command extends PayoutCommand>({ _tag, ...rest }: Command): Omit<Command, "_tag"> => rest

const decide = (state: PayoutState, command: PayoutCommand): Decision => {
  if (!(command._tag in payoutTransitions[state._tag]))
    return Result.fail(new PayoutCommandRefused({ from: state._tag, command: command._tag }))
  const isFinal = state._tag !== "absent" && payoutStatus(state) !== "PENDING"
  switch (command._tag) {
    case "Reserve":
      return accept({ _tag: "PayoutReserved", order: command.order })
    case "Submit":
      return accept({ _tag: "PayoutSubmissionStarted", ...facts(command) })
    case "LookUp":
      return accept({ _tag: "PayoutLookupStarted", at: command.at })
    case "Accept":
      return accept({ _tag: "PayoutAccepted", ...facts(command) })
    case "Confirm":
      if (!isFinal) return accept({ _tag: "PayoutConfirmed", ...facts(command) })
      return "settledLateAt" in state && Option.isNone(state.settledLateAt)
        ? accept({ _tag: "PayoutSettledLate", ...facts(command) })
        : accept()
    case "Reject":
      return isFinal ? accept() : accept({ _tag: "PayoutRejected", ...facts(command) })
    case "LoseAnswer":
      return accept({ _tag: "PayoutAnswerLost", ...facts(command) })
    case "GiveUp":
      return isFinal ? accept() : accept({ _tag: "PayoutGivenUp", ...facts(command) })
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
      calls: [],
      processingId: Option.none(),
      error: Option.none(),
      updatedAt: order.createdAt
    }
  }
  invariant(state._tag !== "absent", `${event._tag} needs a payout`)
  const { attempts, error, order, processingId } = state
  const calls = "heard" in event ? callAnswered(state.calls, event.heard) : state.calls
  const updatedAt = event.at
  switch (event._tag) {
    case "PayoutSubmissionStarted":
      return {
        _tag: "submitting",
        order,
        attempts: attempts + 1,
        calls: callStarted(calls, "submit", event.at),
        processingId,
        error,
        updatedAt
      }
    case "PayoutLookupStarted":
      invariant(state._tag === "unknown" || state._tag === "submitted", "a lookup follows a submission")
      return { ...state, attempts: attempts + 1, calls: callStarted(calls, "lookup", event.at), updatedAt }
    case "PayoutAccepted":
      return {
        _tag: "submitted",
        order,
        attempts,
        calls,
        processingId: Option.orElse(event.processingId, () => processingId),
        error: Option.none(),
        updatedAt
      }
    case "PayoutConfirmed":
      return {
        _tag: "confirmed",
        order,
        attempts,
        calls,
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
        calls,
        processingId,
        // An operator's words stay as they are.
        error: Option.some(event._tag === "PayoutRejected" ? plainReason(event.reason) : event.reason),
        updatedAt,
        completedAt: event.at,
        settledLateAt: Option.none()
      }
    case "PayoutAnswerLost":
      return {
        _tag: "unknown",
        order,
        attempts,
        calls,
        processingId,
        error: Option.some(plainReason(event.reason)),
        updatedAt
      }
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

/** The public status. */
export type PayoutStatus = (typeof payout.statuses)[RecordedPayout["_tag"]]
export const payoutStatuses = [
  "PENDING",
  "COMPLETED",
  "FAILED"
] as const satisfies ReadonlyArray<PayoutStatus>

export const payoutStatus = ({ _tag }: RecordedPayout): PayoutStatus => payout.statuses[_tag]

/** The debit: amount plus fee. */
export const totalMinor = (order: PayoutOrder): bigint => order.amountMinor + order.feeMinor

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly Payout: RecordedPayout
  }
  interface EventsByConcept {
    readonly Payout: PayoutEvent
  }
}
