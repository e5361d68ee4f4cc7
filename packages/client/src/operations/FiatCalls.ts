import type { CallOptions } from "../ClientOptions.ts"
import type { SearchQuery, SearchResult } from "./Fiat.ts"
import type { FiatAnalyticsCalls } from "./FiatAnalyticsCalls.ts"
import type { FiatBatchesCalls } from "./FiatBatchesCalls.ts"
import type { FiatInvoicesCalls } from "./FiatInvoicesCalls.ts"
import type { FiatKycCalls } from "./FiatKycCalls.ts"
import type { FiatWebhooksCalls } from "./FiatWebhooksCalls.ts"

/** The calls of `client.fiat`. */
export interface FiatCalls {
  /** The calls of `client.fiat.invoices`. */
  readonly invoices: FiatInvoicesCalls

  /** The calls of `client.fiat.batches`. */
  readonly batches: FiatBatchesCalls

  /** The calls of `client.fiat.analytics`. */
  readonly analytics: FiatAnalyticsCalls

  /** The calls of `client.fiat.kyc`. */
  readonly kyc: FiatKycCalls

  /** The calls of `client.fiat.webhooks`. */
  readonly webhooks: FiatWebhooksCalls

  /**
   * Find invoices, batches, KYC sessions and bank payments by exact value: at most 20, newest first.
   *
   * `GET /api/v1/search`, scope `payments:read`. Needs the secret of the fiat group.
   */
  search(query: SearchQuery, options?: CallOptions): Promise<ReadonlyArray<SearchResult>>
}
