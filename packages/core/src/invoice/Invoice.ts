import { Option, Result, Schema } from "effect"
import type { Decider, Transitions } from "../machine/Decider.ts"
import { invariant } from "../machine/invariant.ts"
import type { FiatCurrency } from "../money/Currency.ts"
import type { PartnerId } from "../partner/Partner.ts"
import { type Instant, millisPerHour } from "../time/Instant.ts"

/**
 * A fiat invoice: an amount to be paid once, through a bank.
 *
 * Expiry holds at the instant: a decision made at `expiresAt` or later treats the invoice as expired even when nobody told
 * it. Money that an invoice cannot take is refused here and becomes an unresolved bank payment: it is never lost. What is
 * redacted has lost everything personal, takes late money as before, and is pending no more: it is cancelled first.
 *
 *     absent → pending → paid
 *                │  └──→ expired ──→ paid (the bank took the money within the grace period)
 *                └─────→ cancelled
 */

/** `inv_` and a UUIDv7 without dashes. */
export type InvoiceId = string

/** What is fixed when the invoice is issued. */
export interface InvoiceOrder {
  readonly id: InvoiceId
  readonly partnerId: PartnerId
  /** The end of the payment URL: the time, then 128 random bits, which nobody can guess. */
  readonly token: string
  readonly amountMinor: bigint
  readonly currency: FiatCurrency
  readonly description: Option.Option<string>
  /** A JSON object as text, echoed back unchanged. */
  readonly metadata: string
  readonly redirectUrl: Option.Option<string>
  /** The caller's own identifier; unique for the partner. */
  readonly externalId: Option.Option<string>
  readonly batchId: Option.Option<string>
  /**
   * Follows from a request with an idempotency key: the invoice of a repeat has the same one, also on a store that lost the first.
   * Its bank payments are named after it.
   */
  readonly reference: Option.Option<string>
  /** Where the payment link is mailed to. */
  readonly customerEmail: Option.Option<string>
  readonly createdAt: Instant
  readonly expiresAt: Instant
}

/** Money that a bank says was paid for an invoice. */
export interface BankReceipt {
  /** The bank's own identifier of the operation: used once, for everybody. */
  readonly operationId: string
  readonly amountMinor: bigint
  readonly currency: FiatCurrency
  readonly payerBank: string
  /** When the bank took the money. */
  readonly bankTime: Instant
}

interface Issued {
  readonly order: InvoiceOrder
  /** Since when nothing personal is in it; absent before. */
  readonly redactedAt?: Instant
  readonly updatedAt: Instant
}

export type InvoiceState =
  | { readonly _tag: "absent" }
  | ({ readonly _tag: "pending" } & Issued)
  /** Final. `late` when the bank took the money at or after `expiresAt`. */
  | ({
      readonly _tag: "paid"
      readonly receipt: BankReceipt
      readonly late: boolean
      readonly paidAt: Instant
    } & Issued)
  /** Final but for a bank that took the money within the grace period. */
  | ({ readonly _tag: "expired" } & Issued)
  /** Final. */
  | ({ readonly _tag: "cancelled" } & Issued)

/** An invoice that exists. */
export type IssuedInvoice = Exclude<InvoiceState, { readonly _tag: "absent" }>
export type InvoiceStatus = IssuedInvoice["_tag"]

export const invoiceStatuses = [
  "pending",
  "paid",
  "expired",
  "cancelled"
] as const satisfies ReadonlyArray<InvoiceStatus>

export type InvoiceCommand =
  | { readonly _tag: "Issue"; readonly order: InvoiceOrder }
  /** A bank says that it took money for this invoice. */
  | { readonly _tag: "Pay"; readonly receipt: BankReceipt; readonly at: Instant }
  | { readonly _tag: "Expire"; readonly at: Instant }
  | { readonly _tag: "Cancel"; readonly at: Instant }
  /** Also ends what is pending. */
  | { readonly _tag: "Redact"; readonly at: Instant }

export type InvoiceEvent =
  | { readonly _tag: "InvoiceIssued"; readonly order: InvoiceOrder }
  | {
      readonly _tag: "InvoicePaid"
      readonly receipt: BankReceipt
      readonly late: boolean
      readonly at: Instant
    }
  | { readonly _tag: "InvoiceExpired"; readonly at: Instant }
  | { readonly _tag: "InvoiceCancelled"; readonly at: Instant }
  | { readonly _tag: "InvoiceRedacted"; readonly at: Instant }

/** The command cannot be carried out from this state. */
export class InvoiceCommandRefused extends Schema.TaggedError<InvoiceCommandRefused>()(
  "InvoiceCommandRefused",
  { from: Schema.String, command: Schema.String }
) {}

/** Why an invoice cannot take money that a bank took for it. */
export const receiptFaults = ["wrongAmount", "cancelled", "alreadyPaid", "tooLate"] as const
export type ReceiptFault = (typeof receiptFaults)[number]

/** The invoice cannot take this money. Where several faults apply, the first of `receiptFaults` is told. */
export class ReceiptRefused extends Schema.TaggedError<ReceiptRefused>()("ReceiptRefused", {
  fault: Schema.Literals(receiptFaults)
}) {}

export const invoiceTransitions = {
  absent: { Issue: ["pending"] },
  pending: {
    Pay: ["paid"],
    Expire: ["pending", "expired"],
    Cancel: ["cancelled"],
    Redact: ["expired", "cancelled"]
  },
  paid: { Pay: ["paid"], Expire: ["paid"], Redact: ["paid"] },
  expired: { Pay: ["paid"], Expire: ["expired"], Redact: ["expired"] },
  cancelled: { Expire: ["cancelled"], Redact: ["cancelled"] }
} as const satisfies Transitions<InvoiceState["_tag"], InvoiceCommand["_tag"]>

/** How long after the expiry a bank may still take the money. */
export const graceMillis = 24 * millisPerHour

/** Why the invoice cannot take this money, if it cannot. */
export const receiptFault = (invoice: IssuedInvoice, receipt: BankReceipt): ReceiptFault | undefined => {
  const { amountMinor, currency, expiresAt } = invoice.order
  if (receipt.amountMinor !== amountMinor || receipt.currency !== currency) return "wrongAmount"
  if (invoice._tag === "cancelled") return "cancelled"
  if (invoice._tag === "paid") return "alreadyPaid"
  if (receipt.bankTime > expiresAt + graceMillis) return "tooLate"
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
      const fault = receiptFault(state, receipt)
      if (fault !== undefined) return Result.fail(new ReceiptRefused({ fault }))
      const late = receipt.bankTime >= state.order.expiresAt
      const paid: InvoiceEvent = { _tag: "InvoicePaid", receipt, late, at }
      // Late money finds an expired invoice also where nobody had told it.
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
      if (state.redactedAt !== undefined) return Result.succeed([])
      const redacted: InvoiceEvent = { _tag: "InvoiceRedacted", at }
      if (state._tag !== "pending") return Result.succeed([redacted])
      return Result.succeed([{ _tag: isDue ? "InvoiceExpired" : "InvoiceCancelled", at }, redacted])
    }
  }
}

/** What is left of an order that is redacted: figures, identifiers and instants. */
export const redactedOrder = (order: InvoiceOrder): InvoiceOrder => ({
  ...order,
  description: Option.none(),
  metadata: "{}",
  redirectUrl: Option.none(),
  customerEmail: Option.none()
})

const evolve = (state: InvoiceState, event: InvoiceEvent): InvoiceState => {
  if (event._tag === "InvoiceIssued") {
    invariant(state._tag === "absent", "an invoice is issued once")
    return { _tag: "pending", order: event.order, updatedAt: event.order.createdAt }
  }
  invariant(state._tag !== "absent", `${event._tag} needs an invoice`)
  const updatedAt = event.at
  const { order, redactedAt } = state
  const issued: Issued = { order, updatedAt, ...(redactedAt === undefined ? {} : { redactedAt }) }
  switch (event._tag) {
    case "InvoicePaid": {
      const { at, late, receipt } = event
      return { _tag: "paid", ...issued, receipt, late, paidAt: at }
    }
    case "InvoiceExpired":
      return { _tag: "expired", ...issued }
    case "InvoiceCancelled":
      return { _tag: "cancelled", ...issued }
    case "InvoiceRedacted":
      return { ...state, order: redactedOrder(order), redactedAt: event.at, updatedAt }
  }
}

export const Invoice: Decider<
  InvoiceState,
  InvoiceCommand,
  InvoiceEvent,
  InvoiceCommandRefused | ReceiptRefused
> = { initial: { _tag: "absent" }, decide, evolve }
