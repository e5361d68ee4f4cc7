import { Effect } from "effect"
import type { IssuedCryptoInvoice } from "../cryptoInvoice/CryptoInvoiceRecord.ts"
import { CryptoInvoices } from "../cryptoInvoice/CryptoInvoices.ts"
import { type InvalidState, type NotFound, orNotFound } from "../input/Refusals.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import { CryptoInvoiceReader } from "../cryptoInvoice/CryptoInvoiceReader.ts"
import { InvoiceReader } from "../invoice/InvoiceReader.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Instant } from "../time/Instant.ts"
import type { IssuedInvoice } from "../invoice/Invoice.ts"
import { Invoices } from "../invoice/Invoices.ts"

type Redacted = Effect.Effect<IssuedInvoice | IssuedCryptoInvoice, InvalidState | NotFound | StoreUnavailable>

/** Redactions of invoices of either kind. An id that begins with `inv_` is a fiat invoice. */
export const makeInvoiceRedactions = Effect.gen(function* () {
  const fiat = { reader: yield* InvoiceReader, invoices: yield* Invoices }
  const crypto = { reader: yield* CryptoInvoiceReader, invoices: yield* CryptoInvoices }
  const kindOf = (id: string) => (id.startsWith("inv_") ? fiat : crypto)

  const redact = (partnerId: PartnerId, id: string): Redacted => kindOf(id).invoices.redact(partnerId, id)

  return {
    redact,
    /** For operators, who know only the id. */
    redactAnyones: (id: string): Redacted =>
      Effect.flatMap(
        Effect.flatMap(kindOf(id).reader.partnerOf(id), orNotFound("invoice", id)),
        (partnerId) => redact(partnerId, id)
      ),
    /**
     * Ids of invoices that ended before an instant and are not redacted, fiat invoices first, each kind from
     * the earliest.
     */
    unredacted: Effect.fnUntraced(function* (partnerId: PartnerId, endedBefore: Instant, limit: number) {
      const first = yield* fiat.reader.unredacted(partnerId, endedBefore, limit)
      const then = yield* crypto.reader.unredacted(partnerId, endedBefore, limit - first.length)
      return [...first, ...then]
    })
  }
})
