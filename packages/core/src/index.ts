/**
 * The public API of core for adapters and hosts: the facade, definitions, ports, services, errors and views.
 * Everything else is private to core.
 */
import "./requireNode.ts"
export type { PartnerId } from "./kernel/concept/PartnerId.ts"
export { Mode } from "./kernel/setting/Mode.ts"
export type { Concept } from "./kernel/concept/Concept.ts"
export type { Definition, Index, Named, OrderOf, RecordOf, StateOf } from "./kernel/concept/Definition.ts"
export { type AnyConcept, conceptNamed, concepts, type StateIn } from "./store/concepts.ts"
export type { Cell, Field, Fields, Parts, ValueOf } from "./kernel/concept/Field.ts"
export { integerIn, moneyIn, optionalIntegerIn, optionalTextIn, textIn } from "./kernel/concept/cells.ts"
export { type Column, columnName, type Row } from "./kernel/concept/columns.ts"
export { listedLookups, type Lookup, lookupOf } from "./kernel/concept/lookups.ts"
export {
  endOfTime,
  type Instant,
  millisPerDay,
  millisPerHour,
  millisPerMinute,
  millisPerSecond,
  startOfTime
} from "./kernel/time/Instant.ts"
export { parseInstant } from "./kernel/time/parseInstant.ts"
export { invariant } from "./kernel/machine/invariant.ts"
export type { Decider } from "./kernel/machine/Decider.ts"
export { type BookCurrency, coin, coinMinorOf } from "./kernel/money/Coin.ts"
export { Currency, fiatCurrencies, FiatCurrency } from "./kernel/money/Currency.ts"
export { divideHalfEven } from "./kernel/money/Rounding.ts"
export { feeOn, FeePayer, FeeTerms, noFee } from "./kernel/money/Fee.ts"
export { amountText, formatMinor } from "./kernel/money/Money.ts"
export { restScale, type TokenAmount, tokenAmount } from "./kernel/money/TokenAmount.ts"
export { writtenNumberReviver, WrittenNumber } from "./kernel/money/WrittenNumber.ts"
export { type AccountName, accountNames, isOneBook, neverBelowZero } from "./kernel/ledger/Account.ts"
export type { JournalEntry, JournalEntryKind, Posting } from "./kernel/ledger/JournalEntry.ts"
export {
  type AccountBalances,
  type Balance,
  balanceOf,
  deltasOf,
  isBalanced,
  zeroBalances
} from "./kernel/ledger/Balance.ts"
export { accountBalancesOf, journalEntryOf } from "./kernel/ledger/ledgerRows.ts"
export {
  accountOf,
  type AddressFormat,
  addressOfBytes,
  bytesOfAddress,
  canonicalAddress,
  isAddress
} from "./concepts/network/Address.ts"
export { defaultNetworks, type Network } from "./concepts/network/Network.ts"
export { isPartnerId, partner, type Partner, PartnerTerms } from "./concepts/partner/Partner.ts"
export {
  type ApiKey,
  apiKey,
  BindMode,
  GrantedScope,
  holdsScope,
  type Scope,
  scopes
} from "./concepts/partner/ApiKey.ts"
export { type JobKind, jobKinds, type JobName, type LeasedJob, type ScheduledJob } from "./kernel/ports/Job.ts"
export {
  mailRetryPolicy,
  payoutRetryPolicy,
  webhookRetryPolicy,
  webhookSandboxRetryPolicy
} from "./kernel/work/RetryPolicy.ts"
export {
  addressClaimKey,
  type Claim,
  claimDomain,
  type ClaimScope,
  type CreationScope,
  claimScopes,
  ownClaim,
  storedClaim
} from "./kernel/ports/Claim.ts"
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
} from "./concepts/payout/Payout.ts"
export {
  type ChainBlock,
  type ChainCursor,
  chainCursor,
  type ChainSetup,
  chainSetup,
  chainSetupId,
  type ChainWait,
  chainWaitCodes,
  rememberedBlocksMax,
  waitsOf
} from "./concepts/chain/ChainCursor.ts"
export { pausedText, payoutWaitText } from "./concepts/chain/waitText.ts"
export {
  type ChainTransfer,
  chainTransfer,
  chainTransferPlace,
  isAgreed,
  otherExecution
} from "./concepts/chain/ChainTransfer.ts"
export { type ChainWallet, chainWallet, type SpentHour, walletKeyContext } from "./concepts/chain/ChainWallet.ts"
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
} from "./concepts/chain/ChainTransaction.ts"
export type { SignedForm } from "./concepts/chain/SignedForm.ts"
export { ChainJournal } from "./concepts/chain/ChainJournal.ts"
export type { FoundTransfer } from "./concepts/chain/transferJournal.ts"
export {
  acknowledgedIn,
  type ChainAcknowledgement,
  type ChainHolding,
  type ChainUpkeep,
  chainUpkeep,
  type ComparedPoint,
  nothingCompared
} from "./concepts/chain/ChainUpkeep.ts"
export { ChainUpkeeps, type KnownSweeps, type SweepPlan, type Understood } from "./concepts/chain/ChainUpkeeps.ts"
export { type Compared, makeChainBooks } from "./store/audit/ChainBooks.ts"
export { creditOf } from "./store/audit/creditOf.ts"
export { isReadBack, lookOf, readBackId, type ReadSlot } from "./concepts/chain/readBack.ts"
export { ChainWallets, type NextPayouts, type SlotPlan } from "./concepts/chain/ChainWallets.ts"
export type { BalanceAdjusted } from "./concepts/balance/balanceAnnouncements.ts"
export type { ToleranceTerms } from "./kernel/money/Tolerance.ts"
export type { OwnAccounts } from "./concepts/chain/ownAccounts.ts"
export type { TransferPlace } from "./concepts/chain/transferJournal.ts"
export {
  type ChainComparison,
  type ChainHealth,
  ChainNetworks,
  type ChainNode,
  type ChainReading,
  type ChainSending,
  ChainUnavailable,
  type WaitingChain
} from "./concepts/chain/ChainNetworks.ts"
export * as ChainAddresses from "./concepts/chain/ChainAddresses.ts"
export * as ChainProcessor from "./concepts/payout/ChainProcessor.ts"
export { payoutEntries } from "./concepts/payout/PayoutPostings.ts"
export { derivationPathOf } from "./concepts/chain/AddressSalt.ts"
export { ObservedTransfer, sameTransfer, type TransferNamed } from "./concepts/chain/Transfer.ts"
export {
  cryptoInvoice,
  type CryptoInvoiceId,
  type CryptoInvoiceOrder,
  type IssuedCryptoInvoice
} from "./concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
export {
  type CryptoTransfer,
  cryptoTransfer,
  type CryptoTransferOrder
} from "./concepts/cryptoInvoice/CryptoTransfer.ts"
export type { CryptoInvoiceTally, Rests, TransfersInTransit } from "./concepts/cryptoInvoice/CryptoInvoiceTally.ts"
export {
  CryptoInvoice,
  type CryptoInvoiceCommand,
  CryptoInvoiceCommandRefused,
  type CryptoInvoiceEvent,
  type CryptoInvoiceState
} from "./concepts/cryptoInvoice/CryptoInvoice.ts"
export {
  confirmationsOf,
  exceptionOf,
  remainingMinor,
  seenMinor
} from "./concepts/cryptoInvoice/CryptoInvoiceFigures.ts"
export { asOf as cryptoInvoiceAsOf, issued } from "./concepts/cryptoInvoice/CryptoInvoiceAsOf.ts"
export { makeTransfersOf } from "./concepts/cryptoInvoice/transfersOf.ts"
export type { BankReceipt, ReceiptFault } from "./concepts/bankPayment/BankReceipt.ts"
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
} from "./concepts/invoice/Invoice.ts"
export { firstIssued, invoiceAsOf, issuedInvoice } from "./concepts/invoice/InvoiceAsOf.ts"
export {
  BankPayment,
  bankPayment,
  type BankPaymentCommand,
  BankPaymentCommandRefused,
  type BankPaymentId,
  type BankPaymentOrder,
  isOpenPayment,
  type RecordedBankPayment
} from "./concepts/bankPayment/BankPayment.ts"
export { bankPaymentView, type BankPaymentView } from "./concepts/bankPayment/BankPaymentView.ts"
export {
  batch,
  type Batch,
  type BatchId,
  batchStatus,
  type BatchTally,
  batchTallyOf,
  emptyBatchTally
} from "./concepts/batch/Batch.ts"
export { type KycLevel, type KycStep, kycSteps, stepsOf } from "./concepts/kyc/KycStep.ts"
export {
  isKycReason,
  type KycReason,
  type PictureFault,
  pictureFaults,
  pictureReason,
  reviewReasons,
  stepOfReason
} from "./concepts/kyc/KycReason.ts"
export {
  documentBytesMax,
  type DocumentType,
  documentTypeOf,
  documentTypes,
  isPicture,
  type PictureType,
  typesOfStep
} from "./concepts/kyc/DocumentType.ts"
export {
  type Band,
  fingerprintDistance,
  isSamePicture,
  Picture,
  picturePixelsMax,
  pictureSideMax,
  sameBitsMax,
  searchBands
} from "./concepts/kyc/Picture.ts"
export { bandsOf, bandsOfDocument, picturesLike } from "./concepts/kyc/pictureBand.ts"
export { type DocumentFault, documentFaults, DocumentRefused } from "./concepts/kyc/DocumentRefused.ts"
export {
  type KycOrder,
  kycSession,
  type KycSessionId,
  type OpenedKycSession
} from "./concepts/kyc/KycSessionRecord.ts"
export { blobIdsOf, KycDocument, KycPage, pageBlobId } from "./concepts/kyc/KycDocument.ts"
export type { DocumentPicture, DocumentPicturesFailure } from "./concepts/kyc/DocumentPictures.ts"
export { pdfPagesMax, pdfPageSideMax } from "./concepts/kyc/Pdf.ts"
export { type KycAnswerLoss, kycAnswerLosses, type KycVerdict } from "./concepts/kyc/KycVerdict.ts"
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
} from "./concepts/kyc/KycSession.ts"
export { kycLink, kycSessionAsOf, openedKycSession } from "./concepts/kyc/KycSessionAsOf.ts"
export {
  type SignatureEvidence,
  type SignatureKind,
  signatureKinds,
  type SignatureQuality
} from "./concepts/signature/SignatureEvidence.ts"
export { type SignatureImageFault, SignatureImageRefused } from "./concepts/signature/SignatureImageRefused.ts"
export { signatureFileFault, signatureImageBytesMax } from "./concepts/signature/SignatureImageType.ts"
export { plainReason } from "./kernel/input/plainReason.ts"
export { mayHaveMagicBytesOf } from "./kernel/input/MagicBytes.ts"
export {
  signatureCategories,
  type SignatureCategory,
  signatureCategoryDescriptions
} from "./concepts/signature/SignatureCategory.ts"
export { type SignatureIssueCode, signatureIssues } from "./concepts/signature/SignatureIssue.ts"
export { type SignatureVerdict, signatureVerdictOf } from "./concepts/signature/SignatureVerdict.ts"
export {
  transitWallet,
  type TransitWallet,
  type TransitWalletId,
  type WalletStanding,
  walletStandingOf
} from "./concepts/transit/TransitWallet.ts"
export {
  type RecordedDeposit,
  type ShownDeposit,
  transitDeposit,
  type TransitDepositId,
  type TransitDepositOrder
} from "./concepts/transit/TransitDeposit.ts"
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
} from "./kernel/outbox/WebhookEvents.ts"
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
} from "./concepts/webhook/WebhookEndpoint.ts"
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
} from "./concepts/webhook/WebhookDelivery.ts"
export {
  earlierAttemptsOf,
  earlierAttemptsText,
  webhookDeliveryOf
} from "./concepts/webhook/WebhookDeliveryRow.ts"
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
} from "./kernel/outbox/WebhookMessage.ts"
export { WebhookRecipient } from "./concepts/webhook/WebhookRecipient.ts"
export { secretOfHex, signingKey } from "./concepts/webhook/WebhookSecret.ts"
export type { HmacKey } from "./kernel/digest/sha256.ts"
export { type SigningKeys, signatureHeaders } from "./concepts/webhook/WebhookSignature.ts"
export { webhookUrlKey } from "./concepts/webhook/WebhookUrl.ts"
export { ReceivingHosts } from "./concepts/webhook/ReceivingHosts.ts"
export { isLoopbackAddress, isPublicAddress } from "./concepts/webhook/PublicAddress.ts"
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
} from "./concepts/webhook/WebhookView.ts"
export {
  transitDepositView,
  TransitNetworkView,
  transitWalletView,
  TransitWalletView
} from "./concepts/transit/TransitView.ts"
export {
  askedOf,
  type AskedOfList,
  canBeListed,
  listedStatus,
  type List,
  type ListFilter,
  type ListOwner,
  type ListShape,
  scopeOf
} from "./kernel/list/List.ts"
export { type PayoutFilter, payoutList } from "./concepts/payout/payoutList.ts"
export { type InvoiceFilter, invoiceList } from "./concepts/invoice/invoiceList.ts"
export { type DeliveryFilter, deliveryList, type DeliveryListOwner } from "./concepts/webhook/deliveryList.ts"
export { walletList } from "./concepts/transit/walletList.ts"
export { eventData } from "./store/eventData.ts"
export { claimChecksum, claimChecksums, claimFault } from "./store/claimChecksums.ts"
export { fieldSeparator, type RowDigest, rowDigest, rowFaults, type RowTexts } from "./store/RowDigest.ts"
export { rowDigests } from "./store/rowDigests.ts"
export {
  everyStatus,
  type ListCountChange,
  ListCountSums,
  listCountTable,
  type ListGrain,
  listGrains
} from "./kernel/list/ListCount.ts"
export { allLists, type AnyList, indexesOf, listCountChanges, lists } from "./store/lists.ts"
export { type Lapsing, lapsingOf, listColumns, listIndex, type Narrowed, runsOf } from "./kernel/list/listRuns.ts"
export { type ListedItems, noSums } from "./kernel/list/ListedItems.ts"
export { rangePieces } from "./kernel/counter/bucketCut.ts"
export { BankSums, currencyIn, FigureSums } from "./concepts/analytics/FigureSums.ts"
export type { CutPiece } from "./kernel/counter/bucketCut.ts"
export {
  addFigures,
  bucketStart,
  type CounterChange,
  type Grain,
  grainMillis,
  type InvoiceFigures,
  negatedFigures,
  zeroFigures
} from "./kernel/counter/Counter.ts"
export { invoiceCounters } from "./concepts/invoice/invoiceCounters.ts"
export { addToCounterSums, type CounterSum, CounterSums } from "./kernel/counter/CounterSum.ts"
export {
  type Addition,
  counterAddition,
  counterSumOf,
  counterTables,
  figuresIn,
  type SumTable
} from "./kernel/counter/SumTable.ts"
export type { Versioned } from "./kernel/ports/Versioned.ts"
export type { Page, PageRequest } from "./kernel/ports/Page.ts"
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
} from "./kernel/ports/Store.ts"
export { type DataKey, DataKeys } from "./kernel/ports/DataKeys.ts"
export { KeyRefused, KeyService, KeyServiceUnavailable, type WrappedKey } from "./kernel/ports/KeyService.ts"
export { soundStore, type StoreCondition, StoreHealth } from "./kernel/ports/StoreHealth.ts"
export {
  allById,
  firstOf,
  type IndexedBy,
  type IndexRange,
  type ReadingOrder,
  indexedPages,
  StateReader,
  statesOf
} from "./kernel/ports/StateReader.ts"
export { LinkBase } from "./kernel/ports/LinkBase.ts"
export { type Hold, StoreHold } from "./kernel/ports/StoreHold.ts"
export { recentHold } from "./store/hold/recentHold.ts"
export { Holds, type HoldSurvey, isClear } from "./store/hold/Holds.ts"
export type { DifferentTransfer } from "./store/hold/TransferComparison.ts"
export { ClaimReader } from "./kernel/idempotency/ClaimReader.ts"
export { ListReader } from "./kernel/list/ListReader.ts"
export { BatchReader } from "./concepts/batch/BatchReader.ts"
export { TransitReader } from "./concepts/transit/TransitReader.ts"
export { type DueDelivery, WebhookReader } from "./concepts/webhook/WebhookReader.ts"
export {
  receiverUnreachable,
  type WebhookAnswer,
  WebhookHeldBack,
  type WebhookRequest,
  WebhookTransport,
  WebhookUnanswered
} from "./concepts/webhook/WebhookTransport.ts"
export { AnalyticsReader, type FiguresAnswer, type FiguresRequest } from "./concepts/analytics/AnalyticsReader.ts"
export { LedgerReader } from "./kernel/ports/LedgerReader.ts"
export {
  openPayoutSteps,
  type OpenPayoutStep,
  type Waiting,
  WaitingWork
} from "./store/WaitingWork.ts"
export { dueJobsOf, waitingDeliveriesOf, waitingPayoutsOf } from "./store/waitingRows.ts"
export { AuditReader, type AuditSnapshot, type Notes } from "./store/AuditReader.ts"
export { ScratchNotes } from "./store/ScratchNotes.ts"
export type { RowTable, StoredCell, StoredRow, StoredRows, StoreIdentity } from "./store/StoredRows.ts"
export { WorkQueue } from "./kernel/ports/WorkQueue.ts"
export {
  clockSkewMillisMax,
  Guard,
  type RateDecision,
  type RateLimit,
  type SignatureRecord,
  signatureExpiry,
  signatureSkewMillisMax
} from "./kernel/ports/Guard.ts"
export {
  type RefusedRequest,
  RefusedRequests,
  refusedRequestsKeptMillis,
  refusedRequestsMax,
  refusedRequestsOfPartnerMax
} from "./kernel/ports/RefusedRequests.ts"
export { takeFrom, type TokenBucket } from "./kernel/ports/TokenBucket.ts"
export { signatureBytes } from "./store/signatureBytes.ts"
export { ChangeCount } from "./kernel/work/ChangeCount.ts"
export { type SandboxCollection, type SandboxRecord, SandboxStore } from "./kernel/ports/SandboxStore.ts"
export {
  type AbandonAnswer,
  type MadeTransfer,
  PayoutProcessor,
  PayoutProcessorUnavailable,
  type TransferRequest,
  type TransferStatus
} from "./concepts/payout/PayoutProcessor.ts"
export {
  DepositAddresses,
  DepositAddressesUnavailable,
  type ShownTransfer
} from "./concepts/chain/DepositAddresses.ts"
export {
  type Bank,
  type BankPaymentRequest,
  type BankPaymentStatus,
  BankRail,
  BankRailUnavailable
} from "./concepts/bankPayment/BankRail.ts"
export { Mailer, MailerUnavailable, type MailMessage, MailRefused } from "./concepts/batch/Mailer.ts"
export {
  type BlobFolder,
  BlobMissing,
  BlobStore,
  BlobStoreUnavailable,
  type ResealedFolder
} from "./kernel/ports/BlobStore.ts"
export { type CleanPicture, pageType, Pictures, PicturesUnavailable } from "./concepts/kyc/Pictures.ts"
export {
  type CheckedDocument,
  KycChecker,
  KycCheckerUnavailable,
  type KycCheckRequest,
  type KycCheckStatus
} from "./concepts/kyc/KycChecker.ts"
export { KycReader, type ShownPicture } from "./concepts/kyc/KycReader.ts"
export { SignatureClassifier, SignatureClassifierUnavailable } from "./concepts/signature/SignatureClassifier.ts"
export { Vault, VaultRefused } from "./kernel/ports/Vault.ts"
export { Ids } from "./kernel/ports/Ids.ts"
export { StoreMode } from "./kernel/ports/StoreMode.ts"
export type { StorePorts } from "./store/StorePorts.ts"
export { makeSteadyTime } from "./kernel/time/steadyTime.ts"
export { WallClock } from "./kernel/time/WallClock.ts"
export { faultsMax, reportedFaults } from "./kernel/input/Faults.ts"
export { asciiDomain, emailFault, mailAddress } from "./kernel/input/EmailAddress.ts"
export { type JsonFault, jsonFault } from "./kernel/input/jsonFault.ts"
export {
  breaksRule,
  decoderOf,
  type InputIssue,
  InvalidInput,
  strictDecoderOf,
  type TextFault
} from "./kernel/input/Input.ts"
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
} from "./kernel/input/Refusals.ts"
export { type Locale, localeExpected, localeNamed } from "./kernel/input/Locale.ts"
export { webOriginOf } from "./kernel/input/WebOrigin.ts"
export * as Setting from "./kernel/setting/Setting.ts"
export * as SettingKind from "./kernel/setting/settingKinds.ts"
export { isHttpUrl, publicUrlFault, withoutEndSlash } from "./kernel/setting/publicUrl.ts"
export { networksSettingWith } from "./concepts/network/networkSettings.ts"
export { settingFields } from "./concepts/settings/settingFields.ts"
export {
  defaultSettings,
  findNetwork,
  type GivenSettings,
  networkLabel,
  Settings,
  settingsOf,
  type SettingsShape
} from "./concepts/settings/Settings.ts"
export { amountView, instantView } from "./kernel/money/View.ts"
export { addressBlock } from "./concepts/partner/AddressBlock.ts"
export { isCidr, isInBlocks } from "./concepts/partner/Cidr.ts"
export { feePayerFor, invoiceFeeFor, networkInvoiceFeesFor, payoutFeeFor } from "./concepts/partner/Terms.ts"
export { feeView, feeViews, partnerTermsOf } from "./concepts/partner/partnerTerms.ts"
export { Networks } from "./concepts/network/Networks.ts"
export { Partners } from "./concepts/partner/Partners.ts"
export { ApiKeyRequest, ApiKeys, type NewApiKey, newKeyOf, type UsableApiKey } from "./concepts/partner/ApiKeys.ts"
export { AdjustmentBelowZero, adjustmentOf, BalanceAdjustment, Balances } from "./concepts/balance/Balances.ts"
export {
  PayoutCreatedView,
  PayoutDetailView,
  payoutDetailView,
  payoutView,
  PayoutView
} from "./concepts/payout/PayoutView.ts"
export { type CallAnswer, callsKeptMax, type PayoutCall } from "./concepts/payout/PayoutCalls.ts"
export { PayoutRequest } from "./concepts/payout/PayoutRequest.ts"
export { type PayoutRefusal, Payouts } from "./concepts/payout/Payouts.ts"
export {
  cryptoInvoiceView,
  CryptoInvoiceView,
  type ShownTransfers
} from "./concepts/cryptoInvoice/CryptoInvoiceView.ts"
export { cryptoInvoiceRequest, type CryptoInvoiceRequest } from "./concepts/cryptoInvoice/CryptoInvoiceRequest.ts"
export { type CryptoInvoiceRefusal, CryptoInvoices } from "./concepts/cryptoInvoice/CryptoInvoices.ts"
export { InvoiceCreatedView, InvoiceView, invoiceView, paymentUrlOf } from "./concepts/invoice/InvoiceView.ts"
export { type InvoiceRefusal, Invoices } from "./concepts/invoice/Invoices.ts"
export { makeInvoiceRedactions } from "./concepts/invoice/InvoiceRedactions.ts"
export { BankPayments } from "./concepts/bankPayment/BankPayments.ts"
export { BankReceipts } from "./concepts/bankPayment/BankReceipts.ts"
export { BankCallbacks } from "./concepts/bankPayment/BankCallbacks.ts"
export { Batches } from "./concepts/batch/Batches.ts"
export type { BatchImport } from "./concepts/batch/BatchImport.ts"
export { type InvoiceRequest, invoiceRequest } from "./concepts/invoice/InvoiceRequest.ts"
export {
  BatchCreatedView,
  batchCreatedView,
  type BatchRowError,
  batchView,
  BatchView,
  type ImportedBatch
} from "./concepts/batch/BatchView.ts"
export { BatchFileMalformed, BatchRulesBroken } from "./concepts/batch/BatchFileRefused.ts"
export type { BatchColumn } from "./concepts/batch/BatchHeader.ts"
export type { BatchFileOptions, BatchRow } from "./concepts/batch/BatchRow.ts"
export { batchFileBytesMax, readBatchFile } from "./concepts/batch/BatchFile.ts"
export type { EmptyRows } from "./concepts/batch/emptyRows.ts"
export { type CsvCell, csvLines } from "./kernel/input/Csv.ts"
export { invoiceCsvHeader, invoiceCsvRow } from "./concepts/invoice/InvoiceCsv.ts"
export { analyticsCsv } from "./concepts/analytics/AnalyticsCsv.ts"
export { offsetMillisAt, zonedInstant } from "./concepts/analytics/TimeZone.ts"
export { type Grouping, groupings } from "./concepts/analytics/Periods.ts"
export { analyticsFaults, analyticsQuery, type AnalyticsRequest } from "./concepts/analytics/AnalyticsRequest.ts"
export { type CalendarDate, parseDateOrInstant } from "./concepts/analytics/CalendarDate.ts"
export { AnalyticsView, type PeriodView } from "./concepts/analytics/AnalyticsView.ts"
export { Analytics } from "./concepts/analytics/Analytics.ts"
export { fingerprintOf } from "./kernel/idempotency/Fingerprint.ts"
export type { IdempotentRequest } from "./kernel/idempotency/Idempotency.ts"
export { idempotencyKeyLengthMax } from "./kernel/idempotency/Idempotency.ts"
export { isReference, referenceOf } from "./kernel/idempotency/Reference.ts"
export { emptyMemoryState, type MemoryState } from "./reference/memory/MemoryState.ts"
export { memoryGuard } from "./reference/memory/MemoryGuard.ts"
export { MemoryStore } from "./reference/memory/MemoryStore.ts"
export { type AlertKind, raiseAlert } from "./kernel/work/Alert.ts"
export { leaseMillis, Worker } from "./kernel/work/Worker.ts"
export { Deposits } from "./concepts/deposit/Deposits.ts"
export { Auditor, type AuditReport } from "./store/audit/Auditor.ts"
export {
  kycSessionCreatedView,
  KycSessionCreatedView,
  KycSessionView,
  kycSessionView
} from "./concepts/kyc/KycSessionView.ts"
export { type KycReviewDocumentView, kycReviewView, type KycReviewView } from "./concepts/kyc/KycReviewView.ts"
export {
  decodeKycDecision,
  KycDecision,
  type KycOutcome,
  kycOutcomes,
  type KycSessionRequest,
  kycSessionRequest
} from "./concepts/kyc/KycRequest.ts"
export { KycSessions } from "./concepts/kyc/KycSessions.ts"
export { KycUploads } from "./concepts/kyc/KycUploads.ts"
export { checkIdOf, KycChecks } from "./concepts/kyc/KycChecks.ts"
export { KycReviews } from "./concepts/kyc/KycReviews.ts"
export * as ManualReview from "./concepts/kyc/ManualReview.ts"
export * as PreCheck from "./concepts/kyc/PreCheck.ts"
export * as MemoryBlobStore from "./reference/memory/MemoryBlobStore.ts"
export { Signatures } from "./concepts/signature/Signatures.ts"
export * as MemorySignatureClassifier from "./reference/memory/MemorySignatureClassifier.ts"
export { NewTransitWallet } from "./concepts/transit/TransitWalletRequest.ts"
export { TransitWallets } from "./concepts/transit/TransitWallets.ts"
export { TransitDeposits } from "./concepts/transit/TransitDeposits.ts"
export { TransitWebhooks } from "./concepts/transit/TransitWebhooks.ts"
export {
  NewWebhook,
  TransitWebhookSetting,
  TransitWebhookTest,
  WebhookChanges,
  WebhookTest
} from "./concepts/webhook/WebhookRequest.ts"
export { type RotatedSecret, WebhookEndpoints } from "./concepts/webhook/WebhookEndpoints.ts"
export { Webhooks } from "./concepts/webhook/Webhooks.ts"
export { WebhookDeliveries } from "./concepts/webhook/WebhookDeliveries.ts"
export { webhookTopics } from "./store/topics.ts"
export { type Topic, WebhookTopics } from "./concepts/webhook/Topic.ts"
export { TestOutcome, WebhookTests } from "./concepts/webhook/WebhookTests.ts"
export { Sandbox } from "./reference/sandbox/Sandbox.ts"
export {
  SandboxAdvance,
  SandboxBlocks,
  SandboxCredit,
  SandboxDecision,
  SandboxDepositRequest,
  SandboxDrop,
  SandboxPayment
} from "./reference/sandbox/SandboxRequest.ts"
export { SandboxChain } from "./reference/sandbox/SandboxChain.ts"
export { SandboxBank, sandboxBanks } from "./reference/sandbox/SandboxBank.ts"
export type { BankDecision, BankVisit } from "./reference/sandbox/makeBankMoney.ts"
export { SandboxMail, SandboxMailbox } from "./reference/sandbox/SandboxMailer.ts"
export { SandboxKyc } from "./reference/sandbox/SandboxKyc.ts"
export { SandboxClock } from "./reference/sandbox/SandboxClock.ts"
export * as SandboxProcessor from "./reference/sandbox/SandboxProcessor.ts"
export * as AesGcmVault from "./kernel/vault/AesGcmVault.ts"
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
} from "./kernel/vault/BlobFolderKey.ts"
export { openBlob, type SealedBlob, sealBlob, sealedMarkBytes } from "./kernel/vault/SealedBlob.ts"
export type { BlobIdentity } from "./kernel/vault/BlobCipher.ts"
export * as EnvelopeVault from "./kernel/vault/EnvelopeVault.ts"
export * as LocalKeyService from "./kernel/vault/LocalKeyService.ts"
export { MasterKeyMissing } from "./kernel/vault/EnvelopeVault.ts"
export { MasterKeyInvalid } from "./kernel/vault/LocalKeyService.ts"
export { Resealing, type ResealPurpose, type ResealReport } from "./store/Resealing.ts"
export * as Quittance from "./host/Quittance.ts"
export { BalanceRecord, balanceRecord } from "./concepts/balance/BalanceRecord.ts"
export { balanceView, BalanceView } from "./concepts/balance/BalanceView.ts"
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
export type { BatchFileInput } from "./host/operations/fiatOperations.ts"
export type { KycLinkView } from "./host/operations/kycOperations.ts"
export type { LeaseLostOf, NewEvent } from "./kernel/transact/Draft.ts"
export { writeOver } from "./kernel/transact/writeOver.ts"
export type { ChainServices } from "./host/withChains.ts"
export { createQuittance, type CreateQuittanceOptions, type QuittanceHost } from "./host/createQuittance.ts"
export { Operations } from "./host/operations/Operations.ts"
export type { Promised } from "./host/promised.ts"
export { withChains } from "./host/withChains.ts"
