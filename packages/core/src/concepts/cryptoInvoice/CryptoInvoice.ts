import { Option, Result, Schema } from "effect"
import type { Decider, Transitions } from "../../kernel/machine/Decider.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import { dueMinor } from "../../kernel/money/Tolerance.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { movesNothing, type ObservedTransfer, sameTransfer, type TransferNamed } from "../chain/Transfer.ts"
import { chargeMinor } from "./CryptoInvoiceFee.ts"
import { type CryptoInvoiceOrder, cryptoInvoice, type IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"
import { creditChangeMinor, emptyTally, tallyAfter } from "./CryptoInvoiceTally.ts"
import { amountOfTransfer, type CryptoTransfer, cryptoTransferOrder } from "./CryptoTransfer.ts"

/**
 * A crypto invoice: an amount to be paid to one deposit address.
 *
 * Confirmed money is always credited, whatever the status, and each transfer once. A command is about one
 * transfer at most and knows no other: what all of them come to is in the invoice. Less than one minor unit counts
 * in their sum, but is not money by itself. Expiry takes effect at its instant: a decision after `expiresAt` treats
 * the invoice as expired even if that was not recorded. A redacted invoice has no personal data left and still takes
 * money. It waits for none: a pending one is cancelled first, and a confirming one is not redacted.
 *
 *     absent → pending ⇄ confirming → paid
 *                │           └→ underpaid ─┐
 *                ├→ expired ───────────────┴→ confirming (late money that reaches the amount)
 *                └→ cancelled
 */

export type CryptoInvoiceStatus = "absent" | IssuedCryptoInvoice["_tag"]

export type CryptoInvoiceState =
  | { readonly _tag: "absent" }
  | {
      readonly _tag: "issued"
      readonly invoice: IssuedCryptoInvoice
      /** The transfer that the command is about, if it is about one that is recorded. */
      readonly transfer: Option.Option<CryptoTransfer>
    }

export type CryptoInvoiceCommand =
  | { readonly _tag: "Issue"; readonly order: CryptoInvoiceOrder }
  /** The current state of one transfer on the network. */
  | { readonly _tag: "Observe"; readonly transfer: ObservedTransfer; readonly at: Instant }
  /** A transfer was dropped by a reorganisation. */
  | { readonly _tag: "Drop"; readonly txHash: string; readonly logIndex: number; readonly at: Instant }
  | { readonly _tag: "Expire"; readonly at: Instant }
  | { readonly _tag: "Cancel"; readonly at: Instant }
  /** A pending invoice is cancelled by it. */
  | { readonly _tag: "Redact"; readonly at: Instant }

interface TransferChanged extends TransferNamed {
  readonly at: Instant
}

interface TransferBooked extends TransferChanged {
  /** By how much the credited sum, rounded down, changes. */
  readonly amountMinor: bigint
  readonly feeMinor: bigint
}

export type CryptoInvoiceEvent =
  | { readonly _tag: "CryptoInvoiceIssued"; readonly order: CryptoInvoiceOrder }
  | { readonly _tag: "TransferSeen"; readonly transfer: ObservedTransfer; readonly at: Instant }
  | ({ readonly _tag: "TransferConfirmationsChanged"; readonly confirmations: number } & TransferChanged)
  | ({ readonly _tag: "TransferCredited" } & TransferBooked)
  | ({ readonly _tag: "TransferDropped" } & TransferChanged)
  /** A credited transfer was dropped by a reorganisation: its net amount is written off, its fee is given up. */
  | ({ readonly _tag: "TransferReversed" } & TransferBooked)
  | { readonly _tag: "CryptoInvoiceConfirming"; readonly at: Instant }
  | { readonly _tag: "CryptoInvoiceReopened"; readonly at: Instant }
  | { readonly _tag: "CryptoInvoicePaid"; readonly at: Instant }
  /** A credit leaves more than the expected amount. */
  | { readonly _tag: "CryptoInvoiceOverpaid"; readonly at: Instant }
  | { readonly _tag: "CryptoInvoiceUnderpaid"; readonly at: Instant }
  | { readonly _tag: "CryptoInvoiceExpired"; readonly at: Instant }
  | { readonly _tag: "CryptoInvoiceCancelled"; readonly at: Instant }
  | { readonly _tag: "CryptoInvoiceRedacted"; readonly at: Instant }

/** This state does not allow the command. */
export class CryptoInvoiceCommandRefused extends Schema.TaggedError<CryptoInvoiceCommandRefused>()(
  "CryptoInvoiceCommandRefused",
  { from: Schema.String, command: Schema.String }
) {
  get code() {
    return "crypto_invoice_command_refused" as const
  }
}

export const cryptoInvoiceTransitions = {
  absent: { Issue: ["pending"] },
  pending: {
    Observe: ["pending", "confirming", "paid", "expired", "underpaid"],
    Drop: ["pending", "expired"],
    Expire: ["pending", "expired"],
    Cancel: ["cancelled"],
    Redact: ["expired", "cancelled"]
  },
  confirming: {
    Observe: ["confirming", "paid", "underpaid", "expired"],
    Drop: ["confirming", "pending", "expired", "underpaid"],
    Expire: ["confirming", "expired", "underpaid"],
    Redact: ["confirming", "expired", "underpaid"]
  },
  paid: { Observe: ["paid"], Drop: ["paid"], Expire: ["paid"], Redact: ["paid"] },
  underpaid: {
    Observe: ["underpaid", "confirming", "paid"],
    Drop: ["underpaid"],
    Expire: ["underpaid"],
    Redact: ["underpaid"]
  },
  expired: {
    Observe: ["expired", "confirming", "paid"],
    Drop: ["expired"],
    Expire: ["expired"],
    Redact: ["expired"]
  },
  cancelled: { Observe: ["cancelled"], Drop: ["cancelled"], Expire: ["cancelled"], Redact: ["cancelled"] }
} as const satisfies Transitions<CryptoInvoiceStatus, CryptoInvoiceCommand["_tag"]>

type Issued = Extract<CryptoInvoiceState, { readonly _tag: "issued" }>

/** Collects events; each is applied at once, so that the next decision sees its effect. */
class Draft {
  readonly events: Array<CryptoInvoiceEvent> = []
  state: Issued
  constructor(state: Issued) {
    this.state = state
  }
  get invoice(): IssuedCryptoInvoice {
    return this.state.invoice
  }
  /** Money seen after the watch period is only credited; all other live money can complete the invoice. */
  get isCovered(): boolean {
    return this.invoice.tally.countingLiveMinor >= dueMinor(this.invoice.order)
  }
  add(event: CryptoInvoiceEvent): void {
    this.events.push(event)
    const next = evolve(this.state, event)
    invariant(next._tag !== "absent", "an issued invoice stays")
    this.state = next
  }
  /** The effects of the clock alone. */
  expire(at: Instant): void {
    if (at < this.invoice.order.expiresAt) return
    this.reopen(at)
    if (this.invoice._tag === "pending") this.add({ _tag: "CryptoInvoiceExpired", at })
    if (this.invoice._tag === "confirming" && !this.isCovered)
      this.add({ _tag: "CryptoInvoiceUnderpaid", at })
  }
  /** Nothing is left to be confirmed. */
  reopen(at: Instant): void {
    if (this.invoice._tag === "confirming" && this.invoice.tally.liveMinor === 0n)
      this.add({ _tag: "CryptoInvoiceReopened", at })
  }
}

const observe = (draft: Draft, observed: ObservedTransfer, at: Instant): void => {
  const { order } = draft.invoice
  const { confirmations, logIndex, txHash } = observed
  // Money from before the expiry counts as in time, however late it is reported.
  if (observed.seenAt >= order.expiresAt) draft.expire(at)
  const known = Option.getOrUndefined(draft.state.transfer)
  const isNews = known?._tag === "seen" ? !isSameAmount(known, observed) : known?._tag !== "credited"
  if (isNews) draft.add({ _tag: "TransferSeen", transfer: observed, at })
  else if (known?._tag === "seen" && known.confirmations !== confirmations)
    draft.add({ _tag: "TransferConfirmationsChanged", txHash, logIndex, confirmations, at })
  const { _tag, tally } = draft.invoice
  const isBegun = _tag === "pending" && tally.liveMinor > 0n
  if (isBegun || (draft.isCovered && (_tag === "expired" || _tag === "underpaid"))) {
    draft.add({ _tag: "CryptoInvoiceConfirming", at })
  }
  const transfer = Option.getOrUndefined(draft.state.transfer)
  invariant(transfer !== undefined, "an observed transfer is recorded")
  const isCredit = transfer._tag === "seen" && confirmations >= order.requiredConfirmations
  const amountMinor = isCredit ? creditChangeMinor(tally, transfer, 1) : 0n
  if (isCredit) {
    const feeMinor = chargeMinor(order, tally, amountMinor)
    draft.add({ _tag: "TransferCredited", txHash, logIndex, amountMinor, feeMinor, at })
  }
  const { countingCreditedMinor, creditedMinor } = draft.invoice.tally
  if (draft.invoice._tag === "confirming" && countingCreditedMinor >= dueMinor(order)) {
    draft.add({ _tag: "CryptoInvoicePaid", at })
  }
  if (amountMinor > 0n && creditedMinor > order.expectedMinor) {
    draft.add({ _tag: "CryptoInvoiceOverpaid", at })
  }
}

const isSameAmount = (known: CryptoTransfer, { amountMinor, rest = 0n }: ObservedTransfer): boolean =>
  known.amountMinor === amountMinor && amountOfTransfer(known).rest === rest

const drop = (draft: Draft, known: CryptoTransfer, at: Instant): void => {
  const { logIndex, txHash } = known.order
  draft.expire(at)
  if (known._tag === "seen") {
    draft.add({ _tag: "TransferDropped", txHash, logIndex, at })
    draft.reopen(at)
  }
  if (known._tag === "credited") {
    const { feeMinor } = known
    const amountMinor = creditChangeMinor(draft.invoice.tally, known, -1)
    draft.add({ _tag: "TransferReversed", txHash, logIndex, amountMinor, feeMinor, at })
  }
  draft.expire(at)
}

type Decision = Result.Result<ReadonlyArray<CryptoInvoiceEvent>, CryptoInvoiceCommandRefused>

const decide = (state: CryptoInvoiceState, command: CryptoInvoiceCommand): Decision => {
  const refuse = (): Decision => {
    const from = state._tag === "absent" ? state._tag : state.invoice._tag
    return Result.fail(new CryptoInvoiceCommandRefused({ from, command: command._tag }))
  }
  if (command._tag === "Issue" && state._tag === "absent")
    return Result.succeed([{ _tag: "CryptoInvoiceIssued", order: command.order }])
  if (command._tag === "Issue" || state._tag === "absent") return refuse()
  const draft = new Draft(state)
  switch (command._tag) {
    case "Observe":
      if (!movesNothing(command.transfer)) observe(draft, command.transfer, command.at)
      draft.expire(command.at)
      return Result.succeed(draft.events)
    case "Drop":
      if (Option.isNone(state.transfer)) return refuse()
      drop(draft, state.transfer.value, command.at)
      return Result.succeed(draft.events)
    case "Expire":
      draft.expire(command.at)
      return Result.succeed(draft.events)
    case "Cancel":
      draft.expire(command.at)
      if (draft.invoice._tag !== "pending") return refuse()
      draft.add({ _tag: "CryptoInvoiceCancelled", at: command.at })
      return Result.succeed(draft.events)
    case "Redact": {
      if (Option.isSome(state.invoice.redactedAt)) return Result.succeed([])
      const { at } = command
      draft.expire(at)
      if (draft.invoice._tag === "confirming") return refuse()
      if (draft.invoice._tag === "pending") draft.add({ _tag: "CryptoInvoiceCancelled", at })
      draft.add({ _tag: "CryptoInvoiceRedacted", at })
      return Result.succeed(draft.events)
    }
  }
}

const evolve = (state: CryptoInvoiceState, event: CryptoInvoiceEvent): CryptoInvoiceState => {
  if (event._tag === "CryptoInvoiceIssued") {
    invariant(state._tag === "absent", "an invoice is issued once")
    const { order } = event
    const updatedAt = order.createdAt
    const invoice = {
      _tag: "pending",
      order,
      tally: emptyTally,
      versionsAhead: Option.none(),
      redactedAt: Option.none(),
      updatedAt
    } as const
    return { _tag: "issued", invoice, transfer: Option.none() }
  }
  invariant(state._tag !== "absent", `${event._tag} needs an invoice`)
  const { invoice, transfer } = state
  const updatedAt = event.at
  const { order, redactedAt, tally, versionsAhead } = invoice
  const recorded = { order, tally, versionsAhead, redactedAt, updatedAt }
  const become = (next: IssuedCryptoInvoice): CryptoInvoiceState => ({ ...state, invoice: next })
  const withTransfer = (next: CryptoTransfer, news: Partial<IssuedCryptoInvoice["tally"]> = {}): Issued => ({
    _tag: "issued",
    invoice: { ...invoice, tally: { ...tallyAfter(tally, order, transfer, next), ...news }, updatedAt },
    transfer: Option.some(next)
  })
  /** What is recorded of the transfer that an event names. */
  const seen = (named: TransferNamed): CryptoTransfer => {
    const known = Option.getOrUndefined(transfer)
    invariant(known !== undefined && sameTransfer(known.order, named), `${event._tag} needs its transfer`)
    return known
  }
  switch (event._tag) {
    case "TransferSeen": {
      const { amountMinor, confirmations, rest = 0n, seenAt } = event.transfer
      const name = Option.isSome(transfer)
        ? seen(event.transfer).order
        : cryptoTransferOrder(order, event.transfer)
      return withTransfer(
        {
          _tag: "seen",
          order: name,
          amountMinor,
          rest: rest === 0n ? Option.none() : Option.some(rest),
          confirmations,
          seenAt,
          creditedAt: Option.none()
        },
        { hasVanished: false }
      )
    }
    case "TransferConfirmationsChanged":
      return withTransfer({ ...seen(event), confirmations: event.confirmations })
    case "TransferCredited":
      return withTransfer({
        ...seen(event),
        _tag: "credited",
        feeMinor: event.feeMinor,
        creditedAt: Option.some(event.at)
      })
    case "TransferDropped":
      return withTransfer({ _tag: "dropped", ...gone(seen(event)) }, { hasVanished: true })
    case "TransferReversed":
      return withTransfer({ _tag: "reversed", ...gone(seen(event)) })
    case "CryptoInvoiceConfirming":
      return become({ _tag: "confirming", ...recorded })
    case "CryptoInvoiceReopened":
      return become({ _tag: "pending", ...recorded })
    case "CryptoInvoicePaid":
      return become({ _tag: "paid", ...recorded, paidAt: event.at })
    case "CryptoInvoiceOverpaid":
      return become({ ...invoice, updatedAt })
    case "CryptoInvoiceUnderpaid":
      return become({ _tag: "underpaid", ...recorded })
    case "CryptoInvoiceExpired":
      return become({ _tag: "expired", ...recorded })
    case "CryptoInvoiceCancelled":
      return become({ _tag: "cancelled", ...recorded })
    case "CryptoInvoiceRedacted":
      return become({ ...cryptoInvoice.erase(invoice), redactedAt: Option.some(event.at), updatedAt })
  }
}

const gone = ({ amountMinor, creditedAt, order, rest, seenAt }: CryptoTransfer) => ({
  order,
  amountMinor,
  rest,
  confirmations: 0,
  seenAt,
  creditedAt
})

export const CryptoInvoice: Decider<
  CryptoInvoiceState,
  CryptoInvoiceCommand,
  CryptoInvoiceEvent,
  CryptoInvoiceCommandRefused
> = { initial: { _tag: "absent" }, decide, evolve }

declare module "../../kernel/ports/Store.ts" {
  interface EventsByConcept {
    readonly CryptoInvoice: CryptoInvoiceEvent
  }
}
