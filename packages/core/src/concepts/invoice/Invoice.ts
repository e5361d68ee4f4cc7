import { Option, Result, Schema } from "effect"
import { concept } from "../../kernel/concept/Concept.ts"
import type { OrderOf, StateOf } from "../../kernel/concept/Definition.ts"
import {
  added,
  erasable,
  fiatCurrency,
  flag,
  instant,
  money,
  optional,
  text
} from "../../kernel/concept/Field.ts"
import type { Decider, Transitions } from "../../kernel/machine/Decider.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import { type Instant, millisPerHour } from "../../kernel/time/Instant.ts"
import type { TransferTime } from "../bankAccount/transferTime.ts"
import {
  type BookedReceipt,
  bankReceipt,
  type ReceiptFault,
  receiptFaults
} from "../bankPayment/BankReceipt.ts"

/**
 * A fiat invoice: an amount to be paid once, through a bank.
 *
 * Expiry takes effect at its instant: a decision at `expiresAt` or later treats the invoice as expired even if the
 * expiry was not recorded. Money that an invoice cannot take is refused here and becomes an unresolved bank payment: it
 * is never lost, and the invoice notes that it came. A redacted invoice has no personal data left and still takes late
 * money. It is not pending any more, because it is cancelled first. Money that the bank takes back leaves it paid, and
 * it says so: whoever delivered for it has to know, and no second payment may slip in.
 *
 *     absent → pending → paid
 *                │  └──→ expired ──→ paid (the bank took the money within the grace period)
 *                └─────→ cancelled
 */

/** `inv_` and a UUIDv7 without dashes. */
export type InvoiceId = string

/** The stored fields of a fiat invoice. */
export const invoice = concept({
  name: "Invoice",
  noun: "invoice",
  table: "invoices",
  order: {
    id: text,
    partnerId: text,
    /** The end of the payment URL: the time, then 128 random bits, which cannot be guessed. */
    token: text,
    amountMinor: money,
    currency: fiatCurrency,
    description: erasable(optional(text), Option.none()),
    /** A JSON object as text, echoed back unchanged. */
    metadata: erasable(text, "{}"),
    redirectUrl: erasable(optional(text), Option.none()),
    /** None of an invoice from before there were any. */
    cancelUrl: erasable(optional(text), Option.none()),
    /** The caller's own identifier; a claim makes it unique within the partner. */
    externalId: optional(text),
    batchId: optional(text),
    /**
     * Derived from a request with an idempotency key: a repeated request gets the same one, even in a store
     * that lost the first. Its bank payments are named after it.
     */
    reference: optional(text),
    /**
     * What a transfer names it by (`CreditorReference`); a claim makes it unique. None where there is no account in
     * its currency, of one that was issued while the store was on hold, and of one from before there were any.
     */
    creditorReference: added(29, optional(text)),
    /** The recipient of the payment link. */
    customerEmail: erasable(optional(text), Option.none()),
    createdAt: instant,
    expiresAt: instant
  },
  recorded: {
    /** When the personal data was erased. */
    redactedAt: optional(instant),
    updatedAt: instant
  },
  states: {
    pending: {},
    /** Final. `late` when the bank took the money at or after `expiresAt`; a transfer, on a later day. */
    paid: {
      receipt: bankReceipt,
      late: flag,
      paidAt: instant,
      /** When its bank had taken the money back; mostly it never does. */
      reversedAt: added(29, optional(instant))
    },
    /** Final, unless a bank took the money within the grace period. */
    expired: {},
    /** Final. */
    cancelled: {}
  },
  indexes: {
    by_token: { on: ["token"], across: "lookup" },
    /** Invoices that will expire, and due ones whose expiry is not recorded yet. */
    expiring: {
      on: ["partnerId", "expiresAt", "id", "createdAt", "currency"],
      where: { in: { state: ["pending"] } }
    },
    /** For operators: what waits for an amount. */
    awaited: {
      on: ["currency", "amountMinor", "createdAt", "id"],
      where: { in: { state: ["pending"] } },
      across: "operators"
    },
    /** For retention, the earliest ended first. */
    unredacted: {
      on: ["partnerId", "updatedAt", "id"],
      where: { in: { state: ["paid", "expired", "cancelled"] }, unset: ["redactedAt"] }
    }
  }
})

/** Fixed when the invoice is created. */
export interface InvoiceOrder extends OrderOf<typeof invoice> {}

/** An invoice that exists. */
export type IssuedInvoice = StateOf<typeof invoice>

export type InvoiceState = { readonly _tag: "absent" } | IssuedInvoice
export type InvoiceStatus = IssuedInvoice["_tag"]

export const invoiceStatuses = [
  "pending",
  "paid",
  "expired",
  "cancelled"
] as const satisfies ReadonlyArray<InvoiceStatus>

export type InvoiceCommand =
  | { readonly _tag: "Issue"; readonly order: InvoiceOrder }
  /** A bank reports that it took money for this invoice. Of a transfer, `time` says what its time means here. */
  | {
      readonly _tag: "Pay"
      readonly receipt: BookedReceipt
      readonly time?: TransferTime | undefined
      readonly at: Instant
    }
  | { readonly _tag: "Expire"; readonly at: Instant }
  | { readonly _tag: "Cancel"; readonly at: Instant }
  /** A pending invoice is cancelled by it. */
  | { readonly _tag: "Redact"; readonly at: Instant }
  /** A bank took money that this invoice cannot take. */
  | { readonly _tag: "NoteUnresolved"; readonly at: Instant }
  /** The bank took back the money that paid this invoice. */
  | { readonly _tag: "NoteReversed"; readonly at: Instant }

export type InvoiceEvent =
  | { readonly _tag: "InvoiceIssued"; readonly order: InvoiceOrder }
  | {
      readonly _tag: "InvoicePaid"
      readonly receipt: BookedReceipt
      readonly late: boolean
      readonly paidAt: Instant
      readonly at: Instant
    }
  | { readonly _tag: "InvoiceExpired"; readonly at: Instant }
  | { readonly _tag: "InvoiceCancelled"; readonly at: Instant }
  | { readonly _tag: "InvoiceRedacted"; readonly at: Instant }
  | { readonly _tag: "InvoicePaymentUnresolved"; readonly at: Instant }
  | { readonly _tag: "InvoicePaymentReversed"; readonly at: Instant }

/** This state does not allow the command. */
export class InvoiceCommandRefused extends Schema.TaggedError<InvoiceCommandRefused>()(
  "InvoiceCommandRefused",
  { from: Schema.String, command: Schema.String }
) {
  get code() {
    return "invoice_command_refused" as const
  }
}

/** The invoice cannot take this money. If several faults apply, the first of `receiptFaults` is reported. */
export class ReceiptRefused extends Schema.TaggedError<ReceiptRefused>()("ReceiptRefused", {
  fault: Schema.Literals(receiptFaults)
}) {
  get code() {
    return "receipt_refused" as const
  }
}

export const invoiceTransitions = {
  absent: { Issue: ["pending"] },
  pending: {
    Pay: ["paid"],
    Expire: ["pending", "expired"],
    Cancel: ["cancelled"],
    Redact: ["expired", "cancelled"],
    NoteUnresolved: ["pending"]
  },
  paid: {
    Pay: ["paid"],
    Expire: ["paid"],
    Redact: ["paid"],
    NoteUnresolved: ["paid"],
    NoteReversed: ["paid"]
  },
  expired: { Pay: ["paid"], Expire: ["expired"], Redact: ["expired"], NoteUnresolved: ["expired"] },
  cancelled: { Expire: ["cancelled"], Redact: ["cancelled"], NoteUnresolved: ["cancelled"] }
} as const satisfies Transitions<InvoiceState["_tag"], InvoiceCommand["_tag"]>

/** How long after the expiry a bank may still take the money. */
export const graceMillis = 24 * millisPerHour

/** The time of money that a rail reports, in which nothing is under way for days. */
const railTime = ({ expiresAt }: InvoiceOrder, { bankTime }: BookedReceipt, at: Instant): TransferTime => ({
  paidAt: at,
  isLate: bankTime >= expiresAt,
  isTooLate: bankTime > expiresAt + graceMillis
})

/** Why the invoice cannot take this money, if it cannot. */
export const receiptFault = (
  { _tag, order }: IssuedInvoice,
  receipt: BookedReceipt,
  { isTooLate }: Pick<TransferTime, "isTooLate"> = railTime(order, receipt, receipt.bankTime)
): ReceiptFault | undefined => {
  if (receipt.amountMinor !== order.amountMinor || receipt.currency !== order.currency) return "wrongAmount"
  if (_tag === "cancelled") return "cancelled"
  if (_tag === "paid") return "alreadyPaid"
  if (isTooLate) return "tooLate"
  return undefined
}

type Decision = Result.Result<ReadonlyArray<InvoiceEvent>, InvoiceCommandRefused | ReceiptRefused>

const decide = (state: InvoiceState, command: InvoiceCommand): Decision => {
  const refuse = (from: string = state._tag): Decision =>
    Result.fail(new InvoiceCommandRefused({ from, command: command._tag }))
  if (command._tag === "Issue") {
    return state._tag === "absent"
      ? Result.succeed([{ _tag: "InvoiceIssued", order: command.order }])
      : refuse()
  }
  if (state._tag === "absent") return refuse()
  const isDue = state._tag === "pending" && command.at >= state.order.expiresAt
  switch (command._tag) {
    case "Pay": {
      const { at, receipt } = command
      if (state._tag === "paid" && state.receipt.operationId === receipt.operationId)
        return Result.succeed([])
      const time = command.time ?? railTime(state.order, receipt, at)
      const fault = receiptFault(state, receipt, time)
      if (fault !== undefined) return Result.fail(new ReceiptRefused({ fault }))
      const { isLate: late, paidAt } = time
      const paid: InvoiceEvent = { _tag: "InvoicePaid", receipt, late, paidAt, at }
      // Late money finds an expired invoice even if its expiry was not recorded.
      return Result.succeed(isDue && late ? [{ _tag: "InvoiceExpired", at }, paid] : [paid])
    }
    case "Expire":
      return Result.succeed(isDue ? [{ _tag: "InvoiceExpired", at: command.at }] : [])
    case "Cancel":
      if (isDue) return refuse("expired")
      return state._tag === "pending"
        ? Result.succeed([{ _tag: "InvoiceCancelled", at: command.at }])
        : refuse()
    case "Redact": {
      const { at } = command
      if (Option.isSome(state.redactedAt)) return Result.succeed([])
      const redacted: InvoiceEvent = { _tag: "InvoiceRedacted", at }
      if (state._tag !== "pending") return Result.succeed([redacted])
      return Result.succeed([{ _tag: isDue ? "InvoiceExpired" : "InvoiceCancelled", at }, redacted])
    }
    case "NoteUnresolved":
      return Result.succeed([{ _tag: "InvoicePaymentUnresolved", at: command.at }])
    case "NoteReversed":
      if (state._tag !== "paid") return refuse()
      return Result.succeed(
        Option.isNone(state.reversedAt) ? [{ _tag: "InvoicePaymentReversed", at: command.at }] : []
      )
  }
}

const evolve = (state: InvoiceState, event: InvoiceEvent): InvoiceState => {
  if (event._tag === "InvoiceIssued") {
    invariant(state._tag === "absent", "an invoice is issued once")
    const { order } = event
    return { _tag: "pending", order, redactedAt: Option.none(), updatedAt: order.createdAt }
  }
  invariant(state._tag !== "absent", `${event._tag} needs an invoice`)
  const updatedAt = event.at
  const { order, redactedAt } = state
  const issued = { order, redactedAt, updatedAt }
  switch (event._tag) {
    case "InvoicePaid": {
      const { late, paidAt, receipt } = event
      return { _tag: "paid", ...issued, receipt, late, paidAt, reversedAt: Option.none() }
    }
    case "InvoiceExpired":
      return { _tag: "expired", ...issued }
    case "InvoiceCancelled":
      return { _tag: "cancelled", ...issued }
    case "InvoiceRedacted":
      return { ...invoice.erase(state), redactedAt: Option.some(event.at), updatedAt }
    case "InvoicePaymentUnresolved":
      return { ...state, updatedAt }
    case "InvoicePaymentReversed":
      invariant(state._tag === "paid", "only money that paid it is taken back")
      return { ...state, reversedAt: Option.some(event.at), updatedAt }
  }
}

export const Invoice: Decider<
  InvoiceState,
  InvoiceCommand,
  InvoiceEvent,
  InvoiceCommandRefused | ReceiptRefused
> = { initial: { _tag: "absent" }, decide, evolve }

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly Invoice: IssuedInvoice
  }
  interface EventsByConcept {
    readonly Invoice: InvoiceEvent
  }
}
