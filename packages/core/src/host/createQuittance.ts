import { Effect, Layer, Logger, ManagedRuntime, Result } from "effect"
import type { ChainNetworks } from "../concepts/chain/ChainNetworks.ts"
import type { Pictures } from "../concepts/kyc/Pictures.ts"
import { type GivenSettings, Settings, settingsOf } from "../concepts/settings/Settings.ts"
import type { SignatureClassifier } from "../concepts/signature/SignatureClassifier.ts"
import type { WebhookTransport } from "../concepts/webhook/WebhookTransport.ts"
import { type Actor, actingAs, actorExpected, isActor } from "../kernel/actor/Actor.ts"
import { InvalidInput } from "../kernel/input/Input.ts"
import type { BlobStore } from "../kernel/ports/BlobStore.ts"
import { Ids } from "../kernel/ports/Ids.ts"
import type { KeyService } from "../kernel/ports/KeyService.ts"
import type { Vault } from "../kernel/ports/Vault.ts"
import * as EnvelopeVault from "../kernel/vault/EnvelopeVault.ts"
import * as LocalKeyService from "../kernel/vault/LocalKeyService.ts"
import { Worker } from "../kernel/work/Worker.ts"
import { Resealing, type ResealPurpose, type ResealReport } from "../store/Resealing.ts"
import type { StorePorts } from "../store/StorePorts.ts"
import { Operations } from "./operations/Operations.ts"
import { type Providers, providersLayer } from "./Providers.ts"
import { promised } from "./promised.ts"
import * as Quittance from "./Quittance.ts"
import { promisedSubscriptions } from "./subscriptions/promisedSubscriptions.ts"
import { type ChainServices, withChains } from "./withChains.ts"

/** What a deployment is made of: a store, a master key, the host's own providers, and adapters for the rest. */
export interface CreateQuittanceOptions<E> extends Providers {
  /** A storage adapter, such as `SqliteStore.layer({ filename, mode })`. */
  readonly store: Layer.Layer<StorePorts, E>
  /**
   * 32 bytes in base64 that seal all secrets. Keep it apart from the database. Give either this or a key
   * service.
   */
  readonly masterKey?: string | undefined
  /**
   * Holds the master key instead: `LocalKeyService.layer(key, previous)`, or one over a key management
   * service.
   */
  readonly keyService?: Layer.Layer<KeyService, unknown>
  /** Calls receivers of webhooks, such as `UndiciTransport.layer()`. Without it deliveries wait. */
  readonly webhookTransport?: Layer.Layer<WebhookTransport>
  /**
   * Stores the documents of KYC sessions, such as `FileBlobStore.layer({ directory })`; sealed with the
   * master key.
   */
  readonly blobStore?: Layer.Layer<BlobStore, unknown, Vault>
  /** Reads uploaded pictures, such as `SharpPictures.layer()`. */
  readonly pictures?: Layer.Layer<Pictures, unknown>
  /** Networks on which it acts by itself, such as `EvmNetworks.layer({ networks })`. */
  readonly chains?: Layer.Layer<ChainNetworks, unknown, ChainServices>
  /** Analyses images of handwritten signatures, such as `SignatureModel.layer()`. */
  readonly signatureClassifier?: Layer.Layer<SignatureClassifier, unknown>
  /**
   * Settings that differ from the defaults, merged deeply. Invalid settings are refused with `InvalidInput`,
   * which names every fault.
   */
  readonly settings?: GivenSettings
  /** Whether this process also does background work. Default: yes. */
  readonly workers?: boolean
}

/** The underlying runtime, for adapters that use Effect (`fetchHandler(quittance.runtime)`). */
export type QuittanceRuntime = ManagedRuntime.ManagedRuntime<Quittance.Quittance | StorePorts | Ids, unknown>

const logging = Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])

const keyServiceOf = ({
  keyService,
  masterKey
}: Pick<CreateQuittanceOptions<never>, "keyService" | "masterKey">): Layer.Layer<KeyService, unknown> => {
  if (keyService !== undefined && masterKey === undefined) return keyService
  if (keyService === undefined && masterKey !== undefined) return LocalKeyService.layer(masterKey)
  return Layer.effectContext<KeyService, LocalKeyService.MasterKeyInvalid, never>(
    new LocalKeyService.MasterKeyInvalid({
      message: "give either a masterKey (32 bytes in base64: openssl rand -base64 32) or a keyService"
    })
  )
}

/**
 * Quittance for hosts without Effect: Promises, the records that the API shows, and errors that are the typed
 * refusals of the core (`error._tag` is the kind; the other fields are the facts that decided it). Inputs are
 * validated at run time, whatever their type. Background work starts at once unless `workers` is false.
 * `close` stops it, finishes running work and closes the store. A refused start leaves nothing running.
 * Messages for operators go to standard error: standard output belongs to the host.
 */
export const createQuittance = async <E>(options: CreateQuittanceOptions<E>) => {
  // Before anything runs: invalid settings leave nothing behind.
  const settings = await Effect.runPromise(Effect.fromResult(settingsOf(options.settings)))
  const base = EnvelopeVault.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(options.store, keyServiceOf(options), Ids.layer))
  )
  const providers = withChains(providersLayer(options), options.chains)
  // Services that need one of them check whether it is there.
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
  // Everything opened before the refusal is closed again.
  await Effect.runPromise(Effect.onError(runtime.contextEffect, () => runtime.disposeEffect))
  if (options.workers !== false) runtime.runFork(Effect.flatMap(Worker, (worker) => worker.run))

  const offered = await run(Operations)
  /** The operations of one actor. */
  const operationsOf = (actor: Actor) => {
    const runAs: typeof run = (operation) => run(actingAs(actor, operation))
    const { keys, ...operations } = promised(offered, runAs)
    return {
      ...operations,
      keys: {
        ...keys,
        /** Moves all sealed values to the current master key; `check` only looks. See `Resealing`. */
        reseal: (purpose: ResealPurpose = "reseal"): Promise<ResealReport> =>
          runAs(
            Effect.provide(
              Effect.flatMap(Resealing, (resealing) => resealing.run(purpose)),
              Resealing.layer
            )
          )
      }
    }
  }
  return {
    runtime: runtime as QuittanceRuntime,
    ...operationsOf("system"),
    ...promisedSubscriptions(run),
    /**
     * The same operations under an actor, who is recorded with every event that they cause: `user:ID` for a person of
     * the host, `customer`, `operator:NAME` and others; see `Actor`. Without it the host is the `system`. Events are
     * never erased, so an ID should be no name or e-mail address. Throws `InvalidInput` if the text is no actor.
     */
    as: (actor: Actor) =>
      operationsOf(
        Result.getOrThrow(
          isActor(actor)
            ? Result.succeed(actor)
            : Result.fail(InvalidInput.of("actor", "invalid_value", actorExpected))
        )
      ),
    close: (): Promise<void> => runtime.dispose()
  }
}

/** The result of `createQuittance`. */
export type QuittanceHost = Awaited<ReturnType<typeof createQuittance>>
