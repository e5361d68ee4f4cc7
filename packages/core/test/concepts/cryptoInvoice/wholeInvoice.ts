import { Option, Result } from "effect"
import { sameTransfer, type TransferNamed } from "../../../src/concepts/chain/Transfer.ts"
import {
  CryptoInvoice,
  type CryptoInvoiceCommand,
  type CryptoInvoiceCommandRefused,
  type CryptoInvoiceEvent,
  type CryptoInvoiceState
} from "../../../src/concepts/cryptoInvoice/CryptoInvoice.ts"
import type { IssuedCryptoInvoice } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import type { CryptoTransfer } from "../../../src/concepts/cryptoInvoice/CryptoTransfer.ts"
import type { Decider } from "../../../src/kernel/machine/Decider.ts"

/** An invoice beside all its transfers, as a store keeps them: the machine gets the one that each step is about. */
export type IssuedWhole = IssuedCryptoInvoice & { readonly transfers: ReadonlyArray<CryptoTransfer> }
export type WholeInvoice = { readonly _tag: "absent" } | IssuedWhole

const namedBy = (step: CryptoInvoiceCommand | CryptoInvoiceEvent): TransferNamed | undefined => {
  if ("transfer" in step) return step.transfer
  return "txHash" in step ? step : undefined
}

const partOf = (whole: WholeInvoice, step: CryptoInvoiceCommand | CryptoInvoiceEvent): CryptoInvoiceState => {
  if (whole._tag === "absent") return whole
  const { transfers, ...invoice } = whole
  const named = namedBy(step)
  const transfer = transfers.find(({ order }) => named !== undefined && sameTransfer(order, named))
  return { _tag: "issued", invoice, transfer: Option.fromUndefinedOr(transfer) }
}

export const wholeInvoice: Decider<
  WholeInvoice,
  CryptoInvoiceCommand,
  CryptoInvoiceEvent,
  CryptoInvoiceCommandRefused
> = {
  initial: { _tag: "absent" },
  decide: (whole, command) => CryptoInvoice.decide(partOf(whole, command), command),
  evolve: (whole, event) => {
    const next = CryptoInvoice.evolve(partOf(whole, event), event)
    if (next._tag === "absent") return next
    const before = whole._tag === "absent" ? [] : whole.transfers
    const changed = Option.toArray(next.transfer)
    const others = before.filter(({ order }) => changed.every((each) => !sameTransfer(each.order, order)))
    const transfers = [...others, ...changed].sort((one, other) => (one.order.id < other.order.id ? -1 : 1))
    return { ...next.invoice, transfers }
  }
}

/** The whole invoice after a command; none where it is refused. */
export const afterCommand = (
  whole: WholeInvoice,
  command: CryptoInvoiceCommand
): { readonly events: ReadonlyArray<CryptoInvoiceEvent>; readonly state: WholeInvoice } | undefined => {
  const decision = wholeInvoice.decide(whole, command)
  if (Result.isFailure(decision)) return undefined
  return { events: decision.success, state: decision.success.reduce(wholeInvoice.evolve, whole) }
}
