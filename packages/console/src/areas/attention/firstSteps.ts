import type { Html } from "@quittance/adapters-http/pages"
import { Effect } from "effect"
import { actLink, actLinks } from "../../look/parts.ts"
import { actFor } from "../../screen/actScreen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"

const one = { page: 1, limit: 1 }

/**
 * What is still to be done at a partner that nobody has been paid through, for who may do it; null if there is nothing.
 */
export const firstSteps = Effect.fnUntraced(function* (
  seen: Seen
): Effect.fn.Return<Html | null, ScreenFailure> {
  const { docs, may, operations, partner, words } = seen
  if (partner.id === "" || !may("invoices.list") || !may("cryptoInvoices.list")) return null
  const invoices = yield* operations.invoices.list(partner.id, {}, one)
  const cryptoInvoices = yield* operations.cryptoInvoices.list(partner.id, {}, one)
  if (invoices.items.length + cryptoInvoices.items.length > 0) return null
  const hasKey = may("keys.held") && (yield* operations.keys.held(partner.id, one)).items.length > 0
  const { cryptoInvoice, invoice } = words.payments.making
  return actLinks([
    hasKey ? null : actFor(seen, "keys.create", "/keys/create", words.developers.keys.create, "first"),
    actFor(seen, "invoices.create", "/invoices/new", invoice.title),
    actFor(seen, "cryptoInvoices.create", "/crypto-invoices/new", cryptoInvoice.title),
    docs === null ? null : actLink(docs, words.attention.guide)
  ])
})
