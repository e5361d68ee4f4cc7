import { Option, Result, Schema } from "effect"
import { plainReason } from "../../kernel/input/plainReason.ts"
import type { Decider, Transitions } from "../../kernel/machine/Decider.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import {
  ApprovalRefused,
  approvalFault,
  type DeclineKind,
  type GivenApproval,
  isExpired,
  isMaker
} from "./PayoutApproval.ts"
import { type CallAnswer, callAnswered, callStarted } from "./PayoutCalls.ts"
import { approvalsOf, type PayoutOrder, payoutStatus, type RecordedPayout } from "./PayoutRecord.ts"

/**
 * A payout: money that leaves a partner's balance for an external address, at most once.
 *
 * The debit is taken when the payout is reserved and returned only when it is proven that nothing was sent.
 * The intent to call is committed (`submitting`) before the call. A lost answer makes the payout `unknown`,
 * and from there only a lookup leads on.
 *
 *     absent → awaiting → declined
 *        │        ↓
 *        └────→ reserved → submitting → confirmed
 *                            ├→ submitted → confirmed | rejected | unknown
 *                            ├→ rejected
 *                            └→ unknown → submitting | submitted | confirmed | rejected | not_confirmed
 *
 * A payout that needs approvals waits for them before anything is sent. From the end of their time on nothing is sent:
 * also one that was approved and not sent in time is declined then.
 *
 * An operator may also decide: any payout that is not final may be confirmed or given up.
 */

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
  /** `entitled`: those of this user and of all who approved before who may approve at this instant. */
  | {
      readonly _tag: "Approve"
      readonly by: string
      readonly entitled: ReadonlyArray<string>
      readonly at: Instant
    }
  /** By a user, who may approve if they are among `entitled`; or by nobody, because its time is over. */
  | {
      readonly _tag: "Decline"
      readonly how: DeclineKind
      readonly by?: string
      readonly entitled?: ReadonlyArray<string>
      readonly at: Instant
    }

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
  /** It waits. */
  | { readonly _tag: "PayoutApprovalRequired"; readonly at: Instant }
  /** `given` approvals count from now on, this one and those before whose users may still approve. */
  | {
      readonly _tag: "PayoutApproved"
      readonly by: string
      readonly given: ReadonlyArray<GivenApproval>
      readonly at: Instant
    }
  | { readonly _tag: "PayoutDeclined"; readonly how: DeclineKind; readonly at: Instant }

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
  absent: { Reserve: ["reserved", "awaiting"] },
  awaiting: {
    Approve: ["awaiting", "reserved"],
    Decline: ["declined"],
    Confirm: ["confirmed"],
    GiveUp: ["not_confirmed"]
  },
  declined: { Confirm: ["declined"], Reject: ["declined"], GiveUp: ["declined"], Decline: ["declined"] },
  reserved: {
    Approve: ["reserved"],
    Decline: ["declined"],
    Submit: ["submitting"],
    Confirm: ["confirmed"],
    GiveUp: ["not_confirmed"]
  },
  submitting: {
    Approve: ["submitting"],
    Accept: ["submitted"],
    Confirm: ["confirmed"],
    Reject: ["rejected"],
    LoseAnswer: ["unknown"],
    GiveUp: ["not_confirmed"]
  },
  submitted: {
    Approve: ["submitted"],
    LookUp: ["submitted"],
    Accept: ["submitted"],
    Confirm: ["confirmed"],
    Reject: ["rejected"],
    LoseAnswer: ["unknown"],
    GiveUp: ["not_confirmed"]
  },
  unknown: {
    Approve: ["unknown"],
    Submit: ["submitting"],
    LookUp: ["unknown"],
    Accept: ["submitted"],
    Confirm: ["confirmed"],
    Reject: ["rejected"],
    LoseAnswer: ["unknown"],
    GiveUp: ["not_confirmed"]
  },
  confirmed: { Approve: ["confirmed"], Confirm: ["confirmed"] },
  rejected: { Approve: ["rejected"], Confirm: ["rejected"], Reject: ["rejected"], GiveUp: ["rejected"] },
  not_confirmed: {
    Approve: ["not_confirmed"],
    Confirm: ["not_confirmed"],
    Reject: ["not_confirmed"],
    GiveUp: ["not_confirmed"]
  }
} as const satisfies Transitions<PayoutState["_tag"], PayoutCommand["_tag"]>

export type PayoutRejection = PayoutCommandRefused | ApprovalRefused

type Decision = Result.Result<ReadonlyArray<PayoutEvent>, PayoutRejection>

const accept = (...events: ReadonlyArray<PayoutEvent>): Decision => Result.succeed(events)

/** The facts of a command, without its name. */
const facts = <Command extends PayoutCommand>({ _tag, ...rest }: Command): Omit<Command, "_tag"> => rest

const refuse = (state: PayoutState, { _tag }: PayoutCommand): Decision =>
  Result.fail(new PayoutCommandRefused({ from: state._tag, command: _tag }))

const noSay = (reason: ApprovalRefused["reason"]): Decision => Result.fail(new ApprovalRefused({ reason }))

const approve = (
  state: PayoutState,
  command: Extract<PayoutCommand, { readonly _tag: "Approve" }>
): Decision => {
  if (state._tag === "absent") return refuse(state, command)
  const { at, by, entitled } = command
  const given = approvalsOf(state)
  const isRepeated = given.some((each) => each.by === by)
  // It has gone on with the approvals it needed: a repeat is heard, and everybody else is late.
  if (state._tag !== "awaiting") return isRepeated ? accept() : refuse(state, command)
  const fault = approvalFault(state.order, by, entitled, at)
  if (fault !== undefined) return noSay(fault)
  if (isRepeated) return accept()
  // People who were removed since do not count, and they have to be asked again if they come back.
  const counting = given.filter((each) => entitled.includes(each.by))
  return accept({ _tag: "PayoutApproved", by, given: [...counting, { by, at }], at })
}

const decline = (
  state: PayoutState,
  command: Extract<PayoutCommand, { readonly _tag: "Decline" }>
): Decision => {
  if (state._tag === "absent") return refuse(state, command)
  const { at, by = "", entitled = [], how } = command
  if (how === "withdrawn" && !isMaker(state.order, by)) return noSay("not_maker")
  if (how === "declined" && !entitled.includes(by)) return noSay("no_say")
  if (state._tag === "declined") return accept()
  // An approved one only when it was not sent in time.
  const isRight = how === "expired" ? isExpired(state.order, at) : state._tag === "awaiting"
  return isRight ? accept({ _tag: "PayoutDeclined", how, at }) : refuse(state, command)
}

const decide = (state: PayoutState, command: PayoutCommand): Decision => {
  if (!(command._tag in payoutTransitions[state._tag])) return refuse(state, command)
  const isFinal = state._tag !== "absent" && payoutStatus(state) !== "PENDING"
  switch (command._tag) {
    case "Reserve": {
      const { order } = command
      const reserved: PayoutEvent = { _tag: "PayoutReserved", order }
      return Option.isNone(order.approval)
        ? accept(reserved)
        : accept(reserved, { _tag: "PayoutApprovalRequired", at: order.createdAt })
    }
    case "Approve":
      return approve(state, command)
    case "Decline":
      return decline(state, command)
    case "Submit":
      // Nothing is sent after the end of the time to approve it.
      if (state._tag !== "absent" && isExpired(state.order, command.at)) return refuse(state, command)
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
      updatedAt: order.createdAt,
      approvalsGiven: Option.none()
    }
  }
  invariant(state._tag !== "absent", `${event._tag} needs a payout`)
  const { approvalsGiven, attempts, error, order, processingId } = state
  const calls = "heard" in event ? callAnswered(state.calls, event.heard) : state.calls
  const updatedAt = event.at
  const kept = { order, approvalsGiven, attempts, calls, processingId, error, updatedAt }
  const reported = (event: Reported) => Option.orElse(event.processingId, () => processingId)
  switch (event._tag) {
    case "PayoutSubmissionStarted":
      return {
        ...kept,
        _tag: "submitting",
        attempts: attempts + 1,
        calls: callStarted(calls, "submit", event.at)
      }
    case "PayoutLookupStarted":
      invariant(state._tag === "unknown" || state._tag === "submitted", "a lookup follows a submission")
      return { ...state, attempts: attempts + 1, calls: callStarted(calls, "lookup", event.at), updatedAt }
    case "PayoutAccepted":
      return { ...kept, _tag: "submitted", processingId: reported(event), error: Option.none() }
    case "PayoutConfirmed":
      return {
        ...kept,
        _tag: "confirmed",
        processingId: reported(event),
        error: Option.none(),
        completedAt: event.at
      }
    case "PayoutRejected":
      return failed(kept, "rejected", plainReason(event.reason))
    case "PayoutGivenUp":
      // An operator's words stay as they are.
      return failed(kept, "not_confirmed", event.reason)
    case "PayoutDeclined":
      return failed(kept, "declined", event.how)
    case "PayoutAnswerLost":
      return { ...kept, _tag: "unknown", error: Option.some(plainReason(event.reason)) }
    case "PayoutSettledLate":
      invariant("settledLateAt" in state, "only a failed payout settles late")
      return {
        ...state,
        processingId: reported(event),
        error: Option.some("confirmed after the debit was returned; written off through adjustments"),
        updatedAt,
        settledLateAt: Option.some(event.at)
      }
    case "PayoutApprovalRequired":
      invariant(state._tag === "reserved", "a payout waits for approvals from its beginning")
      return { ...state, _tag: "awaiting" }
    case "PayoutApproved": {
      invariant(state._tag === "awaiting", "only a waiting payout is approved")
      const isEnough = Option.exists(order.approval, ({ needed }) => event.given.length >= needed)
      return {
        ...state,
        _tag: isEnough ? "reserved" : "awaiting",
        updatedAt,
        approvalsGiven: Option.some(event.given)
      }
    }
  }
}

/** What every payout has that exists. */
type Kept = Omit<Extract<RecordedPayout, { readonly _tag: "reserved" }>, "_tag">

/** Its debit was returned at its last change. */
const failed = (
  kept: Kept,
  _tag: "rejected" | "not_confirmed" | "declined",
  error: string
): RecordedPayout => ({
  ...kept,
  _tag,
  error: Option.some(error),
  completedAt: kept.updatedAt,
  settledLateAt: Option.none()
})

export const Payout: Decider<PayoutState, PayoutCommand, PayoutEvent, PayoutRejection> = {
  initial: { _tag: "absent" },
  decide,
  evolve
}

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly Payout: RecordedPayout
  }
  interface EventsByConcept {
    readonly Payout: PayoutEvent
  }
}
