import { Effect } from "effect"
import {
  AnalyticsReader,
  type BucketSpan,
  type FiguresAnswer,
  type FiguresRequest,
  type NetworkSum
} from "../../concepts/analytics/AnalyticsReader.ts"
import { invoiceAsOf } from "../../concepts/invoice/InvoiceAsOf.ts"
import { invoiceCounters } from "../../concepts/invoice/invoiceCounters.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import {
  addFigures,
  addNetworkFigures,
  type InvoiceFigures,
  zeroFigures,
  zeroNetworkFigures
} from "../../kernel/counter/Counter.ts"
import type { FiatCurrency } from "../../kernel/money/Currency.ts"
import { networkCounters } from "../../store/networkCounters.ts"
import type { MemoryState } from "./MemoryState.ts"

/**
 * Analytics in memory: every figure is added up from the invoices themselves, never from the roll-ups. This is the
 * truth that stores with roll-ups are held to.
 */
export const memoryAnalyticsReader = (state: MemoryState): AnalyticsReader["Service"] =>
  AnalyticsReader.of({
    figures: (request) => Effect.sync(() => figures(state, request)),
    networks: (partnerId, spans) => Effect.sync(() => networks(state, partnerId, spans))
  })

const networks = (
  { aggregates }: MemoryState,
  partnerId: PartnerId,
  spans: ReadonlyArray<BucketSpan>
): ReadonlyArray<NetworkSum> => {
  const sums = new Map<string, NetworkSum>()
  const counted = [
    ...[...aggregates.Payout.values()].map(({ state }) => ({ _tag: "Payout", state }) as const),
    ...[...aggregates.CryptoInvoice.values()].map(({ state }) => ({ _tag: "CryptoInvoice", state }) as const)
  ].flatMap((written) => (written.state.order.partnerId === partnerId ? networkCounters(written) : []))
  for (const counter of counted) {
    if (counter._tag !== "Network") continue
    for (const [span, { from, to }] of spans.entries()) {
      if (counter.createdAt < from || counter.createdAt >= to) continue
      const { network, of } = counter
      const key = JSON.stringify([span, of, network])
      const figures = addNetworkFigures(sums.get(key)?.figures ?? zeroNetworkFigures, counter.change)
      sums.set(key, { span, of, network, figures })
    }
  }
  return [...sums.values()]
}

interface PeriodSum {
  readonly index: number
  readonly currency: FiatCurrency
  readonly figures: InvoiceFigures
}

type BankSum = FiguresAnswer["banks"][number]

const figures = (
  state: MemoryState,
  { boundaries, currency, now, partnerId }: FiguresRequest
): FiguresAnswer => {
  const periods = new Map<string, PeriodSum>()
  const banks = new Map<string, BankSum>()
  for (const invoice of state.aggregates.Invoice.values()) {
    const { order } = invoice.state
    const index = boundaries.findLastIndex((boundary) => boundary <= order.createdAt)
    const isInRange = index >= 0 && index < boundaries.length - 1
    if (!isInRange || order.partnerId !== partnerId) continue
    if (currency !== undefined && order.currency !== currency) continue
    // What an invoice that came from nothing to its state would have counted is all that it counts.
    for (const counter of invoiceCounters({ _tag: "absent" }, invoiceAsOf(invoice.state, now))) {
      if (counter._tag === "Invoices") addPeriod(periods, index, counter.currency, counter.change)
      if (counter._tag === "Bank") addBank(banks, counter)
    }
  }
  return { periods: [...periods.values()], banks: [...banks.values()] }
}

const addPeriod = (
  periods: Map<string, PeriodSum>,
  index: number,
  currency: FiatCurrency,
  change: InvoiceFigures
): void => {
  const key = JSON.stringify([index, currency])
  periods.set(key, { index, currency, figures: addFigures(periods.get(key)?.figures ?? zeroFigures, change) })
}

const addBank = (banks: Map<string, BankSum>, { bank, currency, paid, paidMinor }: BankSum): void => {
  const key = JSON.stringify([currency, bank])
  const sum = banks.get(key)
  banks.set(key, {
    currency,
    bank,
    paid: (sum?.paid ?? 0) + paid,
    paidMinor: (sum?.paidMinor ?? 0n) + paidMinor
  })
}
