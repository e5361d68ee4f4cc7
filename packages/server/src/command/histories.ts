import type { StoreUnavailable } from "@quittance/core"
import {
  type Concept,
  cryptoInvoice,
  type HistoryView,
  historyEventsMax,
  invoice,
  kycSession,
  makeHistories,
  payout
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { foundById } from "./foundById.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine, printTable } from "./print.ts"
import { timeText } from "./timeText.ts"

type Histories = Effect.Success<ReturnType<typeof makeHistories>>

/** `quittance … history`: reads only; what became of a record of any partner, and who caused it, by name. */
const historyOf =
  <State>(
    concept: Concept<State>,
    read: (histories: Histories, state: State) => Effect.Effect<HistoryView, StoreUnavailable>
  ): RunCommand =>
  (input) => {
    const show = Effect.gen(function* () {
      const { state } = yield* foundById(concept, input)
      const view = yield* read(yield* makeHistories("operator"), state)
      if (input.has("--json")) printJson(view)
      else printHistory(view)
      return 0
    })
    return onStore(readServicesLayer, show)
  }

export const payoutHistory = historyOf(payout, (histories, state) => histories.payout(state))
export const cryptoHistory = historyOf(cryptoInvoice, (histories, state) => histories.cryptoInvoice(state))
export const invoiceHistory = historyOf(invoice, (histories, state) => histories.invoice(state))
export const kycHistory = historyOf(kycSession, (histories, state) => histories.kycSession(state))

export const printHistory = ({ history, olderOmitted }: HistoryView): void => {
  printTable(
    ["AT (UTC)", "WHAT", "WHO", "DETAILS"],
    history.map(({ actor, at, details, type }) => [
      timeText(Date.parse(at)),
      type,
      actor,
      Object.entries(details)
        .flatMap(([name, value]) => (value === null ? [] : [`${name} ${wordsOf(value)}`]))
        .join(", ")
    ])
  )
  if (olderOmitted) printLine(`\nThe newest ${historyEventsMax} events; older ones are not shown.`)
}

const wordsOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(wordsOf).join(" and ")
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([name, each]) => `${name} ${wordsOf(each)}`)
      .join(" ")
  return String(value)
}
