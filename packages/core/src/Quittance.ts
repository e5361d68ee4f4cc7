import { Effect, Layer, Option } from "effect"
import { Balances } from "./balance/Balances.ts"
import { makeCryptoInvoiceWatcher } from "./cryptoInvoice/CryptoInvoiceWatcher.ts"
import { CryptoInvoices } from "./cryptoInvoice/CryptoInvoices.ts"
import { Deposits } from "./deposit/Deposits.ts"
import { Auditor } from "./audit/Auditor.ts"
import { ApiKeys } from "./partner/ApiKeys.ts"
import { Partners } from "./partner/Partners.ts"
import { makePayoutDispatcher } from "./payout/PayoutDispatcher.ts"
import { Payouts } from "./payout/Payouts.ts"
import type { DepositAddresses } from "./ports/DepositAddresses.ts"
import type { Ids } from "./ports/Ids.ts"
import { PayoutProcessor } from "./ports/PayoutProcessor.ts"
import type { StoreUnavailable } from "./ports/Store.ts"
import { StoreMode } from "./ports/StoreMode.ts"
import type { StorePorts } from "./ports/StorePorts.ts"
import type { Vault } from "./ports/Vault.ts"
import { Sandbox } from "./sandbox/Sandbox.ts"
import { SandboxChain } from "./sandbox/SandboxChain.ts"
import { SandboxClock } from "./sandbox/SandboxClock.ts"
import * as SandboxProcessor from "./sandbox/SandboxProcessor.ts"
import { Settings } from "./settings/Settings.ts"
import { type JobHandler, makeWorker, Worker } from "./work/Worker.ts"

/** Everything that a host calls. */
export type Quittance = ApiKeys | Auditor | Balances | CryptoInvoices | Deposits | Partners | Payouts | Worker

const workerLayer = Layer.effect(
  Worker,
  Effect.gen(function* () {
    // Without a processing side nothing may take up payouts: they wait, reserved, until there is one.
    const hasProcessor = Option.isSome(yield* Effect.serviceOption(PayoutProcessor))
    const handlers: ReadonlyArray<JobHandler> = [
      yield* makeCryptoInvoiceWatcher,
      ...(hasProcessor ? [yield* makePayoutDispatcher as Effect.Effect<JobHandler, never, Payouts>] : [])
    ]
    const { workerOwner } = yield* Settings
    return yield* makeWorker(handlers, workerOwner)
  })
)

/** The settings, the store and what is built on them are of one mode, or nothing starts. */
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

/**
 * All services on a storage adapter and a vault. Providers (`PayoutProcessor`, `DepositAddresses`) are taken from the
 * context where they are; an operation whose provider is missing answers `ProviderMissing`. No work is done until
 * somebody runs `Worker.run`.
 */
export const layer: Layer.Layer<Quittance, never, StorePorts | Vault | Ids> = Layer.mergeAll(
  workerLayer,
  Auditor.layer,
  ApiKeys.layer,
  Balances.layer
).pipe(
  Layer.provideMerge(Deposits.layer),
  Layer.provideMerge(Layer.mergeAll(Payouts.layer, CryptoInvoices.layer)),
  Layer.provideMerge(Partners.layer),
  Layer.provideMerge(modesAgree(""))
)

/**
 * The same with simulated providers and a clock that can be moved; `own` providers take the place of simulated ones.
 * Never for money.
 */
export const layerSandboxWith = (
  own: Layer.Layer<never>
): Layer.Layer<
  Quittance | Sandbox | SandboxClock | PayoutProcessor | DepositAddresses,
  StoreUnavailable,
  StorePorts | Vault | Ids
> =>
  Sandbox.layer.pipe(
    Layer.provideMerge(layer),
    Layer.provideMerge(own),
    Layer.provideMerge(Layer.mergeAll(SandboxChain.layer, SandboxProcessor.layer)),
    Layer.provideMerge(SandboxClock.layer),
    Layer.provideMerge(modesAgree("simulated"))
  )

export const layerSandbox = layerSandboxWith(Layer.empty)
