/**
 * What those who write stores, providers and other faces of the core import besides the main entrance: definitions,
 * ports and records.
 */
import "./requireNode.ts"

export type { NetworkAnalyticsRequest } from "./concepts/analytics/Analytics.ts"
export {
  AnalyticsReader,
  type BucketSpan,
  type FiguresAnswer,
  type FiguresRequest,
  type NetworkSum
} from "./concepts/analytics/AnalyticsReader.ts"
export { analyticsFaults, analyticsQuery } from "./concepts/analytics/AnalyticsRequest.ts"
export type { PeriodView } from "./concepts/analytics/AnalyticsView.ts"
export { analyticsCsv, percentView } from "./concepts/analytics/AnalyticsView.ts"
export { BankSums, currencyIn, FigureSums } from "./concepts/analytics/FigureSums.ts"
export type {
  NetworkAnalyticsView,
  NetworkCountsView,
  NetworkFiguresView
} from "./concepts/analytics/NetworkAnalyticsView.ts"
export { type Grouping, groupings } from "./concepts/analytics/Periods.ts"
export type { RangeBound } from "./concepts/analytics/RangeBound.ts"
export {
  type BalanceEntry,
  type BalanceEntryKind,
  balanceEntryKinds
} from "./concepts/balance/BalanceEntry.ts"
export { BalanceEntryView } from "./concepts/balance/BalanceEntryView.ts"
export { BalanceRecord, balanceRecord } from "./concepts/balance/BalanceRecord.ts"
export type { BalanceStatement } from "./concepts/balance/BalanceStatement.ts"
export {
  StatementMoved,
  type StatementRequest,
  type StatementRow,
  statementRows
} from "./concepts/balance/BalanceStatement.ts"
export type { StatementRowView } from "./concepts/balance/BalanceStatementView.ts"
export { AdjustmentBelowZero, adjustmentOf } from "./concepts/balance/Balances.ts"
export { balanceView } from "./concepts/balance/BalanceView.ts"
export type { AdjustmentView, BalanceAdjusted } from "./concepts/balance/balanceAnnouncements.ts"
export { type BalanceEntryFilter, balanceEntryList } from "./concepts/balance/balanceEntryList.ts"
export { adjustmentPrefix } from "./concepts/balance/balanceNames.ts"
export { CurrencyBalanceView } from "./concepts/balance/CurrencyBalanceView.ts"
export type { BankAccount } from "./concepts/bankAccount/BankAccount.ts"
export { bankAccountNamed } from "./concepts/bankAccount/bankAccountNamed.ts"
export { bankAccountOwner } from "./concepts/bankAccount/bankAccountOwner.ts"
export { settlesUntil } from "./concepts/bankAccount/settlesUntil.ts"
export { type TransferBooking, type TransferTime, transferTime } from "./concepts/bankAccount/transferTime.ts"
export {
  BankPayment,
  type BankPaymentCommand,
  BankPaymentCommandRefused,
  type BankPaymentId,
  type BankPaymentOrder,
  bankPayment,
  isOpenPayment,
  type RecordedBankPayment
} from "./concepts/bankPayment/BankPayment.ts"
export { type BankPaymentView, bankPaymentView } from "./concepts/bankPayment/BankPaymentView.ts"
export { type BankPaymentStatus, BankRail, BankRailUnavailable } from "./concepts/bankPayment/BankRail.ts"
export type { BookedReceipt, ReceiptFault } from "./concepts/bankPayment/BankReceipt.ts"
export {
  BankTransfers,
  type InvoiceTransfer,
  type SimulatedStatement,
  type SimulatedTransfer,
  type StatementFormat,
  statementFormats
} from "./concepts/bankPayment/BankTransfers.ts"
export type {
  ReversedPaymentView,
  UnresolvedPaymentView
} from "./concepts/bankPayment/bankPaymentAnnouncements.ts"
export {
  bankPaymentClaims,
  bankPaymentJobs,
  bankPaymentPrefix
} from "./concepts/bankPayment/bankPaymentNames.ts"
export type { TransferInstructions } from "./concepts/bankPayment/TransferInstructions.ts"
export {
  type Batch,
  type BatchId,
  type BatchTally,
  batch,
  batchStatus,
  batchTallyOf,
  emptyBatchTally
} from "./concepts/batch/Batch.ts"
export { batchFileBytesMax, readBatchFile } from "./concepts/batch/BatchFile.ts"
export type { BatchImport } from "./concepts/batch/BatchImport.ts"
export type { BatchInvoiceFilter } from "./concepts/batch/BatchInvoices.ts"
export { BatchReader } from "./concepts/batch/BatchReader.ts"
export type { BatchFileOptions, BatchRow } from "./concepts/batch/BatchRow.ts"
export { type BatchRowError, batchCreatedView, type ImportedBatch } from "./concepts/batch/BatchView.ts"
export type { BatchFilter, BatchStanding } from "./concepts/batch/batchList.ts"
export { batchClaims, batchJobs, batchPrefix } from "./concepts/batch/batchNames.ts"
export type { EmptyRows } from "./concepts/batch/emptyRows.ts"
export type { InvoiceMailView } from "./concepts/batch/InvoiceMailView.ts"
export {
  type Brand,
  type Branding,
  type BrandingLook,
  branding,
  type ShownLogo,
  supportHref
} from "./concepts/branding/Branding.ts"
export { type BrandingRequest, brandingRequestOf } from "./concepts/branding/BrandingRequest.ts"
export { Brandings, type LogoFile } from "./concepts/branding/Brandings.ts"
export type { BrandingView, LogoView } from "./concepts/branding/BrandingView.ts"
export {
  type AccentColours,
  type BrandColours,
  brandColours,
  contrastOf
} from "./concepts/branding/brandColours.ts"
export { brandingIdOf, logoIdOf } from "./concepts/branding/brandingNames.ts"
export { type Logo, logo, logoFileName } from "./concepts/branding/Logo.ts"
export { derivationPathOf } from "./concepts/chain/AddressSalt.ts"
export * as ChainAddresses from "./concepts/chain/ChainAddresses.ts"
export {
  type ChainBlock,
  type ChainCursor,
  type ChainSetup,
  type ChainWait,
  chainCursor,
  chainSetup,
  chainSetupId,
  chainWaitCodes,
  pausedText,
  payoutWaitText,
  rememberedBlocksMax,
  waitsOf
} from "./concepts/chain/ChainCursor.ts"
export { ChainJournal } from "./concepts/chain/ChainJournal.ts"
export {
  type ChainComparison,
  type ChainHealth,
  ChainNetworks,
  type ChainReading,
  type ChainSending,
  ChainUnavailable,
  type RequestableToken,
  type WaitingChain
} from "./concepts/chain/ChainNetworks.ts"
export {
  type ChainStatus,
  type ChainStatusView,
  chainStatusView,
  type NodeStatus,
  type WalletStatus
} from "./concepts/chain/ChainStatus.ts"
export {
  type ChainTransactionCommand,
  type ChainTransactionCommandRefused,
  type ChainTransactionOrder,
  chainTransaction,
  type DoubtfulTransaction,
  type OpenTransaction,
  type RecordedTransaction,
  type SettledTransaction,
  type SlotOutcome
} from "./concepts/chain/ChainTransaction.ts"
export {
  type ChainTransfer,
  chainTransfer,
  chainTransferPlace,
  isAgreed,
  otherExecution
} from "./concepts/chain/ChainTransfer.ts"
export {
  acknowledgedIn,
  type ChainAcknowledgement,
  type ChainHolding,
  type ChainUpkeep,
  type ComparedPoint,
  chainUpkeep,
  nothingCompared
} from "./concepts/chain/ChainUpkeep.ts"
export { ChainUpkeeps, type KnownSweeps, type SweepPlan } from "./concepts/chain/ChainUpkeeps.ts"
export {
  type ChainWallet,
  chainWallet,
  type SpentHour,
  walletKeyContext
} from "./concepts/chain/ChainWallet.ts"
export { ChainWallets, type NextPayouts, type SlotPlan } from "./concepts/chain/ChainWallets.ts"
export { addressClaimKey, chainClaims, chainJobs, transferClaimKey } from "./concepts/chain/chainNames.ts"
export { DepositAddresses, DepositAddressesUnavailable } from "./concepts/chain/DepositAddresses.ts"
export type { OwnAccounts } from "./concepts/chain/ownAccounts.ts"
export { isReadBack, lookOf, type ReadSlot, readBackId } from "./concepts/chain/readBack.ts"
export type { SignedForm } from "./concepts/chain/SignedForm.ts"
export { ObservedTransfer, sameTransfer, type TransferNamed } from "./concepts/chain/Transfer.ts"
export type { FoundTransfer, TransferPlace } from "./concepts/chain/transferJournal.ts"
export {
  CryptoInvoice,
  type CryptoInvoiceCommand,
  CryptoInvoiceCommandRefused,
  type CryptoInvoiceEvent,
  type CryptoInvoiceState
} from "./concepts/cryptoInvoice/CryptoInvoice.ts"
export { asOf as cryptoInvoiceAsOf, issued } from "./concepts/cryptoInvoice/CryptoInvoiceAsOf.ts"
export {
  confirmationsOf,
  isSettled,
  paidMinor,
  remainingMinor,
  seenMinor
} from "./concepts/cryptoInvoice/CryptoInvoiceFigures.ts"
export {
  type CryptoInvoiceId,
  type CryptoInvoiceOrder,
  cryptoInvoice,
  type IssuedCryptoInvoice
} from "./concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
export { cryptoInvoiceRequest } from "./concepts/cryptoInvoice/CryptoInvoiceRequest.ts"
export type {
  CryptoInvoiceException,
  CryptoInvoiceStatus
} from "./concepts/cryptoInvoice/CryptoInvoiceStanding.ts"
export { cryptoInvoiceExceptions, exceptionOf } from "./concepts/cryptoInvoice/CryptoInvoiceStanding.ts"
export type { CryptoInvoiceRefusal } from "./concepts/cryptoInvoice/CryptoInvoices.ts"
export type {
  CryptoInvoiceTally,
  Rests,
  TransfersInTransit
} from "./concepts/cryptoInvoice/CryptoInvoiceTally.ts"
export { cryptoInvoiceView, type ShownTransfers } from "./concepts/cryptoInvoice/CryptoInvoiceView.ts"
export {
  type CryptoTransfer,
  type CryptoTransferOrder,
  cryptoTransfer,
  cryptoTransferOrder
} from "./concepts/cryptoInvoice/CryptoTransfer.ts"
export type { CryptoTransferView } from "./concepts/cryptoInvoice/CryptoTransferView.ts"
export { type CryptoInvoiceFilter, cryptoInvoiceList } from "./concepts/cryptoInvoice/cryptoInvoiceList.ts"
export { cryptoInvoiceClaims, cryptoInvoiceJobs } from "./concepts/cryptoInvoice/cryptoInvoiceNames.ts"
export { makeTransfersOf } from "./concepts/cryptoInvoice/transfersOf.ts"
export {
  graceMillis,
  Invoice,
  type InvoiceEvent,
  type InvoiceId,
  type InvoiceOrder,
  type InvoiceState,
  type InvoiceStatus,
  type IssuedInvoice,
  invoice,
  invoiceStatuses
} from "./concepts/invoice/Invoice.ts"
export { firstIssued, invoiceAsOf, issuedInvoice } from "./concepts/invoice/InvoiceAsOf.ts"
export { invoiceCsvHeader, invoiceCsvRow } from "./concepts/invoice/InvoiceCsv.ts"
export { makeInvoiceRedactions } from "./concepts/invoice/InvoiceRedactions.ts"
export { invoiceRequest } from "./concepts/invoice/InvoiceRequest.ts"
export type { InvoiceRefusal } from "./concepts/invoice/Invoices.ts"
export { invoiceView, paymentUrlOf } from "./concepts/invoice/InvoiceView.ts"
export { invoiceCounters } from "./concepts/invoice/invoiceCounters.ts"
export { invoiceList } from "./concepts/invoice/invoiceList.ts"
export { invoiceClaims, invoiceJobs, invoicePrefix } from "./concepts/invoice/invoiceNames.ts"
export { countries } from "./concepts/kyc/Country.ts"
export {
  DocumentChoice,
  type DocumentKind,
  decodeDocumentChoice,
  documentKinds
} from "./concepts/kyc/DocumentChoice.ts"
export type { DocumentPicture, DocumentPicturesFailure } from "./concepts/kyc/DocumentPictures.ts"
export { type DocumentFault, documentFaults, isOpenedFault } from "./concepts/kyc/DocumentRefused.ts"
export {
  type DocumentType,
  documentBytesMax,
  documentTypeOf,
  documentTypes,
  isPicture,
  type PictureType,
  typesOfStep
} from "./concepts/kyc/DocumentType.ts"
export {
  type CheckedDocument,
  KycChecker,
  KycCheckerUnavailable,
  type KycCheckRequest,
  type KycCheckStatus
} from "./concepts/kyc/KycChecker.ts"
export { checkIdOf } from "./concepts/kyc/KycChecks.ts"
export { blobIdsOf, choiceOf, KycDocument } from "./concepts/kyc/KycDocument.ts"
export { KycReader, type ShownPicture } from "./concepts/kyc/KycReader.ts"
export {
  isKycReason,
  type KycReason,
  type PictureFault,
  pictureFaults,
  pictureReason,
  reviewReasons,
  stepOfReason
} from "./concepts/kyc/KycReason.ts"
export { KycCommandRefused } from "./concepts/kyc/KycRefusals.ts"
export {
  decodeKycDecision,
  type KycOutcome,
  kycOutcomes,
  kycSessionRequest
} from "./concepts/kyc/KycRequest.ts"
export type { WatermarkedPicture } from "./concepts/kyc/KycReviews.ts"
export { type KycReviewDocumentView, kycReviewView } from "./concepts/kyc/KycReviewView.ts"
export {
  KycSession,
  type KycSessionCommand,
  type KycSessionEvent,
  type KycSessionState
} from "./concepts/kyc/KycSession.ts"
export { kycLink, kycSessionAsOf, openedKycSession } from "./concepts/kyc/KycSessionAsOf.ts"
export {
  type KycOrder,
  type KycSessionId,
  kycSession,
  type OpenedKycSession
} from "./concepts/kyc/KycSessionRecord.ts"
export { type KycFailedView, verificationUrlOf } from "./concepts/kyc/KycSessionView.ts"
export {
  awaitsPerson,
  type EndedKycSession,
  freePicturesLeft,
  isEnded,
  isInCheck,
  type KycStatus,
  kycStatus,
  kycStatuses,
  mayTakeBack,
  nextStep,
  stepsOfSession
} from "./concepts/kyc/KycStanding.ts"
export { type KycLevel, type KycStep, kycSteps, stepsOf } from "./concepts/kyc/KycStep.ts"
export { freePicturesMax } from "./concepts/kyc/KycUploads.ts"
export { type KycAnswerLoss, type KycVerdict, kycAnswerLosses } from "./concepts/kyc/KycVerdict.ts"
export { kycClaims, kycDocumentPrefix, kycJobs, kycSessionPrefix } from "./concepts/kyc/kycNames.ts"
export type { KycSessionFilter } from "./concepts/kyc/kycSessionList.ts"
export { pdfPageSideMax, pdfPagesMax } from "./concepts/kyc/Pdf.ts"
export {
  fingerprintDistance,
  isSamePicture,
  Picture,
  picturePixelsMax,
  pictureSideMax,
  sameBitsMax,
  searchBands
} from "./concepts/kyc/Picture.ts"
export {
  type CleanPicture,
  type LogoPicture,
  type LogoType,
  logoBytesMax,
  logoSideMin,
  logoSize,
  logoTypes,
  Pictures,
  PicturesUnavailable,
  pageType,
  watermarkedSideMax
} from "./concepts/kyc/Pictures.ts"
export { bandsOf, bandsOfDocument, picturesLike } from "./concepts/kyc/pictureBand.ts"
export { Mailer, MailerUnavailable, type MailKind, MailRefused, mailKinds } from "./concepts/mail/Mailer.ts"
export type { MailContent } from "./concepts/mail/mailContent.ts"
export { mailJobs } from "./concepts/mail/mailNames.ts"
export { paymentLinkMail } from "./concepts/mail/PaymentLinkMail.ts"
export { type MailedReceipt, receiptMail } from "./concepts/mail/ReceiptMail.ts"
export {
  type AddressFormat,
  accountOf,
  addressOfBytes,
  bytesOfAddress,
  canonicalAddress,
  isAddress
} from "./concepts/network/Address.ts"
export type { NetworkUse } from "./concepts/network/Networks.ts"
export { networksSettingWith } from "./concepts/network/networkSettings.ts"
export {
  type ApiKey,
  apiKey,
  BindMode,
  GrantedScope,
  holdsScope,
  type KeyStatus,
  keyStatus,
  type Scope,
  scopeFamilies,
  scopes
} from "./concepts/partner/ApiKey.ts"
export { type NewApiKey, newKeyOf, type UsableApiKey } from "./concepts/partner/ApiKeys.ts"
export { addressBlock, isCidr, isInBlocks } from "./concepts/partner/Cidr.ts"
export { type ApiKeyView, apiKeyView, keyList } from "./concepts/partner/keyList.ts"
export {
  holdsOperatorScope,
  type NewOperatorKey,
  newOperatorKeyOf,
  type OperatorKeyRequest,
  OperatorKeys
} from "./concepts/partner/OperatorKeys.ts"
export {
  GrantedOperatorScope,
  type OperatorScope,
  operatorScopes
} from "./concepts/partner/OperatorScope.ts"
export { isPartnerId, type Partner, partner } from "./concepts/partner/Partner.ts"
export {
  feePayerFor,
  invoiceFeeFor,
  networkInvoiceFeesFor,
  payoutFeeFor,
  timeZoneFor
} from "./concepts/partner/Partners.ts"
export { type PartnerView, partnerView } from "./concepts/partner/PartnerView.ts"
export { apiKeyPrefix, partnerClaims, partnerPrefix } from "./concepts/partner/partnerNames.ts"
export { feeView, feeViews, partnerTermsOf } from "./concepts/partner/partnerTerms.ts"
export { FeeTermsView, TermsView, termsView } from "./concepts/partner/TermsView.ts"
export { type TermsRow, termsRows } from "./concepts/partner/termsRows.ts"
export type { ApprovalStandingView } from "./concepts/payout/approvalStanding.ts"
export * as ChainProcessor from "./concepts/payout/ChainProcessor.ts"
export { type PayoutCommand, PayoutCommandRefused, type PayoutEvent } from "./concepts/payout/Payout.ts"
export {
  ApprovalRefused,
  type DeclineKind,
  type GivenApproval,
  isExpired,
  type PayoutApproval
} from "./concepts/payout/PayoutApproval.ts"
export { type ApprovalFailure, PayoutApprovals } from "./concepts/payout/PayoutApprovals.ts"
export { type CallAnswer, callsKeptMax, type PayoutCall } from "./concepts/payout/PayoutCalls.ts"
export { payoutEntries } from "./concepts/payout/PayoutPostings.ts"
export { PayoutProcessor, PayoutProcessorUnavailable } from "./concepts/payout/PayoutProcessor.ts"
export {
  approvalsOf,
  type PayoutId,
  type PayoutOrder,
  type PayoutStatus,
  payout,
  payoutStatus,
  payoutStatuses,
  payoutTexts,
  type RecordedPayout,
  totalMinor
} from "./concepts/payout/PayoutRecord.ts"
export { payoutRequestOn } from "./concepts/payout/PayoutRequest.ts"
export type { PayoutRefusal } from "./concepts/payout/Payouts.ts"
export { payoutDetailView, payoutView } from "./concepts/payout/PayoutView.ts"
export { payoutList } from "./concepts/payout/payoutList.ts"
export { payoutClaims, payoutJobs } from "./concepts/payout/payoutNames.ts"
export type { PayoutPreviewView } from "./concepts/payout/payoutPreview.ts"
export type { PayoutProcessingView, SignedTransactionView } from "./concepts/payout/payoutProcessing.ts"
export type { Accepting } from "./concepts/person/accepting.ts"
export {
  type Invitation,
  type InvitationPurpose,
  InvitationRefused,
  type InvitationStatus,
  invitation,
  invitationStatus
} from "./concepts/person/Invitation.ts"
export {
  type InvitationRequest,
  Invitations,
  invitationRequestOf,
  type MadeInvitation
} from "./concepts/person/Invitations.ts"
export type { LeavingRefused } from "./concepts/person/leaving.ts"
export { emailDigest, PersonName } from "./concepts/person/PersonName.ts"
export {
  type InvitationView,
  invitationView,
  type MemberView,
  type UserView
} from "./concepts/person/PersonView.ts"
export {
  invitationPrefix,
  operatorsId,
  personClaims,
  personJobs,
  userPrefix
} from "./concepts/person/personNames.ts"
export { type User, user } from "./concepts/person/User.ts"
export { type Membership, Users } from "./concepts/person/Users.ts"
export type { WithUser } from "./concepts/person/userParts.ts"
export { approves, type Role, roles } from "./concepts/roster/Role.ts"
export {
  type ApprovalRule,
  type BookEntry,
  emptyRoster,
  type Member,
  type PendingChange,
  type Roster,
  roster
} from "./concepts/roster/Roster.ts"
export {
  type AddressBookRule,
  addressBookRules,
  type RosterChange,
  type Tier,
  userForm
} from "./concepts/roster/RosterChange.ts"
export { type RosterCommand, RosterDecider } from "./concepts/roster/RosterDecider.ts"
export type { DroppingCause, RosterEvent } from "./concepts/roster/RosterEvent.ts"
export { RosterRefused } from "./concepts/roster/RosterRefused.ts"
export {
  type AddressBookRequest,
  addressBookOf,
  type BookAddressRequest,
  type MemberRequest,
  memberOf,
  type NewBookAddressRequest,
  type OneTierRequest,
  oneTierOf,
  type RoleRequest,
  roleChangeOf,
  ruledCurrencies,
  type TiersRequest
} from "./concepts/roster/RosterRequest.ts"
export { type RosterOutcome, Rosters } from "./concepts/roster/Rosters.ts"
export {
  type ChangedRosterView,
  type PendingChangeView,
  pendingChangeView,
  type RosterChangeView,
  type RosterView,
  rosterView,
  type TierView
} from "./concepts/roster/RosterView.ts"
export {
  type ApprovalReason,
  approvalReasons,
  type Requirement,
  type Ruled,
  requirementOf
} from "./concepts/roster/requirementOf.ts"
export { rosterAt } from "./concepts/roster/rosterAt.ts"
export { rosterIdOf } from "./concepts/roster/rosterNames.ts"
export {
  actorOf,
  eligibleCount,
  mayApprove,
  roleOf,
  userOf
} from "./concepts/roster/rosterPeople.ts"
export { type SearchResultView, searchResultView } from "./concepts/search/SearchView.ts"
export { type SoughtValue, soughtLengthMax, soughtValue } from "./concepts/search/SoughtValue.ts"
export { findNetwork } from "./concepts/settings/Settings.ts"
export { settingFields } from "./concepts/settings/settingFields.ts"
export {
  type SignatureCategory,
  signatureCategories,
  signatureCategoryDescriptions
} from "./concepts/signature/SignatureCategory.ts"
export {
  SignatureClassifier,
  SignatureClassifierUnavailable
} from "./concepts/signature/SignatureClassifier.ts"
export {
  type SignatureEvidence,
  type SignatureKind,
  type SignatureQuality,
  signatureKinds
} from "./concepts/signature/SignatureEvidence.ts"
export type { SignatureImageFault } from "./concepts/signature/SignatureImageRefused.ts"
export { signatureFileFault, signatureImageBytesMax } from "./concepts/signature/SignatureImageType.ts"
export { type SignatureIssueCode, signatureIssues } from "./concepts/signature/SignatureIssue.ts"
export { signatureVerdictOf } from "./concepts/signature/SignatureVerdict.ts"
export {
  ConsolePlace,
  type ConsolePlaceShape,
  ConsoleUrlRefused,
  consolePlaceOf
} from "./concepts/signin/ConsolePlace.ts"
export {
  type CredentialEvent,
  CredentialRefused,
  type Credentials,
  credentials,
  type Passkey,
  type PasswordHash
} from "./concepts/signin/Credential.ts"
export type { CreationOptions, RequestOptions } from "./concepts/signin/ceremonyOptions.ts"
export { type CredentialsView, Enrolments } from "./concepts/signin/Enrolments.ts"
export type { Enrolling } from "./concepts/signin/enrolling.ts"
export { LinkEnrolments } from "./concepts/signin/LinkEnrolments.ts"
export { codeAt } from "./concepts/signin/oneTimeCode.ts"
export { type Ceremony, PasskeyRefused, PasskeyVerifier } from "./concepts/signin/PasskeyVerifier.ts"
export { HasherBusy, PasswordHasher } from "./concepts/signin/PasswordHasher.ts"
export {
  type Session,
  type SessionEnd,
  type SessionEvent,
  session,
  sessionUntil,
  stayMillisMax,
  type WantedAct
} from "./concepts/signin/Session.ts"
export { Sessions, type Visitor as SignedInVisitor } from "./concepts/signin/Sessions.ts"
export { SignInLinks, SignInLinksOff, signInLinkMillis } from "./concepts/signin/SignInLinks.ts"
export { SignInLimited, SignInRefused } from "./concepts/signin/SignInRefused.ts"
export { SignIns } from "./concepts/signin/SignIns.ts"
export { type SignInUser, SignInUsers } from "./concepts/signin/SignInUsers.ts"
export { StepUpNeeded } from "./concepts/signin/StepUpNeeded.ts"
export { type StepUpAnswer, StepUps } from "./concepts/signin/StepUps.ts"
export type { SignedIn, SignInClient } from "./concepts/signin/signInParts.ts"
export { credentialsIdOf, passkeyPrefix, sessionPrefix } from "./concepts/signin/signinNames.ts"
export type { EntryKey, EntryKeyKind } from "./concepts/statementEntry/EntryKey.ts"
export type { ListedEntries } from "./concepts/statementEntry/entryPages.ts"
export { makeEntryReads } from "./concepts/statementEntry/entryReads.ts"
export { entryFaultOf } from "./concepts/statementEntry/finishEntries.ts"
export type { ImportOptions, ImportProgress } from "./concepts/statementEntry/ImportOptions.ts"
export { referencesOf } from "./concepts/statementEntry/referencesOf.ts"
export {
  closes,
  type Payer,
  type Place,
  type StatedEntry,
  type StatementItem,
  type StatementSection
} from "./concepts/statementEntry/StatedEntry.ts"
export {
  StatementEntry,
  type StatementEntryCommand,
  StatementEntryCommandRefused,
  type StatementEntryEvent,
  type StatementEntryState
} from "./concepts/statementEntry/StatementEntry.ts"
export {
  type RecordedEntry,
  type StatementEntryOrder,
  statementEntry
} from "./concepts/statementEntry/StatementEntryRecord.ts"
export {
  type EntrySuggestion,
  StatementEntryView
} from "./concepts/statementEntry/StatementEntryView.ts"
export { StatementRefused } from "./concepts/statementEntry/StatementRefused.ts"
export { faultSentence, refusedReport, StatementReport } from "./concepts/statementEntry/StatementReport.ts"
export { Statements } from "./concepts/statementEntry/Statements.ts"
export {
  type EntryFault,
  type EntryStatus,
  entryFaults,
  entryStatuses,
  statementEntryClaims,
  statementEntryJobs,
  statementEntryPrefix
} from "./concepts/statementEntry/statementEntryNames.ts"
export { statementFileBytesMax } from "./concepts/statementEntry/statementFile.ts"
export {
  type Subscriber,
  type SubscriberEvent,
  type SubscriberStart,
  subscriber,
  subscriberStarts
} from "./concepts/subscriber/Subscriber.ts"
export { makeSubscriberDelivery, type Taker } from "./concepts/subscriber/SubscriberDelivery.ts"
export {
  type DueEvent,
  type KeptMessage,
  type QueueSize,
  SubscriberQueue
} from "./concepts/subscriber/SubscriberQueue.ts"
export { Subscribers } from "./concepts/subscriber/Subscribers.ts"
export { subscriberIdOf, subscriberJob, subscriberKinds } from "./concepts/subscriber/subscriberNames.ts"
export { type SubscriberStanding, subscriberStandings } from "./concepts/subscriber/subscriberStandings.ts"
export {
  type RecordedDeposit,
  type ShownDeposit,
  type TransitDepositOrder,
  transitDeposit
} from "./concepts/transit/TransitDeposit.ts"
export { TransitDeposits } from "./concepts/transit/TransitDeposits.ts"
export { TransitReader } from "./concepts/transit/TransitReader.ts"
export type { TransitDepositView } from "./concepts/transit/TransitView.ts"
export {
  type TransitWallet,
  type TransitWalletId,
  transitWallet,
  type WalletStanding,
  walletStandingOf
} from "./concepts/transit/TransitWallet.ts"
export { transitWalletRequestOn } from "./concepts/transit/TransitWalletRequest.ts"
export {
  transitClaims,
  transitDepositPrefix,
  transitJobs,
  transitWalletPrefix
} from "./concepts/transit/transitNames.ts"
export { walletList } from "./concepts/transit/walletList.ts"
export { type DeliveryListOwner, deliveryList } from "./concepts/webhook/deliveryList.ts"
export type { FailedWithin, RedeliveredCount, RedeliverFailed } from "./concepts/webhook/failedDeliveries.ts"
export { isLoopbackAddress, isPublicAddress } from "./concepts/webhook/PublicAddress.ts"
export { ReceivingHosts } from "./concepts/webhook/ReceivingHosts.ts"
export { type Topic, WebhookTopics } from "./concepts/webhook/Topic.ts"
export {
  type DeliveryAttempt,
  type DeliveryStatus,
  deliveryAfter,
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
  listedDeliveryColumns,
  webhookDeliveryOf
} from "./concepts/webhook/WebhookDeliveryRow.ts"
export {
  type DisablingCause,
  disablingCauses,
  isSubscribed,
  type RegisteredEndpoint,
  type WebhookEndpointId,
  type WebhookOrder,
  type WebhookSwitch,
  type WebhookTarget,
  webhookEndpoint
} from "./concepts/webhook/WebhookEndpoint.ts"
export { type RotatedSecret, WebhookEndpoints } from "./concepts/webhook/WebhookEndpoints.ts"
export {
  accountWebhookEvents,
  eventNamed,
  eventNamesOf,
  eventsOfFamily,
  fiatWebhookEvents,
  mayBePersonal,
  personalTypes,
  subscribedFamilies,
  type WebhookEventName,
  type WebhookEventType,
  type WebhookFamily,
  webhookFamilies
} from "./concepts/webhook/WebhookEvents.ts"
export {
  type DueDelivery,
  type Listeners,
  listeningSubscriberOf,
  WebhookReader
} from "./concepts/webhook/WebhookReader.ts"
export { WebhookRecipient } from "./concepts/webhook/WebhookRecipient.ts"
export { AccountWebhookEventName, FiatWebhookEventName } from "./concepts/webhook/WebhookRequest.ts"
export { secretOfHex, signingKey } from "./concepts/webhook/WebhookSecret.ts"
export { type SigningKeys, signatureHeaders } from "./concepts/webhook/WebhookSignature.ts"
export { TestOutcome, WebhookTests } from "./concepts/webhook/WebhookTests.ts"
export {
  receiverUnreachable,
  type WebhookAnswer,
  WebhookHeldBack,
  type WebhookRequest,
  WebhookTransport,
  WebhookUnanswered
} from "./concepts/webhook/WebhookTransport.ts"
export { webhookUrlKey } from "./concepts/webhook/WebhookUrl.ts"
export {
  webhookDeliveryDetailView,
  webhookDeliveryView,
  webhookView
} from "./concepts/webhook/WebhookView.ts"
export { deliveryPrefix, webhookClaims, webhookJobs, webhookPrefix } from "./concepts/webhook/webhookNames.ts"
export type { HostBranding } from "./host/brandingCalls.ts"
export type {
  HostBalanceEntries,
  HostBalances,
  HostCryptoInvoices,
  HostDeposits,
  HostHold,
  HostPayouts,
  HostTransit,
  HostTransitWallets,
  HostTransitWebhook,
  HostWebhooks
} from "./host/cryptoCalls.ts"
export type {
  HostBankPayments,
  HostBatches,
  HostInvoices,
  HostKeys,
  HostKyc,
  HostKycReview,
  HostPartners,
  HostRefusedRequests,
  HostSandbox,
  HostSignatures
} from "./host/fiatCalls.ts"
export type { ActorNames } from "./host/operations/actorOperations.ts"
export type { WaitingOne } from "./host/operations/attentionOperations.ts"
export type { InvoiceNetworkView } from "./host/operations/cryptoOperations.ts"
export { type InPerson, makeInPerson, NotAllowed, type SignedInPerson } from "./host/operations/inPerson.ts"
export type { HeldKeyView, KeyMaker } from "./host/operations/keyOperations.ts"
export type { KycLinkView } from "./host/operations/kycOperations.ts"
export type { ListOperations } from "./host/operations/listOperations.ts"
export type { NetworkView } from "./host/operations/networkOperations.ts"
export type { PartnerDetailView, WrittenTerms } from "./host/operations/operatorOperations.ts"
export type { PathsOf, Permission, PermissionsOf, PersonRole } from "./host/operations/Permission.ts"
export type {
  AwaitingPayoutsView,
  AwaitingPayoutView,
  OpenPayoutView,
  PayoutNetworkView
} from "./host/operations/payoutOperations.ts"
export { mayDo, type OperationName, permissionOf } from "./host/operations/permissions.ts"
export type { RefusedRequestView } from "./host/operations/refusalOperations.ts"
export { makeSearchOperations, type SearchRequest } from "./host/operations/searchOperations.ts"
export type { Answered } from "./host/operations/shown.ts"
export type {
  BankAccountView,
  StatementEntryFilter,
  StatementFileInput
} from "./host/operations/statementOperations.ts"
export { type UnresolvedMoneyView, unresolvedMoney } from "./host/operations/statementOperations.ts"
export type { HostAttention, HostBooks, HostNetworks } from "./host/operatorCalls.ts"
export type {
  HostActors,
  HostInvitations,
  HostMembers,
  HostUsers,
  MadeInvitationView
} from "./host/personCalls.ts"
export type { Promised } from "./host/promised.ts"
export type { HostOperations } from "./host/QuittanceHost.ts"
export type { HostRosters } from "./host/rosterCalls.ts"
export type { HostStatements } from "./host/statementCalls.ts"
export type {
  EventHandler,
  HandlerContext,
  HostSubscribers,
  HostSubscriptions,
  PromisedSubscriptionOptions,
  SubscriberView
} from "./host/subscriptions/HostSubscriptions.ts"
export type { EventContent, SubscribedEvent, SubscriptionGap } from "./host/subscriptions/SubscribedEvent.ts"
export type { Subscription, SubscriptionOptions, Wanted } from "./host/subscriptions/Subscriptions.ts"
export { type ChainServices, withChains } from "./host/withChains.ts"
export { withTransfers } from "./host/withTransfers.ts"
export { actingAs, actorShown, isActor, type RecordedActor, recordedActor } from "./kernel/actor/Actor.ts"
export type { ClaimScope, CreationScope, GlobalScope } from "./kernel/concept/ClaimScope.ts"
export type { Concept } from "./kernel/concept/Concept.ts"
export { integerIn, moneyIn, textIn } from "./kernel/concept/cells.ts"
export { type Column, columnName, type Row } from "./kernel/concept/columns.ts"
export type { Definition, Index, Named, OrderOf, RecordOf, StateOf } from "./kernel/concept/Definition.ts"
export type { Derived } from "./kernel/concept/Derived.ts"
export type { Cell, Field, Fields, Parts, ValueOf } from "./kernel/concept/Field.ts"
export type { IdPrefix } from "./kernel/concept/IdPrefix.ts"
export { listedLookups, lookupOf } from "./kernel/concept/lookups.ts"
export type { PartnerId } from "./kernel/concept/PartnerId.ts"
export {
  amount,
  CreatedAt,
  CurrencyCode,
  count,
  DateTime,
  exampleId,
  exampleTexts,
  moment,
  NetworkName,
  prefixedIdField,
  Uuid
} from "./kernel/concept/wire.ts"
export { type CutPiece, rangePieces } from "./kernel/counter/bucketCut.ts"
export type { NetworkCount, NetworkFigures } from "./kernel/counter/Counter.ts"
export {
  addFigures,
  addToCounterSums,
  bucketStart,
  type CounterChange,
  type CounterSum,
  CounterSums,
  type Grain,
  grainMillis,
  type InvoiceFigures,
  zeroFigures
} from "./kernel/counter/Counter.ts"
export {
  type Addition,
  counterAddition,
  counterSumOf,
  counterTables,
  figuresIn,
  networkFiguresIn,
  networkIn,
  type SubjectCounter,
  type SumTable
} from "./kernel/counter/SumTable.ts"
export { type Component, component, componentOf, componentOfAst } from "./kernel/description/component.ts"
export type { HmacKey } from "./kernel/digest/sha256.ts"
export type { Facts } from "./kernel/history/Facts.ts"
export {
  type AnyHistory,
  type HistoryEntry,
  type HistoryOf,
  type HistoryView,
  historyEntry,
  historyEventsMax,
  historyViewOf,
  type Told,
  toldIn
} from "./kernel/history/History.ts"
export { ClaimReader } from "./kernel/idempotency/ClaimReader.ts"
export {
  fingerprintOf,
  type IdempotentRequest,
  idempotencyKeyLengthMax,
  isReference,
  referenceOf
} from "./kernel/idempotency/Idempotency.ts"
export { type CsvCell, csvLines } from "./kernel/input/Csv.ts"
export { asciiDomain, emailFault } from "./kernel/input/EmailAddress.ts"
export { faultsMax, reportedFaults } from "./kernel/input/Faults.ts"
export {
  amountField,
  breaksRule,
  decoderOf,
  integerBetween,
  oneLine,
  optionalField,
  printableAscii,
  strictDecoderOf,
  type TextFault,
  textUpTo
} from "./kernel/input/Input.ts"
export { jsonFault } from "./kernel/input/jsonFault.ts"
export { type Locale, localeExpected, localeNamed } from "./kernel/input/Locale.ts"
export { mayHaveMagicBytesOf } from "./kernel/input/MagicBytes.ts"
export { type OptionRules, optionGroup, refuseOptions } from "./kernel/input/Options.ts"
export { type OptionRule, option } from "./kernel/input/option.ts"
export { plainReason } from "./kernel/input/plainReason.ts"
export { orNotFound } from "./kernel/input/Refusals.ts"
export {
  type AccountBalances,
  type AccountName,
  accountNames,
  type Balance,
  balanceOf,
  deltasOf,
  isBalanced,
  isOneBook,
  type JournalEntry,
  type JournalEntryKind,
  neverBelowZero,
  type Posting,
  zeroBalances
} from "./kernel/ledger/Ledger.ts"
export { accountBalancesOf, journalEntryOf } from "./kernel/ledger/ledgerRows.ts"
export {
  type AccountChange,
  changeSum,
  journalKinds
} from "./kernel/list/AccountChanges.ts"
export {
  type AccountChanges,
  type AskedOfList,
  askedOf,
  canBeListed,
  type HostedList,
  type List,
  type ListedItems,
  type ListFilter,
  type ListOwner,
  type ListShape,
  listedStatus,
  noSums,
  scopeOf
} from "./kernel/list/List.ts"
export {
  crowdedCount,
  crowdedCountOf,
  everyStatus,
  type FilledHour,
  hourKey,
  type ListCountChange,
  ListCountSums,
  type ListGrain,
  type ListHour,
  listCountTable,
  listGrains,
  momentMillis,
  momentStart,
  momentsBetween,
  splitGrain
} from "./kernel/list/ListCount.ts"
export {
  cursorIn,
  cursorScope,
  cursorText,
  InvalidCursor,
  type ListPosition
} from "./kernel/list/ListCursor.ts"
export { type AskedList, ListReader, makeListReader } from "./kernel/list/ListReader.ts"
export {
  indexFor,
  type Lapsing,
  lapsingOf,
  listColumns,
  listIndexes,
  type Narrowed,
  runsOf
} from "./kernel/list/listRuns.ts"
export { type ListPart, readPart } from "./kernel/list/readPart.ts"
export type { Decider } from "./kernel/machine/Decider.ts"
export { invariant } from "./kernel/machine/invariant.ts"
export { type BookCurrency, coin, coinMinorOf } from "./kernel/money/Coin.ts"
export {
  type CreditorReference,
  creditorReferenceOf,
  isCreditorReference,
  normalisedReference,
  referencesIn,
  spacedReference
} from "./kernel/money/CreditorReference.ts"
export { Currency, FiatCurrency, fiatCurrencies, scaleOf } from "./kernel/money/Currency.ts"
export { divideHalfEven, FeePayer, feeOn } from "./kernel/money/Fee.ts"
export { amountText, amountView, formatMinor, instantView, minorText } from "./kernel/money/Money.ts"
export { restScale } from "./kernel/money/TokenAmount.ts"
export type { ToleranceTerms } from "./kernel/money/Tolerance.ts"
export { WrittenNumber, writtenNumber, writtenNumberReviver } from "./kernel/money/WrittenNumber.ts"
export type { MessageType } from "./kernel/outbox/MessageType.ts"
export {
  isQueueChange,
  type QueueChange,
  type QueuedEvent,
  queuedEventOf
} from "./kernel/outbox/QueuedEvent.ts"
export {
  type Besides,
  messageBody,
  type OutboxChange,
  resourceIdOf,
  type WaitingMessage,
  type WebhookMessage,
  waitingMessageOf
} from "./kernel/outbox/WebhookMessage.ts"
export {
  type BlobFolder,
  BlobMissing,
  BlobStore,
  BlobStoreUnavailable,
  type ResealedFolder
} from "./kernel/ports/BlobStore.ts"
export {
  type Claim,
  claimDomain,
  ownClaim,
  storedClaim
} from "./kernel/ports/Claim.ts"
export { type DataKey, DataKeys } from "./kernel/ports/DataKeys.ts"
export { EventReader, inOrder, type StoredEvent, storedEventOf } from "./kernel/ports/EventReader.ts"
export {
  Guard,
  type RateDecision,
  type RateLimit,
  type SignatureRecord,
  signatureExpiry,
  signatureSkewMillisMax,
  type TokenBucket,
  takeFrom
} from "./kernel/ports/Guard.ts"
export type {
  HandedLease,
  JobKind,
  JobName,
  LeasedJob,
  ScheduledJob
} from "./kernel/ports/Job.ts"
export { KeyRefused, KeyService, KeyServiceUnavailable, type WrappedKey } from "./kernel/ports/KeyService.ts"
export { LedgerReader } from "./kernel/ports/LedgerReader.ts"
export { LinkBase } from "./kernel/ports/LinkBase.ts"
export type { CountedPage, NumberedPage } from "./kernel/ports/Page.ts"
export {
  type RefusedRequest,
  RefusedRequests,
  refusedRequestsKeptMillis,
  refusedRequestsMax,
  refusedRequestsOfPartnerMax
} from "./kernel/ports/RefusedRequests.ts"
export { type SandboxCollection, type SandboxRecord, SandboxStore } from "./kernel/ports/SandboxStore.ts"
export {
  allById,
  firstOf,
  type IndexedBy,
  type IndexRange,
  indexedPages,
  type ReadingOrder,
  StateReader,
  statesOf
} from "./kernel/ports/StateReader.ts"
export {
  type AggregateWrite,
  ClaimTaken,
  type Commit,
  type CommitFailure,
  changesJobs,
  type Erasure,
  type EventRecord,
  emptyCommit,
  eventPrefix,
  type JobCompletion,
  LeaseLost,
  LimitExceeded,
  partnersOf,
  type StatesByConcept,
  Store,
  VersionConflict,
  type VersionGuard,
  type WriteOf
} from "./kernel/ports/Store.ts"
export { type StoreCondition, StoreHealth, soundStore } from "./kernel/ports/StoreHealth.ts"
export { type Hold, StoreHold } from "./kernel/ports/StoreHold.ts"
export { StoreMode } from "./kernel/ports/StoreMode.ts"
export { Vault, VaultRefused } from "./kernel/ports/Vault.ts"
export type { Versioned } from "./kernel/ports/Versioned.ts"
export { WorkQueue } from "./kernel/ports/WorkQueue.ts"
export {
  type Ending,
  type EndingWay,
  endingLength,
  type FolderWay,
  folderBounds,
  isRedactable,
  type Searched,
  type SearchFamily,
  type Way
} from "./kernel/search/Searched.ts"
export { type FoundItems, SearchReader, searchedMax } from "./kernel/search/SearchReader.ts"
export { consoleUrlFault, consoleUrlOf, invitationUrl, signInUrl } from "./kernel/setting/consoleUrl.ts"
export { isHttpUrl, publicUrlFault, webOriginOf, withoutEndSlash } from "./kernel/setting/publicUrl.ts"
export * as Setting from "./kernel/setting/Setting.ts"
export * as SettingKind from "./kernel/setting/settingKinds.ts"
export {
  type CalendarDate,
  dateAt,
  daysAfter,
  endOfDate,
  isCalendarDate,
  parseDateOrInstant,
  startOfDate
} from "./kernel/time/CalendarDate.ts"
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
export { offsetMillisAt, TimeZoneName, zonedInstant } from "./kernel/time/TimeZone.ts"
export { makeSteadyTime, WallClock } from "./kernel/time/WallClock.ts"
export { spanAttributes, spanNames } from "./kernel/trace/spanNames.ts"
export { tracingHere, within } from "./kernel/trace/Tracing.ts"
export type { Draft, LeaseLostOf, NewEvent } from "./kernel/transact/Draft.ts"
export { writeOver } from "./kernel/transact/writeOver.ts"
export type { BlobIdentity } from "./kernel/vault/BlobCipher.ts"
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
export { MasterKeyInvalid } from "./kernel/vault/LocalKeyService.ts"
export { openBlob, sealBlob, sealedMarkBytes } from "./kernel/vault/SealedBlob.ts"
export { type AlertKind, AlertListener, raiseAlert } from "./kernel/work/Alert.ts"
export { ChangeCount } from "./kernel/work/ChangeCount.ts"
export { type JobHandler, leaseMillis } from "./kernel/work/JobHandler.ts"
export { payoutRetryPolicy, webhookSandboxRetryPolicy } from "./kernel/work/RetryPolicy.ts"
export * as MemoryBlobStore from "./reference/memory/MemoryBlobStore.ts"
export { memoryGuard } from "./reference/memory/MemoryGuard.ts"
export * as MemorySignatureClassifier from "./reference/memory/MemorySignatureClassifier.ts"
export { emptyMemoryState, type MemoryState } from "./reference/memory/MemoryState.ts"
export type { BankDecision, BankVisit } from "./reference/sandbox/makeBankMoney.ts"
export type { BankStatementFile, BookedTransfer } from "./reference/sandbox/makeBankTransfers.ts"
export { SandboxBank } from "./reference/sandbox/SandboxBank.ts"
export { SandboxChain } from "./reference/sandbox/SandboxChain.ts"
export { SandboxKyc } from "./reference/sandbox/SandboxKyc.ts"
export { SandboxMail, SandboxMailbox } from "./reference/sandbox/SandboxMailer.ts"
export * as SandboxProcessor from "./reference/sandbox/SandboxProcessor.ts"
export type { SandboxPassing } from "./reference/sandbox/SandboxRequest.ts"
export {
  SandboxBankStatement,
  SandboxBankTransfer,
  sandboxBlocksOn,
  sandboxDepositOn
} from "./reference/sandbox/SandboxRequest.ts"
export { AuditReader, type AuditSnapshot, type Notes } from "./store/AuditReader.ts"
export { AuditListener } from "./store/audit/Auditor.ts"
export {
  type BooksStanding,
  BooksUnavailable,
  BooksVerifier,
  type EndedVerification,
  type RunningVerification
} from "./store/audit/BooksVerifier.ts"
export { type Compared, makeChainBooks } from "./store/audit/ChainBooks.ts"
export { creditOf } from "./store/audit/creditOf.ts"
export { type AnyConcept, conceptNamed, concepts, type StateIn } from "./store/concepts.ts"
export {
  checksumOfTexts,
  claimChecksum,
  claimChecksums,
  claimFault,
  eventData,
  fieldSeparator,
  type RowDigest,
  type RowTexts,
  rowDigest,
  rowDigests,
  rowFaults,
  signatureBytes
} from "./store/digests.ts"
export { histories, makeHistories } from "./store/histories.ts"
export { HoldSurveyView, HoldView, holdSurveyView, holdView } from "./store/hold/HoldSurveyView.ts"
export { type HoldSurvey, isClear } from "./store/hold/Holds.ts"
export { recentHold } from "./store/hold/recentHold.ts"
export type { DifferentTransfer } from "./store/hold/TransferComparison.ts"
export {
  type AnyList,
  accountChanges,
  allLists,
  listCountChanges,
  listIndexesOf,
  lists,
  stateLists
} from "./store/lists.ts"
export { claimScopeNamed, claimScopes, jobKinds } from "./store/names.ts"
export { countersOf, networkCounters } from "./store/networkCounters.ts"
export { Resealing, type ResealPurpose } from "./store/Resealing.ts"
export { ScratchNotes } from "./store/ScratchNotes.ts"
export type { RowTable, StoredCell, StoredRow, StoredRows, StoreIdentity } from "./store/StoredRows.ts"
export { type AnySearched, allSearches, endingsOfConcept } from "./store/searches.ts"
export { webhookTopics } from "./store/topics.ts"
export {
  type AskedOpenPayouts,
  type OpenPayoutStep,
  openPayoutSteps,
  type Waiting,
  WaitingWork
} from "./store/WaitingWork.ts"
export { dueJobsOf, openPayoutsOf, waitingDeliveriesOf, waitingPayoutsOf } from "./store/waitingRows.ts"
