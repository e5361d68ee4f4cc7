import { randomBytes } from "node:crypto"
import { EnvelopeVault, LocalKeyService, type StoreUnavailable } from "@quittance/core"
import {
  allById,
  apiKey,
  DataKeys,
  KeyService,
  type SandboxStore,
  type StateReader,
  Vault
} from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"
import { ConfigurationRefused } from "../configuration/ConfigurationRefused.ts"
import { isMasterKey, type StoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { storeName } from "../configuration/StorePlace.ts"
import * as CommandKeyService from "./CommandKeyService.ts"
import { isSystemError, makeExclusively, readIfExists } from "./exclusiveFile.ts"
import { keptFailure } from "./fileFailure.ts"
import { StartRefused } from "./StartRefused.ts"
import { isMadeHere, whereMade } from "./sandboxFiles.ts"

/**
 * How many of the newest keys are tried: one that can be unwrapped proves the master key, while one changed
 * row disproves nothing.
 */
const keysTried = 10

/**
 * The vault of this store, and the service with its master key: the configured one or, in sandbox, the file
 * beside the database, created at the first start and never overwritten. If the key opens no sealed value of
 * the store, or is lost, the start is refused before anything is sealed with another key.
 */
export const masterKeyVault = (
  configuration: StoreConfiguration
): Layer.Layer<Vault | KeyService, StartRefused | StoreUnavailable, StateReader | DataKeys | SandboxStore> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const service = yield* keyServiceOf(configuration)
      const keys = Layer.succeed(KeyService, service)
      yield* Effect.provide(proveMasterKey(configuration), keys)
      const vault = EnvelopeVault.layer.pipe(
        Layer.catchTag("MasterKeyMissing", ({ message }) =>
          Layer.effectContext<Vault, StartRefused, never>(wrongMasterKey(configuration, message))
        ),
        Layer.catchTag("KeyServiceUnavailable", ({ message }) =>
          Layer.effectContext<Vault, StartRefused, never>(refusedBy(configuration, message))
        )
      )
      return Layer.provideMerge(vault, keys)
    })
  )

/** For commands that seal and decrypt nothing: an operator can revoke a key without having the master key. */
export const noVault: Layer.Layer<Vault | KeyService> = Layer.suspend(() => {
  const noKey = () => Effect.die(new Error("this command has no master key"))
  return Layer.merge(
    Layer.succeed(Vault, { seal: noKey, open: noKey, renew: noKey }),
    Layer.succeed(KeyService, { keyId: "none", wrap: noKey, unwrap: noKey })
  )
})

/**
 * In live mode the master key is never kept beside the database: a copy of the folder would then contain
 * both.
 */
export const requireMasterKey = ({
  masterKey,
  masterKeyCommand,
  masterKeyFileIs,
  mode
}: StoreConfiguration): Effect.Effect<void, StartRefused> =>
  mode === "live" &&
  masterKey === undefined &&
  masterKeyCommand === undefined &&
  masterKeyFileIs === "sandbox"
    ? Effect.fail(
        new ConfigurationRefused({
          message:
            "QUITTANCE_MASTER_KEY is not set; in live mode it must be 32 bytes in base64 (openssl rand -base64 32), kept apart from the database."
        })
      )
    : Effect.void

/** What a start would refuse of the master key before it opens the store. Creates nothing, and runs no program. */
export const checkMasterKey = Effect.fnUntraced(function* (configuration: StoreConfiguration) {
  yield* requireMasterKey(configuration)
  const { masterKey, masterKeyCommand } = configuration
  if (masterKey === undefined && masterKeyCommand === undefined) yield* foundMasterKeys(configuration)
})

/** The source of the master key, for operators. */
const sourceOf = ({ masterKey, masterKeyCommand, masterKeyFile }: StoreConfiguration): string => {
  if (masterKeyCommand !== undefined) return "QUITTANCE_MASTER_KEY_COMMAND"
  return masterKey === undefined ? masterKeyFile : "QUITTANCE_MASTER_KEY"
}

const refusedBy = (configuration: StoreConfiguration, message: string) =>
  new StartRefused({ message: `${sourceOf(configuration)}: ${message}.` })

const wrongMasterKey = (configuration: StoreConfiguration, message: string) => {
  const { store } = configuration
  const shared =
    store._tag === "sqlite" ? "" : "; machines that share a store need the same QUITTANCE_MASTER_KEY"
  return new StartRefused({
    message: `${sourceOf(configuration)} is not the master key that ${storeName(store)} was sealed with: ${message}; nothing was changed${shared}.`
  })
}

const keyServiceOf = Effect.fnUntraced(function* (configuration: StoreConfiguration) {
  const { masterKey, masterKeyCommand, previousMasterKeys } = configuration
  const local = (current: string, previous: ReadonlyArray<string>) =>
    Effect.orDie(LocalKeyService.make(current, previous))
  if (masterKeyCommand !== undefined) {
    const service = yield* Effect.mapError(CommandKeyService.make(masterKeyCommand), ({ message }) =>
      refusedBy(configuration, message)
    )
    const [newest, ...older] = previousMasterKeys
    return newest === undefined ? service : LocalKeyService.joined(service, yield* local(newest, older))
  }
  const [current, ...previous] = masterKey === undefined ? yield* keptMasterKeys(configuration) : [masterKey]
  return yield* local(current, [...previous, ...previousMasterKeys])
})

type Keys = readonly [string, ...ReadonlyArray<string>]

const keptMasterKeys = Effect.fnUntraced(function* (configuration: StoreConfiguration) {
  const { masterKeyFile } = configuration
  yield* requireMasterKey(configuration)
  const found = yield* foundMasterKeys(configuration)
  if (found !== undefined) return found
  const hasKeys =
    (yield* allById(apiKey)).length > 0 || (yield* Effect.flatMap(DataKeys, (keys) => keys.all)).length > 0
  if (!hasKeys && (yield* isMadeHere(configuration, masterKeyFile))) {
    const made = yield* onFile(masterKeyFile, () =>
      makeExclusively(masterKeyFile, `${randomBytes(32).toString("base64")}\n`)
    )
    if (made)
      yield* Effect.logInfo(`made the master key ${masterKeyFile}: back it up apart from the database`)
  }
  // Always read again: another process may have created it, and its keys, since the first look.
  const read = yield* readMasterKeys(masterKeyFile)
  if (read !== undefined) return read
  return yield* missingMasterKey(configuration)
})

/** Undefined where a sandbox has no file yet. */
const foundMasterKeys = Effect.fnUntraced(function* ({ masterKeyFile, masterKeyFileIs }: StoreConfiguration) {
  const found = yield* readMasterKeys(masterKeyFile)
  if (found === undefined && masterKeyFileIs === "named")
    return yield* new ConfigurationRefused({
      message: `QUITTANCE_MASTER_KEY_FILE: ${masterKeyFile} does not exist.`
    })
  return found
})

const missingMasterKey = Effect.fnUntraced(function* ({ masterKeyFile, store }: StoreConfiguration) {
  const name = storeName(store)
  if (store._tag === "sqlite")
    return yield* new StartRefused({
      message: `The master key of ${name} is lost: put ${masterKeyFile} back, or set QUITTANCE_MASTER_KEY to it.`
    })
  const made = yield* whereMade(masterKeyFile)
  const where = Option.isNone(made) ? "" : `, which was made in ${made.value}`
  return yield* new StartRefused({
    message: `Machines that share a store need the same master key: set QUITTANCE_MASTER_KEY to that of ${name}${where}.`
  })
})

/** Each line is a key: the first one is the current one. */
const readMasterKeys = Effect.fnUntraced(function* (path: string) {
  const text = yield* onFile(path, () => readIfExists(path))
  if (text === undefined) return undefined
  const [current, ...previous] = text.trim().split(/\s+/)
  const keys: Keys = [current ?? "", ...previous]
  if (keys.every(isMasterKey)) return keys
  return yield* new ConfigurationRefused({
    message: `${path} is not a master key: it must contain 32 bytes in base64; put the right file back.`
  })
})

const onFile = <A>(path: string, use: () => A): Effect.Effect<A, StartRefused> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(use())
    } catch (error) {
      if (!isSystemError(error)) return Effect.die(error)
      const message = `The master key can be neither read nor created: ${keptFailure(path, error)}.`
      return Effect.fail(new ConfigurationRefused({ message }))
    }
  })

/** Data keys prove the master key; without any, secrets of the earlier form do. */
const proveMasterKey = Effect.fnUntraced(function* (configuration: StoreConfiguration) {
  if ((yield* Effect.flatMap(DataKeys, (kept) => kept.all)).length > 0) return
  const service = yield* KeyService
  // Nothing of an operator key is sealed.
  const keys = (yield* allById(apiKey, ({ sealedSecret }) => sealedSecret !== "")).slice(-keysTried)
  for (const { id, sealedSecret } of keys) {
    const opened = service.unwrap({ keyId: Option.none(), wrapped: sealedSecret, context: id })
    if ((yield* Effect.result(opened))._tag === "Success") return
  }
  if (keys.length === 0) return
  return yield* wrongMasterKey(configuration, "provide the right one")
})
