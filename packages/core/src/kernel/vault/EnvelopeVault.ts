import { Clock, Effect, Layer, Option, Schema } from "effect"
import { invariant } from "../machine/invariant.ts"
import { type DataKey, DataKeys } from "../ports/DataKeys.ts"
import { KeyService, type KeyServiceUnavailable } from "../ports/KeyService.ts"
import { StoreUnavailable } from "../ports/Store.ts"
import { Vault, VaultRefused } from "../ports/Vault.ts"
import { importKey, keyIdOf, newKeyBytes, openBytes, sealBytes } from "./aesGcm.ts"

/** The key service cannot unwrap data keys of the store: its master key is missing, or is another one. */
export class MasterKeyMissing extends Schema.TaggedError<MasterKeyMissing>()("MasterKeyMissing", {
  /** Ids of the required master keys. */
  needed: Schema.Array(Schema.String),
  /** Id of the configured one. */
  current: Schema.String
}) {
  get code() {
    return "master_key_missing" as const
  }

  override get message(): string {
    const [keys, are] = this.needed.length === 1 ? ["the master key", "is"] : ["the master keys", "are"]
    return `${keys} ${this.needed.join(", ")} ${are} needed to open what is sealed, and the configured one is ${this.current}`
  }
}

const form = /^v2\.([0-9a-f]{16})\.(.*)$/s

/** Authenticated with each value: its place, and the form and key that it names. */
const contextOf = (dataKeyId: string, context: string): string => `v2.${dataKeyId} ${context}`

/** The purpose a data key is wrapped for. */
export const wrappedFor = (dataKeyId: string): string => `data key ${dataKeyId}`

/** A new data key, stored and wrapped under the current master key. */
export const addDataKey = Effect.gen(function* () {
  const keys = yield* KeyService
  const bytes = newKeyBytes()
  const id = keyIdOf("quittance data key id", bytes)
  const wrapped = yield* keys.wrap(bytes, wrappedFor(id))
  const createdAt = yield* Clock.currentTimeMillis
  yield* Effect.flatMap(DataKeys, (kept) => kept.add({ id, keyId: keys.keyId, wrapped, createdAt }))
})

/**
 * The vault of a store. Secrets are sealed under a data key, which the store keeps wrapped by the key
 * service. The service is called only when the vault is built: data keys then stay in memory, unwrapped. A
 * value is `v2.`, the data key's id, `.` and the AES-256-GCM output. Values of the earlier form, sealed with
 * the master key itself, are decrypted too.
 */
export const layer: Layer.Layer<
  Vault,
  MasterKeyMissing | KeyServiceUnavailable | StoreUnavailable,
  KeyService | DataKeys
> = Layer.effect(
  Vault,
  Effect.gen(function* () {
    const service = yield* KeyService
    const kept = yield* DataKeys
    const opened = new Map<string, CryptoKey>()

    const unwrapped = ({ id, keyId, wrapped }: DataKey) =>
      Effect.flatMap(
        service.unwrap({ keyId: Option.some(keyId), wrapped, context: wrappedFor(id) }),
        (bytes) => Effect.promise(() => importKey(bytes))
      )

    /** Unwraps the data keys that are new here; returns the ids of the master keys needed for the others. */
    const load = Effect.gen(function* () {
      const needed = new Set<string>()
      for (const key of yield* kept.all) {
        if (opened.has(key.id)) continue
        const found = yield* Effect.result(unwrapped(key))
        if (found._tag === "Success") opened.set(key.id, found.success)
        else if (found.failure._tag === "KeyRefused") needed.add(key.keyId)
        else return yield* found.failure
      }
      return [...needed]
    })

    const missing = yield* load
    if (missing.length > 0) return yield* new MasterKeyMissing({ needed: missing, current: service.keyId })
    if (opened.size === 0) {
      yield* addDataKey
      yield* load
    }
    const newest = [...opened].at(-1)
    invariant(newest !== undefined, "a data key was just made")
    const [newestId, newestKey] = newest

    const asStoreFailure = ({ message }: KeyServiceUnavailable) =>
      new StoreUnavailable({ outcome: "notWritten", reason: message })

    const keyOf = Effect.fnUntraced(function* (dataKeyId: string) {
      const known = opened.get(dataKeyId)
      if (known !== undefined) return known
      // Another process may have created it in the meantime.
      const needed = yield* Effect.catchTag(load, "KeyServiceUnavailable", (failure) =>
        Effect.fail(asStoreFailure(failure))
      )
      const found = opened.get(dataKeyId)
      if (found !== undefined) return found
      const hint = needed.length === 0 ? "" : `; the master key ${needed.join(", ")} is not configured`
      return yield* new VaultRefused({
        reason: `it was sealed under the data key ${dataKeyId}, which this store does not have${hint}`
      })
    })

    const changed = () =>
      new VaultRefused({ reason: "the sealed value was changed, or belongs to another place" })
    const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)

    const seal: Vault["Service"]["seal"] = (secret, context) =>
      Effect.promise(async () => {
        const bytes = new TextEncoder().encode(secret)
        return `v2.${newestId}.${await sealBytes(newestKey, bytes, contextOf(newestId, context))}`
      })

    const openDirect = (sealed: string, context: string) =>
      service.unwrap({ keyId: Option.none(), wrapped: sealed, context }).pipe(
        Effect.map(decode),
        Effect.catchTags({
          KeyRefused: () =>
            Effect.fail(
              new VaultRefused({
                reason: "the master key is not the one this store was sealed with, or the value was changed"
              })
            ),
          KeyServiceUnavailable: (failure) => Effect.fail(asStoreFailure(failure))
        })
      )

    const open: Vault["Service"]["open"] = Effect.fnUntraced(function* (sealed, context) {
      const [, dataKeyId, content] = form.exec(sealed) ?? []
      if (dataKeyId === undefined || content === undefined) return yield* openDirect(sealed, context)
      const key = yield* keyOf(dataKeyId)
      return yield* Effect.tryPromise({
        try: async () => decode(await openBytes(key, content, contextOf(dataKeyId, context))),
        catch: changed
      })
    })

    return Vault.of({
      seal,
      open,
      renew: (sealed, context) =>
        form.test(sealed)
          ? Effect.succeedNone
          : Effect.asSome(Effect.flatMap(openDirect(sealed, context), (secret) => seal(secret, context)))
    })
  })
)
