import { Effect } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { type InvalidState, type NotFound, orNotFound } from "../../kernel/input/Refusals.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { unredactedBy } from "../../kernel/work/Keeper.ts"
import { cryptoInvoice, type IssuedCryptoInvoice } from "../cryptoInvoice/CryptoInvoiceRecord.ts"
import { CryptoInvoices } from "../cryptoInvoice/CryptoInvoices.ts"
import { type IssuedInvoice, invoice } from "./Invoice.ts"
import { Invoices } from "./Invoices.ts"
import { isFiatInvoiceId } from "./invoiceNames.ts"

type Redacted = Effect.Effect<IssuedInvoice | IssuedCryptoInvoice, InvalidState | NotFound | StoreUnavailable>

/** Redactions of invoices of either kind. An id that begins with `inv_` is a fiat invoice. */
export const makeInvoiceRedactions = Effect.gen(function* () {
  const states = yield* StateReader
  const fiat = yield* Invoices
  const crypto = yield* CryptoInvoices
  const unredacted = [unredactedBy(states, invoice), unredactedBy(states, cryptoInvoice)]

  const redact = (partnerId: PartnerId, id: string): Redacted =>
    isFiatInvoiceId(id) ? fiat.redact(partnerId, id) : crypto.redact(partnerId, id)

  return {
    redact,
    /** For operators, who know only the id. */
    redactAnyones: (id: string): Redacted =>
      (isFiatInvoiceId(id) ? states.partnerOf(invoice, id) : states.partnerOf(cryptoInvoice, id)).pipe(
        Effect.flatMap(orNotFound("invoice", id)),
        Effect.flatMap((partnerId) => redact(partnerId, id))
      ),
    /**
     * Ids of invoices that ended before an instant and are not redacted, fiat invoices first, each kind from
     * the earliest.
     */
    unredacted: Effect.fnUntraced(function* (partnerId: PartnerId, endedBefore: Instant, limit: number) {
      const found: Array<string> = []
      for (const due of unredacted) found.push(...(yield* due(partnerId, endedBefore, limit - found.length)))
      return found
    })
  }
})
