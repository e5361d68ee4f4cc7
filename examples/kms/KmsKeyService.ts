import { KeyRefused, KeyService, KeyServiceUnavailable } from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"

/**
 * `KeyService` over a key management service. It is asked when a store is opened, and no more, so a slow one slows no
 * request. A refusal (400) is told as such; everything else may be asked again.
 */
export const kmsKeyService = (url: string, keyId: string): Layer.Layer<KeyService> => {
  const ask = (path: string, key: string, text: string, context: string) =>
    Effect.tryPromise({
      try: async (signal) => {
        const body = JSON.stringify({ key, text, context })
        const response = await fetch(`${url}${path}`, { method: "POST", body, signal })
        if (response.status === 400) return undefined
        if (!response.ok) throw new Error(`it answered ${response.status}`)
        const answer = (await response.json()) as { readonly text: string }
        return Buffer.from(answer.text, "base64")
      },
      catch: (error) => new KeyServiceUnavailable({ reason: String(error) })
    })
  const refused = Effect.fail(new KeyRefused({ reason: "the key management service does not open it" }))
  return Layer.succeed(KeyService, {
    keyId,
    wrap: (dataKey, context) =>
      Effect.flatMap(ask("/encrypt", keyId, Buffer.from(dataKey).toString("base64"), context), (wrapped) =>
        wrapped === undefined
          ? Effect.fail(new KeyServiceUnavailable({ reason: `it does not know the key ${keyId}` }))
          : Effect.succeed(wrapped.toString("base64"))
      ),
    unwrap: ({ context, keyId: named, wrapped }) =>
      Option.match(named, {
        onNone: () => refused,
        onSome: (id) =>
          Effect.flatMap(ask("/decrypt", id, wrapped, context), (bytes) =>
            bytes === undefined ? refused : Effect.succeed(new Uint8Array(bytes))
          )
      })
  })
}
