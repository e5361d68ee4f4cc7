import { statesOf } from "../../kernel/list/List.ts"
import { normalisedReference } from "../../kernel/money/CreditorReference.ts"
import type { Searched } from "../../kernel/search/Searched.ts"
import type { SoughtValue } from "../search/SoughtValue.ts"
import { type IssuedInvoice, invoice } from "./Invoice.ts"
import { invoiceAsOf } from "./InvoiceAsOf.ts"
import { invoiceClaims } from "./invoiceNames.ts"

/** Fiat invoices by id, externalId, idempotency key and the reference of transfers. */
export const invoiceSearch: Searched<IssuedInvoice, SoughtValue> = {
  type: "invoice",
  family: "fiat",
  items: statesOf(invoice),
  ways: [
    { _tag: "Id", of: ({ ids }) => ids },
    { _tag: "Claim", scope: invoiceClaims.externalId, of: ({ texts }) => texts },
    { _tag: "Claim", scope: invoiceClaims.create, of: ({ texts }) => texts },
    { _tag: "Claim", scope: invoiceClaims.reference, of: ({ texts }) => texts.map(normalisedReference) }
  ],
  shown: (state, now) => ({
    id: state.order.id,
    status: invoiceAsOf(state, now)._tag,
    createdAt: state.order.createdAt
  })
}
