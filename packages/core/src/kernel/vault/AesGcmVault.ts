import { Effect, Layer } from "effect"
import { Vault, VaultRefused } from "../ports/Vault.ts"
import { openBytes, sealBytes } from "./aesGcm.ts"
import { type MasterKeyInvalid, readMasterKey } from "./LocalKeyService.ts"

/**
 * A vault with one master key (32 bytes in base64): it needs no store, and its key cannot be changed. Its
 * values are `v1.` and the AES-256-GCM output. Hosts use `EnvelopeVault`, which decrypts these values too.
 */
export const layer = (masterKey: string): Layer.Layer<Vault, MasterKeyInvalid> =>
  Layer.effect(
    Vault,
    Effect.map(readMasterKey(masterKey), ({ key }) =>
      Vault.of({
        seal: (secret, context) =>
          Effect.promise(async () => `v1.${await sealBytes(key, new TextEncoder().encode(secret), context)}`),
        open: (sealed, context) =>
          Effect.tryPromise({
            try: async () =>
              new TextDecoder("utf-8", { ignoreBOM: true }).decode(
                await openBytes(key, sealed.replace(/^v1\./, ""), context)
              ),
            catch: () =>
              new VaultRefused({
                reason: "the master key is not the one this store was sealed with, or the value was changed"
              })
          }),
        renew: () => Effect.succeedNone
      })
    )
  )
