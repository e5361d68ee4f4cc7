import {
  Balances,
  type GivenSettings,
  Ids,
  MemoryStore,
  Partners,
  Quittance,
  Settings,
  type SettingsShape,
  type StorePorts,
  settingsOf
} from "@quittance/core"
import {
  BankRail,
  type BlobStore,
  type DepositAddresses,
  emptyMemoryState,
  type Instant,
  type KycChecker,
  type Mailer,
  type MemoryState,
  PayoutProcessor,
  type Pictures,
  SandboxBank,
  SandboxChain,
  SandboxKyc,
  SandboxMailbox,
  SandboxProcessor,
  type SandboxStore,
  type Vault,
  type WebhookTransport
} from "@quittance/core/adapter"
import { Clock, Context, Effect, Layer, Logger, Random, Result, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { testOn } from "../testOn.ts"
import { openVault } from "./openVault.ts"
import { noReceivers, Receivers, transport as transportToReceivers } from "./Receivers.ts"

/**
 * What service tests run on: all services over the memory store and the simulated providers, seeded, on the test clock.
 */

/** 2026-01-01T00:00:00Z, the instant at which every test begins. */
export const start: Instant = 1_767_225_600_000

export const tronAddress = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
export const usdt = 1_000_000n

/** A call to the processing side. */
export interface ProcessorCall {
  readonly name: "submit" | "lookup" | "abandon"
  readonly reference: string
  readonly at: Instant
}

/** A call to the bank rail. */
export interface RailCall {
  readonly name: "start" | "lookup"
  readonly paymentId: string
  readonly at: Instant
}

/** What a test sees beside the services. */
export class Seen extends Context.Service<
  Seen,
  {
    /** Calls to the processing side, in their order. */
    readonly calls: Array<ProcessorCall>
    /** Calls to the bank rail, in their order. */
    readonly railCalls: Array<RailCall>
    /** Errors in the log. */
    readonly errors: Array<string>
  }
>()("test/Seen") {}

/** What the memory store holds, which outlives every process of a test. */
export class Memory extends Context.Service<Memory, MemoryState>()("test/Memory") {}

/** The processing side with every call noted before it is made. */
const noted = Layer.effect(
  PayoutProcessor,
  Effect.gen(function* () {
    const processor = yield* PayoutProcessor
    const { calls } = yield* Seen
    const note = (name: ProcessorCall["name"], reference: string) =>
      Effect.map(Clock.currentTimeMillis, (at) => void calls.push({ name, reference, at }))
    return PayoutProcessor.of({
      submit: (request) => Effect.andThen(note("submit", request.reference), processor.submit(request)),
      lookup: (reference, network) =>
        Effect.andThen(note("lookup", reference), processor.lookup(reference, network)),
      abandon: (reference, network) =>
        Effect.andThen(note("abandon", reference), processor.abandon(reference, network)),
      transfersSince: processor.transfersSince
    })
  })
)

/** The bank rail with every call noted before it is made. */
const notedRail = Layer.effect(
  BankRail,
  Effect.gen(function* () {
    const rail = yield* BankRail
    const { railCalls } = yield* Seen
    const note = (name: RailCall["name"], paymentId: string) =>
      Effect.map(Clock.currentTimeMillis, (at) => void railCalls.push({ name, paymentId, at }))
    return BankRail.of({
      banks: rail.banks,
      start: (request) => Effect.andThen(note("start", request.paymentId), rail.start(request)),
      lookup: (paymentId) => Effect.andThen(note("lookup", paymentId), rail.lookup(paymentId))
    })
  })
)

export interface DeploymentOptions {
  readonly settings?: GivenSettings
  /** In place of the memory store; also over the memory that the test sees. */
  readonly store?:
    | Layer.Layer<StorePorts, unknown>
    | ((memory: MemoryState) => Layer.Layer<StorePorts, unknown>)
  /** In place of the simulated processing side. */
  readonly processor?: Layer.Layer<PayoutProcessor, never, SandboxStore>
  /** In place of the simulated networks. */
  readonly addresses?: Layer.Layer<DepositAddresses, never, SandboxStore>
  /** In place of the simulated bank. */
  readonly rail?: Layer.Layer<BankRail, never, SandboxStore | Ids>
  /** In place of the simulated mailbox. */
  readonly mailer?: Layer.Layer<Mailer, never, SandboxStore>
  /** In place of the simulated checker of identities, and documents and pictures, of which there are none otherwise. */
  readonly kyc?: Layer.Layer<KycChecker | BlobStore | Pictures, never, StorePorts>
  /** In place of one that hides nothing and answers at once. */
  readonly vault?: Layer.Layer<Vault, unknown>
  /** In place of the way to the receivers of webhooks. */
  readonly transport?: Layer.Layer<WebhookTransport, never, Receivers> | Layer.Layer<never>
}

export type Deployment =
  | Quittance.Quittance
  | PayoutProcessor
  | DepositAddresses
  | SandboxChain
  | BankRail
  | SandboxBank
  | Mailer
  | SandboxMailbox
  | KycChecker
  | SandboxKyc
  | StorePorts
  | Vault
  | Ids
  | Receivers
  | Memory
  | Seen

export const masterKey = btoa("k".repeat(32))

/** All services of one process. */
const process = (
  {
    addresses,
    kyc,
    mailer,
    processor = SandboxProcessor.layer,
    rail,
    store = MemoryStore.layerOver,
    transport = transportToReceivers,
    vault = openVault
  }: DeploymentOptions,
  memory: MemoryState
): Layer.Layer<Exclude<Deployment, Receivers | Memory | Seen>, unknown, Receivers | Seen> =>
  Quittance.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(noted, notedRail, transport)),
    Layer.provideMerge(processor),
    Layer.provideMerge(
      Layer.mergeAll(addresses ?? Layer.empty, rail ?? Layer.empty, mailer ?? Layer.empty, kyc ?? Layer.empty)
    ),
    Layer.provideMerge(
      Layer.mergeAll(SandboxChain.layer, SandboxBank.layer, SandboxMailbox.layer, SandboxKyc.layer)
    ),
    Layer.provideMerge(
      Layer.mergeAll(typeof store === "function" ? store(memory) : store, Ids.layerSeeded, vault)
    )
  )

/** The settings that a host gives these. */
const decided = (given: GivenSettings | undefined): SettingsShape => Result.getOrThrow(settingsOf(given))

/** Another process: services of its own, over the same memory. */
export const anotherProcess = (options: DeploymentOptions = {}) => {
  const built = Effect.flatMap(Memory, (memory) => Layer.build(Layer.fresh(process(options, memory))))
  const { settings } = options
  return settings === undefined ? built : Effect.provideService(built, Settings, decided(settings))
}

/** Runs a test in a deployment of its own, at `start`. */
export const deployed =
  (options: DeploymentOptions = {}) =>
  <A, E>(test: Effect.Effect<A, E, Deployment | Scope.Scope>): Effect.Effect<A, unknown> =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const memory = emptyMemoryState()
      const errors: Array<string> = []
      const note = Logger.make<unknown, void>(({ logLevel, message }) => {
        if (logLevel === "Error") errors.push(String(Array.isArray(message) ? message[0] : message))
      })
      return yield* test.pipe(
        Effect.scoped,
        Effect.provide(process(options, memory)),
        Effect.provideService(Memory, memory),
        Effect.provideService(Receivers, noReceivers()),
        Effect.provideService(Seen, { calls: [], railCalls: [], errors }),
        Effect.provideService(Logger.CurrentLoggers, new Set([note])),
        Effect.provideService(Settings, decided(options.settings)),
        Random.withSeed("service tests")
      )
    })

/** A test in a deployment of its own, as it is unless something is put in its place. */
export const test = testOn(deployed())
export const testIn = (options: DeploymentOptions) => testOn(deployed(options))

/** A partner with that much on its balance. */
export const fundedPartner = Effect.fnUntraced(function* (units: number, name = "shop") {
  const partners = yield* Partners
  const balances = yield* Balances
  const { id } = yield* partners.ensure(name)
  if (units !== 0) yield* balances.adjust(id, { amount: units })
  return id
})

export const payoutOf = (amount: number, note?: string) => ({
  amount,
  address: tronAddress,
  network: "tron",
  ...(note === undefined ? {} : { note })
})

export const balanceOfPartner = (partnerId: string) =>
  Effect.flatMap(Balances, (balances) => balances.get(partnerId))
