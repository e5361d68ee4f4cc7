import { Settings } from "@quittance/core"
import {
  amountText,
  type IssuedInvoice,
  invoice,
  invoiceAsOf,
  invoiceView,
  spacedReference
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { foundById } from "./foundById.ts"
import { onStore } from "./onStore.ts"
import { optional, printFacts, printJson } from "./print.ts"
import { timeFromNow } from "./timeText.ts"

/** `quittance invoices show`: reads only; one fiat invoice. */
export const run: RunCommand = (input) => {
  const show = Effect.gen(function* () {
    const { owner, state } = yield* foundById(invoice, input)
    const { publicUrl } = yield* Settings
    const now = yield* Clock.currentTimeMillis
    const shown = invoiceAsOf(state, now)
    if (input.has("--json")) printJson(invoiceView(shown, publicUrl))
    else printFacts(factsOf(shown, owner, publicUrl, now))
    return 0
  })
  return onStore(readServicesLayer, show)
}

const factsOf = (
  state: IssuedInvoice,
  owner: string,
  publicUrl: string,
  now: number
): ReadonlyArray<readonly [string, string]> => {
  const { order } = state
  const { batchId, cancelUrl, description, externalId, late, metadata, paymentUrl, redirectUrl, reference } =
    invoiceView(state, publicUrl)
  return [
    ["Id", order.id],
    ["Partner", owner],
    ["Status", late ? `${state._tag}, after its expiry` : state._tag],
    ["Amount", amountText(order.amountMinor, order.currency)],
    ["Created", timeFromNow(order.createdAt, now)],
    ["Expires", timeFromNow(order.expiresAt, now)],
    ["Last change", timeFromNow(state.updatedAt, now)],
    ["Paid", state._tag === "paid" ? timeFromNow(state.paidAt, now) : ""],
    ["Payer's bank", state._tag === "paid" ? state.receipt.payerBank : ""],
    ["Link", paymentUrl],
    ["Transfer reference", reference === null ? "" : spacedReference(reference)],
    ["Redirect URL", redirectUrl ?? ""],
    ["Cancel URL", cancelUrl ?? ""],
    ["External id", externalId ?? ""],
    ["Batch", batchId ?? ""],
    ["Description", description ?? ""],
    ["Metadata", Object.keys(metadata).length === 0 ? "" : JSON.stringify(metadata)],
    ["Redacted", optional(state.redactedAt, (at) => timeFromNow(at, now))]
  ]
}
