import { Option, Result, Schema } from "effect"
import type { Decider, Transitions } from "../../kernel/machine/Decider.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { type RecordedEntry, type StatementEntryOrder, statementEntry } from "./StatementEntryRecord.ts"
import type { EntryFault } from "./statementEntryNames.ts"

/**
 * A credit in a statement of one of the operator's own accounts, recorded once in whatever file it comes: its id is
 * made of its key. It pays the invoice that its reference names, or waits for a person.
 *
 * The account owns it, and a commit is of one owner, so a match takes three: the entry is `matching`; the invoice's
 * partner has the money as a bank payment under the entry's id; the entry says so. Whoever finds an entry `matching`
 * goes on with it.
 *
 *     absent → matching → matched | assigned | held
 *        │        ⇅
 *        └──→ unresolved → returned | ignored
 *
 *     held → sentBack    the operator sent the money back
 *     held → matching    it came too late only, and a person accepts that
 *     matched | assigned | held → reversing → reversed | sentBack
 *
 * The bank took the money back, and then the partner's book knows: what it had unresolved is sent back.
 */

export type StatementEntryState = { readonly _tag: "absent" } | RecordedEntry

/** What an entry is recorded as. */
export type FirstStanding =
  | { readonly _tag: "matching"; readonly partnerOfInvoice: string; readonly invoiceId: string }
  | { readonly _tag: "unresolved"; readonly fault: EntryFault }

export type StatementEntryCommand =
  | {
      readonly _tag: "Record"
      readonly order: StatementEntryOrder
      readonly becomes: FirstStanding
      readonly at: Instant
    }
  /** A person says which invoice it pays. What is held because it came too late can pay its own. */
  | {
      readonly _tag: "Assign"
      readonly partnerOfInvoice: string
      readonly invoiceId: string
      readonly reason: string
      readonly at: Instant
    }
  /** The invoice's partner has the money. `fault` says why the invoice could not take it, if so. */
  | {
      readonly _tag: "Book"
      readonly paymentId: string
      readonly fault: Option.Option<EntryFault>
      readonly at: Instant
    }
  /** The invoice's partner cannot have the money. */
  | { readonly _tag: "Refuse"; readonly fault: EntryFault; readonly at: Instant }
  /** The money was sent back. */
  | { readonly _tag: "Return"; readonly reason: string; readonly at: Instant }
  | { readonly _tag: "Ignore"; readonly reason: string; readonly isReplaced: boolean; readonly at: Instant }
  /** A statement says that the bank took it back. */
  | {
      readonly _tag: "Reverse"
      readonly reversal: string
      readonly reversedOn: string
      readonly at: Instant
    }
  /** The partner's book knows that the bank took it back. `hadPaid` unless its bank payment was unresolved. */
  | { readonly _tag: "Recall"; readonly hadPaid: boolean; readonly at: Instant }
  /** Erases who paid and what they wrote. */
  | { readonly _tag: "Redact"; readonly at: Instant }

export type StatementEntryEvent =
  | {
      readonly _tag: "StatementEntryRecorded"
      readonly order: StatementEntryOrder
      readonly becomes: FirstStanding
      readonly at: Instant
    }
  | {
      readonly _tag: "StatementEntryAssigned"
      /** The account of the book in which the money was. */
      readonly from: "clearing" | "unresolved"
      readonly partnerOfInvoice: string
      readonly invoiceId: string
      readonly reason: string
      readonly at: Instant
    }
  | {
      readonly _tag: "StatementEntryBooked"
      readonly paymentId: string
      readonly fault: Option.Option<EntryFault>
      readonly at: Instant
    }
  | { readonly _tag: "StatementEntryRefused"; readonly fault: EntryFault; readonly at: Instant }
  | {
      readonly _tag: "StatementEntryReturned"
      /** The account of the book in which the money was. */
      readonly from: "clearing" | "unresolved"
      readonly reason: string
      /** The reversal of the bank, if nobody sent it back. */
      readonly takenBackBy: Option.Option<string>
      readonly at: Instant
    }
  | {
      readonly _tag: "StatementEntryIgnored"
      readonly reason: string
      readonly isReplaced: boolean
      readonly at: Instant
    }
  | {
      readonly _tag: "StatementEntryReversing"
      readonly reversal: string
      readonly reversedOn: string
      readonly at: Instant
    }
  | { readonly _tag: "StatementEntryReversed"; readonly hadPaid: boolean; readonly at: Instant }
  | { readonly _tag: "StatementEntryRedacted"; readonly at: Instant }

/** This state does not allow the command. */
export class StatementEntryCommandRefused extends Schema.TaggedError<StatementEntryCommandRefused>()(
  "StatementEntryCommandRefused",
  { from: Schema.String, command: Schema.String }
) {
  get code() {
    return "statement_entry_command_refused" as const
  }
}

export const statementEntryTransitions = {
  absent: { Record: ["matching", "unresolved"] },
  matching: { Book: ["matched", "assigned", "held"], Refuse: ["unresolved"], Redact: ["matching"] },
  matched: { Book: ["matched"], Reverse: ["reversing"], Redact: ["matched"] },
  assigned: { Book: ["assigned"], Reverse: ["reversing"], Redact: ["assigned"] },
  held: {
    Assign: ["matching"],
    Book: ["held"],
    Return: ["sentBack"],
    Reverse: ["reversing"],
    Redact: ["held"]
  },
  unresolved: {
    Assign: ["matching"],
    Refuse: ["unresolved"],
    Return: ["returned"],
    Ignore: ["ignored"],
    Reverse: ["returned"],
    Redact: ["unresolved"]
  },
  returned: { Return: ["returned"], Reverse: ["returned"], Redact: ["returned"] },
  sentBack: {
    Book: ["sentBack"],
    Return: ["sentBack"],
    Reverse: ["sentBack"],
    Recall: ["sentBack"],
    Redact: ["sentBack"]
  },
  ignored: { Ignore: ["ignored"], Redact: ["ignored"] },
  reversing: { Reverse: ["reversing"], Recall: ["reversed", "sentBack"], Redact: ["reversing"] },
  reversed: { Reverse: ["reversed"], Recall: ["reversed"], Redact: ["reversed"] }
} as const satisfies Transitions<StatementEntryState["_tag"], StatementEntryCommand["_tag"]>

/** The reason of an entry that the bank took back before it paid anything. */
export const reversedReason = "the bank took it back"

type Decision = Result.Result<ReadonlyArray<StatementEntryEvent>, StatementEntryCommandRefused>

const decide = (state: StatementEntryState, command: StatementEntryCommand): Decision => {
  const refused: Decision = Result.fail(
    new StatementEntryCommandRefused({ from: state._tag, command: command._tag })
  )
  if (!(command._tag in statementEntryTransitions[state._tag])) return refused
  const { at } = command
  if (command._tag === "Record") {
    const { becomes, order } = command
    return Result.succeed([{ _tag: "StatementEntryRecorded", order, becomes, at }])
  }
  if (state._tag === "absent") return refused
  const one = (event: StatementEntryEvent): Decision => Result.succeed([event])
  const nothing: Decision = Result.succeed([])
  switch (command._tag) {
    case "Assign": {
      const { invoiceId, partnerOfInvoice, reason } = command
      const isHeld = state._tag === "held"
      if (isHeld && !(state.fault === "too_late" && state.invoiceId === invoiceId)) return refused
      const from = isHeld ? "clearing" : "unresolved"
      return one({ _tag: "StatementEntryAssigned", from, partnerOfInvoice, invoiceId, reason, at })
    }
    case "Book": {
      const { fault, paymentId } = command
      if (state._tag === "matching") return one({ _tag: "StatementEntryBooked", paymentId, fault, at })
      // Its money is booked once, by whoever was first.
      return "paymentId" in state && state.paymentId === paymentId ? nothing : refused
    }
    case "Refuse":
      return state._tag === "matching"
        ? one({ _tag: "StatementEntryRefused", fault: command.fault, at })
        : nothing
    case "Return": {
      if (state._tag === "returned" || state._tag === "sentBack") return nothing
      const from = state._tag === "held" ? "clearing" : "unresolved"
      return one({
        _tag: "StatementEntryReturned",
        from,
        reason: command.reason,
        takenBackBy: Option.none(),
        at
      })
    }
    case "Ignore": {
      if (state._tag === "ignored") return nothing
      const { isReplaced, reason } = command
      return one({ _tag: "StatementEntryIgnored", reason, isReplaced, at })
    }
    case "Reverse": {
      const { reversal, reversedOn } = command
      if (state._tag === "unresolved")
        return one({
          _tag: "StatementEntryReturned",
          from: "unresolved",
          reason: reversedReason,
          takenBackBy: Option.some(reversal),
          at
        })
      if (reversalOf(state) === undefined && "paymentId" in state && state._tag !== "sentBack")
        return one({ _tag: "StatementEntryReversing", reversal, reversedOn, at })
      return reversalOf(state) === reversal ? nothing : refused
    }
    case "Recall": {
      const { hadPaid } = command
      return state._tag === "reversing" ? one({ _tag: "StatementEntryReversed", hadPaid, at }) : nothing
    }
    case "Redact":
      return Option.isSome(state.redactedAt) ? nothing : one({ _tag: "StatementEntryRedacted", at })
  }
}

/** The reversal that took an entry back, if one did. */
export const reversalOf = (state: RecordedEntry): string | undefined => {
  if ("takenBackBy" in state) return Option.getOrUndefined(state.takenBackBy)
  return "reversal" in state ? state.reversal : undefined
}

const evolve = (state: StatementEntryState, event: StatementEntryEvent): StatementEntryState => {
  const updatedAt = event.at
  if (event._tag === "StatementEntryRecorded") {
    invariant(state._tag === "absent", "an entry is recorded once")
    const recorded = { order: event.order, redactedAt: Option.none(), updatedAt }
    const { becomes } = event
    return becomes._tag === "matching"
      ? { ...recorded, ...becomes, assignment: Option.none() }
      : { ...recorded, ...becomes }
  }
  invariant(state._tag !== "absent", `${event._tag} needs an entry`)
  const recorded = { order: state.order, redactedAt: state.redactedAt, updatedAt }
  switch (event._tag) {
    case "StatementEntryAssigned": {
      const { invoiceId, partnerOfInvoice, reason } = event
      return { _tag: "matching", ...recorded, partnerOfInvoice, invoiceId, assignment: Option.some(reason) }
    }
    case "StatementEntryBooked": {
      invariant(state._tag === "matching", "what is booked has an invoice")
      const { assignment, invoiceId, partnerOfInvoice } = state
      const booked = { ...recorded, partnerOfInvoice, invoiceId, paymentId: event.paymentId }
      if (Option.isSome(event.fault)) return { _tag: "held", ...booked, fault: event.fault.value }
      return Option.match(assignment, {
        onNone: () => ({ _tag: "matched", ...booked }),
        onSome: (reason) => ({ _tag: "assigned", ...booked, reason })
      })
    }
    case "StatementEntryRefused":
      return { _tag: "unresolved", ...recorded, fault: event.fault }
    case "StatementEntryReturned": {
      const { reason, takenBackBy } = event
      if (state._tag !== "held") return { _tag: "returned", ...recorded, reason, takenBackBy }
      return { ...state, _tag: "sentBack", reason, takenBackBy, updatedAt }
    }
    case "StatementEntryIgnored":
      return { _tag: "ignored", ...recorded, reason: event.reason, isReplaced: event.isReplaced }
    case "StatementEntryReversing": {
      invariant("paymentId" in state, "what is taken back was booked")
      const { invoiceId, partnerOfInvoice, paymentId } = state
      const { reversal, reversedOn } = event
      return {
        _tag: "reversing",
        ...recorded,
        partnerOfInvoice,
        invoiceId,
        paymentId,
        reversal,
        reversedOn
      }
    }
    case "StatementEntryReversed":
      invariant(state._tag === "reversing", "what is reversed was taken back")
      if (!event.hadPaid) {
        const { invoiceId, partnerOfInvoice, paymentId, reversal } = state
        const back = {
          fault: "reversed",
          reason: reversedReason,
          takenBackBy: Option.some(reversal)
        } as const
        return { _tag: "sentBack", ...recorded, partnerOfInvoice, invoiceId, paymentId, ...back }
      }
      return { ...state, _tag: "reversed", updatedAt }
    case "StatementEntryRedacted":
      return { ...statementEntry.erase(state), redactedAt: Option.some(event.at), updatedAt }
  }
}

export const StatementEntry: Decider<
  StatementEntryState,
  StatementEntryCommand,
  StatementEntryEvent,
  StatementEntryCommandRefused
> = { initial: { _tag: "absent" }, decide, evolve }

/** An entry that has been loaded or just recorded exists. */
export const recordedEntry = (state: StatementEntryState): RecordedEntry => {
  invariant(state._tag !== "absent", "a recorded entry is never absent again")
  return state
}

declare module "../../kernel/ports/Store.ts" {
  interface EventsByConcept {
    readonly StatementEntry: StatementEntryEvent
  }
}
