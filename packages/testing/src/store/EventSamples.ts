import {
  accountWebhookEvents,
  type BankPaymentOrder,
  type ChainTransactionOrder,
  type CryptoInvoiceOrder,
  type DeliveryAttempt,
  type EventRecord,
  type InvoiceOrder,
  type KycDocument,
  type KycOrder,
  type ObservedTransfer,
  type PayoutOrder,
  type ShownDeposit,
  type SignedForm,
  type TransferInstructions,
  type TransitDepositOrder,
  type TransitWallet,
  type WebhookDeliveryOrder,
  type WebhookOrder
} from "@quittance/core/adapter"
import { Option } from "effect"
import { receiptOf } from "./InvoiceSamples.ts"
import { entryEvents } from "./StatementSamples.ts"
import { start } from "./StoreSamples.ts"

/** One event of every kind. A new kind does not compile until it is here. */

type EventOf = EventRecord["event"]
type OneOfEach = { readonly [Tag in EventOf["_tag"]]: Extract<EventOf, { readonly _tag: Tag }> }

const at = start

/** The orders that events carry. */
export interface EventOrders {
  readonly payout: PayoutOrder
  readonly cryptoInvoice: CryptoInvoiceOrder
  readonly invoice: InvoiceOrder
  readonly bankPayment: BankPaymentOrder
  readonly kycSession: KycOrder
  readonly kycDocument: KycDocument
  readonly transitWallet: TransitWallet
  readonly transitDeposit: TransitDepositOrder
  readonly webhookEndpoint: WebhookOrder
  readonly webhookDelivery: WebhookDeliveryOrder
}

export const oneEventOfEach = (orders: EventOrders): OneOfEach => {
  const { bankPayment, cryptoInvoice, invoice, payout } = orders
  const transfer: ObservedTransfer = {
    txHash: "ab",
    logIndex: 3,
    amountMinor: 7n,
    confirmations: 1,
    seenAt: at
  }
  const named = { txHash: "ab", logIndex: 3, at }
  const amounts = { amountMinor: 9_000_000_000_000_000n, feeMinor: 1n }
  const processingId = Option.some("processing 1")
  const transferInstructions: TransferInstructions = {
    ...{
      beneficiary: "ТОО «Ақ»",
      account: "KZ86125KZT5004100100",
      bankIds: [{ name: "bic", value: "KCJBKZKX" }]
    },
    ...{ amountMinor: 2_500n, currency: "KZT", reference: "RF0400000000000", note: "RF0400000000000 Tea" }
  }
  const receipt = { ...receiptOf(invoice, "Банк “Ақ” 🏦"), operationId: "'; --" }
  const reason = `"no", said the other side 🧾\n\u0001`
  const shown: ShownDeposit = { amountMinor: 7n, confirmations: 1, seenAt: at }
  const form: SignedForm = {
    hash: "0xcc",
    bytes: "0x02f8",
    isCancel: true,
    maxFeeWei: 10n ** 18n,
    maxTipWei: 0n,
    at,
    expiresAt: at + 1
  }
  const chainOrder: ChainTransactionOrder = {
    id: "a reference",
    partnerId: "ethereum",
    purpose: "sweep",
    payoutId: "",
    payoutPartnerId: "",
    sendBefore: Option.none(),
    recipient: "",
    amountMinor: 0n,
    contract: "0xfa",
    data: "0x",
    createdAt: at
  }
  const inBlock = { hash: "", blockNumber: 21_000_000, costWei: 10n ** 18n, reason }
  const joined = { invitationId: "ivt_1", to: "operators", at }
  const target = { url: "https://example.com/%20?q='", events: accountWebhookEvents }
  const sealedSecret = "sealed"
  const answered = { check: 1, decidedBy: Option.some(reason), at }
  const reasons = ["document_blurry", reason]
  const attempt: DeliveryAttempt = {
    at,
    url: target.url,
    responseCode: Option.some(500),
    responseMillis: 15_000,
    responseStart: Option.some(reason),
    error: Option.some(reason)
  }
  const change = { _tag: "AddAddress", network: "tron", address: "T1", label: reason } as const
  return {
    SubscriberRegistered: {
      _tag: "SubscriberRegistered",
      events: ["payout.completed"],
      startsFrom: "start",
      at
    },
    SubscriberJoined: { _tag: "SubscriberJoined", at },
    SubscriberOwed: { _tag: "SubscriberOwed", hold: at, at },
    SubscriberTold: { _tag: "SubscriberTold", hold: at, at },
    SubscriberRemoved: { _tag: "SubscriberRemoved", at },
    UserCreated: { _tag: "UserCreated", at },
    UserJoining: { _tag: "UserJoining", ...joined },
    UserJoined: { _tag: "UserJoined", ...joined },
    UserNotJoined: { _tag: "UserNotJoined", ...joined },
    UserRecovered: { _tag: "UserRecovered", invitationId: "ivt_1", at },
    UserDisabled: { _tag: "UserDisabled", at },
    UserRedacted: { _tag: "UserRedacted", at },
    InvitationCreated: { _tag: "InvitationCreated", purpose: "member", role: "owner", at },
    InvitationAccepted: { _tag: "InvitationAccepted", userId: "usr_1", at },
    InvitationRevoked: { _tag: "InvitationRevoked", at },
    InvitationExpired: { _tag: "InvitationExpired", at },
    RosterChanged: {
      _tag: "RosterChanged",
      change: { _tag: "SetTiers", currency: "USDT", tiers: [{ fromMinor: 10n ** 15n, approvers: 2 }] },
      by: "operator:root",
      at
    },
    RosterChangeProposed: { _tag: "RosterChangeProposed", id: "chg_1", change, by: "user:anna", at },
    RosterChangeAgreed: {
      _tag: "RosterChangeAgreed",
      id: "chg_1",
      change,
      by: "user:boris",
      holdsFrom: at + 1,
      at
    },
    RosterChangeWithdrawn: { _tag: "RosterChangeWithdrawn", id: "chg_1", change, at },
    RosterChangeDropped: { _tag: "RosterChangeDropped", id: "chg_1", change, cause: "superseded", at },
    PasskeyAdded: { _tag: "PasskeyAdded", passkeyId: "psk_1", rpId: "pay.example", at },
    PasskeyRenamed: { _tag: "PasskeyRenamed", passkeyId: "psk_1", at },
    PasskeyRemoved: { _tag: "PasskeyRemoved", passkeyId: "psk_1", at },
    PasskeyUsed: { _tag: "PasskeyUsed", passkeyId: "psk_1", at },
    PasswordSet: { _tag: "PasswordSet", at },
    PasswordHashedAgain: { _tag: "PasswordHashedAgain", algorithm: "argon2id", at },
    PasswordRemoved: { _tag: "PasswordRemoved", at },
    CodeUsed: { _tag: "CodeUsed", at },
    RecoveryCodesMade: { _tag: "RecoveryCodesMade", count: 10, at },
    RecoveryCodeUsed: { _tag: "RecoveryCodeUsed", left: 9, at },
    SessionStarted: { _tag: "SessionStarted", way: "passkey", at },
    SessionSteppedUp: { _tag: "SessionSteppedUp", act: "payout.approve", subject: payout.id, at },
    SessionActBegun: { _tag: "SessionActBegun", act: "payout.approve", subject: payout.id, at },
    SessionEnded: { _tag: "SessionEnded", ending: "signed_out", at },
    BrandingChanged: { _tag: "BrandingChanged", changed: ["colour", "logo"], at },
    PayoutReserved: { _tag: "PayoutReserved", order: payout },
    PayoutSubmissionStarted: { _tag: "PayoutSubmissionStarted", at },
    PayoutLookupStarted: { _tag: "PayoutLookupStarted", at },
    PayoutAccepted: { _tag: "PayoutAccepted", processingId, at },
    PayoutConfirmed: { _tag: "PayoutConfirmed", processingId: Option.none(), at },
    PayoutRejected: { _tag: "PayoutRejected", reason, at },
    PayoutAnswerLost: { _tag: "PayoutAnswerLost", reason, at },
    PayoutGivenUp: { _tag: "PayoutGivenUp", reason, at },
    PayoutApprovalRequired: { _tag: "PayoutApprovalRequired", at },
    PayoutApproved: { _tag: "PayoutApproved", by: "anna", given: [{ by: "anna", at }], at },
    PayoutDeclined: { _tag: "PayoutDeclined", how: "declined", at },
    PayoutSettledLate: { _tag: "PayoutSettledLate", processingId, at },
    CryptoInvoiceIssued: { _tag: "CryptoInvoiceIssued", order: cryptoInvoice },
    TransferSeen: { _tag: "TransferSeen", transfer, at },
    TransferConfirmationsChanged: { _tag: "TransferConfirmationsChanged", confirmations: 2, ...named },
    TransferCredited: { _tag: "TransferCredited", ...amounts, ...named },
    TransferDropped: { _tag: "TransferDropped", ...named },
    TransferReversed: { _tag: "TransferReversed", ...amounts, ...named },
    CryptoInvoiceConfirming: { _tag: "CryptoInvoiceConfirming", at },
    CryptoInvoiceReopened: { _tag: "CryptoInvoiceReopened", at },
    CryptoInvoicePaid: { _tag: "CryptoInvoicePaid", at },
    CryptoInvoiceOverpaid: { _tag: "CryptoInvoiceOverpaid", at },
    CryptoInvoiceUnderpaid: { _tag: "CryptoInvoiceUnderpaid", at },
    CryptoInvoiceExpired: { _tag: "CryptoInvoiceExpired", at },
    CryptoInvoiceCancelled: { _tag: "CryptoInvoiceCancelled", at },
    CryptoInvoiceRedacted: { _tag: "CryptoInvoiceRedacted", at },
    InvoiceIssued: { _tag: "InvoiceIssued", order: invoice },
    InvoicePaid: { _tag: "InvoicePaid", receipt, late: true, paidAt: at, at },
    InvoiceExpired: { _tag: "InvoiceExpired", at },
    InvoiceRedacted: { _tag: "InvoiceRedacted", at },
    InvoiceCancelled: { _tag: "InvoiceCancelled", at },
    InvoicePaymentUnresolved: { _tag: "InvoicePaymentUnresolved", at },
    InvoicePaymentReversed: { _tag: "InvoicePaymentReversed", at },
    BankPaymentRequested: { _tag: "BankPaymentRequested", order: bankPayment },
    BankPaymentStarted: { _tag: "BankPaymentStarted", at },
    BankPaymentAccepted: {
      _tag: "BankPaymentAccepted",
      link: Option.some("bank://pay?x=1&y=%20"),
      instructions: Option.some(transferInstructions),
      at
    },
    BankPaymentAnswerLost: { _tag: "BankPaymentAnswerLost", reason, at },
    BankPaymentDeclined: { _tag: "BankPaymentDeclined", reason, at },
    BankPaymentLapsed: { _tag: "BankPaymentLapsed", at },
    BankPaymentSettled: { _tag: "BankPaymentSettled", receipt, at },
    BankPaymentUnresolved: { _tag: "BankPaymentUnresolved", receipt, fault: "tooLate", at },
    BankPaymentResolved: { _tag: "BankPaymentResolved", at },
    BankPaymentFaultChanged: { _tag: "BankPaymentFaultChanged", fault: "cancelled", at },
    BankPaymentReturned: { _tag: "BankPaymentReturned", reason, at },
    BankPaymentReversed: { _tag: "BankPaymentReversed", recalledOn: "2026-01-20", at },
    ...entryEvents,
    KycSessionCreated: { _tag: "KycSessionCreated", order: orders.kycSession },
    KycDocumentSubmitted: { _tag: "KycDocumentSubmitted", document: orders.kycDocument, at },
    KycPictureRefused: { _tag: "KycPictureRefused", step: "selfie", fault: "blurry", isFree: false, at },
    KycDocumentTakenBack: { _tag: "KycDocumentTakenBack", at },
    KycDocumentsWaived: { _tag: "KycDocumentsWaived", at },
    KycCheckOpening: { _tag: "KycCheckOpening", check: 1, at },
    KycCheckRunning: { _tag: "KycCheckRunning", check: 1, at },
    KycAnswerLost: { _tag: "KycAnswerLost", check: 1, loss: "process_ended", at },
    KycCheckRefused: { _tag: "KycCheckRefused", reasons, ...answered },
    KycSessionCompleted: { _tag: "KycSessionCompleted", ...answered },
    KycSessionFailed: { _tag: "KycSessionFailed", reasons: [], ...answered, decidedBy: Option.none() },
    KycSessionExpired: { _tag: "KycSessionExpired", at },
    KycDocumentsLookedAt: { _tag: "KycDocumentsLookedAt", steps: ["document", "selfie"], at },
    KycSessionRedacted: { _tag: "KycSessionRedacted", at },
    TransitWalletOpened: { _tag: "TransitWalletOpened", order: orders.transitWallet },
    DepositSeen: { _tag: "DepositSeen", order: orders.transitDeposit, shown, at },
    DepositConfirmationsChanged: { _tag: "DepositConfirmationsChanged", confirmations: 2, at },
    DepositCredited: { _tag: "DepositCredited", amountMinor: amounts.amountMinor, at },
    DepositDropped: { _tag: "DepositDropped", at },
    DepositReversed: { _tag: "DepositReversed", amountMinor: amounts.amountMinor, at },
    WebhookRegistered: {
      _tag: "WebhookRegistered",
      order: orders.webhookEndpoint,
      target,
      sealedSecret,
      switch: "disabled"
    },
    WebhookTargetChanged: { _tag: "WebhookTargetChanged", target, at },
    WebhookEnabled: { _tag: "WebhookEnabled", at },
    WebhookDisabled: { _tag: "WebhookDisabled", cause: "gone", at },
    WebhookSecretRotated: { _tag: "WebhookSecretRotated", sealedSecret, signsUntil: at, at },
    WebhookFailing: { _tag: "WebhookFailing", at },
    WebhookRecovered: { _tag: "WebhookRecovered", at },
    WebhookDeleted: { _tag: "WebhookDeleted", at },
    DeliveryScheduled: { _tag: "DeliveryScheduled", order: orders.webhookDelivery, url: target.url },
    DeliverySucceeded: { _tag: "DeliverySucceeded", attempt },
    DeliveryAttemptFailed: { _tag: "DeliveryAttemptFailed", attempt, error: reason, retryAt: at },
    DeliveryFailed: { _tag: "DeliveryFailed", attempt, error: reason },
    DeliveryGivenUp: { _tag: "DeliveryGivenUp", reason, at },
    DeliveryCancelled: { _tag: "DeliveryCancelled", reason, at },
    RedeliveryRequested: { _tag: "RedeliveryRequested", at },
    BatchImported: { _tag: "BatchImported", total: 1_000, created: 999, failed: 1 },
    InvoiceMailSent: { _tag: "InvoiceMailSent" },
    InvoiceMailFailed: { _tag: "InvoiceMailFailed", reason },
    ReceiptMailSent: { _tag: "ReceiptMailSent" },
    ReceiptMailFailed: { _tag: "ReceiptMailFailed", reason },
    PartnerCreated: { _tag: "PartnerCreated", name: reason },
    PartnerTermsChanged: { _tag: "PartnerTermsChanged" },
    ApiKeyCreated: { _tag: "ApiKeyCreated", publicKey: "pk_test_1" },
    ApiKeyRevoked: { _tag: "ApiKeyRevoked", publicKey: "pk_test_1" },
    SecretResealed: { _tag: "SecretResealed" },
    ChainBegun: { _tag: "ChainBegun", at },
    ChainPaused: { _tag: "ChainPaused", at },
    ChainResumed: { _tag: "ChainResumed", at },
    ChainFactoryRecorded: { _tag: "ChainFactoryRecorded", factory: "0xfa", at },
    ChainWaitsChanged: {
      _tag: "ChainWaitsChanged",
      waits: [{ work: "payouts", code: "gas", since: at }],
      at
    },
    ChainRead: { _tag: "ChainRead", blockNumber: 21_000_000, at },
    ChainSwept: { _tag: "ChainSwept", blockNumber: 21_000_000, at },
    ChainCompared: { _tag: "ChainCompared", blockNumber: 21_000_000, at },
    ChainDifferenceAcknowledged: {
      _tag: "ChainDifferenceAcknowledged",
      subject: "0xcc",
      differences: [reason],
      reason,
      by: "ann",
      at
    },
    ChainTransferSeen: { _tag: "ChainTransferSeen", blockHash: "0xbb", blockNumber: 21_000_000, at },
    ChainTransferDropped: { _tag: "ChainTransferDropped", at },
    ChainTransferAccepted: { _tag: "ChainTransferAccepted", reason: "seen by its sender's bank", at },
    ChainWalletAdded: { _tag: "ChainWalletAdded", at },
    ChainTransactionQueued: { _tag: "ChainTransactionQueued", order: chainOrder, at },
    ChainTransactionSigned: { _tag: "ChainTransactionSigned", wallet: "0xaa", nonce: 7, form, at },
    ChainTransactionSignedAgain: { _tag: "ChainTransactionSignedAgain", form, at },
    ChainTransactionSettled: {
      _tag: "ChainTransactionSettled",
      outcome: { _tag: "failed", ...inBlock },
      at
    },
    ChainTransactionImported: {
      _tag: "ChainTransactionImported",
      order: chainOrder,
      slot: { _tag: "unclaimed", wallet: "0xaa", nonce: 7, ...inBlock },
      at
    },
    ChainTransactionClaimed: { _tag: "ChainTransactionClaimed", at },
    ChainTransactionCleared: { _tag: "ChainTransactionCleared", at },
    ChainTransactionAbandoned: { _tag: "ChainTransactionAbandoned", order: chainOrder, at },
    ChainTransactionCancelling: { _tag: "ChainTransactionCancelling", at },
    BalanceAdjusted: { _tag: "BalanceAdjusted", amountMinor: -1n, reason: "" }
  }
}
