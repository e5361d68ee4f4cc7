/**
 * Figures of a year by day, as a peer adds them up: its own rows folded into the shape that the product answers with.
 */

/** A year of invoices, cut at the days of a fixed offset from UTC. */
export type FiguresRange = { readonly from: number; readonly to: number; readonly offsetMillis: number }

export type DayRow = {
  /** Local days since 1970. */
  readonly day: number
  readonly currency: string
  readonly created: number
  readonly paid: number
  readonly expired: number
  readonly cancelled: number
  readonly paidMinor: number
}

export type BankRow = { readonly bank: string; readonly paid: number; readonly paidMinor: number }

type Volume = { readonly volume: number; readonly count: number }

export type YearFigures = {
  readonly summary: {
    readonly totalVolume: number
    readonly totalCount: number
    readonly paidCount: number
    readonly expiredCount: number
    readonly cancelledCount: number
    readonly conversionRate: number
    readonly averageAmount: number
  }
  readonly byPeriod: ReadonlyArray<Volume & { readonly date: string; readonly paidCount: number }>
  readonly byCurrency: { readonly [currency: string]: Volume & { readonly paidCount: number } }
  readonly byBank: { readonly [bank: string]: Volume & { readonly percentage: number } }
}

const dayMillis = 86_400_000

export const yearFigures = (
  { from, offsetMillis, to }: FiguresRange,
  days: ReadonlyArray<DayRow>,
  banks: ReadonlyArray<BankRow>
): YearFigures => {
  const none = { created: 0, paid: 0, expired: 0, cancelled: 0, paidMinor: 0 }
  const total = { ...none }
  const byDay = new Map<number, typeof none>()
  const byCurrency = new Map<string, typeof none>()
  const add = (sum: typeof none, row: DayRow): void => {
    sum.created += row.created
    sum.paid += row.paid
    sum.expired += row.expired
    sum.cancelled += row.cancelled
    sum.paidMinor += row.paidMinor
  }
  const sumOf = <Key>(sums: Map<Key, typeof none>, key: Key): typeof none => {
    const sum = sums.get(key) ?? { ...none }
    sums.set(key, sum)
    return sum
  }
  for (const row of days) {
    add(total, row)
    add(sumOf(byDay, row.day), row)
    add(sumOf(byCurrency, row.currency), row)
  }
  const first = Math.floor((from + offsetMillis) / dayMillis)
  const last = Math.floor((to - 1 + offsetMillis) / dayMillis)
  const offset = `${new Date(offsetMillis).toISOString().slice(11, 16)}`
  return {
    summary: {
      totalVolume: total.paidMinor / 100,
      totalCount: total.created,
      paidCount: total.paid,
      expiredCount: total.expired,
      cancelledCount: total.cancelled,
      conversionRate: percent(total.paid, total.created),
      averageAmount: Math.round(total.paidMinor / total.paid) / 100
    },
    byPeriod: Array.from({ length: last - first + 1 }, (_, index) => ({
      date: `${new Date((first + index) * dayMillis).toISOString().slice(0, 19)}+${offset}`,
      ...shown(byDay.get(first + index) ?? none)
    })),
    byCurrency: Object.fromEntries([...byCurrency].map(([currency, sum]) => [currency, shown(sum)])),
    byBank: Object.fromEntries(
      banks.map(({ bank, paid, paidMinor }) => [
        bank,
        { volume: paidMinor / 100, count: paid, percentage: percent(paidMinor, total.paidMinor) }
      ])
    )
  }
}

const shown = (sum: { readonly created: number; readonly paid: number; readonly paidMinor: number }) => ({
  volume: sum.paidMinor / 100,
  count: sum.created,
  paidCount: sum.paid
})

const percent = (part: number, whole: number): number => Math.round((part * 10_000) / whole) / 100
