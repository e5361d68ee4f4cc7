import { Option } from "effect"
import type { IssuedCryptoInvoice } from "../../concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import {
  type CryptoInvoiceTally,
  figuresIn,
  tallyWithout
} from "../../concepts/cryptoInvoice/CryptoInvoiceTally.ts"
import type { CryptoTransfer } from "../../concepts/cryptoInvoice/CryptoTransfer.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { AuditSnapshot, Notes } from "../AuditReader.ts"

interface Left {
  readonly expiresAt: Instant
  readonly watchUntil: Instant
  /** The invoice's tally of its transfers, less those that were seen. */
  readonly tally: NotedTally
}

/** Notes are kept as plain data. */
const notedTally = ({ creditedCount, rests, ...tally }: CryptoInvoiceTally) => ({
  ...tally,
  rests: Option.getOrNull(rests),
  creditedCount: Option.getOrNull(creditedCount)
})
type NotedTally = ReturnType<typeof notedTally>

const tallyOf = ({ creditedCount, rests, ...tally }: NotedTally): CryptoInvoiceTally => ({
  ...tally,
  rests: Option.fromNullOr(rests),
  creditedCount: Option.fromNullOr(creditedCount)
})

/** Adds up the transfers of each crypto invoice and compares the sums with the invoice's tally. */
export class TransferTallies {
  /** By invoice, if it has a tally. */
  readonly #invoices: Notes<Left>

  constructor(notes: AuditSnapshot["notes"]) {
    this.#invoices = notes()
  }

  /** Called for every invoice before the transfers, because each transfer counts by the instants of its invoice. */
  addInvoice({ order, tally }: IssuedCryptoInvoice): void {
    const { expiresAt, id, watchUntil } = order
    if (figuresIn(tally) === "") return
    this.#invoices.set(id, { expiresAt, watchUntil, tally: notedTally(tally) })
  }

  faultsOfTransfer(transfer: CryptoTransfer): ReadonlyArray<string> {
    const { id, invoiceId } = transfer.order
    const left = this.#invoices.get(invoiceId)
    if (left === undefined) return [`transfer ${id} belongs to invoice ${invoiceId}, which has no transfers`]
    const tally = notedTally(tallyWithout(tallyOf(left.tally), left, transfer))
    this.#invoices.set(invoiceId, { ...left, tally })
    return []
  }

  /** Called when every transfer was seen. */
  faultsOfRest(): ReadonlyArray<string> {
    return Array.from(this.#invoices.rest()).flatMap(([id, { tally }]) => {
      const figures = figuresIn(tallyOf(tally))
      return figures === "" ? [] : [`invoice ${id} differs from the sum of its transfers: by ${figures}`]
    })
  }
}
