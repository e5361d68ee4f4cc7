import { type Context, Effect, Layer, Option } from "effect"
import { Analytics } from "./analytics/Analytics.ts"
import { Balances } from "./balance/Balances.ts"
import { BankCallbacks } from "./bankPayment/BankCallbacks.ts"
import { makeBankPaymentFollower } from "./bankPayment/BankPaymentFollower.ts"
import { BankPayments } from "./bankPayment/BankPayments.ts"
import { BankReceipts } from "./bankPayment/BankReceipts.ts"
import { Batches } from "./batch/Batches.ts"
import { makeInvoiceMailer } from "./batch/InvoiceMailer.ts"
import { ChainJournal } from "./chain/ChainJournal.ts"
import { ChainWallets } from "./chain/ChainWallets.ts"
import { ChainNetworks } from "./chain/ChainNetworks.ts"
import { makeChainChecker } from "./chain/ChainChecker.ts"
import { makeChainSweeper } from "./chain/ChainSweeper.ts"
import { ChainUpkeeps } from "./chain/ChainUpkeeps.ts"
import { makeChainReader } from "./deposit/ChainReader.ts"
import { makeCryptoInvoiceWatcher } from "./deposit/CryptoInvoiceWatcher.ts"
import { CryptoInvoices } from "./cryptoInvoice/CryptoInvoices.ts"
import { Deposits } from "./deposit/Deposits.ts"
import { makeInvoiceEraser, makeInvoiceKeeper } from "./redaction/InvoiceEraser.ts"
import { makeInvoiceExpirer } from "./invoice/InvoiceExpirer.ts"
import { Holds } from "./hold/Holds.ts"
import { Invoices } from "./invoice/Invoices.ts"
import { makeKycCheckFollower } from "./kyc/KycCheckFollower.ts"
import { KycChecks } from "./kyc/KycChecks.ts"
import { makeKycEraser } from "./kyc/KycEraser.ts"
import { makeKycExpirer, makeKycKeeper } from "./kyc/KycKeeper.ts"
import { KycReviews } from "./kyc/KycReviews.ts"
import { KycSessions } from "./kyc/KycSessions.ts"
import { KycUploads } from "./kyc/KycUploads.ts"
import * as PreCheck from "./kyc/PreCheck.ts"
import { Auditor } from "./audit/Auditor.ts"
import { ApiKeys } from "./partner/ApiKeys.ts"
import { Networks } from "./networks/Networks.ts"
import { Partners } from "./partner/Partners.ts"
import { makeChainSender } from "./payout/ChainSender.ts"
import { makePayoutDispatcher } from "./payout/PayoutDispatcher.ts"
import { Payouts } from "./payout/Payouts.ts"
import { BankRail } from "./bank/BankRail.ts"
import type { DepositAddresses } from "./address/DepositAddresses.ts"
import type { Ids } from "./ports/Ids.ts"
import { BlobStore } from "./ports/BlobStore.ts"
import { KycChecker } from "./kyc/KycChecker.ts"
import { Mailer } from "./batch/Mailer.ts"
import { PayoutProcessor } from "./processing/PayoutProcessor.ts"
import type { StoreUnavailable } from "./ports/Store.ts"
import { StoreMode } from "./ports/StoreMode.ts"
import type { StorePorts } from "./store/StorePorts.ts"
import type { Vault } from "./ports/Vault.ts"
import { WebhookTransport } from "./webhook/WebhookTransport.ts"
import { Sandbox } from "./sandbox/Sandbox.ts"
import { SandboxBank } from "./sandbox/SandboxBank.ts"
import { SandboxChain } from "./sandbox/SandboxChain.ts"
import { SandboxClock } from "./sandbox/SandboxClock.ts"
import { SandboxKyc } from "./sandbox/SandboxKyc.ts"
import { SandboxMailbox } from "./sandbox/SandboxMailer.ts"
import * as SandboxProcessor from "./sandbox/SandboxProcessor.ts"
import { Settings } from "./settings/Settings.ts"
import { Signatures } from "./signature/Signatures.ts"
import { TransitDeposits } from "./transit/TransitDeposits.ts"
import { TransitWallets } from "./transit/TransitWallets.ts"
import { makeTransitWatcher } from "./deposit/TransitWatcher.ts"
import { TransitWebhooks } from "./transit/TransitWebhooks.ts"
import { WebhookDeliveries } from "./webhook/WebhookDeliveries.ts"
import { ReceivingHosts } from "./webhook/ReceivingHosts.ts"
import { makeWebhookDispatcher } from "./webhook/WebhookDispatcher.ts"
import { WebhookEndpoints } from "./webhook/WebhookEndpoints.ts"
import { makeWebhookFanOut } from "./webhook/WebhookFanOut.ts"
import { makeWebhookPruner } from "./webhook/WebhookPruner.ts"
import { Webhooks } from "./webhook/Webhooks.ts"
import { webhookTopics } from "./topics.ts"
import { WebhookTopics } from "./webhook/Topic.ts"
import { WebhookTests } from "./webhook/WebhookTests.ts"
import { Operations } from "./operations/Operations.ts"
import { type JobHandler, makeWorker, Worker } from "./work/Worker.ts"

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
  | ChainJournal
  | ChainUpkeeps
  | ChainWallets
  | CryptoInvoices
  | Deposits
  | Holds
  | Invoices
  | KycChecks
  | KycReviews
  | KycSessions
  | KycUploads
  | Networks
  | Operations
  | Partners
  | Payouts
  | Signatures
  | TransitWallets
  | TransitWebhooks
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
      yield* makeWebhookFanOut,
      yield* makeWebhookPruner,
      ...(yield* ifProvided(WebhookTransport, makeWebhookDispatcher)),
      ...(yield* ifProvided(PayoutProcessor, makePayoutDispatcher)),
      ...(yield* ifProvided(ChainNetworks, makeChainReader)),
      ...(yield* ifProvided(ChainNetworks, makeChainSender)),
      ...(yield* ifProvided(ChainNetworks, makeChainSweeper)),
      ...(yield* ifProvided(ChainNetworks, makeChainChecker)),
      ...(yield* ifProvided(BankRail, makeBankPaymentFollower)),
      ...(yield* ifProvided(Mailer, makeInvoiceMailer)),
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
  workerLayer,
  Auditor.layer,
  ApiKeys.layer,
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
  Signatures.layer
).pipe(
  Layer.provide(Layer.provide(WebhookTests.layer, Layer.succeed(WebhookTopics, webhookTopics))),
  Layer.provideMerge(KycChecks.layer),
  Layer.provideMerge(KycSessions.layer),
  Layer.provideMerge(Layer.mergeAll(Deposits.layer, BankReceipts.layer)),
  Layer.provideMerge(
    Layer.mergeAll(
      Payouts.layer,
      CryptoInvoices.layer,
      Invoices.layer,
      BankPayments.layer,
      TransitDeposits.layer,
      WebhookEndpoints.layer,
      ReceivingHosts.layer
    )
  ),
  Layer.provideMerge(
    Layer.mergeAll(Partners.layer, Networks.layer, ChainJournal.layer, ChainUpkeeps.layer, ChainWallets.layer)
  ),
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
