import type { BalanceView } from "../concepts/balance/BalanceView.ts"
import type { BankPaymentView } from "../concepts/bankPayment/BankPaymentView.ts"
import type { Bank } from "../concepts/bankPayment/BankRail.ts"
import type { BankReceipt } from "../concepts/bankPayment/BankReceipt.ts"
import type { BatchInvoiceFilter } from "../concepts/batch/BatchInvoices.ts"
import type { BatchCreatedView, BatchView } from "../concepts/batch/BatchView.ts"
import type { BatchFilter } from "../concepts/batch/batchList.ts"
import type { InvoiceMailView } from "../concepts/batch/InvoiceMailView.ts"
import type { InvoiceRequest } from "../concepts/invoice/InvoiceRequest.ts"
import type { InvoiceCreatedView, InvoiceView } from "../concepts/invoice/InvoiceView.ts"
import type { InvoiceFilter } from "../concepts/invoice/invoiceList.ts"
import type { DocumentChoice } from "../concepts/kyc/DocumentChoice.ts"
import type { PictureType } from "../concepts/kyc/DocumentType.ts"
import type { KycDecision, KycSessionRequest } from "../concepts/kyc/KycRequest.ts"
import type { WatermarkedPicture } from "../concepts/kyc/KycReviews.ts"
import type { KycReviewView } from "../concepts/kyc/KycReviewView.ts"
import type { KycSessionCreatedView, KycSessionView } from "../concepts/kyc/KycSessionView.ts"
import type { KycStep } from "../concepts/kyc/KycStep.ts"
import type { KycVerdict } from "../concepts/kyc/KycVerdict.ts"
import type { KycSessionFilter } from "../concepts/kyc/kycSessionList.ts"
import type { MailKind } from "../concepts/mail/Mailer.ts"
import type { ApiKey } from "../concepts/partner/ApiKey.ts"
import type { ApiKeyRequest, NewApiKey } from "../concepts/partner/ApiKeys.ts"
import type { ApiKeyView } from "../concepts/partner/keyList.ts"
import type { NewOperatorKey, OperatorKeyRequest } from "../concepts/partner/OperatorKeys.ts"
import type { Partner, PartnerTerms } from "../concepts/partner/Partner.ts"
import type { PartnerView } from "../concepts/partner/PartnerView.ts"
import type { SignatureVerdict } from "../concepts/signature/SignatureVerdict.ts"
import type { HistoryView } from "../kernel/history/History.ts"
import type { ListFilter } from "../kernel/list/List.ts"
import type { FiatCurrency } from "../kernel/money/Currency.ts"
import type { Page, PageRequest } from "../kernel/ports/Page.ts"
import type { Given } from "../kernel/setting/Setting.ts"
import type { BankStatementFile, BookedTransfer } from "../reference/sandbox/makeBankTransfers.ts"
import type {
  SandboxAdvance,
  SandboxBankStatement,
  SandboxBankTransfer,
  SandboxBlocks,
  SandboxCredit,
  SandboxDecision,
  SandboxDepositRequest,
  SandboxDrop,
  SandboxPassing,
  SandboxPayment
} from "../reference/sandbox/SandboxRequest.ts"
import type { ResealPurpose, ResealReport } from "../store/Resealing.ts"
import type { BatchFileInput } from "./operations/fiatOperations.ts"
import type { HeldKeyView } from "./operations/keyOperations.ts"
import type { KycLinkView } from "./operations/kycOperations.ts"
import type { PartnerDetailView, WrittenTerms } from "./operations/operatorOperations.ts"
import type { RefusedRequestView } from "./operations/refusalOperations.ts"
import type { Answered } from "./operations/shown.ts"

/** Fiat invoices. */
export interface HostInvoices {
  /**
   * Makes an invoice and the link to its payment page. With an idempotency key a repeat is answered with the same
   * invoice, `replayed`.
   */
  readonly create: (
    partnerId: string,
    input: InvoiceRequest,
    idempotencyKey?: string
  ) => Promise<Answered<InvoiceCreatedView>>
  /** An invoice as it is now; `NotFound` if the partner has none of that id. */
  readonly get: (partnerId: string, id: string) => Promise<InvoiceView>
  /** What became of it and of its payments, and who caused it, the oldest first; an operator is only `operator`. */
  readonly history: (partnerId: string, id: string) => Promise<HistoryView>
  /** What became of the e-mail with its payment link, to whom it went, and why if it was given up. */
  readonly mail: (partnerId: string, id: string) => Promise<InvoiceMailView>
  /** Cancels an invoice that nobody has paid; `InvalidState` if it is paid, expired or cancelled. */
  readonly cancel: (partnerId: string, id: string) => Promise<InvoiceView>
  /**
   * Erases the payer's e-mail, description, metadata, redirect and cancel URL; a pending invoice is cancelled first.
   */
  readonly redact: (partnerId: string, id: string) => Promise<InvoiceView>
  /** A part of the list, the newest first; by default the first 20. */
  readonly list: (partnerId: string, filter?: InvoiceFilter, page?: PageRequest) => Promise<Page<InvoiceView>>
}

/** How fiat invoices are paid. */
export interface HostBankPayments {
  /** The banks that a customer can choose for a currency. */
  readonly banks: (currency: FiatCurrency) => Promise<readonly Bank[]>
  /** Starts a payment for a customer who chose a bank; the rail is called in the background. */
  readonly begin: (partnerId: string, invoiceId: string, bank: string) => Promise<BankPaymentView>
  /** All attempts to pay an invoice, the oldest first. */
  readonly ofInvoice: (partnerId: string, invoiceId: string) => Promise<BankPaymentView[]>
  /** A payment as it is now; `NotFound` if the partner has none of that id. */
  readonly get: (partnerId: string, id: string) => Promise<BankPaymentView>
  /** For a rail that calls back: polls the payment now. The callback's content is not trusted. */
  readonly refresh: (id: string) => Promise<BankPaymentView>
  /** For an authenticated callback of a rail: the bank took the money of this payment. */
  readonly confirm: (partnerId: string, id: string, receipt: BankReceipt) => Promise<BankPaymentView>
  /** The same for money that arrived for an invoice without a waiting payment. */
  readonly receive: (partnerId: string, invoiceId: string, receipt: BankReceipt) => Promise<BankPaymentView>
  /**
   * For an authenticated callback of a rail: the bank took the money of a payment back, as it booked on that day
   * (`2026-01-31`). An invoice that it paid stays paid and is `reversed`, and the money leaves the partner's balance.
   */
  readonly recall: (partnerId: string, id: string, recalledOn: string) => Promise<BankPaymentView>
  /** Money that arrived and that no invoice could take, of all partners. */
  readonly unresolved: () => Promise<BankPaymentView[]>
  /** Records that an operator returned such money. */
  readonly markReturned: (id: string, reason: string) => Promise<BankPaymentView>
}

/** Files of fiat invoices. */
export interface HostBatches {
  /** Creates an invoice for every valid row, in one commit, and reports the errors of the others. */
  readonly import: (
    partnerId: string,
    given_1: BatchFileInput,
    idempotencyKey?: string
  ) => Promise<Answered<BatchCreatedView>>
  /** A batch and how many of its invoices are in each status. */
  readonly get: (partnerId: string, id: string) => Promise<BatchView>
  /** A part of its invoices, the last row of the file first; by default 20 of them. */
  readonly invoices: (
    partnerId: string,
    id: string,
    filter?: BatchInvoiceFilter,
    page?: PageRequest
  ) => Promise<Page<InvoiceView>>
  /** A part of the list, the newest first; by default the first 20. */
  readonly list: (partnerId: string, filter?: BatchFilter, page?: PageRequest) => Promise<Page<BatchView>>
}

/** What people decide about identities. */
export interface HostKycReview {
  /** Sessions whose check waits for its answer, the longest waiting first; at most a thousand. */
  readonly list: () => Promise<KycReviewView[]>
  /** The same of a partner. */
  readonly waiting: (partnerId: string) => Promise<KycReviewView[]>
  /** A session whose check waits, with the measures of its pictures. */
  readonly get: (id: string) => Promise<KycReviewView>
  /** What a step's document shows: the picture that was uploaded, or a picture of each page of a PDF. */
  readonly pictures: (
    id: string,
    step: KycStep
  ) => Promise<Array<{ type: PictureType; bytes: Uint8Array<ArrayBuffer> }>>
  /**
   * The complete file of a step as it is kept, at most 10 MB: a PDF as a stranger uploaded it. Open it only where
   * it can do no harm; `pictures` has what it shows.
   */
  readonly original: (id: string, step: KycStep) => Promise<Uint8Array<ArrayBuffer>>
  /** The pictures of all documents with the viewer, who is the actor, and the instant written all over them. */
  readonly watermarked: (id: string) => Promise<readonly WatermarkedPicture[]>
  /**
   * Decides the running check: `outcome` (`completed`, `failed`, `retry`), `reasons` of `reviewReasons`, `comment`,
   * `decidedBy`.
   */
  readonly decide: (id: string, input: KycDecision) => Promise<KycReviewView>
}

/** Identity verifications. */
export interface HostKyc {
  /** Needs a checker, a blob store and a reader of pictures. A session with its own URL returns its secret, once. */
  readonly create: (
    partnerId: string,
    input: KycSessionRequest,
    idempotencyKey?: string
  ) => Promise<Answered<KycSessionCreatedView>>
  /** A session as it is now; `NotFound` if the partner has none of that id. */
  readonly get: (partnerId: string, id: string) => Promise<KycSessionView>
  /** What became of it and who caused it, the oldest first, in codes; an operator is only `operator`. */
  readonly history: (partnerId: string, id: string) => Promise<HistoryView>
  /** Deletes the documents and all personal data; an unfinished session expires first. */
  readonly redact: (partnerId: string, id: string) => Promise<KycSessionView>
  /** For the host's own page: the session of a link, by the unguessable end of its `verificationUrl`. */
  readonly byToken: (token: string) => Promise<KycLinkView>
  /**
   * Accepts a file for the session's next step. With `choice`, what the person says of the identity document, its back
   * is asked for if it has one.
   */
  readonly submit: (
    token: string,
    step: KycStep,
    file: Uint8Array,
    choice?: DocumentChoice
  ) => Promise<KycLinkView>
  /** The person has another document than the one whose back is asked for: its front is asked for again. */
  readonly takeBack: (token: string) => Promise<KycLinkView>
  /** For an authenticated callback of a checker: the verdict of a check. The first one counts. */
  readonly confirm: (checkId: string, verdict: KycVerdict) => Promise<KycSessionView>
  /** For a checker that calls back: polls the check now. The callback's content is not trusted. */
  readonly refresh: (checkId: string) => Promise<KycSessionView>
  /** A part of the list, the newest first; by default the first 20. */
  readonly list: (
    partnerId: string,
    filter?: KycSessionFilter,
    page?: PageRequest
  ) => Promise<Page<KycSessionView>>
  /** For operators: across partners, and unencrypted. */
  readonly review: HostKycReview
}

/** Images of handwritten signatures. */
export interface HostSignatures {
  /** As `validateSignature`. */
  readonly validate: (bytes: Uint8Array) => Promise<SignatureVerdict>
}

/** Who Quittance works for. */
export interface HostPartners {
  /** A part of all partners, the newest first; by default the first 20. */
  readonly list: (page?: PageRequest) => Promise<Page<PartnerView>>
  /** A partner with its terms, by its name or id; `NotFound` if there is none. */
  readonly get: (nameOrId: string) => Promise<PartnerDetailView>
  /** The partner as it would be with these terms instead of its own; nothing is changed. */
  readonly termsAfter: (id: string, written: WrittenTerms) => Promise<PartnerDetailView>
  /** The same, and it is so from now on. */
  readonly replaceTerms: (id: string, written: WrittenTerms) => Promise<PartnerDetailView>
  /** The partner of that name; created if there is none. */
  readonly ensure: (name: string) => Promise<Partner>
  /** Replaces the partner's terms. Invalid terms are refused with `InvalidInput`. */
  readonly setTerms: (name: string, terms: Given<PartnerTerms>) => Promise<Partner>
}

/** Keys with which partners sign requests to the HTTP API, and the master key. */
export interface HostKeys {
  /** Makes a key; its secret is in this answer only. */
  readonly create: (input: ApiKeyRequest) => Promise<NewApiKey>
  /** Makes a key of the operators together; it is in this answer only. */
  readonly createForOperators: (input: OperatorKeyRequest) => Promise<NewOperatorKey>
  /** Ends a key, of whichever partner; no request with it is accepted from then on. */
  readonly revoke: (id: string) => Promise<ApiKey>
  /** A part of the list, the newest first; by default the first 20. */
  readonly list: (
    partnerId: string,
    filter?: Pick<ListFilter, "from" | "to"> | undefined,
    page?: PageRequest
  ) => Promise<Page<ApiKeyView>>
  /** One key, with whose it is and who made it; `NotFound` if there is none of that id. */
  readonly get: (id: string) => Promise<HeldKeyView>
  /** The same of a partner, or of the `operators`: a part of the list, the newest first. */
  readonly held: (ownerId: string, page?: PageRequest) => Promise<Page<HeldKeyView>>
  /** The keys that a person made, of all partners and of the operators, and that still open something. */
  readonly madeBy: (userId: string) => Promise<ReadonlyArray<HeldKeyView>>
  /** Moves all sealed values to the current master key; `check` only looks. See `Resealing`. */
  readonly reseal: (purpose?: ResealPurpose) => Promise<ResealReport>
}

/** What was refused of requests whose key was proven: a help, and no record. */
export interface HostRefusedRequests {
  /** Those of the last day, the newest first; at most the newest 1000. */
  readonly list: (partnerId: string) => Promise<ReadonlyArray<RefusedRequestView>>
}

/** What only a sandbox can make happen. */
export interface HostSandbox {
  /** A customer sends an amount to the address of an invoice or a wallet. */
  readonly deposit: (
    partnerId: string,
    input: SandboxDepositRequest
  ) => Promise<{ readonly txHash: string; readonly logIndex: number }>
  /** A network goes on by so many blocks, so transfers get confirmations. */
  readonly addBlocks: (input: SandboxBlocks) => Promise<void>
  /** A network takes back a transfer, as after a reorganisation. */
  readonly drop: (partnerId: string, input: SandboxDrop) => Promise<void>
  /** The simulated bank takes the money of an invoice. */
  readonly pay: (partnerId: string, invoiceId: string, input?: SandboxPayment) => Promise<InvoiceView>
  /** A customer transfers money for an invoice at the simulated bank. It pays nothing until a statement is imported. */
  readonly bankTransfer: (
    partnerId: string,
    invoiceId: string,
    input?: SandboxBankTransfer
  ) => Promise<BookedTransfer>
  /** All transfers for a partner's invoices to an account, as a file that its bank gives out. */
  readonly bankStatement: (partnerId: string, input: SandboxBankStatement) => Promise<BankStatementFile>
  /** The simulated checker answers for a KYC session; missing steps are taken without documents. */
  readonly decide: (partnerId: string, sessionId: string, input: SandboxDecision) => Promise<KycSessionView>
  /** All e-mails "sent" for a partner, the oldest first. */
  readonly mail: (partnerId: string) => Promise<
    readonly {
      readonly id: string
      readonly kind: MailKind
      readonly invoiceId: string
      readonly to: string
      readonly subject: string
      readonly text: string
      readonly html: string
      readonly sentAt: number
    }[]
  >
  /** The same by pages, the newest first. */
  readonly mailPage: (
    partnerId: string,
    page?: PageRequest
  ) => Promise<
    Page<{
      readonly id: string
      readonly kind: MailKind
      readonly invoiceId: string
      readonly to: string
      readonly subject: string
      readonly text: string
      readonly html: string
      readonly sentAt: number
    }>
  >
  /** Gives a partner money to try payouts with. */
  readonly credit: (partnerId: string, input: SandboxCredit, idempotencyKey?: string) => Promise<BalanceView>
  /**
   * Moves the clock of the sandbox ahead. Returns when the work that became due has started. Without workers it
   * waits ten seconds in vain; then `drain` does the work.
   */
  readonly advanceClock: (input: SandboxAdvance) => Promise<number>
  /** The same so far that the clock is the seconds later than an instant `since`: asked twice, it is moved once. */
  readonly passTime: (partnerId: string, input: SandboxPassing) => Promise<number>
  /** What the simulated processing side sent for a payout. */
  readonly transfers: (
    partnerId: string,
    payoutId: string
  ) => Promise<
    readonly {
      readonly status: "abandoned" | "accepted" | "executed" | "rejected" | "silent"
      readonly payoutId: string
      readonly amountMinor: string
      readonly address: string
      readonly network: string
      readonly executedAt: number
    }[]
  >
}
