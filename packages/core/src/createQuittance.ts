import { Effect, Layer, Logger, ManagedRuntime, Option } from "effect"
import { Balances } from "./balance/Balances.ts"
import { type BalanceView, balanceView } from "./balance/BalanceView.ts"
import { CryptoInvoices } from "./cryptoInvoice/CryptoInvoices.ts"
import { type CryptoInvoiceView, cryptoInvoiceView } from "./cryptoInvoice/CryptoInvoiceView.ts"
import { type InvoiceView, invoiceView } from "./invoice/InvoiceView.ts"
import { type KycSessionView, kycSessionView } from "./kyc/KycSessionView.ts"
import { Deposits } from "./deposit/Deposits.ts"
import { Holds, type HoldSurvey } from "./hold/Holds.ts"
import { type AuditReport, Auditor } from "./audit/Auditor.ts"
import { ApiKeys, type NewApiKey } from "./partner/ApiKeys.ts"
import type { Partner, PartnerTerms } from "./partner/Partner.ts"
import { Partners } from "./partner/Partners.ts"
import { Payouts } from "./payout/Payouts.ts"
import {
  type PayoutCreatedView,
  payoutCreatedView,
  type PayoutView,
  payoutView
} from "./payout/PayoutView.ts"
import type { BlobStore } from "./ports/BlobStore.ts"
import { Ids } from "./ports/Ids.ts"
import type { KeyService } from "./ports/KeyService.ts"
import type { PayoutFilter } from "./ports/PayoutReader.ts"
import type { Pictures } from "./ports/Pictures.ts"
import type { SignatureClassifier } from "./ports/SignatureClassifier.ts"
import type { StorePorts } from "./ports/StorePorts.ts"
import type { Vault } from "./ports/Vault.ts"
import type { WebhookTransport } from "./ports/WebhookTransport.ts"
import * as Quittance from "./Quittance.ts"
import { Sandbox } from "./sandbox/Sandbox.ts"
import { defaultSettings, networkLabel, Settings, type SettingsShape } from "./settings/Settings.ts"
import * as EnvelopeVault from "./vault/EnvelopeVault.ts"
import * as LocalKeyService from "./vault/LocalKeyService.ts"
import { type ResealPurpose, type ResealReport, Resealing } from "./vault/Resealing.ts"
import { type TransitWalletView, transitWalletView } from "./transit/TransitView.ts"
import { Worker } from "./work/Worker.ts"
import { fiatGroup } from "./host/fiatGroup.ts"
import { kycGroup } from "./host/kycGroup.ts"
import { signatureGroup } from "./host/signatureGroup.ts"
import { webhookGroups } from "./host/webhookGroups.ts"
import { type Providers, providersLayer } from "./host/Providers.ts"

export interface CreateQuittanceOptions<E> extends Providers {
  /** A storage adapter, such as `SqliteStore.layer({ filename, mode })`. */
  readonly store: Layer.Layer<StorePorts, E>
  /** 32 bytes in base64: secrets are sealed with it. Keep it apart from the database. Either this or a key service is given. */
  readonly masterKey?: string
  /** Holds the master key in place of that: `LocalKeyService.layer(key, previous)`, or one over a key management service. */
  readonly keyService?: Layer.Layer<KeyService, unknown>
  /** Calls receivers of webhooks, such as `UndiciTransport.layer()`. Without it deliveries wait. */
  readonly webhookTransport?: Layer.Layer<WebhookTransport>
  /** Keeps what persons show in KYC sessions, such as `FileBlobStore.layer({ directory })`; sealed with the master key. */
  readonly blobStore?: Layer.Layer<BlobStore, unknown, Vault>
  /** Reads the pictures that they send, such as `SharpPictures.layer()`. */
  readonly pictures?: Layer.Layer<Pictures, unknown>
  /** Looks at images of handwritten signatures, such as `SignatureModel.layer()`. */
  readonly signatureClassifier?: Layer.Layer<SignatureClassifier, unknown>
  readonly settings?: Partial<SettingsShape>
  /** Whether this process also does the background work. Default: yes. */
  readonly workers?: boolean
}

/** The runtime behind it, for adapters that speak Effect (`fetchHandler(quittance.runtime)`). */
export type QuittanceRuntime = ManagedRuntime.ManagedRuntime<Quittance.Quittance | StorePorts | Ids, unknown>

const logging = Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])

/** Whether the answer is the first one, or a replay of it. */
export type Created<View> = View & { readonly replayed: boolean }

const keyServiceOf = ({
  keyService,
  masterKey
}: Pick<CreateQuittanceOptions<never>, "keyService" | "masterKey">): Layer.Layer<KeyService, unknown> => {
  if (keyService !== undefined && masterKey === undefined) return keyService
  if (keyService === undefined && masterKey !== undefined) return LocalKeyService.layer(masterKey)
  return Layer.effectContext<KeyService, LocalKeyService.MasterKeyInvalid, never>(
    new LocalKeyService.MasterKeyInvalid({ message: "give either a masterKey or a keyService" })
  )
}

/**
 * Quittance for hosts without Effect: Promises, the same records as the API shows, and errors that are the typed
 * refusals of the core (`error._tag` tells which; its other fields are the facts that decided it). Background work starts
 * at once unless `workers` is false; `close` stops it, finishes what was begun and closes the store. What operators must
 * know is written to the standard error: the standard output is the host's.
 */
export const createQuittance = async <E>(options: CreateQuittanceOptions<E>) => {
  const settings: SettingsShape = { ...defaultSettings, ...options.settings }
  const base = EnvelopeVault.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(options.store, keyServiceOf(options), Ids.layer))
  )
  const providers = providersLayer(options)
  // Whoever needs one of them asks whether it is there.
  const optional = Layer.mergeAll(
    options.webhookTransport ?? Layer.empty,
    options.blobStore ?? Layer.empty,
    options.pictures ?? Layer.empty,
    options.signatureClassifier ?? Layer.empty
  ) as Layer.Layer<never, unknown, Vault>
  const services =
    settings.mode === "sandbox"
      ? Quittance.layerSandboxWith(providers)
      : Quittance.layer.pipe(Layer.provideMerge(providers))
  const runtime = ManagedRuntime.make(
    services.pipe(
      Layer.provideMerge(optional),
      Layer.provideMerge(base),
      Layer.provideMerge(Layer.succeed(Settings, settings)),
      Layer.provideMerge(logging)
    )
  )
  const run = runtime.runPromise
  await run(Effect.void)
  if (options.workers !== false) runtime.runFork(Effect.flatMap(Worker, (worker) => worker.run))

  const sandbox = <A, F>(use: (service: Sandbox["Service"]) => Effect.Effect<A, F>): Promise<A> =>
    run(
      Effect.flatMap(Effect.serviceOption(Sandbox), (service) =>
        Option.isSome(service)
          ? use(service.value)
          : Effect.die(new Error("only a sandbox has simulated operations"))
      )
    )
  const showInvoice = (invoice: Parameters<typeof cryptoInvoiceView>[0]): CryptoInvoiceView =>
    cryptoInvoiceView(invoice, settings.publicUrl)
  const showPayout = (payout: Parameters<typeof payoutView>[0]): PayoutView =>
    payoutView(payout, networkLabel(settings, payout.order.network))

  return {
    runtime: runtime as QuittanceRuntime,
    partners: {
      /** The partner of that name; made when there is none. */
      ensure: (name: string): Promise<Partner> =>
        run(Effect.flatMap(Partners, (partners) => partners.ensure(name))),
      setTerms: (name: string, terms: PartnerTerms): Promise<Partner> =>
        run(Effect.flatMap(Partners, (partners) => partners.setTerms(name, terms)))
    },
    keys: {
      create: (input: unknown): Promise<NewApiKey> =>
        run(Effect.flatMap(ApiKeys, (keys) => keys.create(input))),
      revoke: (id: string) => run(Effect.flatMap(ApiKeys, (keys) => keys.revoke(id))),
      /** Brings everything that is sealed under the current master key; `check` only looks. See `Resealing`. */
      reseal: (purpose: ResealPurpose = "reseal"): Promise<ResealReport> =>
        run(
          Effect.provide(
            Effect.flatMap(Resealing, (resealing) => resealing.run(purpose)),
            Resealing.layer
          )
        )
    },
    balances: {
      get: (partnerId: string): Promise<BalanceView> =>
        run(
          Effect.map(
            Effect.flatMap(Balances, (balances) => balances.get(partnerId)),
            balanceView
          )
        ),
      adjust: (partnerId: string, input: unknown): Promise<BalanceView> =>
        run(
          Effect.map(
            Effect.flatMap(Balances, (balances) => balances.adjust(partnerId, input)),
            balanceView
          )
        )
    },
    payouts: {
      create: (
        partnerId: string,
        idempotencyKey: string,
        input: unknown
      ): Promise<Created<PayoutCreatedView>> =>
        run(
          Effect.map(
            Effect.flatMap(Payouts, (payouts) => payouts.create(partnerId, idempotencyKey, input)),
            ({ replayed, value }) => ({ ...payoutCreatedView(value), replayed })
          )
        ),
      get: (partnerId: string, id: string): Promise<PayoutView> =>
        run(
          Effect.map(
            Effect.flatMap(Payouts, (payouts) => payouts.get(partnerId, id)),
            showPayout
          )
        ),
      list: (partnerId: string, filter: PayoutFilter = {}, page = { page: 1, limit: 20 }) =>
        run(
          Effect.map(
            Effect.flatMap(Payouts, (payouts) => payouts.list(partnerId, filter, page)),
            ({ items, total }) => ({ items: items.map(showPayout), total })
          )
        ),
      resolve: (id: string, outcome: "completed" | "failed", reason: string): Promise<PayoutView> =>
        run(
          Effect.map(
            Effect.flatMap(Payouts, (payouts) => payouts.resolve(id, outcome, reason)),
            showPayout
          )
        )
    },
    /** A store that may be older than the world makes no payouts and no deposit addresses until it is released. */
    hold: {
      survey: (since?: number): Promise<HoldSurvey> =>
        run(Effect.flatMap(Holds, (holds) => holds.survey(since))),
      release: (): Promise<void> => run(Effect.flatMap(Holds, (holds) => holds.release))
    },
    cryptoInvoices: {
      create: (partnerId: string, input: unknown): Promise<Created<CryptoInvoiceView>> =>
        run(
          Effect.map(
            Effect.flatMap(CryptoInvoices, (invoices) => invoices.create(partnerId, input)),
            ({ replayed, value }) => ({ ...showInvoice(value), replayed })
          )
        ),
      get: (partnerId: string, id: string): Promise<CryptoInvoiceView> =>
        run(
          Effect.map(
            Effect.flatMap(CryptoInvoices, (invoices) => invoices.get(partnerId, id)),
            showInvoice
          )
        ),
      cancel: (partnerId: string, id: string): Promise<CryptoInvoiceView> =>
        run(
          Effect.map(
            Effect.flatMap(CryptoInvoices, (invoices) => invoices.cancel(partnerId, id)),
            showInvoice
          )
        ),
      /**
       * Erases the payer's name and e-mail, description and success URL; one that is pending is cancelled first, one that is
       * confirming is refused.
       */
      redact: (partnerId: string, id: string): Promise<CryptoInvoiceView> =>
        run(
          Effect.map(
            Effect.flatMap(CryptoInvoices, (invoices) => invoices.redact(partnerId, id)),
            showInvoice
          )
        )
    },
    ...fiatGroup(run, settings.publicUrl),
    ...kycGroup(run, settings.publicUrl),
    ...signatureGroup(run),
    ...webhookGroups(run, settings.webhook.retryPolicy[settings.mode].delaysMillis.length),
    deposits: {
      /**
       * Tells that something happened at an address: it is read off the network now instead of at the next poll. Answers
       * the invoice or the transit wallet that the address belongs to.
       */
      refresh: (network: string, address: string): Promise<CryptoInvoiceView | TransitWalletView> =>
        run(
          Effect.map(
            Effect.flatMap(Deposits, (deposits) => deposits.refresh(network, address)),
            (target) => (target._tag === "wallet" ? transitWalletView(target) : showInvoice(target))
          )
        )
    },
    /** Rejects in live mode. */
    sandbox: {
      deposit: (partnerId: string, input: unknown) => sandbox((service) => service.deposit(partnerId, input)),
      addBlocks: (input: unknown) => sandbox((service) => service.addBlocks(input)),
      drop: (partnerId: string, input: unknown) => sandbox((service) => service.drop(partnerId, input)),
      /** The simulated bank takes the money of an invoice. */
      pay: (partnerId: string, invoiceId: string, input: unknown = {}): Promise<InvoiceView> =>
        sandbox((service) =>
          Effect.map(service.pay(partnerId, invoiceId, input), (invoice) =>
            invoiceView(invoice, settings.publicUrl)
          )
        ),
      /** The simulated checker answers for a KYC session; steps that were not taken yet are taken without documents. */
      decide: (partnerId: string, sessionId: string, input: unknown): Promise<KycSessionView> =>
        sandbox((service) =>
          Effect.map(service.decide(partnerId, sessionId, input), (session) =>
            kycSessionView(session, settings.publicUrl)
          )
        ),
      /** The e-mails "sent" for a partner. */
      mail: (partnerId: string) => sandbox((service) => service.mail(partnerId)),
      credit: (partnerId: string, input: unknown): Promise<BalanceView> =>
        sandbox((service) => Effect.map(service.credit(partnerId, input), balanceView)),
      /**
       * Answers when the work that became due was started. With `workers: false`, and no other process that
       * works, it waits for that in vain, for ten seconds; `drain` does the work then.
       */
      advanceClock: (input: unknown) => sandbox((service) => service.advanceClock(input)),
      transfers: (partnerId: string, payoutId: string) =>
        sandbox((service) => service.transfers(partnerId, payoutId))
    },
    /** Does everything that is due now; answers how many jobs ran. For hosts with `workers: false`, and tests. */
    drain: (): Promise<number> => run(Effect.flatMap(Worker, (worker) => worker.drain)),
    /** Proves the books of the whole store. */
    verifyLedger: (): Promise<AuditReport> => run(Effect.flatMap(Auditor, (auditor) => auditor.verify)),
    close: (): Promise<void> => runtime.dispose()
  }
}

/** What `createQuittance` gives. */
export type QuittanceHost = Awaited<ReturnType<typeof createQuittance>>
