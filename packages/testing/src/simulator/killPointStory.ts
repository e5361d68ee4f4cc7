import {
  AesGcmVault,
  DepositAddresses,
  defaultSettings,
  Ids,
  payoutRetryPolicy,
  PayoutProcessor,
  Quittance,
  SandboxChain,
  SandboxProcessor,
  Settings,
  type SettingsShape,
  type StorePorts,
  type Vault
} from "@quittance/core"
import { type Context, Effect, Layer, Option, Random, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { killableProvider, killableStore } from "../faults/killable.ts"
import { type KillSwitch, untilKilled } from "../faults/KillSwitch.ts"

/** A store with nothing in it, whose layer is built once for each process on it. */
export type SharedStore = Effect.Effect<Layer.Layer<StorePorts, unknown>>

export type Services = Quittance.Quittance | SandboxChain | StorePorts

/** What one step does; when its process dies over it, the successor does it again from the start. */
export interface Step {
  /** `outside` needs no process of ours, so nothing can kill it. */
  readonly by: "process" | "outside"
  readonly run: Effect.Effect<void, unknown, Services>
}

/** Longer than a lease: then its successor may take up what a dead process left. */
const leaseOver = "31 seconds"

/** Payouts that were submitted and whose submitter was not told "not found" since. */
export type Outstanding = Set<string>

/** A processing side that dies of a submission that nobody asked about before it was repeated. */
const suspicious = (outstanding: Outstanding) =>
  Layer.effect(
    PayoutProcessor,
    Effect.map(PayoutProcessor, (inner) =>
      PayoutProcessor.of({
        ...inner,
        submit: (request) =>
          outstanding.has(request.payoutId)
            ? Effect.die(new Error(`payout ${request.payoutId} was submitted blindly`))
            : Effect.andThen(
                Effect.sync(() => outstanding.add(request.payoutId)),
                inner.submit(request)
              ),
        lookup: (payoutId) =>
          Effect.tap(inner.lookup(payoutId), ({ _tag }) =>
            Effect.sync(() => _tag === "NotFound" && outstanding.delete(payoutId))
          )
      })
    )
  )

type Ports = StorePorts | PayoutProcessor | DepositAddresses | SandboxChain | Vault | Ids

const simulatedPorts = (
  store: Layer.Layer<StorePorts, unknown>,
  outstanding: Outstanding
): Layer.Layer<Ports, unknown> =>
  suspicious(outstanding).pipe(
    Layer.provideMerge(Layer.mergeAll(SandboxProcessor.layer, SandboxChain.layer)),
    Layer.provideMerge(Layer.mergeAll(store, Ids.layerSeeded, AesGcmVault.layer(btoa("k".repeat(32)))))
  )

const killablePorts = Layer.mergeAll(
  killableStore,
  killableProvider(PayoutProcessor),
  killableProvider(DepositAddresses)
)

/** A schedule that is soon spent; the rest of the real one only repeats. */
export const attemptMax = 4
const settings: SettingsShape = {
  ...defaultSettings,
  payout: {
    ...defaultSettings.payout,
    retryPolicy: {
      ...payoutRetryPolicy,
      delaysMillis: payoutRetryPolicy.delaysMillis.slice(0, attemptMax)
    }
  }
}

const start = (
  name: string,
  ports: Layer.Layer<Ports, unknown, KillSwitch>
): Effect.Effect<Context.Context<Services>, unknown, Scope.Scope | KillSwitch> =>
  Layer.build(Layer.fresh(Layer.provideMerge(Quittance.layer, ports))).pipe(
    Effect.provideService(Settings, settings),
    Random.withSeed(name)
  )

/**
 * Carries the steps out with a process that dies at the kill point of the switch, and from there on with its successor on
 * the same store. `check` looks at what came of it.
 */
export const tellStory = (
  sharedStore: SharedStore,
  steps: ReadonlyArray<Step>,
  check: Effect.Effect<void, unknown, Services>
): Effect.Effect<void, unknown, KillSwitch> =>
  Effect.scoped(
    Effect.gen(function* () {
      const ports = simulatedPorts(yield* sharedStore, new Set())
      const outside = yield* start("outside", ports)
      let process = yield* start("first", Layer.provideMerge(killablePorts, ports))
      for (const { by, run } of steps) {
        if (by === "outside") {
          yield* Effect.provideContext(run, outside)
          continue
        }
        const done = yield* untilKilled(Effect.provideContext(run, process))
        if (Option.isSome(done)) continue
        yield* TestClock.adjust(leaseOver)
        process = yield* start("successor", ports)
        yield* Effect.provideContext(run, process)
      }
      yield* Effect.provideContext(check, process)
    })
  )
