import { Option, Result, Schema } from "effect"
import { concept } from "../../kernel/concept/Concept.ts"
import type { OrderOf, StateOf } from "../../kernel/concept/Definition.ts"
import {
  added,
  count,
  fiatCurrency,
  instant,
  money,
  oneOf,
  optional,
  packed,
  text
} from "../../kernel/concept/Field.ts"
import type { Decider, Transitions } from "../../kernel/machine/Decider.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { CalendarDate } from "../../kernel/time/CalendarDate.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { type BookedReceipt, bankReceipt, type ReceiptFault, receiptFaults } from "./BankReceipt.ts"
import { TransferInstructions } from "./TransferInstructions.ts"

/**
 * A bank payment: one attempt of a customer to pay a fiat invoice through a chosen bank.
 *
 * The rail is called only after `starting` is committed. A lost answer is looked up; the call is never
 * repeated blindly. Money that a bank took is recorded in every state: it settles the invoice, or stays
 * unresolved until an operator has returned it, or has let it pay an invoice for which it came too late.
 *
 *     absent → requested → starting → awaiting → settled
 *                              ⇅   ↗          └→ unresolved → returned
 *                            unknown
 *
 *     starting | unknown | awaiting             → declined              the rail or the customer said no
 *     requested | starting | unknown | awaiting → lapsed                no longer needed
 *     absent and every state without money      → settled | unresolved  a bank took money anyway
 *     unresolved                                → settled               it was too late only, and a person accepts that
 *     settled                                   → reversed              the bank took it back
 */

/**
 * `pmt_` and 32 hex digits; the idempotency key at the rail. For a payment that a customer chose, it is a
 * reference derived from invoice, bank and number, so a store that lost the payment gives it the same id.
 * Money that came by itself has a UUIDv7.
 */
export type BankPaymentId = string

const received = { receipt: bankReceipt }
/** Money that pays. `resolvedAt` is when a person let it pay, if it had come too late. */
const paying = { ...received, resolvedAt: added(29, optional(instant)) }
/** Why the invoice could not take the money. */
const refusedMoney = { ...received, fault: oneOf(receiptFaults) }

/** The stored fields of a bank payment. */
export const bankPayment = concept({
  name: "BankPayment",
  noun: "bank payment",
  table: "bank_payments",
  order: {
    id: text,
    partnerId: text,
    invoiceId: text,
    /** The rail's id of the chosen bank; empty for money that came by itself. */
    bank: text,
    amountMinor: money,
    currency: fiatCurrency,
    createdAt: instant
  },
  recorded: {
    /** How often the rail was asked to start it. */
    attempts: count,
    /** Where the customer continues: a link of the bank, also shown as a QR code. */
    link: optional(text),
    /** What the customer transfers, where the bank collects by transfer. */
    instructions: added(29, optional(packed(TransferInstructions))),
    /** Why the last attempt failed, or why the rail declined. */
    error: optional(text),
    updatedAt: instant
  },
  states: {
    /** Requested; the rail was not called yet. */
    requested: {},
    /** The rail may have been called. */
    starting: {},
    /** The rail was called and its answer was lost. */
    unknown: {},
    /** The rail has it; the customer has not paid yet. */
    awaiting: {},
    /** The rail or the customer said no. Final, unless money arrives anyway. */
    declined: {},
    /** No longer needed. Final, unless money arrives anyway. */
    lapsed: {},
    /** The money paid the invoice. Final. */
    settled: paying,
    /** The money arrived and the invoice could not take it: an operator has to return it, or to accept late money. */
    unresolved: refusedMoney,
    /** The money was returned. Final. */
    returned: { ...refusedMoney, reason: text },
    /** The bank took back the money that had paid the invoice, as a statement books it on that day. Final. */
    reversed: { ...paying, recalledOn: added(29, text) }
  },
  indexes: {
    /** For calls of the rail, which name only the payment. */
    by_id: { on: ["id"], across: "lookup" },
    by_invoice: { on: ["partnerId", "invoiceId", "createdAt", "id"] },
    unresolved: { on: ["createdAt", "id"], where: { in: { state: ["unresolved"] } }, across: "operators" }
  }
})

/** Fixed when the payment is requested. */
export interface BankPaymentOrder extends OrderOf<typeof bankPayment> {}

/** A bank payment that exists. */
export type RecordedBankPayment = StateOf<typeof bankPayment>

export type BankPaymentState = { readonly _tag: "absent" } | RecordedBankPayment

export type BankPaymentCommand =
  | { readonly _tag: "Request"; readonly order: BankPaymentOrder }
  /** Before the call that asks the rail to start it. */
  | { readonly _tag: "Start"; readonly at: Instant }
  | {
      readonly _tag: "Accept"
      readonly link: Option.Option<string>
      readonly instructions: Option.Option<TransferInstructions>
      readonly at: Instant
    }
  | { readonly _tag: "LoseAnswer"; readonly reason: string; readonly at: Instant }
  | { readonly _tag: "Decline"; readonly reason: string; readonly at: Instant }
  | { readonly _tag: "Lapse"; readonly at: Instant }
  /**
   * A bank took the money. `fault` says why the invoice could not take it, if so. A payment has the money of
   * one operation: money of a second operation is refused here, and becomes a payment of its own.
   */
  | {
      readonly _tag: "Confirm"
      readonly receipt: BookedReceipt
      readonly fault: Option.Option<ReceiptFault>
      readonly at: Instant
    }
  /** Money arrived for an invoice that had no waiting payment. */
  | {
      readonly _tag: "Receive"
      readonly order: BankPaymentOrder
      readonly receipt: BookedReceipt
      readonly fault: Option.Option<ReceiptFault>
      readonly at: Instant
    }
  /** An operator returned the money. */
  | { readonly _tag: "Return"; readonly reason: string; readonly at: Instant }
  /** A person lets money pay that came too late. `fault` says why the invoice cannot take it even so, if it cannot. */
  | { readonly _tag: "Resolve"; readonly fault: Option.Option<ReceiptFault>; readonly at: Instant }
  /** The bank took the money back. Money that waited to be returned is returned by it. */
  | { readonly _tag: "Recall"; readonly recalledOn: CalendarDate; readonly at: Instant }

export type BankPaymentEvent =
  | { readonly _tag: "BankPaymentRequested"; readonly order: BankPaymentOrder }
  | { readonly _tag: "BankPaymentStarted"; readonly at: Instant }
  | {
      readonly _tag: "BankPaymentAccepted"
      readonly link: Option.Option<string>
      readonly instructions: Option.Option<TransferInstructions>
      readonly at: Instant
    }
  | { readonly _tag: "BankPaymentAnswerLost"; readonly reason: string; readonly at: Instant }
  | { readonly _tag: "BankPaymentDeclined"; readonly reason: string; readonly at: Instant }
  | { readonly _tag: "BankPaymentLapsed"; readonly at: Instant }
  | { readonly _tag: "BankPaymentSettled"; readonly receipt: BookedReceipt; readonly at: Instant }
  | {
      readonly _tag: "BankPaymentUnresolved"
      readonly receipt: BookedReceipt
      readonly fault: ReceiptFault
      readonly at: Instant
    }
  | { readonly _tag: "BankPaymentReturned"; readonly reason: string; readonly at: Instant }
  /** What had come too late paid the invoice. */
  | { readonly _tag: "BankPaymentResolved"; readonly at: Instant }
  /** What had come too late could not pay it, and waits on. */
  | { readonly _tag: "BankPaymentFaultChanged"; readonly fault: ReceiptFault; readonly at: Instant }
  | { readonly _tag: "BankPaymentReversed"; readonly recalledOn: CalendarDate; readonly at: Instant }

/** This state does not allow the command. */
export class BankPaymentCommandRefused extends Schema.TaggedError<BankPaymentCommandRefused>()(
  "BankPaymentCommandRefused",
  { from: Schema.String, command: Schema.String }
) {
  get code() {
    return "bank_payment_command_refused" as const
  }
}

const whereMoneyLeads = ["settled", "unresolved"] as const

export const bankPaymentTransitions = {
  absent: { Request: ["requested"], Receive: whereMoneyLeads },
  requested: { Start: ["starting"], Lapse: ["lapsed"], Confirm: whereMoneyLeads },
  starting: {
    Accept: ["awaiting"],
    LoseAnswer: ["unknown"],
    Decline: ["declined"],
    Lapse: ["lapsed"],
    Confirm: whereMoneyLeads
  },
  unknown: {
    Start: ["starting"],
    Accept: ["awaiting"],
    LoseAnswer: ["unknown"],
    Decline: ["declined"],
    Lapse: ["lapsed"],
    Confirm: whereMoneyLeads
  },
  awaiting: { Accept: ["awaiting"], Decline: ["declined"], Lapse: ["lapsed"], Confirm: whereMoneyLeads },
  declined: { Decline: ["declined"], Lapse: ["declined"], Confirm: whereMoneyLeads },
  lapsed: { Lapse: ["lapsed"], Confirm: whereMoneyLeads },
  settled: { Lapse: ["settled"], Confirm: ["settled"], Resolve: ["settled"], Recall: ["reversed"] },
  unresolved: {
    Lapse: ["unresolved"],
    Confirm: ["unresolved"],
    Return: ["returned"],
    Resolve: whereMoneyLeads,
    Recall: ["returned"]
  },
  returned: { Lapse: ["returned"], Confirm: ["returned"], Return: ["returned"], Recall: ["returned"] },
  reversed: { Lapse: ["reversed"], Confirm: ["reversed"], Recall: ["reversed"] }
} as const satisfies Transitions<BankPaymentState["_tag"], BankPaymentCommand["_tag"]>

/** Whether the customer may still pay it. */
export const isOpenPayment = (payment: RecordedBankPayment): boolean => {
  switch (payment._tag) {
    case "requested":
    case "starting":
    case "unknown":
    case "awaiting":
      return true
    case "declined":
    case "lapsed":
    case "settled":
    case "unresolved":
    case "returned":
    case "reversed":
      return false
  }
}

type Decision = Result.Result<ReadonlyArray<BankPaymentEvent>, BankPaymentCommandRefused>

const receiptEvent = (
  receipt: BookedReceipt,
  fault: Option.Option<ReceiptFault>,
  at: Instant
): BankPaymentEvent =>
  Option.match(fault, {
    onNone: () => ({ _tag: "BankPaymentSettled", receipt, at }),
    onSome: (why) => ({ _tag: "BankPaymentUnresolved", receipt, fault: why, at })
  })

const decide = (state: BankPaymentState, command: BankPaymentCommand): Decision => {
  const refused: Decision = Result.fail(
    new BankPaymentCommandRefused({ from: state._tag, command: command._tag })
  )
  if (!(command._tag in bankPaymentTransitions[state._tag])) return refused
  if (state._tag === "absent") {
    if (command._tag === "Request")
      return Result.succeed([{ _tag: "BankPaymentRequested", order: command.order }])
    if (command._tag !== "Receive") return refused
    const { at, fault, order, receipt } = command
    return Result.succeed([{ _tag: "BankPaymentRequested", order }, receiptEvent(receipt, fault, at)])
  }
  switch (command._tag) {
    case "Request":
    case "Receive":
      return refused
    case "Start":
      return Result.succeed([{ _tag: "BankPaymentStarted", at: command.at }])
    case "Accept": {
      const { at, instructions, link } = command
      const isNews =
        state._tag !== "awaiting" ||
        (Option.isNone(state.link) && Option.isSome(link)) ||
        (Option.isNone(state.instructions) && Option.isSome(instructions))
      return Result.succeed(isNews ? [{ _tag: "BankPaymentAccepted", link, instructions, at }] : [])
    }
    case "LoseAnswer": {
      const { at, reason } = command
      const isNews = state._tag !== "unknown" || Option.getOrUndefined(state.error) !== reason
      return Result.succeed(isNews ? [{ _tag: "BankPaymentAnswerLost", reason, at }] : [])
    }
    case "Decline":
      return Result.succeed(
        isOpenPayment(state) ? [{ _tag: "BankPaymentDeclined", reason: command.reason, at: command.at }] : []
      )
    case "Lapse":
      return Result.succeed(isOpenPayment(state) ? [{ _tag: "BankPaymentLapsed", at: command.at }] : [])
    case "Confirm":
      if ("receipt" in state)
        return state.receipt.operationId === command.receipt.operationId ? Result.succeed([]) : refused
      return Result.succeed([receiptEvent(command.receipt, command.fault, command.at)])
    case "Return":
      return Result.succeed(
        state._tag === "unresolved"
          ? [{ _tag: "BankPaymentReturned", reason: command.reason, at: command.at }]
          : []
      )
    case "Resolve": {
      const { at, fault } = command
      if (state._tag !== "unresolved") return Result.succeed([])
      if (Option.contains(fault, state.fault)) return Result.succeed([])
      if (state.fault !== "tooLate") return refused
      return Result.succeed([
        Option.match(fault, {
          onNone: () => ({ _tag: "BankPaymentResolved", at }) as const,
          onSome: (why) => ({ _tag: "BankPaymentFaultChanged", fault: why, at }) as const
        })
      ])
    }
    case "Recall": {
      const { at, recalledOn } = command
      if (state._tag === "settled") return Result.succeed([{ _tag: "BankPaymentReversed", recalledOn, at }])
      const reason = `taken back by the bank, which booked it on ${recalledOn}`
      return Result.succeed(state._tag === "unresolved" ? [{ _tag: "BankPaymentReturned", reason, at }] : [])
    }
  }
}

const evolve = (state: BankPaymentState, event: BankPaymentEvent): BankPaymentState => {
  if (event._tag === "BankPaymentRequested") {
    invariant(state._tag === "absent", "a bank payment is requested once")
    const { order } = event
    const nothing = { link: Option.none(), instructions: Option.none(), error: Option.none() }
    return { _tag: "requested", order, attempts: 0, ...nothing, updatedAt: order.createdAt }
  }
  invariant(state._tag !== "absent", `${event._tag} needs a bank payment`)
  const { attempts, error, instructions, link, order } = state
  const recorded = { order, attempts, link, instructions, error, updatedAt: event.at }
  switch (event._tag) {
    case "BankPaymentStarted":
      return { _tag: "starting", ...recorded, attempts: attempts + 1 }
    case "BankPaymentAccepted":
      return {
        _tag: "awaiting",
        ...recorded,
        link: Option.orElse(link, () => event.link),
        instructions: Option.orElse(instructions, () => event.instructions),
        error: Option.none()
      }
    case "BankPaymentAnswerLost":
      return { _tag: "unknown", ...recorded, error: Option.some(event.reason) }
    case "BankPaymentDeclined":
      return { _tag: "declined", ...recorded, error: Option.some(event.reason) }
    case "BankPaymentLapsed":
      return { _tag: "lapsed", ...recorded }
    case "BankPaymentSettled": {
      const { receipt } = event
      return { _tag: "settled", ...recorded, receipt, resolvedAt: Option.none(), error: Option.none() }
    }
    case "BankPaymentUnresolved":
      return { _tag: "unresolved", ...recorded, receipt: event.receipt, fault: event.fault }
    case "BankPaymentReturned":
      invariant(state._tag === "unresolved", "what is returned was unresolved")
      return {
        _tag: "returned",
        ...recorded,
        receipt: state.receipt,
        fault: state.fault,
        reason: event.reason
      }
    case "BankPaymentResolved": {
      invariant(state._tag === "unresolved", "what is resolved was unresolved")
      const { receipt } = state
      return {
        ...{ _tag: "settled", ...recorded, receipt, resolvedAt: Option.some(event.at) },
        error: Option.none()
      }
    }
    case "BankPaymentFaultChanged":
      invariant(state._tag === "unresolved", "only what is unresolved has a fault that changes")
      return { ...state, fault: event.fault, updatedAt: event.at }
    case "BankPaymentReversed": {
      invariant(state._tag === "settled", "what is reversed was settled")
      const { receipt, resolvedAt } = state
      return { _tag: "reversed", ...recorded, receipt, resolvedAt, recalledOn: event.recalledOn }
    }
  }
}

export const BankPayment: Decider<
  BankPaymentState,
  BankPaymentCommand,
  BankPaymentEvent,
  BankPaymentCommandRefused
> = { initial: { _tag: "absent" }, decide, evolve }

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly BankPayment: RecordedBankPayment
  }
  interface EventsByConcept {
    readonly BankPayment: BankPaymentEvent
  }
}
