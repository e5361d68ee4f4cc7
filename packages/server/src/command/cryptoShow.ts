import { Settings } from "@quittance/core"
import {
  amountText,
  cryptoInvoice,
  cryptoInvoiceAsOf,
  cryptoInvoiceView,
  type IssuedCryptoInvoice,
  makeTransfersOf,
  type ShownTransfers
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { foundById } from "./foundById.ts"
import { onStore } from "./onStore.ts"
import { optional, printFacts, printJson, printLine, printTable } from "./print.ts"
import { timeFromNow, timeText } from "./timeText.ts"

/** `quittance crypto show`: reads only; one crypto invoice and its transfers. */
export const run: RunCommand = (input) => {
  const show = Effect.gen(function* () {
    const { owner, state } = yield* foundById(cryptoInvoice, input)
    const { publicUrl } = yield* Settings
    const transfersOf = yield* makeTransfersOf
    const now = yield* Clock.currentTimeMillis
    const shown = cryptoInvoiceAsOf(state, now)
    const transfers = yield* transfersOf(shown)
    if (input.has("--json")) printJson(cryptoInvoiceView(shown, publicUrl, transfers))
    else {
      printFacts(factsOf(shown, owner, publicUrl, now))
      printTransfers(shown, transfers)
    }
    return 0
  })
  return onStore(readServicesLayer, show)
}

const factsOf = (
  state: IssuedCryptoInvoice,
  owner: string,
  publicUrl: string,
  now: number
): ReadonlyArray<readonly [string, string]> => {
  const { order, tally } = state
  const view = cryptoInvoiceView(state, publicUrl)
  const amount = (minor: bigint): string => amountText(minor, order.currency)
  return [
    ["Id", order.id],
    ["Partner", owner],
    ["Status", view.exception === "none" ? view.status : `${view.status} (${view.exception})`],
    ["Expected", amount(order.expectedMinor)],
    [
      "Credited",
      `${amount(tally.creditedMinor - tally.chargedMinor)}, after a fee of ${amount(tally.chargedMinor)}`
    ],
    ["Confirmations", `${view.confirmations} of ${view.requiredConfirmations}`],
    ["Address", `${order.address} on ${order.network}`],
    ["Created", timeFromNow(order.createdAt, now)],
    ["Expires", timeFromNow(order.expiresAt, now)],
    ["Last change", timeFromNow(state.updatedAt, now)],
    ["Paid", state._tag === "paid" ? timeFromNow(state.paidAt, now) : ""],
    ["Link", view.paymentLink],
    ["Success URL", view.successUrl ?? ""],
    ["Cancel URL", view.cancelUrl ?? ""],
    ["External id", order.externalId],
    ["Customer", [view.customerName, view.customerEmail].filter(Boolean).join(", ")],
    ["Description", view.description ?? ""],
    ["Redacted", optional(state.redactedAt, (at) => timeFromNow(at, now))]
  ]
}

const printTransfers = ({ order }: IssuedCryptoInvoice, { newest, omittedCount }: ShownTransfers): void => {
  printLine(newest.length === 0 ? "\nNo transfer was seen yet." : "")
  if (newest.length === 0) return
  printTable(
    ["TRANSACTION", "SEEN (UTC)", "AMOUNT", "STATUS", "CONFIRMATIONS"],
    newest.map((transfer) => [
      transfer.order.txHash,
      timeText(transfer.seenAt),
      amountText(transfer.amountMinor, order.currency),
      transfer._tag,
      `${Math.min(transfer.confirmations, order.requiredConfirmations)} of ${order.requiredConfirmations}`
    ]),
    ["AMOUNT"]
  )
  if (omittedCount > 0) printLine(`\nThe newest ${newest.length}; ${omittedCount} older ones are not shown.`)
}
