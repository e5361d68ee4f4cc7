import type { CallOptions, KeyedCallOptions } from "../ClientOptions.ts"
import type { Listing } from "../Listing.ts"
import type {
  CreateInvoiceBatchForm,
  InvoiceBatch,
  InvoiceBatchCreated,
  InvoiceBatchList,
  ListInvoiceBatchesQuery
} from "./FiatBatches.ts"

/** The calls of `client.fiat.batches`. */
export interface FiatBatchesCalls {
  /**
   * Create an invoice for every valid row of a CSV file.
   *
   * With the same `idempotencyKey` and fields it gives the same answer again, and nothing is done twice.
   *
   * `POST /api/v1/batch/invoices`, scope `payments:write`. Needs the secret of the fiat group.
   *
   * Errors of its own: `validation_failed` (422), `idempotency_conflict` (409).
   */
  create(form: CreateInvoiceBatchForm, options?: KeyedCallOptions): Promise<InvoiceBatchCreated>

  /**
   * List batches, newest first, each with what became of its invoices.
   *
   * `GET /api/v1/batch/invoices`, scope `payments:read`. Needs the secret of the fiat group.
   *
   * Errors of its own: `invalid_cursor` (400).
   */
  list(query?: ListInvoiceBatchesQuery, options?: CallOptions): Listing<InvoiceBatch, InvoiceBatchList>

  /**
   * Read the status of a batch.
   *
   * `GET /api/v1/batch/invoices/{batchId}`, scope `payments:read`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param batchId The batch's id.
   */
  get(batchId: string, options?: CallOptions): Promise<InvoiceBatch>
}
