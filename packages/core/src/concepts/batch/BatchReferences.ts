import { Option } from "effect"
import type { IssuedInvoice } from "../invoice/Invoice.ts"
import { firstIssued } from "../invoice/InvoiceAsOf.ts"
import type { NameInvoice, UnnamedInvoice } from "../invoice/InvoiceReferences.ts"
import type { BatchRow } from "./BatchRow.ts"

/** A row and the invoice created from it. */
export interface Made {
  readonly row: BatchRow
  readonly invoice: IssuedInvoice
}

/** Issues an invoice of a file with its reference. */
export type NameInFile = (order: UnnamedInvoice) => IssuedInvoice

/** The references of one file: no two of its invoices have the same, and none has one of another invoice. */
export const referencesInFile = (nameOf: NameInvoice) => {
  const given = new Set<string>()
  const named: NameInFile = (unnamed) => {
    const order = nameOf(unnamed, given)
    if (Option.isSome(order.creditorReference)) given.add(order.creditorReference.value)
    return firstIssued(order)
  }
  return {
    named,
    /** Another reference for each whose reference another invoice has. */
    renamed: (made: ReadonlyArray<Made>, taken: ReadonlyArray<string>): ReadonlyArray<Made> =>
      made.map((each) =>
        Option.exists(each.invoice.order.creditorReference, (reference) => taken.includes(reference))
          ? { ...each, invoice: named(each.invoice.order) }
          : each
      )
  }
}
