import { Effect, Layer, Logger, ManagedRuntime, Predicate, Result } from "effect"
import { BankTransfers } from "../concepts/bankPayment/BankTransfers.ts"
import { Settings, type SettingsShape, settingsOf } from "../concepts/settings/Settings.ts"
import { type Actor, actingAs, actorExpected, isActor } from "../kernel/actor/Actor.ts"
import { InvalidInput } from "../kernel/input/Input.ts"
import { Ids } from "../kernel/ports/Ids.ts"
import type { KeyService } from "../kernel/ports/KeyService.ts"
import type { Vault } from "../kernel/ports/Vault.ts"
import { spanNames } from "../kernel/trace/spanNames.ts"
import { within } from "../kernel/trace/Tracing.ts"
import * as EnvelopeVault from "../kernel/vault/EnvelopeVault.ts"
import * as LocalKeyService from "../kernel/vault/LocalKeyService.ts"
import { Worker } from "../kernel/work/Worker.ts"
import { Resealing, type ResealPurpose, type ResealReport } from "../store/Resealing.ts"
import { Closed } from "./Closed.ts"
import type { CreateQuittanceOptions } from "./CreateQuittanceOptions.ts"
import { checkOptions } from "./checkOptions.ts"
import { Operations } from "./operations/Operations.ts"
import { subjectGiven } from "./operations/subjectGiven.ts"
import { providersLayer } from "./Providers.ts"
import { promised } from "./promised.ts"
import * as Quittance from "./Quittance.ts"
import type { HostOperations, QuittanceHost, QuittanceRuntime } from "./QuittanceHost.ts"
import { promisedSubscriptions } from "./subscriptions/promisedSubscriptions.ts"
import { withChains } from "./withChains.ts"
import { withTransfers } from "./withTransfers.ts"

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

/** The accounts are named once: where what their banks ask for is. */
const settingsLayer = (
  settings: SettingsShape,
  transfers: Layer.Layer<BankTransfers, unknown> | undefined
): Layer.Layer<never, unknown> => {
  if (transfers === undefined) return Layer.succeed(Settings, settings)
  const named = Effect.gen(function* () {
    const { accounts } = yield* BankTransfers
    if (settings.banks.length === 0) return { ...settings, banks: accounts }
    const message = "must be left out, because transfers has the accounts"
    return yield* InvalidInput.of("settings.banks", "invalid_value", message)
  })
  return Layer.provide(Layer.effect(Settings, named), transfers)
}

/**
 * Quittance for hosts without Effect: Promises, the records that the API shows, and errors that are the typed
 * refusals of the core (`error.code` is the kind, such as `insufficient_funds`; the other fields are the facts that
 * decided it). Inputs are validated at run time, whatever their type, and so are options: an unknown one is refused
 * with `InvalidInput`, by its path. Background work starts at once unless `workers` is false. `close` stops it,
 * finishes running work and closes the store; whatever is called afterwards rejects with `Closed`. A refused start
 * leaves nothing running. Messages for operators go to standard error: standard output belongs to the host.
 */
export const createQuittance = async <E>(options: CreateQuittanceOptions<E>): Promise<QuittanceHost> => {
  // Before anything runs: invalid options and settings leave nothing behind.
  await Effect.runPromise(Effect.fromResult(checkOptions(options)))
  const settings = await Effect.runPromise(Effect.fromResult(settingsOf(options.settings)))
  const base = EnvelopeVault.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(options.store, keyServiceOf(options), Ids.layer))
  )
  const acting = withChains(providersLayer(options), options.chains)
  const providers = options.transfers === undefined ? acting : withTransfers(acting, options.transfers)
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
      Layer.provideMerge(settingsLayer(settings, options.transfers)),
      Layer.provideMerge(logging),
      Layer.provideMerge(options.tracer ?? Layer.empty)
    )
  )
  let isClosed = false
  const run = async <A, F>(
    operation: Effect.Effect<A, F, ManagedRuntime.ManagedRuntime.Services<typeof runtime>>
  ): Promise<A> => {
    if (isClosed) return Promise.reject(new Closed())
    try {
      return await runtime.runPromise(operation)
    } catch (error) {
      // A refusal was decided before what it was called on was closed.
      return Promise.reject(isClosed && !Predicate.hasProperty(error, "code") ? new Closed() : error)
    }
  }
  // Everything opened before the refusal is closed again.
  await Effect.runPromise(Effect.onError(runtime.contextEffect, () => runtime.disposeEffect))
  if (options.workers !== false) runtime.runFork(Effect.flatMap(Worker, (worker) => worker.run))

  const offered = await run(Operations)
  /** The operations of one actor. */
  const operationsOf = (actor: Actor): HostOperations => {
    const runAs: typeof run = (operation) => run(actingAs(actor, operation))
    const { keys, ...operations } = promised(offered, (operation, name, given) => {
      const checked = Effect.andThen(Effect.fromResult(subjectGiven(name, given)), operation)
      return runAs(options.tracer === undefined ? checked : within(spanNames.operation(name))(checked))
    })
    return {
      ...operations,
      keys: {
        ...keys,
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
    as: (actor) =>
      operationsOf(
        Result.getOrThrow(
          isActor(actor)
            ? Result.succeed(actor)
            : Result.fail(InvalidInput.of("actor", "invalid_value", actorExpected))
        )
      ),
    close: () => {
      isClosed = true
      return runtime.dispose()
    }
  }
}
