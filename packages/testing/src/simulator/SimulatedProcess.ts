import {
  BankRail,
  BlobStore,
  DepositAddresses,
  Ids,
  KycChecker,
  Mailer,
  PayoutProcessor,
  Pictures,
  PreCheck,
  Quittance,
  Settings,
  type SettingsShape,
  type StorePorts,
  Vault,
  WebhookTransport
} from "@quittance/core"
import { Cause, Clock, Context, Effect, Layer, Logger, Random, References, Scope } from "effect"
import type { BlobShelf } from "./BlobShelf.ts"
import { Chance } from "./Chance.ts"
import type { KycLaws } from "./KycLaws.ts"
import { simulatedPictures } from "./personFiles.ts"
import type { SimulatedChain } from "./SimulatedChain.ts"
import type { SimulatedChecker } from "./SimulatedChecker.ts"
import type { SimulatedMailServer } from "./SimulatedMailServer.ts"
import type { SimulatedProcessor } from "./SimulatedProcessor.ts"
import type { SimulatedRail } from "./SimulatedRail.ts"
import type { SimulatedReceivers } from "./SimulatedReceivers.ts"
import { simulatedVault } from "./SimulatedVault.ts"
import { troubledBlobs } from "./troubledBlobs.ts"
import { type Trouble, troubledStore } from "./troubledStore.ts"
import type { WebhookLaws } from "./WebhookLaws.ts"
import type { Process, World } from "./World.ts"

/** What processes run on, and what outlives them. */
export interface Surroundings {
  readonly world: World
  readonly settings: SettingsShape
  readonly store: Context.Context<StorePorts>
  readonly trouble: Trouble
  /** Draws the troubles. */
  readonly chance: Chance
  readonly processor: SimulatedProcessor
  readonly chain: SimulatedChain
  readonly rail: SimulatedRail
  readonly mail: SimulatedMailServer
  readonly receivers: SimulatedReceivers
  readonly checker: SimulatedChecker
  /** Where documents lie. */
  readonly shelf: BlobShelf
  /** What the store was told of KYC sessions. */
  readonly kycLaws: KycLaws
  /** What the store was told of webhooks. */
  readonly webhookLaws: WebhookLaws
}

/** Quittance as a host composes it, on ports that lead through the world. */
export interface SimulatedProcess extends Process {
  readonly context: Context.Context<Quittance.Quittance>
}

/** Starts a process. A restarted one has a name, and so ids, of its own. */
export const startProcess = (surroundings: Surroundings, name: string): SimulatedProcess => {
  const { chain, chance, checker, mail, processor, rail, receivers, shelf, store, trouble, world } =
    surroundings
  const process = { name, isDead: false }
  const references = Context.make(Clock.Clock, world.clockOf(process)).pipe(
    Context.add(Random.Random, new Chance(`${name} of ${chance.random.nextIntUnsafe()}`).random),
    Context.add(Logger.CurrentLoggers, new Set([noteAlarms(world, process)])),
    Context.add(References.MinimumLogLevel, "Error"),
    Context.add(Settings, surroundings.settings)
  )
  const storePorts = Layer.succeedContext(troubledStore(world, process, store, trouble, chance))
  const ports = Layer.mergeAll(
    storePorts,
    Layer.succeed(PayoutProcessor, processor.portFor(process)),
    Layer.succeed(DepositAddresses, chain.portFor(process)),
    Layer.succeed(BankRail, rail.portFor(process)),
    Layer.succeed(Mailer, mail.portFor(process)),
    Layer.succeed(WebhookTransport, receivers.portFor(process)),
    Layer.provide(PreCheck.layer, [Layer.succeed(KycChecker, checker.portFor(process)), storePorts]),
    Layer.succeed(BlobStore, troubledBlobs(world, process, shelf, trouble, chance)),
    Layer.succeed(Pictures, simulatedPictures),
    Layer.succeed(Vault, simulatedVault),
    Ids.layerSeeded
  )
  const services = Effect.runSync(
    Layer.build(Layer.provide(Quittance.layer, ports)).pipe(
      Effect.provideService(Scope.Scope, Scope.makeUnsafe()),
      Effect.provideContext(references)
    )
  )
  return Object.assign(process, { context: Context.merge(references, services) })
}

/** Errors in the log belong to the run's trace; a defect among them is a fault of the run. */
const noteAlarms = (world: World, process: Process) =>
  Logger.make<unknown, void>(({ cause, message }) => {
    const [text] = Array.isArray(message) ? message : [message]
    world.note(process.name, `! ${text}`)
    if (Cause.hasDies(cause)) world.faults.push(`${text}: ${Cause.pretty(cause)}`)
  })
