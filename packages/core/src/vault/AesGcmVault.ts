import { Effect, Layer, Schema } from "effect"
import { Vault, VaultRefused } from "../ports/Vault.ts"

/** The master key is not what AES-256 needs. */
export class MasterKeyInvalid extends Schema.TaggedError<MasterKeyInvalid>()("MasterKeyInvalid", {
  message: Schema.String
}) {}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

const importKey = (masterKey: string) =>
  Effect.tryPromise({
    try: async () => {
      const bytes = fromBase64(masterKey.trim())
      if (bytes.length !== 32) return Promise.reject(new Error("wrong length"))
      return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"])
    },
    catch: () => new MasterKeyInvalid({ message: "the master key must be 32 bytes in base64" })
  })

/**
 * AES-256-GCM (NIST SP 800-38D) under one master key of 32 bytes in base64. A sealed value is `v1.` and the base64 of a
 * random 96-bit nonce, the ciphertext and the tag; the context is authenticated with it, so a sealed value that was moved
 * to another row cannot be opened there.
 */
export const layer = (masterKey: string): Layer.Layer<Vault, MasterKeyInvalid> =>
  Layer.effect(
    Vault,
    Effect.map(importKey(masterKey), (key) => {
      const parameters = (nonce: Uint8Array<ArrayBuffer>, context: string): AesGcmParams => ({
        name: "AES-GCM",
        iv: nonce,
        additionalData: new TextEncoder().encode(context)
      })
      return Vault.of({
        seal: (secret, context) =>
          Effect.promise(async () => {
            const nonce = crypto.getRandomValues(new Uint8Array(12))
            const sealed = await crypto.subtle.encrypt(
              parameters(nonce, context),
              key,
              new TextEncoder().encode(secret)
            )
            return `v1.${toBase64(Uint8Array.of(...nonce, ...new Uint8Array(sealed)))}`
          }),
        open: (sealed, context) =>
          Effect.tryPromise({
            try: async () => {
              const bytes = fromBase64(sealed.replace(/^v1\./, ""))
              const opened = await crypto.subtle.decrypt(
                parameters(bytes.slice(0, 12), context),
                key,
                bytes.slice(12)
              )
              return new TextDecoder("utf-8", { ignoreBOM: true }).decode(opened)
            },
            catch: () =>
              new VaultRefused({
                reason: "the master key is not the one this store was sealed with, or the value was changed"
              })
          })
      })
    })
  )
