import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  Ids,
  Networks,
  Partners,
  Quittance,
  SandboxClock,
  Settings,
  type SettingsShape,
  type StorePorts,
  type StoreUnavailable
} from "@quittance/core"
import {
  type BooksVerifier,
  LinkBase,
  SandboxChain,
  SandboxProcessor,
  type SandboxStore,
  type SignatureClassifier,
  type Vault,
  type WebhookTransport
} from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"
import { ConfigurationRefused } from "../configuration/ConfigurationRefused.ts"
import { linkBase, type StoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { masterKeyVault, noVault } from "./MasterKey.ts"
import { loadProviders, type OwnProviders } from "./Providers.ts"
import { StartRefused } from "./StartRefused.ts"
import { workerOwner } from "./WorkerOwner.ts"

export interface ServicesOptions {
  readonly providers?: OwnProviders
  /** Calls the receivers of webhooks. Without it deliveries wait. */
  readonly webhookTransport?: Layer.Layer<WebhookTransport>
  /** Stores and reads the documents of KYC sessions. Without it they are not touched. */
  readonly documents?: Layer.Layer<never, StartRefused, Vault>
  /** Analyses images of signatures. Without it they are not judged. */
  readonly signatureClassifier?: Layer.Layer<SignatureClassifier>
  /** Verifies the books apart from this process. Without it nobody can ask for that. */
  readonly booksVerifier?: Layer.Layer<BooksVerifier>
  /** Base of payment and verification links; by default that of the server that started last on the store. */
  readonly publicUrl?: string | undefined
  /** Whether secrets are sealed or decrypted. Without it the master key is not needed. */
  readonly vault?: "masterKey" | "none"
  /** How many processes of `--processes` work on the store. */
  readonly processes?: number
  /** Whether a store of an earlier version is brought to this one. */
  readonly upgrades?: boolean
  /** Also opens a file that was moved away, to take it back into use. */
  readonly acceptMoved?: boolean
}

/** Up to this many processes of a machine, each has as many connections to a PostgreSQL server as a single process. */
const processesUndivided = 4

/** More processes share the connections of that many, so that the usual limit of a server (100) is enough for eight. */
const connectionsOf = (processes: number) => {
  const share = Math.max(1, processes / processesUndivided)
  return {
    readersMax: Math.max(2, Math.floor(8 / share)),
    writersMax: Math.max(2, Math.floor(4 / share))
  }
}

/** `serve`: also brings an older store to this version. `writeMoved`: also to a file that was moved away. */
type Access = "serve" | "write" | "read" | "writeMoved"

/** The store that a process works on. */
export const storeLayer = (
  { markFile, mode, store }: StoreConfiguration,
  access: Access = "write",
  processes = 1
): Layer.Layer<StorePorts, StartRefused> => {
  const readonly = access === "read"
  const acceptMoved = access === "writeMoved"
  const upgrades = access === "serve"
  switch (store._tag) {
    case "sqlite":
      return SqliteStore.layer({ filename: store.filename, mode, readonly, acceptMoved, upgrades }).pipe(
        Layer.catchTag("SqliteStoreRefused", storeRefused)
      )
    case "postgres":
      return Layer.unwrap(
        // Most deployments need no driver, so it is loaded only here.
        Effect.map(
          Effect.promise(() => import("@quittance/adapters-postgres")),
          ({ PostgresStore }) =>
            PostgresStore.layer({
              url: store.url,
              markFile,
              mode,
              readonly,
              upgrades,
              ...connectionsOf(processes)
            }).pipe(Layer.catchTag("PostgresStoreRefused", storeRefused))
        )
      )
  }
}

/** What no start on the named store could mend: the variable is wrong. */
const wrongNames: ReadonlySet<string> = new Set(["encoding", "notAUrl"])

const storeRefused = ({ message: why, reason }: { readonly message: string; readonly reason: string }) => {
  const message = `QUITTANCE_DB: ${why}`
  return Layer.effectContext<StorePorts, StartRefused, never>(
    wrongNames.has(reason) ? new ConfigurationRefused({ message }) : new StartRefused({ message })
  )
}

/** The services for read-only commands. In a sandbox the time is that of its clock, as on the server. */
export const readServicesLayer = (configuration: StoreConfiguration) => {
  const clock: Layer.Layer<never, StoreUnavailable, SandboxStore> =
    configuration.mode === "sandbox" ? SandboxClock.layer : Layer.empty
  return Partners.layer.pipe(
    Layer.provideMerge(settingsLayer(configuration)),
    Layer.provideMerge(clock),
    Layer.provideMerge(Layer.merge(storeLayer(configuration, "read"), Ids.layer))
  )
}

/** The same with the networks that the server offers, which depends on its providers. */
export const offeringServicesLayer = (configuration: StoreConfiguration) =>
  Networks.layer.pipe(
    Layer.provide(
      Layer.unwrap(
        Effect.map(loadProviders(configuration), ({ layer }) =>
          configuration.mode === "sandbox"
            ? Layer.provideMerge(layer, Layer.merge(SandboxChain.layer, SandboxProcessor.layer))
            : layer
        )
      )
    ),
    Layer.provideMerge(readServicesLayer(configuration)),
    Layer.provide(noVault)
  )

export const settingsOf = ({ settings }: StoreConfiguration, publicUrl: string): SettingsShape => ({
  ...settings,
  publicUrl,
  workerOwner
})

/** Links begin as those of the server: as it says, or in a command as the last server of the store did. */
const settingsLayer = (configuration: StoreConfiguration, publicUrl?: string) =>
  publicUrl === undefined
    ? Layer.effect(
        Settings,
        Effect.gen(function* () {
          const noted = yield* Effect.flatMap(LinkBase, ({ current }) => current)
          return settingsOf(
            configuration,
            Option.getOrElse(noted, () => linkBase(configuration))
          )
        })
      )
    : Layer.succeed(Settings, settingsOf(configuration, publicUrl))

/**
 * All services of core on the configured store: simulated providers in sandbox where the host has none of its
 * own, and never in live mode.
 */
export const servicesLayer = (configuration: StoreConfiguration, options: ServicesOptions = {}) => {
  const providers = Layer.mergeAll(
    options.providers?.layer ?? Layer.empty,
    options.webhookTransport ?? Layer.empty,
    options.signatureClassifier ?? Layer.empty,
    options.booksVerifier ?? Layer.empty
  )
  const services =
    configuration.mode === "sandbox"
      ? Quittance.layerSandboxWith(providers)
      : Quittance.layer.pipe(Layer.provideMerge(providers))
  const { acceptMoved = false, processes, upgrades = false } = options
  const access = acceptMoved ? "writeMoved" : upgrades ? "serve" : "write"
  return services.pipe(
    Layer.provideMerge(options.documents ?? Layer.empty),
    Layer.provideMerge(options.vault === "none" ? noVault : masterKeyVault(configuration)),
    Layer.provideMerge(settingsLayer(configuration, options.publicUrl)),
    Layer.provideMerge(Layer.merge(storeLayer(configuration, access, processes), Ids.layer))
  )
}
