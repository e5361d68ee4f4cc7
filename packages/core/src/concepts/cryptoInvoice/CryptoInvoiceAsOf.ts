import { Option, Result } from "effect"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { CryptoInvoice, type CryptoInvoiceState } from "./CryptoInvoice.ts"
import type { IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"

/** The same invoice, known to exist. */
export const issued = (state: CryptoInvoiceState): IssuedCryptoInvoice => {
  invariant(state._tag !== "absent", "an issued invoice is never absent again")
  return state.invoice
}

/** The invoice as its creation returned it. */
export const cryptoInvoiceAtCreation = ({ order, redactedAt }: IssuedCryptoInvoice): IssuedCryptoInvoice => {
  const first = issued(CryptoInvoice.evolve(CryptoInvoice.initial, { _tag: "CryptoInvoiceIssued", order }))
  return { ...first, redactedAt }
}

/** The invoice at this instant, whether or not its expiry was recorded yet. */
export const asOf = (invoice: IssuedCryptoInvoice, now: Instant): IssuedCryptoInvoice => {
  const state: CryptoInvoiceState = { _tag: "issued", invoice, transfer: Option.none() }
  const decided = CryptoInvoice.decide(state, { _tag: "Expire", at: now })
  if (Result.isFailure(decided)) return invoice
  return issued(decided.success.reduce(CryptoInvoice.evolve, state))
}
