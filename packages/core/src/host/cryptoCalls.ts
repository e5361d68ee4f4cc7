import type { BalanceEntryView } from "../concepts/balance/BalanceEntryView.ts"
import type { StatementRequest } from "../concepts/balance/BalanceStatement.ts"
import type { StatementRowView } from "../concepts/balance/BalanceStatementView.ts"
import type { BalanceAdjustment } from "../concepts/balance/Balances.ts"
import type { BalanceView } from "../concepts/balance/BalanceView.ts"
import type { BalanceEntryFilter } from "../concepts/balance/balanceEntryList.ts"
import type { CurrencyBalanceView } from "../concepts/balance/CurrencyBalanceView.ts"
import type { CryptoInvoiceRequest } from "../concepts/cryptoInvoice/CryptoInvoiceRequest.ts"
import type { CryptoInvoiceView } from "../concepts/cryptoInvoice/CryptoInvoiceView.ts"
import type { CryptoInvoiceFilter } from "../concepts/cryptoInvoice/cryptoInvoiceList.ts"
import type { ApprovalStandingView } from "../concepts/payout/approvalStanding.ts"
import type { PayoutRequest } from "../concepts/payout/PayoutRequest.ts"
import type { PayoutCreatedView, PayoutDetailView, PayoutView } from "../concepts/payout/PayoutView.ts"
import type { PayoutFilter } from "../concepts/payout/payoutList.ts"
import type { PayoutPreviewView } from "../concepts/payout/payoutPreview.ts"
import type { PayoutProcessingView } from "../concepts/payout/payoutProcessing.ts"
import type { TransitNetworkView, TransitWalletView } from "../concepts/transit/TransitView.ts"
import type { NewTransitWallet } from "../concepts/transit/TransitWalletRequest.ts"
import type { DeliveryFilter } from "../concepts/webhook/deliveryList.ts"
import type { FailedWithin, RedeliveredCount } from "../concepts/webhook/failedDeliveries.ts"
import type {
  NewWebhook,
  TransitWebhookSetting,
  TransitWebhookTest,
  WebhookChanges,
  WebhookTest
} from "../concepts/webhook/WebhookRequest.ts"
import type { TestOutcome } from "../concepts/webhook/WebhookTests.ts"
import type {
  RotatedSecretView,
  TransitWebhookView,
  WebhookCreatedView,
  WebhookDeliveryDetailView,
  WebhookDeliveryView,
  WebhookView
} from "../concepts/webhook/WebhookView.ts"
import type { HistoryView } from "../kernel/history/History.ts"
import type { Page, PageRequest } from "../kernel/ports/Page.ts"
import type { HoldSurveyView, HoldView } from "../store/hold/HoldSurveyView.ts"
import type { HoldSurvey } from "../store/hold/Holds.ts"
import type { AskedOpenPayouts } from "../store/WaitingWork.ts"
import type { InvoiceNetworkView } from "./operations/cryptoOperations.ts"
import type { AwaitingPayoutsView, OpenPayoutView, PayoutNetworkView } from "./operations/payoutOperations.ts"
import type { Answered } from "./operations/shown.ts"

/** What a partner has. */
export interface HostBalances {
  /** The balance of a partner now, in USDT. */
  readonly get: (partnerId: string) => Promise<BalanceView>
  /** What a partner has in each currency. */
  readonly all: (partnerId: string) => Promise<ReadonlyArray<CurrencyBalanceView>>
  /**
   * The statement of a period in USDT: the opening balance, the entries, the oldest first, the sum of each kind, and
   * the closing balance. It adds up, or reading it rejects with `StatementMoved`. Dates are of the partner's time zone.
   */
  readonly statement: (
    partnerId: string,
    request: StatementRequest
  ) => Promise<AsyncIterable<StatementRowView>>
  /**
   * Credits or debits a partner by hand, for a reason. Without `allowNegative` a debit never takes the balance
   * below zero.
   */
  readonly adjust: (partnerId: string, input: BalanceAdjustment) => Promise<BalanceView>
  /**
   * The same for a partner that there is, once for each key: a repeat is answered with the first answer, `replayed`.
   */
  readonly adjustOnce: (
    partnerId: string,
    idempotencyKey: string,
    input: BalanceAdjustment
  ) => Promise<Answered<{ readonly id: string; readonly balance: BalanceView }>>
}

/** What changed the balance of a partner. */
export interface HostBalanceEntries {
  /** A part of the list, the newest first; by default the first 20. */
  readonly list: (
    partnerId: string,
    filter?: BalanceEntryFilter,
    page?: PageRequest
  ) => Promise<Page<BalanceEntryView>>
}

/** Money that leaves, once each. */
export interface HostPayouts {
  /**
   * Reserves the amount and its fee, and sends in the background. The idempotency key (1 to 255 characters) says
   * which wish this is: a repeat is answered with the same payout, `replayed`, and nothing is sent twice. Refused
   * with `InsufficientFunds`, `InvalidAddress`, `AmountOutOfRange`, `UnsupportedNetwork`, `IdempotencyConflict` or
   * `StoreOnHold`.
   */
  readonly create: (
    partnerId: string,
    idempotencyKey: string | undefined,
    input: PayoutRequest
  ) => Promise<Answered<PayoutCreatedView>>
  /**
   * What a payout would cost now, whether its address is known, and which approvals it would need. It writes nothing,
   * and refuses what `create` would.
   */
  readonly preview: (partnerId: string, input: PayoutRequest) => Promise<PayoutPreviewView>
  /** The networks on which payouts are sent, with the bounds of their amounts. */
  readonly networks: (partnerId: string) => Promise<readonly PayoutNetworkView[]>
  /** A payout with its transaction, if there is one; `NotFound` if the partner has none of that id. */
  readonly get: (partnerId: string, id: string) => Promise<PayoutDetailView>
  /** What became of it and who caused it, the oldest first. An operator is only shown as `operator`. */
  readonly history: (partnerId: string, id: string) => Promise<HistoryView>
  /** Every call to the processing side, and what was signed where this deployment sends by itself. */
  readonly processing: (partnerId: string, id: string) => Promise<PayoutProcessingView>
  /**
   * The payouts that wait for approvals, the oldest first, at most 100, and how each stands for whoever acts: what is
   * missing, and whether their approval would count.
   */
  readonly awaiting: (partnerId: string) => Promise<AwaitingPayoutsView>
  /** How one payout stands; null if it does not wait for approvals. */
  readonly standing: (partnerId: string, id: string) => Promise<ApprovalStandingView | null>
  /**
   * A person approves a payout that waits for it: `quittance.as("user:anna").payouts.approve(…)`, with the id of a
   * member of the partner's roster. The last approval that is needed sends it. Refused with `ApprovalRefused` (who
   * asked for it, whoever may not approve, and everybody once its time is over) or `InvalidState`; a second approval by
   * one person adds nothing.
   */
  readonly approve: (partnerId: string, id: string) => Promise<PayoutView>
  /** A person who may approve ends the wait: the payout fails, and its debit is returned. */
  readonly decline: (partnerId: string, id: string) => Promise<PayoutView>
  /** The same by the person who asked for it, or whose key did. */
  readonly withdraw: (partnerId: string, id: string) => Promise<PayoutView>
  /**
   * Payouts without an outcome, of all partners, the oldest first: what is stuck is old. Those of one step, if it
   * is given, and those behind an id; 50 by default, at most 1000.
   */
  readonly open: (asked?: Partial<AskedOpenPayouts>) => Promise<readonly OpenPayoutView[]>
  /**
   * For operators: records what became of a payout that is `unknown`, after looking at the processing side. A
   * failed one gets its money back.
   */
  readonly resolve: (id: string, outcome: "completed" | "failed", reason: string) => Promise<PayoutView>
  /** A part of the list, the newest first; by default the first 20. */
  readonly list: (partnerId: string, filter?: PayoutFilter, page?: PageRequest) => Promise<Page<PayoutView>>
}

/** What a store that may be out of date is compared with, and how it is released. */
export interface HostHold {
  /** Why the store is on hold, and since when; null if it is not. */
  readonly get: () => Promise<HoldView | null>
  /** What a restored store lacks, compared with the transfers of the outside world since an instant. */
  readonly survey: (since?: number) => Promise<HoldSurvey>
  /** Ends the hold, when an operator has compared the store with the world. */
  readonly release: () => Promise<void>
  /** The survey as operators see it. */
  readonly compare: () => Promise<HoldSurveyView>
  /** Surveys, and ends the hold if both sides agree, or if what does not is accepted. */
  readonly releaseCompared: (acceptUnknown?: boolean) => Promise<HoldSurveyView>
}

/** Invoices in USDT. */
export interface HostCryptoInvoices {
  /**
   * Makes an invoice and its address. `externalId` is the caller's own identifier: a repeat with the same one is
   * answered with the same invoice, `replayed`.
   */
  readonly create: (partnerId: string, input: CryptoInvoiceRequest) => Promise<Answered<CryptoInvoiceView>>
  /** The networks on which invoices can be made, with the bounds of their amounts. */
  readonly networks: (partnerId: string) => Promise<readonly InvoiceNetworkView[]>
  /** An invoice with its transfers; `NotFound` if the partner has none of that id. */
  readonly get: (partnerId: string, id: string) => Promise<CryptoInvoiceView>
  /** What became of it and of its transfers, as of payouts. */
  readonly history: (partnerId: string, id: string) => Promise<HistoryView>
  /** By the caller's own identifier. */
  readonly getByExternalId: (partnerId: string, externalId: string) => Promise<CryptoInvoiceView>
  /** Cancels an invoice that waits for money; `InvalidState` if it does not. */
  readonly cancel: (partnerId: string, id: string) => Promise<CryptoInvoiceView>
  /**
   * Erases the payer's name and e-mail, description, success and cancel URL; a pending invoice is cancelled first, a
   * confirming one is refused.
   */
  readonly redact: (partnerId: string, id: string) => Promise<CryptoInvoiceView>
  /** A part of the list, the newest first; by default the first 20. */
  readonly list: (
    partnerId: string,
    filter?: CryptoInvoiceFilter,
    page?: PageRequest
  ) => Promise<Page<CryptoInvoiceView>>
}

/** Money on addresses that were given out. */
export interface HostDeposits {
  /** Reads an address on its network now instead of at the next poll; returns its invoice or transit wallet. */
  readonly refresh: (network: string, address: string) => Promise<CryptoInvoiceView | TransitWalletView>
}

/** Wallets whose deposits are credited. */
export interface HostTransitWallets {
  /** Makes a wallet. With an idempotency key a repeat is answered with the same wallet, `replayed`. */
  readonly create: (
    partnerId: string,
    input: NewTransitWallet,
    idempotencyKey?: string
  ) => Promise<Answered<TransitWalletView>>
  /** One wallet; `NotFound` if the partner has none of that id. */
  readonly get: (partnerId: string, id: string) => Promise<TransitWalletView>
  /** Wallets of a partner, the newest first. */
  readonly list: (partnerId: string, page?: PageRequest) => Promise<Page<TransitWalletView>>
}

/** The account's one webhook. */
export interface HostTransitWebhook {
  /** Where events go; without a URL if none was set. */
  readonly get: (
    partnerId: string
  ) => Promise<
    TransitWebhookView | { readonly url: null; readonly events: readonly []; readonly enabled: false }
  >
  /** The first call also returns the secret. */
  readonly set: (
    partnerId: string,
    input: TransitWebhookSetting
  ) => Promise<TransitWebhookView & { readonly secret?: string }>
  /** Makes a new secret, returned once. */
  readonly rotateSecret: (partnerId: string) => Promise<RotatedSecretView>
  /** Sends one sample event of that name now; returns after the receiver answered. */
  readonly test: (partnerId: string, input: TransitWebhookTest) => Promise<TestOutcome>
  /** The delivery log, newest first. */
  readonly deliveries: (
    partnerId: string,
    filter?: DeliveryFilter,
    page?: PageRequest
  ) => Promise<Page<WebhookDeliveryView>>
  /** A delivery with its attempts. */
  readonly delivery: (partnerId: string, deliveryId: string) => Promise<WebhookDeliveryDetailView>
  /** The body that every attempt of a delivery sends. */
  readonly deliveryBody: (partnerId: string, deliveryId: string) => Promise<{ readonly body: string }>
  /**
   * Sends the event of a delivery again, with the full retry schedule. With `before`, an instant, one that has changed
   * from then on, and is not waiting, stays as it is.
   */
  readonly redeliver: (partnerId: string, deliveryId: string, before?: number) => Promise<WebhookDeliveryView>
  /**
   * Redelivers everything that failed from an instant on and, unless left out, before another. Asked twice for the
   * same time, each delivery once. `left` counts those of events that it does not subscribe to any more.
   */
  readonly redeliverFailed: (partnerId: string, within: FailedWithin) => Promise<RedeliveredCount>
}

/** Transit wallets, and the webhook for crypto invoices, payouts and wallets. */
export interface HostTransit {
  /** The networks on which wallets can be made. */
  readonly networks: () => Promise<TransitNetworkView[]>
  /** Wallets, each with an address whose deposits are credited. */
  readonly wallets: HostTransitWallets
  /** The account's one webhook for crypto invoices, payouts and wallets. */
  readonly webhook: HostTransitWebhook
}

/** Webhooks of the fiat group. */
export interface HostWebhooks {
  /** Registers a receiver; its secret is in this answer only. */
  readonly create: (
    partnerId: string,
    input: NewWebhook,
    idempotencyKey?: string
  ) => Promise<Answered<WebhookCreatedView>>
  /** All webhooks of a partner. */
  readonly list: (partnerId: string) => Promise<WebhookView[]>
  /** One webhook; `NotFound` if the partner has none of that id. */
  readonly get: (partnerId: string, id: string) => Promise<WebhookView>
  /** Changes what is given and leaves the rest. A disabled webhook is enabled with `active: true`. */
  readonly update: (partnerId: string, id: string, input: WebhookChanges) => Promise<WebhookView>
  /** Removes a webhook; what waits for it is not sent. */
  readonly remove: (partnerId: string, id: string) => Promise<void>
  /** Makes a new secret, returned once; the one before signs too for a while. */
  readonly rotateSecret: (partnerId: string, id: string) => Promise<RotatedSecretView>
  /** Sends one sample event now; returns after the receiver answered. */
  readonly test: (partnerId: string, id: string, input?: WebhookTest) => Promise<TestOutcome>
  /** The delivery log, newest first. */
  readonly deliveries: (
    partnerId: string,
    id: string,
    filter?: DeliveryFilter,
    page?: PageRequest
  ) => Promise<Page<WebhookDeliveryView>>
  /** A delivery with its attempts. */
  readonly delivery: (partnerId: string, deliveryId: string) => Promise<WebhookDeliveryDetailView>
  /** The newest deliveries, of either group, that told of a record: an invoice, a payout, a KYC session. */
  readonly about: (partnerId: string, subjectId: string) => Promise<WebhookDeliveryView[]>
  /** The body that every attempt of a delivery sends. */
  readonly deliveryBody: (partnerId: string, deliveryId: string) => Promise<{ readonly body: string }>
  /**
   * Sends the event of a delivery again, with the full retry schedule. With `before`, an instant, one that has changed
   * from then on, and is not waiting, stays as it is.
   */
  readonly redeliver: (partnerId: string, deliveryId: string, before?: number) => Promise<WebhookDeliveryView>
  /**
   * Redelivers everything that failed from an instant on and, unless left out, before another. Asked twice for the
   * same time, each delivery once. `left` counts those of events that it does not subscribe to any more.
   */
  readonly redeliverFailed: (partnerId: string, id: string, within: FailedWithin) => Promise<RedeliveredCount>
}
