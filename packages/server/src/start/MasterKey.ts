import { randomBytes } from "node:crypto"
import { AesGcmVault, PartnerReader, type StoreUnavailable, Vault } from "@quittance/core"
import { Effect, Layer } from "effect"
import { isMasterKey, type StoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { isSystemError, makeExclusively, readIfThere } from "./exclusiveFile.ts"
import { StartRefused } from "./StartRefused.ts"

/** How many of the newest keys are tried: one that opens proves the master key, one changed row disproves nothing. */
const keysTried = 10

/**
 * The vault of this store. The master key is the configured one; in sandbox without one, it is the file beside the
 * database, made at the first start and never overwritten. A key that opens nothing of what the store keeps sealed, or
 * one that got lost, refuses the start before anything is sealed with another.
 */
export const masterKeyVault = (
  configuration: StoreConfiguration
): Layer.Layer<Vault, StartRefused | StoreUnavailable, PartnerReader> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const masterKey = configuration.masterKey ?? (yield* keptMasterKey(configuration))
      const vault = Layer.orDie(AesGcmVault.layer(masterKey))
      yield* Effect.provide(proveMasterKey(configuration), vault)
      return vault
    })
  )

/** For commands that seal and open nothing: an operator can revoke a key without holding the master key. */
export const noVault: Layer.Layer<Vault> = Layer.succeed(Vault, {
  seal: () => Effect.die(new Error("this command has no master key")),
  open: () => Effect.die(new Error("this command has no master key"))
})

/** In live mode the master key is never kept beside the database: a copy of the folder would then hold both. */
export const requireMasterKey = ({
  masterKey,
  mode
}: StoreConfiguration): Effect.Effect<void, StartRefused> =>
  mode === "live" && masterKey === undefined
    ? Effect.fail(
        new StartRefused({
          message:
            "QUITTANCE_MASTER_KEY is not set; in live mode it must be 32 bytes in base64 (openssl rand -base64 32), kept apart from the database."
        })
      )
    : Effect.void

const keptMasterKey = Effect.fnUntraced(function* (configuration: StoreConfiguration) {
  const { filename, masterKeyFile } = configuration
  yield* requireMasterKey(configuration)
  const found = yield* readMasterKey(masterKeyFile)
  if (found !== undefined) return found
  const hasKeys = (yield* Effect.flatMap(PartnerReader, (reader) => reader.keys)).length > 0
  if (!hasKeys) {
    const made = yield* onFile(masterKeyFile, () =>
      makeExclusively(masterKeyFile, `${randomBytes(32).toString("base64")}\n`)
    )
    if (made)
      yield* Effect.logInfo(`made the master key ${masterKeyFile}: back it up apart from the database`)
  }
  // Read again in any case: another process may have made it, and its keys, since the first look.
  const read = yield* readMasterKey(masterKeyFile)
  if (read !== undefined) return read
  return yield* new StartRefused({
    message: `The master key of ${filename} is lost: put ${masterKeyFile} back, or set QUITTANCE_MASTER_KEY to it.`
  })
})

const readMasterKey = Effect.fnUntraced(function* (path: string) {
  const text = yield* onFile(path, () => readIfThere(path)?.trim())
  if (text === undefined || isMasterKey(text)) return text
  return yield* new StartRefused({
    message: `${path} is no master key: it must hold 32 bytes in base64; put the right file back.`
  })
})

const onFile = <A>(path: string, use: () => A): Effect.Effect<A, StartRefused> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(use())
    } catch (error) {
      if (!isSystemError(error)) return Effect.die(error)
      const message = `The master key ${path} can be neither read nor made: ${error.message}.`
      return Effect.fail(new StartRefused({ message }))
    }
  })

const proveMasterKey = Effect.fnUntraced(function* ({
  filename,
  masterKey,
  masterKeyFile
}: StoreConfiguration) {
  const vault = yield* Vault
  const reader = yield* PartnerReader
  const keys = (yield* reader.keys).slice(-keysTried)
  for (const { id, sealedSecret } of keys) {
    if ((yield* Effect.result(vault.open(sealedSecret, id)))._tag === "Success") return
  }
  if (keys.length === 0) return
  const which = masterKey === undefined ? masterKeyFile : "QUITTANCE_MASTER_KEY"
  return yield* new StartRefused({
    message: `${which} is not the master key that ${filename} was sealed with: bring the right one; nothing was changed.`
  })
})
