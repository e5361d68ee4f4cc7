import type { CallOptions } from "../ClientOptions.ts"
import type { Invoice } from "./FiatInvoices.ts"
import type { KycSession } from "./FiatKycSessions.ts"
import type {
  Balance,
  SandboxAdvanceClockRequest,
  SandboxBankStatement,
  SandboxBankStatementQuery,
  SandboxBankTransferMade,
  SandboxBankTransferRequest,
  SandboxBlocksRequest,
  SandboxCreditRequest,
  SandboxDecideKycSessionRequest,
  SandboxDepositRequest,
  SandboxDropRequest,
  SandboxMailList,
  SandboxMailQuery,
  SandboxPayInvoiceRequest,
  SandboxSeenTransfer,
  SandboxTransfer,
  SandboxTransfersQuery
} from "./Sandbox.ts"

/** The calls of `client.sandbox`. */
export interface SandboxCalls {
  /**
   * Let the simulated chain see a transfer.
   *
   * `POST /sandbox/v1/crypto/deposits`, scope `payments:write`. Sandboxes only; the secret of any key.
   *
   * Errors of its own: `not_found` (404), `duplicate` (409).
   */
  deposit(request: SandboxDepositRequest, options?: CallOptions): Promise<SandboxSeenTransfer>

  /**
   * Add confirmations on a network.
   *
   * `POST /sandbox/v1/crypto/blocks`, scope `payments:write`. Sandboxes only; the secret of any key.
   */
  blocks(request: SandboxBlocksRequest, options?: CallOptions): Promise<void>

  /**
   * Drop a transfer by a reorganisation.
   *
   * `POST /sandbox/v1/crypto/drop`, scope `payments:write`. Sandboxes only; the secret of any key.
   *
   * Errors of its own: `not_found` (404).
   */
  drop(request: SandboxDropRequest, options?: CallOptions): Promise<void>

  /**
   * Add to the balance as an adjustment.
   *
   * `POST /sandbox/v1/balance/credit`, scope `payments:write`. Sandboxes only; the secret of any key.
   */
  credit(request: SandboxCreditRequest, options?: CallOptions): Promise<Balance>

  /**
   * Move the domain clock forward; answers when the work that became due has started.
   *
   * `POST /sandbox/v1/clock/advance`, scope `payments:write`. Sandboxes only; the secret of any key.
   */
  advanceClock(request: SandboxAdvanceClockRequest, options?: CallOptions): Promise<string>

  /**
   * Read the transfers that the simulated processing side made for a payout.
   *
   * `GET /sandbox/v1/crypto/transfers`, scope `payments:write`. Sandboxes only; the secret of any key.
   *
   * Errors of its own: `not_found` (404).
   */
  transfers(query: SandboxTransfersQuery, options?: CallOptions): Promise<ReadonlyArray<SandboxTransfer>>

  /**
   * Let the simulated bank take the money of an invoice.
   *
   * `POST /sandbox/v1/invoices/{id}/pay`, scope `payments:write`. Sandboxes only; the secret of any key.
   *
   * Errors of its own: `not_found` (404), `duplicate` (409).
   *
   * @param id The invoice's id.
   */
  payInvoice(id: string, request?: SandboxPayInvoiceRequest, options?: CallOptions): Promise<Invoice>

  /**
   * Transfer money for an invoice at the simulated bank; a statement tells of it.
   *
   * `POST /sandbox/v1/invoices/{id}/transfer`, scope `payments:write`. Sandboxes only; the secret of any key.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The invoice's id.
   */
  bankTransfer(
    id: string,
    request?: SandboxBankTransferRequest,
    options?: CallOptions
  ): Promise<SandboxBankTransferMade>

  /**
   * Read all transfers for your invoices to an account, as a statement of the simulated bank.
   *
   * `GET /sandbox/v1/bank/statement`, scope `payments:write`. Sandboxes only; the secret of any key.
   *
   * Errors of its own: `not_found` (404).
   */
  bankStatement(query: SandboxBankStatementQuery, options?: CallOptions): Promise<SandboxBankStatement>

  /**
   * Let the simulated checker answer; missing uploads count as done.
   *
   * `POST /sandbox/v1/kyc/sessions/{id}/decide`, scope `payments:write`. Sandboxes only; the secret of any
   * key.
   *
   * Errors of its own: `not_found` (404), `invalid_state` (409).
   *
   * @param id The KYC session's id.
   */
  decideKycSession(
    id: string,
    request: SandboxDecideKycSessionRequest,
    options?: CallOptions
  ): Promise<KycSession>

  /**
   * Read the e-mails that the sandbox "sent", the oldest first: all of them, or a page.
   *
   * `GET /sandbox/v1/mail`, scope `payments:write`. Sandboxes only; the secret of any key.
   *
   * Errors of its own: `invalid_cursor` (400).
   */
  mail(query?: SandboxMailQuery, options?: CallOptions): Promise<SandboxMailList>
}
