/** What `client.fiat.analytics.get` takes. */
export interface GetAnalyticsQuery {
  /**
   * The start of the range, inclusive. A date without a time is midnight of the time zone. By default, 7 days
   * before the end for hour, 30 days for day, 26 weeks for week and 12 months for month. A `Date`, or ISO
   * 8601 with an offset.
   */
  readonly from?: string | Date | undefined
  /**
   * The end of the range, exclusive; by default now. A date without a time is midnight of the time zone. A
   * `Date`, or ISO 8601 with an offset.
   */
  readonly to?: string | Date | undefined
  /** Only invoices in this currency. */
  readonly currency?: "USD" | "EUR" | "RUB" | "KZT" | undefined
  /** The length of the periods, by default day. The range is at most 7 days for hour, otherwise 366 days. */
  readonly groupBy?: "hour" | "day" | "week" | "month" | undefined
  /** The IANA time zone of the periods, and of dates without a time; by default UTC. */
  readonly timezone?: string | undefined
}

/** The figures of the whole range. */
export interface AnalyticsSummary {
  /** Its total volume. A decimal number. */
  readonly totalVolume: number
  /** Its total count. A whole number. */
  readonly totalCount: number
  /** Its paid count. A whole number. */
  readonly paidCount: number
  /** Its expired count. A whole number. */
  readonly expiredCount: number
  /** Its cancelled count. A whole number. */
  readonly cancelledCount: number
  /** Paid invoices as a percentage of created ones. */
  readonly conversionRate: number
  /** Its average amount. A decimal number. */
  readonly averageAmount: number
}

/** The figures of one period of the range. */
export interface AnalyticsPeriod {
  /** The sum of the paid ones. */
  readonly volume: number
  /** Its count. A whole number. */
  readonly count: number
  /** Its date. ISO 8601 in UTC. */
  readonly date: string
  /** Its paid count. A whole number. */
  readonly paidCount: number
}

/** The figures of one currency. */
export interface AnalyticsCurrency {
  /** The sum of the paid ones. */
  readonly volume: number
  /** Its count. A whole number. */
  readonly count: number
  /** Its paid count. A whole number. */
  readonly paidCount: number
}

/** The figures of one bank of payers. */
export interface AnalyticsBank {
  /** The sum of the paid ones. */
  readonly volume: number
  /** Its count. A whole number. */
  readonly count: number
  /** Its percentage. A decimal number. */
  readonly percentage: number
}

/** Figures of the invoices that were created in a range. */
export interface Analytics {
  /** The figures of the whole range. */
  readonly summary: AnalyticsSummary
  /** Its by period. */
  readonly byPeriod: ReadonlyArray<AnalyticsPeriod>
  /** Its by currency. */
  readonly byCurrency: { readonly [name: string]: AnalyticsCurrency }
  /** Its by bank. */
  readonly byBank: { readonly [name: string]: AnalyticsBank }
  /** The sums are over several currencies. */
  readonly mixedCurrencies?: true
  /** Its from. ISO 8601 in UTC. */
  readonly from: string
  /** Its to. ISO 8601 in UTC. */
  readonly to: string
  /** The length of a period. */
  readonly groupBy: "hour" | "day" | "week" | "month"
  /** Its timezone. */
  readonly timezone: string
  /** A currency of fiat invoices: its ISO 4217 code. */
  readonly currency: "USD" | "EUR" | "RUB" | "KZT" | null
}
