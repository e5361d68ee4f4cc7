import type { Grouping, Instant } from "@quittance/core/adapter"
import type { AnalyticsScenario, InvoiceFate } from "./AnalyticsScenario.ts"

/**
 * The same figures, computed by looking at every invoice and asking `Intl` what the clock shows. It is slow and simple,
 * and shares no code with the product.
 */
export const bruteForce = (scenario: AnalyticsScenario) => {
  const { currency, from, groupBy, history, now, timezone, to } = scenario
  const invoices = history.filter(
    (invoice) =>
      !invoice.ofAnother &&
      invoice.createdAt >= from &&
      invoice.createdAt < to &&
      (currency === undefined || invoice.currency === currency)
  )
  const paid = invoices.filter((invoice) => statusAt(invoice, now) === "paid")
  const label = labelIn(timezone, groupBy)
  const labels = labelsBetween(from, to, groupBy === "hour" ? 30 : 360, label)
  const currencies = new Set(invoices.map((invoice) => invoice.currency))
  return {
    summary: {
      totalVolume: decimal(sum(paid)),
      totalCount: invoices.length,
      paidCount: paid.length,
      expiredCount: invoices.filter((invoice) => statusAt(invoice, now) === "expired").length,
      cancelledCount: invoices.filter((invoice) => statusAt(invoice, now) === "cancelled").length,
      conversionRate: ratio(BigInt(paid.length) * 100n, BigInt(invoices.length)),
      averageAmount: ratio(sum(paid), BigInt(paid.length) * 100n)
    },
    byPeriod: [...labels].map((date) => {
      const created = invoices.filter(({ createdAt }) => label(createdAt) === date)
      return { date, ...volumeAndCounts(created, now) }
    }),
    byCurrency: Object.fromEntries(
      [...currencies].map((of) => [
        of,
        volumeAndCounts(
          invoices.filter((invoice) => invoice.currency === of),
          now
        )
      ])
    ),
    byBank: Object.fromEntries(
      [...new Set(paid.map(({ bank }) => bank))].map((bank) => {
        const of = paid.filter((invoice) => invoice.bank === bank)
        const percentage = ratio(sum(of) * 100n, sum(paid))
        return [bank, { volume: decimal(sum(of)), count: of.length, percentage }]
      })
    ),
    ...(currencies.size > 1 ? { mixedCurrencies: true } : {})
  }
}

const statusAt = ({ expiresAt, fate }: InvoiceFate, now: Instant): string => {
  if (fate === "pending") return now >= expiresAt ? "expired" : "pending"
  return fate === "expired, then paid" ? "paid" : fate
}

const volumeAndCounts = (invoices: ReadonlyArray<InvoiceFate>, now: Instant) => {
  const paid = invoices.filter((invoice) => statusAt(invoice, now) === "paid")
  return { volume: decimal(sum(paid)), count: invoices.length, paidCount: paid.length }
}

const sum = (invoices: ReadonlyArray<InvoiceFate>): bigint =>
  invoices.reduce((total, { amountMinor }) => total + amountMinor, 0n)

const decimal = (minor: bigint): number => Number(`${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`)

/** The quotient with two decimals, rounded half to even; 0 when divided by nothing. */
const ratio = (part: bigint, whole: bigint): number => {
  if (whole === 0n) return 0
  const [below, rest] = [(part * 100n) / whole, (part * 100n) % whole]
  const isUp = rest * 2n > whole || (rest * 2n === whole && below % 2n === 1n)
  return decimal(isUp ? below + 1n : below)
}

/** What the local clock shows, as far as it distinguishes periods. */
const labelIn = (timezone: string, groupBy: Grouping) => {
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short"
  })
  const offset = new Intl.DateTimeFormat("en", { timeZone: timezone, timeZoneName: "longOffset" })
  return (at: Instant): string => {
    const [date = "", time = ""] = clock.format(at).split(" ")
    switch (groupBy) {
      case "hour": {
        const shown = offset.format(at).split("GMT")[1] ?? ""
        return `${date}T${time.slice(0, 2)}${shown === "" ? "+00:00" : shown}`
      }
      case "day":
        return date
      case "week": {
        const monday = new Date(date)
        while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() - 1)
        return monday.toISOString().slice(0, 10)
      }
      case "month":
        return `${date.slice(0, 7)}-01`
    }
  }
}

/** The same for a period's date, in ISO 8601 with offset. */
export const labelOfDate = (date: string, groupBy: Grouping): string =>
  groupBy === "hour" ? `${date.slice(0, 13)}${date.slice(19)}` : date.slice(0, 10)

/** Every label that the clock shows in a range. It is read often enough to see each. */
const labelsBetween = (
  from: Instant,
  to: Instant,
  everyMinutes: number,
  label: (at: Instant) => string
): ReadonlySet<string> => {
  const labels = new Set<string>()
  for (let at = from; at < to; at += everyMinutes * 60_000) labels.add(label(at))
  return labels.add(label(to - 1))
}
