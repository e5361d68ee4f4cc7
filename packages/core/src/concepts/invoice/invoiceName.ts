import { Option } from "effect"
import { referenceOf } from "../../kernel/idempotency/Idempotency.ts"
import type { InvoiceOrder } from "./Invoice.ts"

/**
 * What an invoice is called outside of the store: it is derived from what the caller gave. A store that lost the
 * invoice and creates it again gives its bank payments and its transfers the same names.
 */
export const invoiceNameOf = (
  {
    amountMinor,
    currency,
    externalId,
    id,
    reference
  }: Pick<InvoiceOrder, "amountMinor" | "currency" | "externalId" | "id" | "reference">,
  partnerName: string
): string =>
  Option.getOrElse(reference, () =>
    Option.match(externalId, {
      onNone: () => id,
      onSome: (name) => referenceOf("invoice", partnerName, name, String(amountMinor), currency)
    })
  )
