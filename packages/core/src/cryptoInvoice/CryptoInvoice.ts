import { Option, Result, Schema } from "effect"
import type { Decider, Transitions } from "../machine/Decider.ts"
import { invariant } from "../machine/invariant.ts"
import type { Instant } from "../time/Instant.ts"
import { chargeMinor } from "./CryptoInvoiceFee.ts"
import { cryptoInvoice, type CryptoInvoiceOrder, type IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"
import {
  isCredited,
  isLive,
  type ObservedTransfer,
  sameTransfer,
  sumMinor,
  type Transfer,
  type TransferNamed
} from "../address/Transfer.ts"

/**
 * A crypto invoice: an amount to be paid to one deposit address.
 *
 * Confirmed money is always credited, whatever the status, and each transfer once. Expiry takes effect at its
 * instant: a decision after `expiresAt` treats the invoice as expired even if that was not recorded. A
 * redacted invoice has no personal data left and still takes money. It waits for none: a pending one is
 * cancelled first, and a confirming one is not redacted.
 *
 *     absent → pending ⇄ confirming → paid
 *                │           └→ underpaid ─┐
 *                ├→ expired ───────────────┴→ confirming (late money that reaches the amount)
 *                └→ cancelled
 */

export type CryptoInvoiceState = { readonly _tag: "absent" } | IssuedCryptoInvoice

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
  | { readonly _tag: "CryptoInvoiceUnderpaid"; readonly at: Instant }
  | { readonly _tag: "CryptoInvoiceExpired"; readonly at: Instant }
  | { readonly _tag: "CryptoInvoiceCancelled"; readonly at: Instant }
  | { readonly _tag: "CryptoInvoiceRedacted"; readonly at: Instant }

/** This state does not allow the command. */
export class CryptoInvoiceCommandRefused extends Schema.TaggedError<CryptoInvoiceCommandRefused>()(
  "CryptoInvoiceCommandRefused",
  { from: Schema.String, command: Schema.String }
) {}

export const cryptoInvoiceTransitions = {
  absent: { Issue: ["pending"] },
  pending: {
    Observe: ["confirming", "paid", "expired", "underpaid"],
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
} as const satisfies Transitions<CryptoInvoiceState["_tag"], CryptoInvoiceCommand["_tag"]>

/**
 * The part of the live or credited money that can complete the invoice: money seen after the watch period is
 * only credited.
 */
const countingMinor = (invoice: IssuedCryptoInvoice, such: (transfer: Transfer) => boolean): bigint =>
  sumMinor(invoice.transfers.filter((each) => such(each) && each.seenAt <= invoice.order.watchUntil))

/** Collects events; each is applied at once, so that the next decision sees its effect. */
class Draft {
  readonly events: Array<CryptoInvoiceEvent> = []
  state: IssuedCryptoInvoice
  constructor(state: IssuedCryptoInvoice) {
    this.state = state
  }
  add(event: CryptoInvoiceEvent): void {
    this.events.push(event)
    const next = evolve(this.state, event)
    invariant(next._tag !== "absent", "an issued invoice stays")
    this.state = next
  }
  /** The effects of the clock alone. */
  expire(at: Instant): void {
    const { order } = this.state
    if (at < order.expiresAt) return
    if (this.state._tag === "confirming" && sumMinor(this.state.transfers.filter(isLive)) === 0n)
      this.add({ _tag: "CryptoInvoiceReopened", at })
    if (this.state._tag === "pending") this.add({ _tag: "CryptoInvoiceExpired", at })
    if (this.state._tag === "confirming" && countingMinor(this.state, isLive) < order.expectedMinor) {
      this.add({ _tag: "CryptoInvoiceUnderpaid", at })
    }
  }
}

const observe = (draft: Draft, observed: ObservedTransfer, at: Instant): void => {
  const { order } = draft.state
  const { confirmations, logIndex, txHash } = observed
  // Money from before the expiry counts as in time, however late it is reported.
  if (observed.seenAt >= order.expiresAt) draft.expire(at)
  const known = draft.state.transfers.find((transfer) => sameTransfer(transfer, observed))
  const changed = known?.status === "seen" && known.amountMinor !== observed.amountMinor
  if (known === undefined || !isLive(known) || changed) {
    draft.add({ _tag: "TransferSeen", transfer: observed, at })
  } else if (known.status === "seen" && known.confirmations !== confirmations) {
    draft.add({ _tag: "TransferConfirmationsChanged", txHash, logIndex, confirmations, at })
  }
  const reaches = countingMinor(draft.state, isLive) >= order.expectedMinor
  const { _tag } = draft.state
  if (_tag === "pending" || (reaches && (_tag === "expired" || _tag === "underpaid"))) {
    draft.add({ _tag: "CryptoInvoiceConfirming", at })
  }
  const transfer = draft.state.transfers.find((each) => sameTransfer(each, observed))
  invariant(transfer !== undefined, "an observed transfer is recorded")
  if (transfer.status === "seen" && confirmations >= order.requiredConfirmations) {
    const creditedBefore = draft.state.transfers.filter(isCredited)
    const feeMinor = chargeMinor(order, creditedBefore, transfer.amountMinor)
    draft.add({ _tag: "TransferCredited", txHash, logIndex, amountMinor: transfer.amountMinor, feeMinor, at })
  }
  if (draft.state._tag === "confirming" && countingMinor(draft.state, isCredited) >= order.expectedMinor) {
    draft.add({ _tag: "CryptoInvoicePaid", at })
  }
}

type Decision = Result.Result<ReadonlyArray<CryptoInvoiceEvent>, CryptoInvoiceCommandRefused>

const decide = (state: CryptoInvoiceState, command: CryptoInvoiceCommand): Decision => {
  const refuse = (): Decision =>
    Result.fail(new CryptoInvoiceCommandRefused({ from: state._tag, command: command._tag }))
  if (command._tag === "Issue" && state._tag === "absent")
    return Result.succeed([{ _tag: "CryptoInvoiceIssued", order: command.order }])
  if (command._tag === "Issue" || state._tag === "absent") return refuse()
  const draft = new Draft(state)
  switch (command._tag) {
    case "Observe":
      // A transfer of amount zero, which anyone can make, is not money.
      if (command.transfer.amountMinor > 0n) observe(draft, command.transfer, command.at)
      draft.expire(command.at)
      return Result.succeed(draft.events)
    case "Drop": {
      const known = state.transfers.find((transfer) => sameTransfer(transfer, command))
      if (known === undefined) return refuse()
      const { at, logIndex, txHash } = command
      draft.expire(at)
      if (known.status === "seen") {
        draft.add({ _tag: "TransferDropped", txHash, logIndex, at })
        if (draft.state._tag === "confirming" && sumMinor(draft.state.transfers.filter(isLive)) === 0n) {
          draft.add({ _tag: "CryptoInvoiceReopened", at })
        }
      }
      if (known.status === "credited") {
        const { amountMinor, feeMinor } = known
        draft.add({ _tag: "TransferReversed", txHash, logIndex, amountMinor, feeMinor, at })
      }
      draft.expire(at)
      return Result.succeed(draft.events)
    }
    case "Expire":
      draft.expire(command.at)
      return Result.succeed(draft.events)
    case "Cancel":
      draft.expire(command.at)
      if (draft.state._tag !== "pending") return refuse()
      draft.add({ _tag: "CryptoInvoiceCancelled", at: command.at })
      return Result.succeed(draft.events)
    case "Redact": {
      if (Option.isSome(state.redactedAt)) return Result.succeed([])
      const { at } = command
      draft.expire(at)
      if (draft.state._tag === "confirming") return refuse()
      if (draft.state._tag === "pending") draft.add({ _tag: "CryptoInvoiceCancelled", at })
      draft.add({ _tag: "CryptoInvoiceRedacted", at })
      return Result.succeed(draft.events)
    }
  }
}

const evolve = (state: CryptoInvoiceState, event: CryptoInvoiceEvent): CryptoInvoiceState => {
  if (event._tag === "CryptoInvoiceIssued") {
    invariant(state._tag === "absent", "an invoice is issued once")
    const { order } = event
    return { _tag: "pending", order, transfers: [], redactedAt: Option.none(), updatedAt: order.createdAt }
  }
  invariant(state._tag !== "absent", `${event._tag} needs an invoice`)
  const updatedAt = event.at
  const { order, redactedAt, transfers } = state
  const recorded = { order, transfers, redactedAt, updatedAt }
  const withTransfer = (named: TransferNamed, change: Partial<Transfer>): CryptoInvoiceState => ({
    ...state,
    updatedAt,
    transfers: transfers.map((each) => (sameTransfer(each, named) ? { ...each, ...change } : each))
  })
  const withLast = (transfer: Transfer): CryptoInvoiceState => ({
    ...state,
    updatedAt,
    transfers: [...transfers.filter((each) => !sameTransfer(each, transfer)), transfer]
  })
  switch (event._tag) {
    case "TransferSeen":
      return withLast({ ...event.transfer, status: "seen", feeMinor: 0n })
    case "TransferConfirmationsChanged":
      return withTransfer(event, { confirmations: event.confirmations })
    case "TransferCredited":
      return withTransfer(event, { status: "credited", feeMinor: event.feeMinor })
    case "TransferDropped": {
      const known = transfers.find((each) => sameTransfer(each, event))
      invariant(known !== undefined, "what is dropped was seen")
      return withLast({ ...known, status: "dropped", confirmations: 0 })
    }
    case "TransferReversed":
      return withTransfer(event, { status: "reversed", confirmations: 0, feeMinor: 0n })
    case "CryptoInvoiceConfirming":
      return { _tag: "confirming", ...recorded }
    case "CryptoInvoiceReopened":
      return { _tag: "pending", ...recorded }
    case "CryptoInvoicePaid":
      return { _tag: "paid", ...recorded, paidAt: event.at }
    case "CryptoInvoiceUnderpaid":
      return { _tag: "underpaid", ...recorded }
    case "CryptoInvoiceExpired":
      return { _tag: "expired", ...recorded }
    case "CryptoInvoiceCancelled":
      return { _tag: "cancelled", ...recorded }
    case "CryptoInvoiceRedacted":
      return { ...cryptoInvoice.erase(state), redactedAt: Option.some(event.at), updatedAt }
  }
}

export const CryptoInvoice: Decider<
  CryptoInvoiceState,
  CryptoInvoiceCommand,
  CryptoInvoiceEvent,
  CryptoInvoiceCommandRefused
> = { initial: { _tag: "absent" }, decide, evolve }

declare module "../ports/Store.ts" {
  interface EventsByConcept {
    readonly CryptoInvoice: CryptoInvoiceEvent
  }
}
