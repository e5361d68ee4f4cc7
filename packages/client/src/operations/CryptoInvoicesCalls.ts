import type { CallOptions } from "../ClientOptions.ts"
import type { Listing } from "../Listing.ts"
import type {
  CreateCryptoInvoiceRequest,
  CryptoInvoice,
  CryptoInvoiceList,
  FindCryptoInvoiceQuery,
  ListCryptoInvoicesQuery
} from "./CryptoInvoices.ts"
import type { CryptoInvoiceHistory } from "./CryptoInvoicesHistory.ts"

/** The calls of `client.crypto.invoices`. */
export interface CryptoInvoicesCalls {
  /**
   * Create an invoice; the same externalId and fields return the same invoice again.
   *
   * `POST /api/v2/crypto/invoices`, scope `crypto:write`. Signed: needs the public key and the secret of the
   * crypto group.
   *
   * Errors of its own: `unsupported_network` (400), `amount_out_of_range` (400), `idempotency_conflict`
   * (409), `store_on_hold` (503).
   */
  create(request: CreateCryptoInvoiceRequest, options?: CallOptions): Promise<CryptoInvoice>

  /**
   * List invoices, newest first.
   *
   * `GET /api/v2/crypto/invoices`, scope `crypto:read`. Signed: needs the public key and the secret of the
   * crypto group.
   *
   * Errors of its own: `not_found` (404), `invalid_cursor` (400).
   */
  list(query?: ListCryptoInvoicesQuery, options?: CallOptions): Listing<CryptoInvoice, CryptoInvoiceList>

  /**
   * Find one by the caller's own identifier.
   *
   * `GET /api/v2/crypto/invoices`, scope `crypto:read`. Signed: needs the public key and the secret of the
   * crypto group.
   *
   * Errors of its own: `not_found` (404), `invalid_cursor` (400).
   */
  find(query: FindCryptoInvoiceQuery, options?: CallOptions): Promise<CryptoInvoice>

  /**
   * Read an invoice.
   *
   * `GET /api/v2/crypto/invoices/{id}`, scope `crypto:read`. Signed: needs the public key and the secret of
   * the crypto group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The invoice's id.
   */
  get(id: string, options?: CallOptions): Promise<CryptoInvoice>

  /**
   * Read what became of an invoice and its transfers, and who caused it.
   *
   * `GET /api/v2/crypto/invoices/{id}/history`, scope `crypto:read`. Signed: needs the public key and the
   * secret of the crypto group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The invoice's id.
   */
  history(id: string, options?: CallOptions): Promise<CryptoInvoiceHistory>

  /**
   * Cancel an invoice that has no transfer yet.
   *
   * `POST /api/v2/crypto/invoices/{id}/cancel`, scope `crypto:write`. Signed: needs the public key and the
   * secret of the crypto group.
   *
   * Errors of its own: `not_found` (404), `invalid_state` (409).
   *
   * @param id The invoice's id.
   */
  cancel(id: string, options?: CallOptions): Promise<CryptoInvoice>

  /**
   * Erase the personal data of an invoice. An invoice without any transfer is cancelled first; one with a
   * transfer on its way is refused.
   *
   * Done twice, it changes nothing more.
   *
   * `POST /api/v2/crypto/invoices/{id}/redact`, scope `crypto:write`. Signed: needs the public key and the
   * secret of the crypto group.
   *
   * Errors of its own: `not_found` (404), `invalid_state` (409).
   *
   * @param id The invoice's id.
   */
  redact(id: string, options?: CallOptions): Promise<CryptoInvoice>
}
