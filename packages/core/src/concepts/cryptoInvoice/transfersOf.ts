import { Effect, Option } from "effect"
import { StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import type { IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"
import { transferCountOf } from "./CryptoInvoiceTally.ts"
import { type ShownTransfers, shownTransfersMax } from "./CryptoInvoiceView.ts"
import { cryptoTransfer } from "./CryptoTransfer.ts"

const noTransfers: ShownTransfers = { newest: [], omittedCount: 0 }

/**
 * The newest transfers of an invoice. It reads one more than are shown, however many there are; where they were not
 * counted, it reads all of them if there are more.
 */
export const makeTransfersOf = Effect.gen(function* () {
  const states = yield* StateReader
  return Effect.fnUntraced(function* ({ order, tally }: IssuedCryptoInvoice) {
    const counted = transferCountOf(tally)
    // Most invoices have none, and an old one may have some that were not counted.
    if (counted === 0 && Option.isSome(tally.creditedCount)) return noTransfers
    const range = { equal: [order.partnerId, order.id] }
    const found = yield* states.indexed(cryptoTransfer, "by_invoice", {
      ...range,
      order: "backwards",
      limit: shownTransfersMax + 1
    })
    const newest = statesOf(found).slice(0, shownTransfersMax).reverse()
    if (found.length <= shownTransfersMax) return { newest, omittedCount: 0 }
    const count = Option.isSome(tally.creditedCount)
      ? counted
      : (yield* states.indexed(cryptoTransfer, "by_invoice", range)).length
    return { newest, omittedCount: Math.max(1, count - newest.length) }
  })
})
