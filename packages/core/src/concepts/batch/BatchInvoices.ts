import { Clock, Effect, Option, Stream } from "effect"
import { ListReader } from "../../kernel/list/ListReader.ts"
import type { PageRequest } from "../../kernel/ports/Page.ts"
import type { IssuedInvoice } from "../invoice/Invoice.ts"
import { type InvoiceFilter, invoiceList } from "../invoice/invoiceList.ts"
import type { Batch } from "./Batch.ts"

export type BatchInvoiceFilter = Pick<InvoiceFilter, "status" | "currency">

/** A batch by what its invoices are found by. */
type Named = Pick<Batch, "createdAt" | "id" | "partnerId">

/**
 * The invoices of batches. All of a batch are created at its own instant, so they lie together in the list of invoices,
 * and need no index of their own. Others of the same millisecond are left out.
 */
export const makeBatchInvoices = Effect.gen(function* () {
  const lists = yield* ListReader
  const range = ({ createdAt }: Named) => ({ from: createdAt, to: createdAt + 1 })
  const isOf =
    ({ id }: Named) =>
    ({ order }: IssuedInvoice) =>
      Option.contains(order.batchId, id)

  return {
    /** All of them, the last row of the file first. */
    stream: (batch: Named) =>
      Stream.unwrap(
        Effect.map(Clock.currentTimeMillis, (now) =>
          lists.stream(invoiceList, { partnerId: batch.partnerId }, range(batch), now)
        )
      ).pipe(Stream.filter(isOf(batch))),
    /** A part, as of an instant. Its total counts the others too. */
    page: Effect.fnUntraced(function* (batch: Named, filter: BatchInvoiceFilter, part: PageRequest) {
      const now = yield* Clock.currentTimeMillis
      const asked = { ...filter, ...range(batch) }
      const found = yield* lists.page(invoiceList, { partnerId: batch.partnerId }, asked, part, now)
      return { ...found, items: found.items.filter(isOf(batch)) }
    })
  }
})
