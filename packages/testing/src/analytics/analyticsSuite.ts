import { assert } from "@effect/vitest"
import { Analytics, type Ids, type StorePorts } from "@quittance/core"
import type { InvoiceStatus, IssuedInvoice, PartnerId } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import { changingInvoice, invoiceIn, issuingInvoices, newInvoice } from "../store/InvoiceSamples.ts"
import { commit, newPartnerId } from "../store/StoreSamples.ts"
import { type AnalyticsScenario, analyticsScenario, type InvoiceFate } from "./AnalyticsScenario.ts"
import { bruteForce, labelOfDate } from "./bruteForce.ts"

/**
 * Analytics give the same figures for every history as a look at all of its invoices. No worker runs, so what is due is
 * not recorded.
 */

const day = 86_400_000

const statusesOf: { readonly [F in InvoiceFate["fate"]]: ReadonlyArray<InvoiceStatus> } = {
  pending: [],
  paid: ["paid"],
  expired: ["expired"],
  cancelled: ["cancelled"],
  "expired, then paid": ["expired", "paid"]
}

const issued = (partnerId: PartnerId, { amountMinor, createdAt, currency, expiresAt }: InvoiceFate) =>
  newInvoice(partnerId, { amountMinor, createdAt, currency, expiresAt })

/** Writes a history as it happened: a few invoices at a time, then each change in a commit of its own. */
const write = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  otherId: PartnerId,
  history: ReadonlyArray<InvoiceFate>
) {
  const written: Array<readonly [IssuedInvoice, InvoiceFate]> = []
  for (const fate of history) written.push([yield* issued(fate.ofAnother ? otherId : partnerId, fate), fate])
  for (let start = 0; start < written.length; start += 7) {
    const invoices = written.slice(start, start + 7).map(([invoice]) => invoice)
    for (const owner of [partnerId, otherId]) {
      const own = invoices.filter(({ order }) => order.partnerId === owner)
      if (own.length > 0) yield* commit(yield* issuingInvoices(own))
    }
  }
  for (const [invoice, { bank, fate }] of written) {
    let previous = invoice
    for (const [index, status] of statusesOf[fate].entries()) {
      const next = invoiceIn(status, invoice, bank)
      yield* commit(yield* changingInvoice(previous, next, index + 1))
      previous = next
    }
  }
})

const analyticsOf = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  { currency, from, groupBy, now, timezone, to }: AnalyticsScenario
) {
  yield* TestClock.setTime(now)
  const analytics = yield* Analytics
  return yield* analytics.get(partnerId, { from, to, currency, groupBy, timezone })
}, Effect.provide(Analytics.layer))

export const analyticsChecks = {
  "are what a look at every invoice tells, in any time zone and range": forAll(
    analyticsScenario,
    Effect.fnUntraced(function* (scenario: AnalyticsScenario) {
      const partnerId = yield* newPartnerId
      yield* write(partnerId, yield* newPartnerId, scenario.history)
      const { byPeriod, currency, from, groupBy, timezone, to, ...view } = yield* analyticsOf(
        partnerId,
        scenario
      )
      const labelled = byPeriod.map((period) => ({ ...period, date: labelOfDate(period.date, groupBy) }))
      assert.deepStrictEqual({ ...view, byPeriod: labelled }, bruteForce(scenario))
      const asked = { ...scenario, currency: scenario.currency ?? null }
      assert.deepInclude(asked, { from: Date.parse(from), to: Date.parse(to), groupBy, timezone, currency })
    }),
    150
  ),

  "count each invoice once on the day on which Almaty put its clock back": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const from = Date.parse("2024-02-28T18:00Z")
    const scenario: AnalyticsScenario = {
      history: Array.from({ length: 49 }, (_, hours) => ({
        createdAt: from + hours * 3_600_000,
        expiresAt: from + 10 * day,
        currency: "KZT",
        amountMinor: 10_000n,
        bank: "Aqbank",
        fate: "pending",
        ofAnother: false
      })),
      from,
      to: Date.parse("2024-03-01T19:00Z"),
      now: from + 3 * day,
      groupBy: "day",
      timezone: "Asia/Almaty",
      currency: undefined
    }
    yield* write(partnerId, yield* newPartnerId, scenario.history)
    const { byPeriod } = yield* analyticsOf(partnerId, scenario)
    assert.deepStrictEqual(
      byPeriod.map(({ count, date }) => [date, count]),
      [
        ["2024-02-29T00:00:00+06:00", 25],
        ["2024-03-01T00:00:00+05:00", 24]
      ]
    )
  }),

  "follow one invoice from its creation over its expiry to late money, without anybody recording it":
    Effect.gen(function* () {
      const partnerId = yield* newPartnerId
      const createdAt = Date.parse("2026-03-01T00:00Z")
      const expiresAt = createdAt + day
      const invoice = yield* newInvoice(partnerId, { createdAt, expiresAt })
      yield* commit(yield* issuingInvoices([invoice]))
      const range = { from: createdAt, to: createdAt + 1, groupBy: "day", timezone: "UTC" } as const
      const counts = (now: number) =>
        Effect.map(
          analyticsOf(partnerId, { ...range, history: [], now, currency: undefined }),
          ({ summary }) => [summary.totalCount, summary.paidCount, summary.expiredCount]
        )
      assert.deepStrictEqual(yield* counts(expiresAt - 1), [1, 0, 0])
      assert.deepStrictEqual(yield* counts(expiresAt), [1, 0, 1])
      yield* commit(yield* changingInvoice(invoice, invoiceIn("paid", invoice), 1))
      assert.deepStrictEqual(yield* counts(expiresAt), [1, 1, 0])
    })
} satisfies Checks<StorePorts | Ids>

/** Registers the checks of analytics on a store. */
export const analyticsSuite = suiteOf<StorePorts>("analytics", analyticsChecks)
