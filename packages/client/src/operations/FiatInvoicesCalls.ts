import type { CallOptions, KeyedCallOptions } from "../ClientOptions.ts"
import type { Listing } from "../Listing.ts"
import type {
  CreateInvoiceRequest,
  Invoice,
  InvoiceCreated,
  InvoiceList,
  ListInvoicesQuery
} from "./FiatInvoices.ts"
import type { InvoiceHistory } from "./FiatInvoicesHistory.ts"

/** The calls of `client.fiat.invoices`. */
export interface FiatInvoicesCalls {
  /**
   * Issue an invoice.
   *
   * With the same `idempotencyKey` and fields it gives the same answer again, and nothing is done twice.
   *
   * `POST /api/v1/invoices`, scope `payments:write`. Needs the secret of the fiat group.
   *
   * Errors of its own: `validation_failed` (422), `idempotency_conflict` (409).
   */
  create(request: CreateInvoiceRequest, options?: KeyedCallOptions): Promise<InvoiceCreated>

  /**
   * List invoices, newest first.
   *
   * `GET /api/v1/invoices`, scope `payments:read`. Needs the secret of the fiat group.
   *
   * Errors of its own: `invalid_cursor` (400).
   */
  list(query?: ListInvoicesQuery, options?: CallOptions): Listing<Invoice, InvoiceList>

  /**
   * Read an invoice.
   *
   * `GET /api/v1/invoices/{id}`, scope `payments:read`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The invoice's id.
   */
  get(id: string, options?: CallOptions): Promise<Invoice>

  /**
   * Read what became of an invoice and its payments, and who caused it.
   *
   * `GET /api/v1/invoices/{id}/history`, scope `payments:read`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The invoice's id.
   */
  history(id: string, options?: CallOptions): Promise<InvoiceHistory>

  /**
   * Cancel a pending invoice.
   *
   * `POST /api/v1/invoices/{id}/cancel`, scope `payments:write`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404), `invalid_state` (409).
   *
   * @param id The invoice's id.
   */
  cancel(id: string, options?: CallOptions): Promise<Invoice>

  /**
   * Erase the personal data of an invoice; a pending one is cancelled first.
   *
   * Done twice, it changes nothing more.
   *
   * `POST /api/v1/invoices/{id}/redact`, scope `payments:write`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The invoice's id.
   */
  redact(id: string, options?: CallOptions): Promise<Invoice>
}
