import { assert } from "@effect/vitest"
import {
  AesGcmVault,
  defaultSettings,
  Ids,
  Quittance,
  Settings,
  type SettingsShape,
  type StorePorts
} from "@quittance/core"
import {
  BankRail,
  type BlobStore,
  DepositAddresses,
  KycChecker,
  Mailer,
  millisPerDay,
  PayoutProcessor,
  type Pictures,
  payoutRetryPolicy,
  SandboxBank,
  SandboxChain,
  SandboxMailbox,
  SandboxProcessor,
  type Vault,
  WebhookTransport
} from "@quittance/core/adapter"
import { type Context, Effect, Layer, Option, Random, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { type KillSwitch, untilKilled } from "../../faults/KillSwitch.ts"
import { killableProvider, killableStore } from "../../faults/killable.ts"
import { killableBlobs, type StoryCheck, type StoryKyc, storyKyc } from "./StoryKyc.ts"
import { type StoryReceivers, storyReceivers } from "./StoryReceivers.ts"
import { suspiciousProviders } from "./suspiciousProviders.ts"

/** A store with nothing in it, whose layer is built once for each process on it. */
export type SharedStore = Effect.Effect<Layer.Layer<StorePorts, unknown>>

export type Services =
  | Quittance.Quittance
  | SandboxChain
  | SandboxBank
  | SandboxMailbox
  | StoryReceivers
  | StoryKyc
  | StorePorts

/** What one step does; when its process dies over it, the successor does it again from the start. */
export interface Step {
  /** `outside` needs no process of ours, so nothing can kill it. */
  readonly by: "process" | "outside"
  readonly run: Effect.Effect<void, unknown, Services>
}

/** Longer than a lease: then its successor may take up what a dead process left. */
const leaseOver = "31 seconds"

type Providers =
  | PayoutProcessor
  | DepositAddresses
  | BankRail
  | Mailer
  | WebhookTransport
  | KycChecker
  | BlobStore
  | Pictures
type Outside = SandboxChain | SandboxBank | SandboxMailbox | StoryReceivers | StoryKyc
type Ports = StorePorts | Providers | Outside | Vault | Ids

const simulatedPorts = (
  store: Layer.Layer<StorePorts, unknown>,
  suspicious: ReturnType<typeof suspiciousProviders>,
  receivers: ReturnType<typeof storyReceivers>,
  kyc: ReturnType<typeof storyKyc>
): Layer.Layer<Ports, unknown> =>
  suspicious.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        SandboxProcessor.layer,
        SandboxChain.layer,
        SandboxBank.layer,
        SandboxMailbox.layer,
        receivers,
        kyc
      )
    ),
    Layer.provideMerge(Layer.mergeAll(store, Ids.layerSeeded, AesGcmVault.layer(btoa("k".repeat(32)))))
  )

const killablePorts = Layer.mergeAll(
  killableStore,
  killableProvider(PayoutProcessor),
  killableProvider(DepositAddresses),
  killableProvider(BankRail),
  killableProvider(Mailer),
  killableProvider(WebhookTransport),
  killableProvider(KycChecker),
  killableBlobs
)

/** A schedule that is soon spent; the rest of the real one only repeats. */
export const attemptMax = 4
/** How long what a KYC session holds is kept. */
const retentionMillis = 3 * millisPerDay
const settings: SettingsShape = {
  ...defaultSettings,
  kyc: { ...defaultSettings.kyc, retentionMillis },
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

/** A life that is told once for each of its kill points. */
export interface Story {
  readonly steps: ReadonlyArray<Step>
  /** Looks at what came of it. */
  readonly check: Effect.Effect<void, unknown, Services>
  /** How identities are checked, one after the other. */
  readonly kycChecks?: ReadonlyArray<StoryCheck>
}

/** A story in the suite: what it leaves to be so, wherever the process died, and how to begin it anew. */
export interface NamedStory {
  readonly leaves: string
  readonly begin: () => Story
  /** How many commits and calls it has, so that a story that lost its way is noticed. */
  readonly callCount: number
}

/**
 * Carries the steps of a story out with a process that dies at the kill point of the switch, and from there on with its
 * successor on the same store.
 */
export const tellStory = (
  sharedStore: SharedStore,
  { check, kycChecks = [], steps }: Story
): Effect.Effect<void, unknown, KillSwitch> =>
  Effect.scoped(
    Effect.gen(function* () {
      const faults: Array<string> = []
      const suspicious = suspiciousProviders((fault) => void faults.push(fault))
      const ports = simulatedPorts(yield* sharedStore, suspicious, storyReceivers(), storyKyc(kycChecks))
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
      assert.deepStrictEqual(faults, [])
    })
  )
