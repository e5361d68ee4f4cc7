/**
 * The public API of core for adapters and hosts: the facade, definitions, ports, services, errors and views.
 * Everything else is private to core.
 */
import "./requireNode.ts"
export type { PartnerId } from "./concept/PartnerId.ts"
export { Mode } from "./setting/Mode.ts"
export type { Concept } from "./concept/Concept.ts"
export type { Definition, Index, Named, OrderOf, RecordOf, StateOf } from "./concept/Definition.ts"
export { type AnyConcept, conceptNamed, concepts, type StateIn } from "./store/concepts.ts"
export type { Cell, Field, Fields, Parts, ValueOf } from "./concept/Field.ts"
export { integerIn, moneyIn, optionalIntegerIn, optionalTextIn, textIn } from "./concept/cells.ts"
export { type Column, columnName, type Row } from "./concept/columns.ts"
export { listedLookups, type Lookup, lookupOf } from "./concept/lookups.ts"
export {
  endOfTime,
  type Instant,
  millisPerDay,
  millisPerHour,
  millisPerMinute,
  millisPerSecond,
  startOfTime
} from "./time/Instant.ts"
export { parseInstant } from "./time/parseInstant.ts"
export { invariant } from "./machine/invariant.ts"
export type { Decider } from "./machine/Decider.ts"
export { type BookCurrency, coin, coinMinorOf } from "./money/Coin.ts"
export { Currency, fiatCurrencies, FiatCurrency } from "./money/Currency.ts"
export { divideHalfEven } from "./money/Rounding.ts"
export { feeOn, FeePayer, FeeTerms, noFee } from "./money/Fee.ts"
export { amountText, formatMinor } from "./money/Money.ts"
export { restScale, type TokenAmount, tokenAmount } from "./money/TokenAmount.ts"
export { writtenNumberReviver, WrittenNumber } from "./money/WrittenNumber.ts"
export { type AccountName, accountNames, isOneBook, neverBelowZero } from "./ledger/Account.ts"
export type { JournalEntry, JournalEntryKind, Posting } from "./ledger/JournalEntry.ts"
export {
  type AccountBalances,
  type Balance,
  balanceOf,
  deltasOf,
  isBalanced,
  zeroBalances
} from "./ledger/Balance.ts"
export { accountBalancesOf, journalEntryOf } from "./ledger/ledgerRows.ts"
export {
  accountOf,
  type AddressFormat,
  addressOfBytes,
  bytesOfAddress,
  canonicalAddress,
  isAddress
} from "./network/Address.ts"
export { defaultNetworks, type Network } from "./network/Network.ts"
export { isPartnerId, partner, type Partner, PartnerTerms } from "./partner/Partner.ts"
export {
  type ApiKey,
  apiKey,
  BindMode,
  GrantedScope,
  holdsScope,
  type Scope,
  scopes
} from "./partner/ApiKey.ts"
export { type JobKind, jobKinds, type JobName, type LeasedJob, type ScheduledJob } from "./ports/Job.ts"
export {
  mailRetryPolicy,
  payoutRetryPolicy,
  webhookRetryPolicy,
  webhookSandboxRetryPolicy
} from "./work/RetryPolicy.ts"
export {
  addressClaimKey,
  type Claim,
  claimDomain,
  type ClaimScope,
  type CreationScope,
  claimScopes,
  ownClaim,
  storedClaim
} from "./ports/Claim.ts"
export {
  payout,
  type PayoutCommand,
  PayoutCommandRefused,
  type PayoutEvent,
  type PayoutId,
  type PayoutOrder,
  type PayoutStatus,
  payoutStatus,
  payoutStatuses,
  type RecordedPayout,
  totalMinor
} from "./payout/Payout.ts"
export {
  type ChainBlock,
  type ChainCursor,
  chainCursor,
  type ChainSetup,
  chainSetup,
  type ChainWait,
  chainWaitCodes,
  rememberedBlocksMax,
  waitsOf
} from "./chain/ChainCursor.ts"
export {
  type ChainTransfer,
  chainTransfer,
  chainTransferPlace,
  isAgreed,
  otherExecution
} from "./chain/ChainTransfer.ts"
export { type ChainWallet, chainWallet, type SpentHour, walletKeyContext } from "./chain/ChainWallet.ts"
export {
  chainTransaction,
  type ChainTransactionCommand,
  type ChainTransactionCommandRefused,
  type ChainTransactionOrder,
  type DoubtfulTransaction,
  type OpenTransaction,
  type RecordedTransaction,
  type SettledTransaction,
  type SlotOutcome
} from "./chain/ChainTransaction.ts"
export type { SignedForm } from "./chain/SignedForm.ts"
export { ChainJournal } from "./chain/ChainJournal.ts"
export type { FoundTransfer } from "./chain/transferJournal.ts"
export {
  acknowledgedIn,
  type ChainAcknowledgement,
  type ChainHolding,
  type ChainUpkeep,
  chainUpkeep,
  type ComparedPoint,
  nothingCompared
} from "./chain/ChainUpkeep.ts"
export { ChainUpkeeps, type KnownSweeps, type SweepPlan, type Understood } from "./chain/ChainUpkeeps.ts"
export { type Compared, makeChainBooks } from "./reconcile/ChainBooks.ts"
export { creditOf } from "./reconcile/creditOf.ts"
export { isReadBack, lookOf, readBackId, type ReadSlot } from "./chain/readBack.ts"
export { ChainWallets, type NextPayouts, type SlotPlan } from "./chain/ChainWallets.ts"
export type { BalanceAdjusted } from "./balance/balanceAnnouncements.ts"
export type { ToleranceTerms } from "./money/Tolerance.ts"
export type { OwnAccounts } from "./chain/ownAccounts.ts"
export type { TransferPlace } from "./chain/transferJournal.ts"
export {
  type ChainComparison,
  type ChainHealth,
  ChainNetworks,
  type ChainNode,
  type ChainReading,
  type ChainSending,
  ChainUnavailable,
  type WaitingChain
} from "./chain/ChainNetworks.ts"
export * as ChainAddresses from "./address/ChainAddresses.ts"
export * as ChainProcessor from "./processing/ChainProcessor.ts"
export { payoutEntries } from "./payout/PayoutPostings.ts"
export { derivationPathOf } from "./address/AddressSalt.ts"
export { ObservedTransfer, sameTransfer, type TransferNamed } from "./address/Transfer.ts"
export {
  cryptoInvoice,
  type CryptoInvoiceId,
  type CryptoInvoiceOrder,
  type IssuedCryptoInvoice
} from "./cryptoInvoice/CryptoInvoiceRecord.ts"
export {
  type CryptoTransfer,
  cryptoTransfer,
  type CryptoTransferOrder
} from "./cryptoInvoice/CryptoTransfer.ts"
export type { CryptoInvoiceTally, Rests, TransfersInTransit } from "./cryptoInvoice/CryptoInvoiceTally.ts"
export {
  CryptoInvoice,
  type CryptoInvoiceCommand,
  CryptoInvoiceCommandRefused,
  type CryptoInvoiceEvent,
  type CryptoInvoiceState
} from "./cryptoInvoice/CryptoInvoice.ts"
export {
  confirmationsOf,
  exceptionOf,
  remainingMinor,
  seenMinor
} from "./cryptoInvoice/CryptoInvoiceFigures.ts"
export { asOf as cryptoInvoiceAsOf, issued } from "./cryptoInvoice/CryptoInvoiceAsOf.ts"
export { makeTransfersOf } from "./cryptoInvoice/transfersOf.ts"
export type { BankReceipt, ReceiptFault } from "./bank/BankReceipt.ts"
export {
  graceMillis,
  Invoice,
  invoice,
  type InvoiceEvent,
  type InvoiceId,
  type InvoiceOrder,
  type InvoiceState,
  type InvoiceStatus,
  invoiceStatuses,
  type IssuedInvoice
} from "./invoice/Invoice.ts"
export { firstIssued, invoiceAsOf, issuedInvoice } from "./invoice/InvoiceAsOf.ts"
export {
  BankPayment,
  bankPayment,
  type BankPaymentCommand,
  BankPaymentCommandRefused,
  type BankPaymentId,
  type BankPaymentOrder,
  isOpenPayment,
  type RecordedBankPayment
} from "./bankPayment/BankPayment.ts"
export { bankPaymentView, type BankPaymentView } from "./bankPayment/BankPaymentView.ts"
export {
  batch,
  type Batch,
  type BatchId,
  batchStatus,
  type BatchTally,
  batchTallyOf,
  emptyBatchTally
} from "./batch/Batch.ts"
export { type KycLevel, type KycStep, kycSteps, stepsOf } from "./kyc/KycStep.ts"
export {
  isKycReason,
  type KycReason,
  type PictureFault,
  pictureFaults,
  pictureReason,
  reviewReasons,
  stepOfReason
} from "./kyc/KycReason.ts"
export {
  documentBytesMax,
  type DocumentType,
  documentTypeOf,
  documentTypes,
  isPicture,
  type PictureType,
  typesOfStep
} from "./kyc/DocumentType.ts"
export {
  type Band,
  fingerprintDistance,
  isSamePicture,
  Picture,
  picturePixelsMax,
  pictureSideMax,
  sameBitsMax,
  searchBands
} from "./kyc/Picture.ts"
export { bandsOf, bandsOfDocument, picturesLike } from "./kyc/pictureBand.ts"
export { type DocumentFault, documentFaults, DocumentRefused } from "./kyc/DocumentRefused.ts"
export {
  type KycOrder,
  kycSession,
  type KycSessionId,
  type OpenedKycSession
} from "./kyc/KycSessionRecord.ts"
export { blobIdsOf, KycDocument, KycPage, pageBlobId } from "./kyc/KycDocument.ts"
export type { DocumentPicture, DocumentPicturesFailure } from "./kyc/DocumentPictures.ts"
export { pdfPagesMax, pdfPageSideMax } from "./kyc/Pdf.ts"
export { type KycAnswerLoss, kycAnswerLosses, type KycVerdict } from "./kyc/KycVerdict.ts"
export {
  awaitsPerson,
  type EndedKycSession,
  isEnded,
  isInCheck,
  KycSession,
  type KycSessionCommand,
  type KycSessionEvent,
  type KycSessionState,
  kycStatus,
  type KycStatus,
  KycStepRefused,
  nextStep
} from "./kyc/KycSession.ts"
export { kycLink, kycSessionAsOf, openedKycSession } from "./kyc/KycSessionAsOf.ts"
export {
  type SignatureEvidence,
  type SignatureKind,
  signatureKinds,
  type SignatureQuality
} from "./signature/SignatureEvidence.ts"
export { type SignatureImageFault, SignatureImageRefused } from "./signature/SignatureImageRefused.ts"
export { signatureFileFault, signatureImageBytesMax } from "./signature/SignatureImageType.ts"
export { plainReason } from "./input/plainReason.ts"
export { mayHaveMagicBytesOf } from "./input/MagicBytes.ts"
export {
  signatureCategories,
  type SignatureCategory,
  signatureCategoryDescriptions
} from "./signature/SignatureCategory.ts"
export { type SignatureIssueCode, signatureIssues } from "./signature/SignatureIssue.ts"
export { type SignatureVerdict, signatureVerdictOf } from "./signature/SignatureVerdict.ts"
export {
  transitWallet,
  type TransitWallet,
  type TransitWalletId,
  type WalletStanding,
  walletStandingOf
} from "./transit/TransitWallet.ts"
export {
  type RecordedDeposit,
  type ShownDeposit,
  transitDeposit,
  type TransitDepositId,
  type TransitDepositOrder
} from "./transit/TransitDeposit.ts"
export {
  eventNamed,
  eventNamesOf,
  eventsOfFamily,
  fiatWebhookEvents,
  subscribedFamilies,
  transitWebhookEvents,
  type WebhookEventName,
  type WebhookEventType,
  webhookFamilies,
  type WebhookFamily
} from "./outbox/WebhookEvents.ts"
export {
  type DisablingCause,
  disablingCauses,
  isSubscribed,
  type RegisteredEndpoint,
  webhookEndpoint,
  type WebhookEndpointId,
  type WebhookOrder,
  type WebhookSwitch,
  type WebhookTarget
} from "./webhook/WebhookEndpoint.ts"
export {
  deliveryAfter,
  type DeliveryAttempt,
  type DeliveryStatus,
  deliveryStatuses,
  earlierAttemptsMax,
  type PendingDelivery,
  type RecordedDelivery,
  scheduledDelivery,
  type WebhookDeliveryId,
  type WebhookDeliveryOrder
} from "./webhook/WebhookDelivery.ts"
export {
  earlierAttemptsOf,
  earlierAttemptsText,
  listedDeliveryColumns,
  webhookDeliveryOf
} from "./webhook/WebhookDeliveryRow.ts"
export {
  mayBePersonal,
  messageBody,
  type OutboxChange,
  personalTypes,
  resourceIdOf,
  type WaitingMessage,
  waitingMessageOf,
  type Besides,
  type WebhookMessage
} from "./outbox/WebhookMessage.ts"
export { WebhookRecipient } from "./webhook/WebhookRecipient.ts"
export { secretOfHex, signingKey } from "./webhook/WebhookSecret.ts"
export type { HmacKey } from "./digest/sha256.ts"
export { type SigningKeys, signatureHeaders } from "./webhook/WebhookSignature.ts"
export { webhookUrlKey } from "./webhook/WebhookUrl.ts"
export { ReceivingHosts } from "./webhook/ReceivingHosts.ts"
export { isLoopbackAddress, isPublicAddress } from "./webhook/PublicAddress.ts"
export {
  RotatedSecretView,
  TransitWebhookView,
  WebhookCreatedView,
  webhookDeliveryDetailView,
  WebhookDeliveryDetailView,
  webhookDeliveryView,
  WebhookDeliveryView,
  webhookView,
  WebhookView
} from "./webhook/WebhookView.ts"
export {
  transitDepositView,
  TransitNetworkView,
  transitWalletView,
  TransitWalletView
} from "./transit/TransitView.ts"
export {
  askedOf,
  type AskedOfList,
  canBeListed,
  type List,
  type ListFilter,
  type ListOwner,
  type ListShape,
  scopeOf
} from "./list/List.ts"
export { type PayoutFilter, payoutList } from "./payout/payoutList.ts"
export { type InvoiceFilter, invoiceList } from "./invoice/invoiceList.ts"
export { type DeliveryFilter, deliveryList, type DeliveryListOwner } from "./webhook/deliveryList.ts"
export { walletList } from "./transit/walletList.ts"
export { eventData } from "./store/eventData.ts"
export { claimChecksum, claimChecksums, claimFault } from "./store/claimChecksums.ts"
export { fieldSeparator, type RowDigest, rowDigest, rowFaults, type RowTexts } from "./store/RowDigest.ts"
export { rowDigests } from "./store/rowDigests.ts"
export {
  everyStatus,
  type ListCountChange,
  listCountChangesOf,
  ListCountSums,
  listCountTable,
  type ListGrain,
  listGrains
} from "./list/ListCount.ts"
export { type ListName, lists } from "./store/lists.ts"
export { listCountChanges } from "./store/listCountChanges.ts"
export { listColumns } from "./store/listColumns.ts"
export { type Lapsing, lapsingOf, type ListColumns, type Narrowed, runsOf } from "./list/listRuns.ts"
export { rangePieces } from "./counter/bucketCut.ts"
export { BankSums, currencyIn, FigureSums } from "./analytics/FigureSums.ts"
export type { CutPiece } from "./counter/bucketCut.ts"
export {
  addFigures,
  bucketStart,
  type CounterChange,
  type Grain,
  grainMillis,
  type InvoiceFigures,
  negatedFigures,
  zeroFigures
} from "./counter/Counter.ts"
export { invoiceCounters } from "./invoice/invoiceCounters.ts"
export { addToCounterSums, type CounterSum, CounterSums } from "./counter/CounterSum.ts"
export {
  type Addition,
  counterAddition,
  counterSumOf,
  counterTables,
  figuresIn,
  type SumTable
} from "./counter/SumTable.ts"
export type { Versioned } from "./ports/Versioned.ts"
export type { Page, PageRequest } from "./ports/Page.ts"
export {
  type AggregateWrite,
  type WriteOf,
  changesJobs,
  ClaimTaken,
  type Commit,
  type CommitFailure,
  emptyCommit,
  type Erasure,
  type EventRecord,
  type JobCompletion,
  type StatesByConcept,
  LeaseLost,
  LimitExceeded,
  partnersOf,
  Store,
  StoreUnavailable,
  VersionConflict
} from "./ports/Store.ts"
export { type DataKey, DataKeys } from "./ports/DataKeys.ts"
export { KeyRefused, KeyService, KeyServiceUnavailable, type WrappedKey } from "./ports/KeyService.ts"
export { soundStore, type StoreCondition, StoreHealth } from "./ports/StoreHealth.ts"
export {
  allById,
  firstOf,
  type IndexedBy,
  type IndexRange,
  type ReadingOrder,
  indexedPages,
  StateReader,
  statesOf
} from "./ports/StateReader.ts"
export { LinkBase } from "./ports/LinkBase.ts"
export { type Hold, StoreHold } from "./ports/StoreHold.ts"
export { recentHold } from "./hold/recentHold.ts"
export { Holds, type HoldSurvey, isClear } from "./hold/Holds.ts"
export type { DifferentTransfer } from "./hold/TransferComparison.ts"
export { ClaimReader } from "./idempotency/ClaimReader.ts"
export { ListReader } from "./list/ListReader.ts"
export { BatchReader } from "./batch/BatchReader.ts"
export { TransitReader } from "./transit/TransitReader.ts"
export { type DueDelivery, WebhookReader } from "./webhook/WebhookReader.ts"
export {
  receiverUnreachable,
  type WebhookAnswer,
  WebhookHeldBack,
  type WebhookRequest,
  WebhookTransport,
  WebhookUnanswered
} from "./webhook/WebhookTransport.ts"
export { AnalyticsReader, type FiguresAnswer, type FiguresRequest } from "./analytics/AnalyticsReader.ts"
export { LedgerReader } from "./ports/LedgerReader.ts"
export {
  openPayoutSteps,
  type OpenPayoutStep,
  type Waiting,
  WaitingWork
} from "./store/WaitingWork.ts"
export { AuditReader, type AuditSnapshot, type Notes } from "./store/AuditReader.ts"
export { ScratchNotes } from "./store/ScratchNotes.ts"
export type { RowTable, StoredCell, StoredRow, StoredRows, StoreIdentity } from "./store/StoredRows.ts"
export { WorkQueue } from "./ports/WorkQueue.ts"
export {
  clockSkewMillisMax,
  Guard,
  type RateDecision,
  type RateLimit,
  type SignatureRecord,
  signatureExpiry,
  signatureSkewMillisMax
} from "./ports/Guard.ts"
export {
  type RefusedRequest,
  RefusedRequests,
  refusedRequestsKeptMillis,
  refusedRequestsMax,
  refusedRequestsOfPartnerMax
} from "./ports/RefusedRequests.ts"
export { takeFrom, type TokenBucket } from "./ports/TokenBucket.ts"
export { signatureBytes } from "./store/signatureBytes.ts"
export { ChangeCount } from "./work/ChangeCount.ts"
export { type SandboxCollection, type SandboxRecord, SandboxStore } from "./ports/SandboxStore.ts"
export {
  type AbandonAnswer,
  type MadeTransfer,
  PayoutProcessor,
  PayoutProcessorUnavailable,
  type TransferRequest,
  type TransferStatus
} from "./processing/PayoutProcessor.ts"
export {
  DepositAddresses,
  DepositAddressesUnavailable,
  type ShownTransfer
} from "./address/DepositAddresses.ts"
export {
  type Bank,
  type BankPaymentRequest,
  type BankPaymentStatus,
  BankRail,
  BankRailUnavailable
} from "./bank/BankRail.ts"
export { Mailer, MailerUnavailable, type MailMessage, MailRefused } from "./batch/Mailer.ts"
export {
  type BlobFolder,
  BlobMissing,
  BlobStore,
  BlobStoreUnavailable,
  type ResealedFolder
} from "./ports/BlobStore.ts"
export { type CleanPicture, pageType, Pictures, PicturesUnavailable } from "./kyc/Pictures.ts"
export {
  type CheckedDocument,
  KycChecker,
  KycCheckerUnavailable,
  type KycCheckRequest,
  type KycCheckStatus
} from "./kyc/KycChecker.ts"
export { KycReader, type ShownPicture } from "./kyc/KycReader.ts"
export { SignatureClassifier, SignatureClassifierUnavailable } from "./signature/SignatureClassifier.ts"
export { Vault, VaultRefused } from "./ports/Vault.ts"
export { Ids } from "./ports/Ids.ts"
export { StoreMode } from "./ports/StoreMode.ts"
export type { StorePorts } from "./store/StorePorts.ts"
export { makeSteadyTime } from "./time/steadyTime.ts"
export { WallClock } from "./time/WallClock.ts"
export { faultsMax, reportedFaults } from "./input/Faults.ts"
export { asciiDomain, emailFault, mailAddress } from "./input/EmailAddress.ts"
export { type JsonFault, jsonFault } from "./input/jsonFault.ts"
export {
  breaksRule,
  decoderOf,
  type InputIssue,
  InvalidInput,
  strictDecoderOf,
  type TextFault
} from "./input/Input.ts"
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
  orNotFound,
  ProviderMissing,
  StoreOnHold,
  UnsupportedNetwork,
  WebhookNotConfigured
} from "./input/Refusals.ts"
export { type Locale, localeExpected, localeNamed } from "./input/Locale.ts"
export { webOriginOf } from "./input/WebOrigin.ts"
export * as Setting from "./setting/Setting.ts"
export * as SettingKind from "./setting/settingKinds.ts"
export { isHttpUrl, publicUrlFault, withoutEndSlash } from "./setting/publicUrl.ts"
export { networksSettingWith } from "./network/networkSettings.ts"
export { settingFields } from "./settings/settingFields.ts"
export {
  defaultSettings,
  findNetwork,
  type GivenSettings,
  networkLabel,
  Settings,
  settingsOf,
  type SettingsShape
} from "./settings/Settings.ts"
export { amountView, instantView } from "./money/View.ts"
export { addressBlock } from "./partner/AddressBlock.ts"
export { isCidr, isInBlocks } from "./partner/Cidr.ts"
export { feePayerFor, invoiceFeeFor, networkInvoiceFeesFor, payoutFeeFor } from "./partner/Terms.ts"
export { feeView, feeViews, partnerTermsOf } from "./partner/partnerTerms.ts"
export { Networks } from "./networks/Networks.ts"
export { Partners } from "./partner/Partners.ts"
export { ApiKeyRequest, ApiKeys, type NewApiKey, newKeyOf, type UsableApiKey } from "./partner/ApiKeys.ts"
export { AdjustmentBelowZero, adjustmentOf, BalanceAdjustment, Balances } from "./balance/Balances.ts"
export {
  PayoutCreatedView,
  PayoutDetailView,
  payoutDetailView,
  payoutView,
  PayoutView
} from "./payout/PayoutView.ts"
export { type CallAnswer, callsKeptMax, type PayoutCall } from "./payout/PayoutCalls.ts"
export { PayoutRequest } from "./payout/PayoutRequest.ts"
export { type PayoutRefusal, Payouts } from "./payout/Payouts.ts"
export {
  cryptoInvoiceView,
  CryptoInvoiceView,
  type ShownTransfers
} from "./cryptoInvoice/CryptoInvoiceView.ts"
export { cryptoInvoiceRequest, type CryptoInvoiceRequest } from "./cryptoInvoice/CryptoInvoiceRequest.ts"
export { type CryptoInvoiceRefusal, CryptoInvoices } from "./cryptoInvoice/CryptoInvoices.ts"
export { InvoiceCreatedView, InvoiceView, invoiceView, paymentUrlOf } from "./invoice/InvoiceView.ts"
export { type InvoiceRefusal, Invoices } from "./invoice/Invoices.ts"
export { makeInvoiceRedactions } from "./redaction/InvoiceRedactions.ts"
export { BankPayments } from "./bankPayment/BankPayments.ts"
export { BankReceipts } from "./bankPayment/BankReceipts.ts"
export { BankCallbacks } from "./bankPayment/BankCallbacks.ts"
export { Batches } from "./batch/Batches.ts"
export type { BatchImport } from "./batch/BatchImport.ts"
export { type InvoiceRequest, invoiceRequest } from "./invoice/InvoiceRequest.ts"
export {
  BatchCreatedView,
  batchCreatedView,
  type BatchRowError,
  batchView,
  BatchView,
  type ImportedBatch
} from "./batch/BatchView.ts"
export { BatchFileMalformed, BatchRulesBroken } from "./batch/BatchFileRefused.ts"
export type { BatchColumn } from "./batch/BatchHeader.ts"
export type { BatchFileOptions, BatchRow } from "./batch/BatchRow.ts"
export { batchFileBytesMax, readBatchFile } from "./batch/BatchFile.ts"
export type { EmptyRows } from "./batch/emptyRows.ts"
export { type CsvCell, csvLines } from "./export/Csv.ts"
export { invoiceCsvHeader, invoiceCsvRow } from "./invoice/InvoiceCsv.ts"
export { analyticsCsv } from "./analytics/AnalyticsCsv.ts"
export { offsetMillisAt, zonedInstant } from "./analytics/TimeZone.ts"
export { type Grouping, groupings } from "./analytics/Periods.ts"
export { analyticsFaults, analyticsQuery, type AnalyticsRequest } from "./analytics/AnalyticsRequest.ts"
export { type CalendarDate, parseDateOrInstant } from "./analytics/CalendarDate.ts"
export { AnalyticsView, type PeriodView } from "./analytics/AnalyticsView.ts"
export { Analytics } from "./analytics/Analytics.ts"
export { fingerprintOf } from "./idempotency/Fingerprint.ts"
export type { IdempotentRequest } from "./idempotency/Idempotency.ts"
export { idempotencyKeyLengthMax } from "./idempotency/Idempotency.ts"
export { isReference, referenceOf } from "./idempotency/Reference.ts"
export { emptyMemoryState, type MemoryState } from "./memory/MemoryState.ts"
export { memoryGuard } from "./memory/MemoryGuard.ts"
export { MemoryStore } from "./memory/MemoryStore.ts"
export { type AlertKind, raiseAlert } from "./work/Alert.ts"
export { leaseMillis, Worker } from "./work/Worker.ts"
export { Deposits } from "./deposit/Deposits.ts"
export { Auditor, type AuditReport } from "./audit/Auditor.ts"
export {
  kycSessionCreatedView,
  KycSessionCreatedView,
  KycSessionView,
  kycSessionView
} from "./kyc/KycSessionView.ts"
export { type KycReviewDocumentView, kycReviewView, type KycReviewView } from "./kyc/KycReviewView.ts"
export {
  decodeKycDecision,
  KycDecision,
  type KycOutcome,
  kycOutcomes,
  type KycSessionRequest,
  kycSessionRequest
} from "./kyc/KycRequest.ts"
export { KycSessions } from "./kyc/KycSessions.ts"
export { KycUploads } from "./kyc/KycUploads.ts"
export { checkIdOf, KycChecks } from "./kyc/KycChecks.ts"
export { KycReviews } from "./kyc/KycReviews.ts"
export * as ManualReview from "./kyc/ManualReview.ts"
export * as PreCheck from "./kyc/PreCheck.ts"
export * as MemoryBlobStore from "./memory/MemoryBlobStore.ts"
export { Signatures } from "./signature/Signatures.ts"
export * as MemorySignatureClassifier from "./memory/MemorySignatureClassifier.ts"
export { NewTransitWallet } from "./transit/TransitWalletRequest.ts"
export { TransitWallets } from "./transit/TransitWallets.ts"
export { TransitDeposits } from "./transit/TransitDeposits.ts"
export { TransitWebhooks } from "./transit/TransitWebhooks.ts"
export {
  NewWebhook,
  TransitWebhookSetting,
  TransitWebhookTest,
  WebhookChanges,
  WebhookTest
} from "./webhook/WebhookRequest.ts"
export { type RotatedSecret, WebhookEndpoints } from "./webhook/WebhookEndpoints.ts"
export { Webhooks } from "./webhook/Webhooks.ts"
export { WebhookDeliveries } from "./webhook/WebhookDeliveries.ts"
export { webhookTopics } from "./topics.ts"
export { type Topic, WebhookTopics } from "./webhook/Topic.ts"
export { TestOutcome, WebhookTests } from "./webhook/WebhookTests.ts"
export { Sandbox } from "./sandbox/Sandbox.ts"
export {
  SandboxAdvance,
  SandboxBlocks,
  SandboxCredit,
  SandboxDecision,
  SandboxDepositRequest,
  SandboxDrop,
  SandboxPayment
} from "./sandbox/SandboxRequest.ts"
export { SandboxChain } from "./sandbox/SandboxChain.ts"
export { SandboxBank, sandboxBanks } from "./sandbox/SandboxBank.ts"
export type { BankDecision, BankVisit } from "./sandbox/makeBankMoney.ts"
export { SandboxMail, SandboxMailbox } from "./sandbox/SandboxMailer.ts"
export { SandboxKyc } from "./sandbox/SandboxKyc.ts"
export { SandboxClock } from "./sandbox/SandboxClock.ts"
export * as SandboxProcessor from "./sandbox/SandboxProcessor.ts"
export * as AesGcmVault from "./vault/AesGcmVault.ts"
export {
  type BlobFolderKey,
  checkBlobNames,
  type FolderKeyPlace,
  folderKeyForWriting,
  isBlobName,
  isSameFolderKey,
  openFolderKey,
  resealFolderKey,
  sealedKeyBytesMax
} from "./vault/BlobFolderKey.ts"
export { openBlob, type SealedBlob, sealBlob, sealedMarkBytes } from "./vault/SealedBlob.ts"
export type { BlobIdentity } from "./vault/BlobCipher.ts"
export * as EnvelopeVault from "./vault/EnvelopeVault.ts"
export * as LocalKeyService from "./vault/LocalKeyService.ts"
export { MasterKeyMissing } from "./vault/EnvelopeVault.ts"
export { MasterKeyInvalid } from "./vault/LocalKeyService.ts"
export { Resealing, type ResealPurpose, type ResealReport } from "./vault/Resealing.ts"
export * as Quittance from "./Quittance.ts"
export { BalanceRecord, balanceRecord } from "./balance/BalanceRecord.ts"
export { balanceView, BalanceView } from "./balance/BalanceView.ts"
export {
  kycCheckerLayer,
  type KycCheckerPromises,
  type KycCheckRequestPromised
} from "./host/KycCheckerPromises.ts"
export {
  type BankRailPromises,
  type MailerPromises,
  payoutProcessorLayer,
  type PayoutProcessorPromises,
  type Providers,
  providersLayer
} from "./host/Providers.ts"
export type { BatchFileInput } from "./operations/fiatOperations.ts"
export type { KycLinkView } from "./operations/kycOperations.ts"
export type { LeaseLostOf, NewEvent } from "./transact/Draft.ts"
export { writeOver } from "./transact/writeOver.ts"
export type { ChainServices } from "./host/withChains.ts"
export { createQuittance, type CreateQuittanceOptions, type QuittanceHost } from "./createQuittance.ts"
export { Operations } from "./operations/Operations.ts"
export type { Promised } from "./host/promised.ts"
export { withChains } from "./host/withChains.ts"
