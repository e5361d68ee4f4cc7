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
  /** The sum of the paid ones; a nominal sum over several currencies. */
  readonly totalVolume: number
  /** How many were created. */
  readonly totalCount: number
  /** How many of them were paid. */
  readonly paidCount: number
  /** How many of them expired. */
  readonly expiredCount: number
  /** How many of them were cancelled. */
  readonly cancelledCount: number
  /**
   * Paid invoices as a percentage of created ones, with 2 decimals; 0 when none was created. From 0 to 100.
   */
  readonly conversionRate: number
  /** The volume by paid invoice, with 2 decimals; 0 when none was paid. */
  readonly averageAmount: number
}

/** The figures of one period of the range. */
export interface AnalyticsPeriod {
  /** The sum of the paid ones. */
  readonly volume: number
  /** How many were created. */
  readonly count: number
  /** The start of the period, in the time zone. ISO 8601 in UTC. */
  readonly date: string
  /** How many of them were paid. */
  readonly paidCount: number
}

/** The figures of one currency. */
export interface AnalyticsCurrency {
  /** The sum of the paid ones. */
  readonly volume: number
  /** How many were created. */
  readonly count: number
  /** How many of them were paid. */
  readonly paidCount: number
}

/** The figures of one bank of payers. */
export interface AnalyticsBank {
  /** The sum of the paid ones. */
  readonly volume: number
  /** How many were paid through it. */
  readonly count: number
  /** Its part of the volume, with 2 decimals. From 0 to 100. */
  readonly percentage: number
}

/** Figures of the invoices that were created in a range. */
export interface Analytics {
  /** The figures of the whole range. */
  readonly summary: AnalyticsSummary
  /** Its by period. */
  readonly byPeriod: ReadonlyArray<AnalyticsPeriod>
  /** The figures by the currency of the invoices. */
  readonly byCurrency: { readonly [name: string]: AnalyticsCurrency }
  /** The figures by the bank of the payer, the largest volume first. */
  readonly byBank: { readonly [name: string]: AnalyticsBank }
  /** The sums are over several currencies. */
  readonly mixedCurrencies?: true
  /** The start of the range, inclusive. ISO 8601 in UTC. */
  readonly from: string
  /** The end of the range, exclusive. ISO 8601 in UTC. */
  readonly to: string
  /** The length of a period. */
  readonly groupBy: "hour" | "day" | "week" | "month"
  /** The IANA time zone of the periods. */
  readonly timezone: string
  /** Of the invoices; null for all currencies. */
  readonly currency: "USD" | "EUR" | "RUB" | "KZT" | null
}
