import { Effect, Layer, Option, Schema } from "effect"
import { KeyRefused, KeyService } from "../ports/KeyService.ts"
import { fromBase64, importKey, keyBytes, keyIdOf, openBytes, sealBytes } from "./aesGcm.ts"

/** The master key is not 32 bytes in base64. */
export class MasterKeyInvalid extends Schema.TaggedError<MasterKeyInvalid>()("MasterKeyInvalid", {
  message: Schema.String
}) {
  get code() {
    return "master_key_invalid" as const
  }
}

interface MasterKey {
  readonly id: string
  readonly key: CryptoKey
}

/** A master key of 32 bytes in base64, with the id derived from it. */
export const readMasterKey = (text: string): Effect.Effect<MasterKey, MasterKeyInvalid> =>
  Effect.tryPromise({
    try: async () => {
      const bytes = fromBase64(text.trim())
      if (bytes.length !== keyBytes) return Promise.reject(new Error("wrong length"))
      return { id: keyIdOf("quittance key id", bytes), key: await importKey(bytes) }
    },
    catch: () => new MasterKeyInvalid({ message: "the master key must be 32 bytes in base64" })
  })

const wrappingContext = (keyId: string, context: string): string => `quittance data key ${keyId} ${context}`

/**
 * Master keys held by the process: the current one, and earlier ones, which only unwrap. It also decrypts
 * values sealed directly with one of them, from before there were data keys.
 */
export const make = Effect.fnUntraced(function* (current: string, previous: ReadonlyArray<string> = []) {
  const newest = yield* readMasterKey(current)
  const held = [newest, ...(yield* Effect.forEach(previous, readMasterKey))]

  const opened = (key: CryptoKey, sealed: string, context: string) =>
    Effect.option(Effect.tryPromise(() => openBytes(key, sealed, context)))

  return KeyService.of({
    keyId: newest.id,

    wrap: (key, context) =>
      Effect.promise(() => sealBytes(newest.key, key, wrappingContext(newest.id, context))),

    unwrap: Effect.fnUntraced(function* ({ context, keyId, wrapped }) {
      const ids = held.map(({ id }) => id)
      for (const { id, key } of held) {
        if (Option.isSome(keyId) && keyId.value !== id) continue
        const found = yield* Option.isSome(keyId)
          ? opened(key, wrapped, wrappingContext(id, context))
          : opened(key, wrapped.replace(/^v1\./, ""), context)
        if (Option.isSome(found)) return found.value
      }
      const isUnknown = Option.isSome(keyId) && !ids.includes(keyId.value)
      const needed = Option.isSome(keyId) ? `the master key ${keyId.value}` : "another master key"
      return yield* new KeyRefused({
        reason: isUnknown
          ? `it needs ${needed}, and the configured ones are ${ids.join(", ")}`
          : `it needs ${needed}, or was changed`
      })
    })
  })
})

/** `KeyService` over master keys of 32 bytes in base64: the current one, and those that a reseal still needs. */
export const layer = (
  current: string,
  previous: ReadonlyArray<string> = []
): Layer.Layer<KeyService, MasterKeyInvalid> => Layer.effect(KeyService, make(current, previous))

/**
 * The first service wraps; any of them that can, unwraps. This is how a store moves from one service to
 * another.
 */
export const joined = (
  current: KeyService["Service"],
  ...previous: ReadonlyArray<KeyService["Service"]>
): KeyService["Service"] =>
  KeyService.of({
    keyId: current.keyId,
    wrap: current.wrap,
    unwrap: (wrapped) =>
      previous.reduce(
        (tried, next) => Effect.catchTag(tried, "KeyRefused", () => next.unwrap(wrapped)),
        current.unwrap(wrapped)
      )
  })
