import { type Context, Effect, Layer, Option } from "effect"
import { Analytics } from "../concepts/analytics/Analytics.ts"
import { Balances } from "../concepts/balance/Balances.ts"
import { BankCallbacks } from "../concepts/bankPayment/BankCallbacks.ts"
import { makeBankPaymentFollower } from "../concepts/bankPayment/BankPaymentFollower.ts"
import { BankPayments } from "../concepts/bankPayment/BankPayments.ts"
import { BankRail } from "../concepts/bankPayment/BankRail.ts"
import { BankReceipts } from "../concepts/bankPayment/BankReceipts.ts"
import { Batches } from "../concepts/batch/Batches.ts"
import { makeInvoiceMailer } from "../concepts/batch/InvoiceMailer.ts"
import { Brandings } from "../concepts/branding/Brandings.ts"
import { makeChainChecker } from "../concepts/chain/ChainChecker.ts"
import { ChainJournal } from "../concepts/chain/ChainJournal.ts"
import { ChainNetworks } from "../concepts/chain/ChainNetworks.ts"
import { makeChainSweeper } from "../concepts/chain/ChainSweeper.ts"
import { ChainUpkeeps } from "../concepts/chain/ChainUpkeeps.ts"
import { ChainWallets } from "../concepts/chain/ChainWallets.ts"
import type { DepositAddresses } from "../concepts/chain/DepositAddresses.ts"
import { CryptoInvoices } from "../concepts/cryptoInvoice/CryptoInvoices.ts"
import { makeChainReader } from "../concepts/deposit/ChainReader.ts"
import { makeCryptoInvoiceWatcher } from "../concepts/deposit/CryptoInvoiceWatcher.ts"
import { Deposits } from "../concepts/deposit/Deposits.ts"
import { makeTransitWatcher } from "../concepts/deposit/TransitWatcher.ts"
import { makeInvoiceEraser, makeInvoiceKeeper } from "../concepts/invoice/InvoiceEraser.ts"
import { makeInvoiceExpirer } from "../concepts/invoice/InvoiceExpirer.ts"
import { Invoices } from "../concepts/invoice/Invoices.ts"
import { KycChecker } from "../concepts/kyc/KycChecker.ts"
import { makeKycCheckFollower } from "../concepts/kyc/KycCheckFollower.ts"
import { KycChecks } from "../concepts/kyc/KycChecks.ts"
import { makeKycEraser } from "../concepts/kyc/KycEraser.ts"
import { makeKycExpirer, makeKycKeeper } from "../concepts/kyc/KycKeeper.ts"
import { KycReviews } from "../concepts/kyc/KycReviews.ts"
import { KycSessions } from "../concepts/kyc/KycSessions.ts"
import { KycUploads } from "../concepts/kyc/KycUploads.ts"
import * as PreCheck from "../concepts/kyc/PreCheck.ts"
import { Mailer } from "../concepts/mail/Mailer.ts"
import { Networks } from "../concepts/network/Networks.ts"
import { ApiKeys } from "../concepts/partner/ApiKeys.ts"
import { OperatorKeys } from "../concepts/partner/OperatorKeys.ts"
import { Partners } from "../concepts/partner/Partners.ts"
import { makeChainSender } from "../concepts/payout/ChainSender.ts"
import { PayoutApprovals } from "../concepts/payout/PayoutApprovals.ts"
import { makePayoutDispatcher } from "../concepts/payout/PayoutDispatcher.ts"
import { PayoutProcessor } from "../concepts/payout/PayoutProcessor.ts"
import { Payouts } from "../concepts/payout/Payouts.ts"
import { makeInvitationEraser } from "../concepts/person/InvitationEraser.ts"
import { Invitations } from "../concepts/person/Invitations.ts"
import { makeUserJoiner } from "../concepts/person/UserJoiner.ts"
import { Users } from "../concepts/person/Users.ts"
import { makeReceiptMailer } from "../concepts/receipt/ReceiptMailer.ts"
import { Rosters } from "../concepts/roster/Rosters.ts"
import { makeRosterAlerter } from "../concepts/roster/rosterAlerts.ts"
import { Settings } from "../concepts/settings/Settings.ts"
import { Signatures } from "../concepts/signature/Signatures.ts"
import { makeEntryFollower } from "../concepts/statementEntry/EntryFollower.ts"
import { makeEntryKeeper } from "../concepts/statementEntry/EntryKeeper.ts"
import { makeEntryMatcher } from "../concepts/statementEntry/EntryMatcher.ts"
import { Statements } from "../concepts/statementEntry/Statements.ts"
import { Subscribers } from "../concepts/subscriber/Subscribers.ts"
import { TransitDeposits } from "../concepts/transit/TransitDeposits.ts"
import { TransitWallets } from "../concepts/transit/TransitWallets.ts"
import { TransitWebhooks } from "../concepts/transit/TransitWebhooks.ts"
import { ReceivingHosts } from "../concepts/webhook/ReceivingHosts.ts"
import { RunningFanOuts } from "../concepts/webhook/RunningFanOuts.ts"
import { WebhookTopics } from "../concepts/webhook/Topic.ts"
import { WebhookDeliveries } from "../concepts/webhook/WebhookDeliveries.ts"
import { makeWebhookDispatcher } from "../concepts/webhook/WebhookDispatcher.ts"
import { WebhookEndpoints } from "../concepts/webhook/WebhookEndpoints.ts"
import { makeWebhookFanOut } from "../concepts/webhook/WebhookFanOut.ts"
import { makeWebhookPruner } from "../concepts/webhook/WebhookPruner.ts"
import { Webhooks } from "../concepts/webhook/Webhooks.ts"
import { WebhookTests } from "../concepts/webhook/WebhookTests.ts"
import { WebhookTransport } from "../concepts/webhook/WebhookTransport.ts"
import { BlobStore } from "../kernel/ports/BlobStore.ts"
import type { Ids } from "../kernel/ports/Ids.ts"
import type { StoreUnavailable } from "../kernel/ports/Store.ts"
import { StoreMode } from "../kernel/ports/StoreMode.ts"
import type { Vault } from "../kernel/ports/Vault.ts"
import { handoverLayer } from "../kernel/transact/Handover.ts"
import type { JobHandler } from "../kernel/work/JobHandler.ts"
import { makeWorker, Worker } from "../kernel/work/Worker.ts"
import { Sandbox } from "../reference/sandbox/Sandbox.ts"
import { SandboxBank } from "../reference/sandbox/SandboxBank.ts"
import { SandboxChain } from "../reference/sandbox/SandboxChain.ts"
import { SandboxClock } from "../reference/sandbox/SandboxClock.ts"
import { SandboxKyc } from "../reference/sandbox/SandboxKyc.ts"
import { SandboxMailbox } from "../reference/sandbox/SandboxMailer.ts"
import * as SandboxProcessor from "../reference/sandbox/SandboxProcessor.ts"
import { Auditor } from "../store/audit/Auditor.ts"
import { Holds } from "../store/hold/Holds.ts"
import type { StorePorts } from "../store/StorePorts.ts"
import { webhookTopics } from "../store/topics.ts"
import { Operations } from "./operations/Operations.ts"
import { Subscriptions } from "./subscriptions/Subscriptions.ts"

/** Everything a host can call. */
export type Quittance =
  | Analytics
  | ApiKeys
  | Auditor
  | Balances
  | BankCallbacks
  | BankPayments
  | BankReceipts
  | Batches
  | Brandings
  | ChainJournal
  | ChainUpkeeps
  | ChainWallets
  | CryptoInvoices
  | Deposits
  | Holds
  | Invitations
  | Invoices
  | KycChecks
  | KycReviews
  | KycSessions
  | KycUploads
  | Networks
  | OperatorKeys
  | Operations
  | Partners
  | PayoutApprovals
  | Payouts
  | Rosters
  | Signatures
  | Statements
  | Subscribers
  | Subscriptions
  | TransitWallets
  | TransitWebhooks
  | Users
  | WebhookDeliveries
  | Webhooks
  | Worker

/** The handler, if its provider exists: without a provider such jobs are not taken up and wait. */
const ifProvided = <Id, Provider, R>(
  provider: Context.Key<Id, Provider>,
  handler: Effect.Effect<JobHandler, never, R | Id>
) =>
  Effect.flatMap(Effect.serviceOption(provider), (found) =>
    Option.isNone(found)
      ? Effect.succeed([])
      : Effect.map(Effect.provideService(handler, provider, found.value), (made) => [made])
  )

const workerLayer = Layer.effect(
  Worker,
  Effect.gen(function* () {
    const handlers: ReadonlyArray<JobHandler> = [
      yield* makeCryptoInvoiceWatcher,
      yield* makeInvoiceExpirer,
      yield* makeInvoiceEraser,
      yield* makeInvoiceKeeper,
      yield* makeKycExpirer,
      yield* makeKycKeeper,
      yield* makeTransitWatcher,
      yield* makeUserJoiner,
      yield* makeInvitationEraser,
      yield* makeWebhookFanOut,
      yield* makeWebhookPruner,
      yield* makeRosterAlerter,
      yield* makeEntryMatcher,
      yield* makeEntryFollower,
      yield* makeEntryKeeper,
      ...(yield* ifProvided(WebhookTransport, makeWebhookDispatcher)),
      ...(yield* ifProvided(PayoutProcessor, makePayoutDispatcher)),
      ...(yield* ifProvided(ChainNetworks, makeChainReader)),
      ...(yield* ifProvided(ChainNetworks, makeChainSender)),
      ...(yield* ifProvided(ChainNetworks, makeChainSweeper)),
      ...(yield* ifProvided(ChainNetworks, makeChainChecker)),
      ...(yield* ifProvided(BankRail, makeBankPaymentFollower)),
      ...(yield* ifProvided(Mailer, makeInvoiceMailer)),
      ...(yield* ifProvided(Mailer, makeReceiptMailer)),
      ...(yield* ifProvided(KycChecker, makeKycCheckFollower)),
      // Redactions wait for the documents that they erase.
      ...(yield* ifProvided(BlobStore, makeKycEraser))
    ]
    const { workerOwner } = yield* Settings
    return yield* makeWorker(handlers, workerOwner)
  })
)

/** Settings, store and services must have the same mode, or nothing starts. */
const modesAgree = (simulated: "simulated" | "") =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { mode } = yield* Settings
      const storeMode = Option.getOrElse(yield* StoreMode, () => mode)
      if (storeMode !== mode)
        return yield* Effect.die(new Error(`the store is ${storeMode} and the settings say ${mode}`))
      if (simulated === "simulated" && mode === "live") {
        return yield* Effect.die(new Error("the settings say live, where nothing simulated is loaded"))
      }
    })
  )

const services = Layer.mergeAll(
  Layer.provideMerge(Subscriptions.layer, workerLayer),
  Auditor.layer,
  ApiKeys.layer,
  OperatorKeys.layer,
  Balances.layer,
  Holds.layer,
  Analytics.layer,
  Batches.layer,
  BankCallbacks.layer,
  Webhooks.layer,
  WebhookDeliveries.layer,
  TransitWallets.layer,
  TransitWebhooks.layer,
  KycUploads.layer,
  KycReviews.layer,
  Signatures.layer,
  Statements.layer,
  Layer.provideMerge(Users.layer, Invitations.layer)
).pipe(
  Layer.provide(Layer.provide(WebhookTests.layer, Layer.succeed(WebhookTopics, webhookTopics))),
  Layer.provideMerge(KycChecks.layer),
  Layer.provideMerge(KycSessions.layer),
  Layer.provideMerge(Layer.mergeAll(Deposits.layer, BankReceipts.layer)),
  Layer.provideMerge(
    Layer.mergeAll(
      Payouts.layer,
      PayoutApprovals.layer,
      CryptoInvoices.layer,
      Invoices.layer,
      BankPayments.layer,
      TransitDeposits.layer,
      WebhookEndpoints.layer,
      ReceivingHosts.layer,
      RunningFanOuts.layer
    )
  ),
  Layer.provideMerge(Layer.merge(Rosters.layer, Brandings.layer)),
  Layer.provideMerge(
    Layer.mergeAll(
      Partners.layer,
      Networks.layer,
      ChainJournal.layer,
      ChainUpkeeps.layer,
      ChainWallets.layer,
      Subscribers.layer
    )
  ),
  Layer.provide(handoverLayer),
  Layer.provideMerge(modesAgree(""))
)

/**
 * All services on a storage adapter and a vault. Providers (`PayoutProcessor`, `DepositAddresses`,
 * `BankRail`, `Mailer`, `WebhookTransport`, `KycChecker`, `BlobStore`, `Pictures`, `SignatureClassifier`) are
 * taken from the context if present; an operation whose provider is missing returns `ProviderMissing`. No
 * background work is done until `Worker.run` is started.
 */
export const layer: Layer.Layer<Quittance, never, StorePorts | Vault | Ids> = Operations.layer.pipe(
  Layer.provideMerge(services)
)

/**
 * The same with simulated providers and a movable clock; `own` providers replace simulated ones. Never for
 * real money.
 */
export const layerSandboxWith = <E>(
  own: Layer.Layer<never, E, StorePorts | Vault | Ids>
): Layer.Layer<
  Quittance | Sandbox | SandboxClock | PayoutProcessor | DepositAddresses | BankRail | Mailer | KycChecker,
  StoreUnavailable | E,
  StorePorts | Vault | Ids
> =>
  Operations.layer.pipe(
    Layer.provideMerge(Sandbox.layer),
    Layer.provideMerge(services),
    Layer.provideMerge(own),
    Layer.provideMerge(
      Layer.mergeAll(
        SandboxChain.layer,
        SandboxProcessor.layer,
        SandboxBank.layer,
        SandboxMailbox.layer,
        PreCheck.layer.pipe(Layer.provideMerge(SandboxKyc.layer))
      )
    ),
    Layer.provideMerge(SandboxClock.layer),
    Layer.provideMerge(modesAgree("simulated"))
  )

export const layerSandbox = layerSandboxWith(Layer.empty)
