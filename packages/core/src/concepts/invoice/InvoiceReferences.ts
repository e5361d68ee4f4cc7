import { Effect, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { creditorReferenceOf } from "../../kernel/money/CreditorReference.ts"
import { type Claim, ownClaim } from "../../kernel/ports/Claim.ts"
import type { ClaimTaken, StoreUnavailable } from "../../kernel/ports/Store.ts"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import { Partners } from "../partner/Partners.ts"
import { Settings } from "../settings/Settings.ts"
import type { InvoiceOrder } from "./Invoice.ts"
import { invoiceNameOf } from "./invoiceName.ts"
import { invoiceClaims } from "./invoiceNames.ts"

/** An invoice before it has a reference for transfers. */
export type UnnamedInvoice = Omit<InvoiceOrder, "creditorReference">

/** Gives an invoice the first of its references that is not `taken`, if it gets any. */
export type NameInvoice = (order: UnnamedInvoice, taken: ReadonlySet<string>) => InvoiceOrder

/**
 * The references by which transfers name new invoices of a partner: those of a currency in which there is an account.
 * They are derived from what names the invoice, so a store that was put back gives it the same again. A store that may
 * be old gives out none: what it forgot may have them.
 */
export const makeInvoiceReferences = Effect.gen(function* () {
  const { banks } = yield* Settings
  const hold = yield* StoreHold
  const partners = yield* Partners
  const currencies = new Set(banks.map(({ currency }) => currency))
  const unnamed: NameInvoice = (order) => ({ ...order, creditorReference: Option.none() })
  return Effect.fnUntraced(function* (partnerId: PartnerId): Effect.fn.Return<NameInvoice, StoreUnavailable> {
    if (currencies.size === 0 || Option.isSome(yield* hold.current)) return unnamed
    const partner = yield* partners.nameOf(partnerId)
    return (order, taken) => {
      if (!currencies.has(order.currency)) return unnamed(order, taken)
      const name = invoiceNameOf(order, partner)
      let ordinal = 0
      let reference = creditorReferenceOf(name, ordinal)
      while (taken.has(reference)) {
        ordinal += 1
        reference = creditorReferenceOf(name, ordinal)
      }
      return { ...order, creditorReference: Option.some(reference) }
    }
  })
})

/** What makes the reference of an invoice its own. */
export const referenceClaims = (order: InvoiceOrder): ReadonlyArray<Claim> =>
  Option.toArray(order.creditorReference).map((key) => ownClaim(order, invoiceClaims.reference, key))

/** The references that other invoices have. */
export const takenReferences = ({ taken }: ClaimTaken): ReadonlyArray<string> =>
  taken.flatMap(({ key, scope }) => (scope === invoiceClaims.reference.name ? [key] : []))
