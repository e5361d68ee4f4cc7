/**
 * What a host calls: `createQuittance`, the services and layers for hosts with Effect, requests, views and refusals.
 * Those who write stores and providers import `@quittance/core/adapter` as well.
 */
import "./requireNode.ts"

export { Analytics } from "./concepts/analytics/Analytics.ts"
export type { AnalyticsRequest } from "./concepts/analytics/AnalyticsRequest.ts"
export { AnalyticsView } from "./concepts/analytics/AnalyticsView.ts"
export { BalanceAdjustment, Balances } from "./concepts/balance/Balances.ts"
export { BalanceView } from "./concepts/balance/BalanceView.ts"
export { BankCallbacks } from "./concepts/bankPayment/BankCallbacks.ts"
export { BankPayments } from "./concepts/bankPayment/BankPayments.ts"
export type { Bank, BankPaymentRequest } from "./concepts/bankPayment/BankRail.ts"
export type { BankReceipt } from "./concepts/bankPayment/BankReceipt.ts"
export { BankReceipts } from "./concepts/bankPayment/BankReceipts.ts"
export { Batches } from "./concepts/batch/Batches.ts"
export { BatchFileMalformed, BatchRulesBroken } from "./concepts/batch/BatchFileRefused.ts"
export { BatchCreatedView, BatchView } from "./concepts/batch/BatchView.ts"
export type { ShownTransfer } from "./concepts/chain/DepositAddresses.ts"
export type { CryptoInvoiceRequest } from "./concepts/cryptoInvoice/CryptoInvoiceRequest.ts"
export { CryptoInvoices } from "./concepts/cryptoInvoice/CryptoInvoices.ts"
export { CryptoInvoiceView } from "./concepts/cryptoInvoice/CryptoInvoiceView.ts"
export { Deposits } from "./concepts/deposit/Deposits.ts"
export type { InvoiceRequest } from "./concepts/invoice/InvoiceRequest.ts"
export { Invoices } from "./concepts/invoice/Invoices.ts"
export { InvoiceCreatedView, InvoiceView } from "./concepts/invoice/InvoiceView.ts"
export type { InvoiceFilter } from "./concepts/invoice/invoiceList.ts"
export { DocumentRefused } from "./concepts/kyc/DocumentRefused.ts"
export { KycChecks } from "./concepts/kyc/KycChecks.ts"
export { KycStepRefused } from "./concepts/kyc/KycRefusals.ts"
export { KycDecision, type KycSessionRequest } from "./concepts/kyc/KycRequest.ts"
export { KycReviews } from "./concepts/kyc/KycReviews.ts"
export type { KycReviewView } from "./concepts/kyc/KycReviewView.ts"
export { KycSessions } from "./concepts/kyc/KycSessions.ts"
export { KycSessionCreatedView, KycSessionView } from "./concepts/kyc/KycSessionView.ts"
export { KycUploads } from "./concepts/kyc/KycUploads.ts"
export * as ManualReview from "./concepts/kyc/ManualReview.ts"
export * as PreCheck from "./concepts/kyc/PreCheck.ts"
export type { MailMessage } from "./concepts/mail/Mailer.ts"
export { defaultNetworks, type Network } from "./concepts/network/Network.ts"
export { Networks } from "./concepts/network/Networks.ts"
export { ApiKeyRequest, ApiKeys } from "./concepts/partner/ApiKeys.ts"
export { PartnerTerms } from "./concepts/partner/Partner.ts"
export { Partners } from "./concepts/partner/Partners.ts"
export type {
  AbandonAnswer,
  MadeTransfer,
  TransferRequest,
  TransferStatus
} from "./concepts/payout/PayoutProcessor.ts"
export { PayoutRequest } from "./concepts/payout/PayoutRequest.ts"
export { Payouts } from "./concepts/payout/Payouts.ts"
export { PayoutCreatedView, PayoutDetailView, PayoutView } from "./concepts/payout/PayoutView.ts"
export type { PayoutFilter } from "./concepts/payout/payoutList.ts"
export {
  defaultSettings,
  type GivenSettings,
  networkLabel,
  Settings,
  type SettingsShape,
  settingsOf
} from "./concepts/settings/Settings.ts"
export { SignatureImageRefused } from "./concepts/signature/SignatureImageRefused.ts"
export { Signatures } from "./concepts/signature/Signatures.ts"
export type { SignatureVerdict } from "./concepts/signature/SignatureVerdict.ts"
export { TransitNetworkView, TransitWalletView } from "./concepts/transit/TransitView.ts"
export { NewTransitWallet } from "./concepts/transit/TransitWalletRequest.ts"
export { TransitWallets } from "./concepts/transit/TransitWallets.ts"
export { TransitWebhooks } from "./concepts/transit/TransitWebhooks.ts"
export type { DeliveryFilter } from "./concepts/webhook/deliveryList.ts"
export { WebhookDeliveries } from "./concepts/webhook/WebhookDeliveries.ts"
export {
  NewWebhook,
  TransitWebhookSetting,
  TransitWebhookTest,
  WebhookChanges,
  WebhookTest
} from "./concepts/webhook/WebhookRequest.ts"
export { Webhooks } from "./concepts/webhook/Webhooks.ts"
export {
  RotatedSecretView,
  TransitWebhookView,
  WebhookCreatedView,
  WebhookDeliveryDetailView,
  WebhookDeliveryView,
  WebhookView
} from "./concepts/webhook/WebhookView.ts"
export { Closed } from "./host/Closed.ts"
export type { CreateQuittanceOptions } from "./host/CreateQuittanceOptions.ts"
export { createQuittance } from "./host/createQuittance.ts"
export {
  type KycCheckerPromises,
  type KycCheckRequestPromised,
  kycCheckerLayer
} from "./host/KycCheckerPromises.ts"
export type { BatchFileInput } from "./host/operations/fiatOperations.ts"
export { Operations } from "./host/operations/Operations.ts"
export {
  type BankPaymentStatusPromised,
  type BankRailPromises,
  bankRailLayer,
  type DepositAddressesPromises,
  depositAddressesLayer,
  type MailerPromises,
  mailerLayer,
  type PayoutProcessorPromises,
  type Providers,
  payoutProcessorLayer,
  providersLayer
} from "./host/Providers.ts"
export * as Quittance from "./host/Quittance.ts"
export type { QuittanceHost, QuittanceRuntime } from "./host/QuittanceHost.ts"
export { Subscriptions } from "./host/subscriptions/Subscriptions.ts"
export { Actor } from "./kernel/actor/Actor.ts"
export { type InputIssue, InvalidInput } from "./kernel/input/Input.ts"
export {
  AmountOutOfRange,
  BankOperationUsed,
  Duplicate,
  IdempotencyConflict,
  InsufficientFunds,
  InvalidAddress,
  InvalidState,
  InvalidUrl,
  LimitReached,
  NotFound,
  ProviderMissing,
  StoreOnHold,
  UnsupportedNetwork,
  WebhookNotConfigured
} from "./kernel/input/Refusals.ts"
export { FeeTerms, noFee } from "./kernel/money/Fee.ts"
export { Ids } from "./kernel/ports/Ids.ts"
export type { Page, PageRequest } from "./kernel/ports/Page.ts"
export { StoreUnavailable } from "./kernel/ports/Store.ts"
export { Mode } from "./kernel/setting/Mode.ts"
export * as AesGcmVault from "./kernel/vault/AesGcmVault.ts"
export * as EnvelopeVault from "./kernel/vault/EnvelopeVault.ts"
export * as LocalKeyService from "./kernel/vault/LocalKeyService.ts"
export { Worker } from "./kernel/work/Worker.ts"
export { MemoryStore } from "./reference/memory/MemoryStore.ts"
export { Sandbox } from "./reference/sandbox/Sandbox.ts"
export { SandboxClock } from "./reference/sandbox/SandboxClock.ts"
export {
  SandboxAdvance,
  SandboxBlocks,
  SandboxCredit,
  SandboxDecision,
  SandboxDepositRequest,
  SandboxDrop,
  SandboxPayment
} from "./reference/sandbox/SandboxRequest.ts"
export { Auditor, type AuditReport } from "./store/audit/Auditor.ts"
export { Holds } from "./store/hold/Holds.ts"
export type { ResealReport } from "./store/Resealing.ts"
export type { StorePorts } from "./store/StorePorts.ts"
