import { cryptoInvoice, CryptoInvoiceReader, invoice, invoiceList, InvoiceReader } from "@quittance/core"
import { Effect } from "effect"
import * as fc from "fast-check"
import { cryptoInvoiceOrder, cryptoInvoiceState } from "../generators/cryptoInvoiceGenerators.ts"
import { invoiceOrder, invoiceState } from "../generators/invoiceGenerators.ts"
import { conceptChecksOf } from "./conceptSuite.ts"
import { listed } from "./listed.ts"

/** How invoices are made and read, fiat and crypto. */

export const storedInvoices = conceptChecksOf({
  concept: invoice,
  states: invoiceOrder("").chain((order) => fc.tuple(invoiceState(order), invoiceState(order))),
  byId: (...name) => InvoiceReader.use((reader) => reader.byId(...name)),
  ways: [
    {
      find: (partnerId, { order: { createdAt } }) =>
        Effect.map(
          listed(invoiceList, { partnerId }, { filter: { from: createdAt, to: createdAt + 1 } }),
          ({ items }) => items
        )
    },
    {
      find: (partnerId) =>
        Effect.map(
          InvoiceReader.use((reader) => reader.due(partnerId, Number.MAX_SAFE_INTEGER, 10_000)),
          (all) => all.map(({ state }) => state)
        ),
      has: ({ _tag }) => _tag === "pending"
    }
  ]
})

export const storedCryptoInvoices = conceptChecksOf({
  concept: cryptoInvoice,
  states: cryptoInvoiceOrder("").chain((order) =>
    fc.tuple(cryptoInvoiceState(order), cryptoInvoiceState(order))
  ),
  byId: (...name) => CryptoInvoiceReader.use((reader) => reader.byId(...name))
})
