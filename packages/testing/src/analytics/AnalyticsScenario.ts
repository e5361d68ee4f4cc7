import {
  type FiatCurrency,
  fiatCurrencies,
  type Grouping,
  groupings,
  type Instant
} from "@quittance/core/adapter"
import * as fc from "fast-check"

/** Histories of invoices and questions about them, around instants at which time zones change their clocks. */

/** The fate of one invoice. A `pending` one that is due was never recorded as expired. */
export interface InvoiceFate {
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly currency: FiatCurrency
  readonly amountMinor: bigint
  readonly bank: string
  readonly fate: "pending" | "paid" | "expired" | "cancelled" | "expired, then paid"
  /** Whether it belongs to another partner. */
  readonly ofAnother: boolean
}

export interface AnalyticsScenario {
  readonly history: ReadonlyArray<InvoiceFate>
  readonly from: Instant
  readonly to: Instant
  readonly now: Instant
  readonly groupBy: Grouping
  readonly timezone: string
  readonly currency: FiatCurrency | undefined
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const changes = [
  ["UTC", "2026-03-01T00:00Z"],
  ["Asia/Almaty", "2024-02-29T18:00Z"],
  ["America/New_York", "2026-03-08T07:00Z"],
  ["America/New_York", "2026-11-01T06:00Z"],
  ["Asia/Beirut", "2026-03-28T22:00Z"],
  ["America/Havana", "2026-11-01T05:00Z"],
  ["America/Sao_Paulo", "2017-10-15T03:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00Z"],
  ["Australia/Lord_Howe", "2025-10-04T15:30Z"],
  ["Pacific/Chatham", "2025-09-27T14:00Z"],
  ["Asia/Kathmandu", "2026-01-31T18:15Z"],
  ["Pacific/Apia", "2011-12-30T10:00Z"]
] as const

const lengthMax: { readonly [G in Grouping]: number } = {
  hour: 7 * day,
  day: 40 * day,
  week: 120 * day,
  month: 366 * day
}

const historyOf = (from: Instant, to: Instant, change: Instant): fc.Arbitrary<InvoiceFate> => {
  const createdAt = fc.oneof(
    fc.integer({ min: from - 2 * day, max: to + 2 * day }),
    fc.constantFrom(from - 1, from, to - 1, to, change - 1, change, change + hour - 1, change + hour),
    // Local days, hours and the buckets of roll-ups begin at quarters of an hour.
    fc
      .tuple(fc.integer({ min: from, max: to }), fc.constantFrom(-1, 0))
      .map(([at, more]) => Math.floor(at / (15 * minute)) * 15 * minute + more)
  )
  return fc
    .record({
      createdAt,
      life: fc.integer({ min: 5 * minute, max: 20 * day }),
      currency: fc.constantFrom(...fiatCurrencies),
      amountMinor: fc.bigInt({ min: 1n, max: 2_500_000_000n }),
      bank: fc.constantFrom("Aqbank", "Bank B", "банк", "__proto__", "10"),
      fate: fc.constantFrom<InvoiceFate["fate"]>(
        "pending",
        "pending",
        "paid",
        "paid",
        "expired",
        "cancelled",
        "expired, then paid"
      ),
      ofAnother: fc.integer({ min: 0, max: 9 }).map((of10) => of10 === 0)
    })
    .map(({ life, ...invoice }) => ({ ...invoice, expiresAt: invoice.createdAt + life }))
}

export const analyticsScenario: fc.Arbitrary<AnalyticsScenario> = fc
  .record({
    change: fc.constantFrom(...changes),
    groupBy: fc.constantFrom(...groupings),
    before: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.double({ min: 0, max: 1, noNaN: true })
  })
  .chain(({ before, change: [timezone, text], groupBy, length: part }) => {
    const change = Date.parse(text)
    const length = 1 + Math.floor(part * (lengthMax[groupBy] - 1))
    const from = change - Math.floor(before * length)
    const to = from + length
    return fc.record({
      history: fc.array(historyOf(from, to, change), { maxLength: 40 }),
      from: fc.constant(from),
      to: fc.constant(to),
      now: fc.integer({ min: from - day, max: to + 30 * day }),
      groupBy: fc.constant(groupBy),
      timezone: fc.constant(timezone),
      currency: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, fc.constantFrom(...fiatCurrencies))
    })
  })
