import type { CallOptions } from "../ClientOptions.ts"
import type { Analytics, GetAnalyticsQuery } from "./FiatAnalytics.ts"

/** The calls of `client.fiat.analytics`. */
export interface FiatAnalyticsCalls {
  /**
   * Read analytics of the invoices created in a range, by period, currency and bank.
   *
   * `GET /api/v1/analytics`, scope `payments:read`. Needs the secret of the fiat group.
   */
  get(query?: GetAnalyticsQuery, options?: CallOptions): Promise<Analytics>
}
