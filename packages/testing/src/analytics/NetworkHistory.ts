import type { PartnerId } from "@quittance/core/adapter"
import { type IssuedCryptoInvoice, type RecordedPayout, writeOver } from "@quittance/core/adapter"
import { Effect } from "effect"
import { payoutSample } from "../store/ListSamples.ts"
import { commit, newCryptoInvoice, newEvent, newPayout } from "../store/StoreSamples.ts"
import type { InvoiceFate } from "./AnalyticsScenario.ts"

/** A history of fates as one of crypto invoices and payouts on networks, each with a fate of the same kind. */

const networks = { USD: "tron", EUR: "ethereum", RUB: "bsc", KZT: "polygon" } as const

export const networkOf = ({ currency }: InvoiceFate): string => networks[currency]

export const feeMinor = 3n

const isPaid = ({ fate }: InvoiceFate): boolean => fate === "paid" || fate === "expired, then paid"

const paid = (invoice: IssuedCryptoInvoice, creditedMinor: bigint): IssuedCryptoInvoice => ({
  ...invoice,
  _tag: "paid",
  paidAt: invoice.order.createdAt,
  tally: { ...invoice.tally, creditedMinor, chargedMinor: feeMinor }
})

/** Writes all of one partner: created in one commit, and moved in others. */
export const writeByNetwork = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  history: ReadonlyArray<InvoiceFate>
) {
  const made = yield* Effect.forEach(
    history,
    Effect.fnUntraced(function* (fate) {
      const { amountMinor, createdAt } = fate
      const place = { createdAt, network: networkOf(fate) }
      const payout = yield* newPayout(partnerId, { ...place, amountMinor, feeMinor })
      return { fate, payout, invoice: yield* newCryptoInvoice(partnerId, place) }
    })
  )
  const event = newEvent(partnerId, "sample")
  yield* commit({
    aggregates: made.flatMap(({ invoice, payout }) => [
      { _tag: "Payout" as const, state: payout, expectedVersion: 0 as const },
      { _tag: "CryptoInvoice" as const, state: invoice, expectedVersion: 0 as const }
    ]),
    events: [yield* event]
  })
  const ended = made.filter(({ fate }) => fate.fate !== "pending")
  const settled = (payout: RecordedPayout, fate: InvoiceFate) =>
    payoutSample.moved(payout, isPaid(fate) ? "COMPLETED" : "FAILED")
  yield* commit({
    aggregates: ended.map(({ fate, payout }) =>
      writeOver("Payout", { state: payout, version: 1 }, settled(payout, fate))
    ),
    events: [yield* event]
  })
  // More is credited first, and a part of it is taken back.
  const credited = made.filter(({ fate }) => isPaid(fate))
  for (const [version, more] of [
    [1, 5n],
    [2, 0n]
  ] as const)
    yield* commit({
      aggregates: credited.map(({ fate: { amountMinor }, invoice }) =>
        writeOver(
          "CryptoInvoice",
          { state: version === 1 ? invoice : paid(invoice, amountMinor + 5n), version },
          paid(invoice, amountMinor + more)
        )
      ),
      events: [yield* event]
    })
})

/** Of a percent, half to even. */
const hundredths = (part: number): number => {
  const exact = part * 10_000
  const below = Math.floor(exact)
  return exact - below === 0.5 ? below + (below % 2) : Math.round(exact)
}

/** What a look at each of them tells: the same of crypto invoices and of payouts. */
export const lookedAt = (history: ReadonlyArray<InvoiceFate>) => {
  const completed = history.filter(isPaid)
  const amountMinor = completed.reduce((sum, fate) => sum + fate.amountMinor, 0n)
  const usdt = (minor: bigint): number => Number(minor) / 1_000_000
  return {
    created: history.length,
    completed: completed.length,
    conversionRate: history.length === 0 ? 0 : hundredths(completed.length / history.length) / 100,
    volume: usdt(amountMinor),
    fees: usdt(feeMinor * BigInt(completed.length))
  }
}
