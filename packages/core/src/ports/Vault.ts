import { Context, type Effect, Schema } from "effect"

/** A sealed value that this vault cannot open: another key, another context, or changed bytes. */
export class VaultRefused extends Schema.TaggedError<VaultRefused>()("VaultRefused", {
  reason: Schema.String
}) {}

/**
 * Port. Secrets at rest. `open(seal(secret, context), context)` is the secret; with any other context, key or bytes it is
 * refused. A sealed value tells nothing about the secret but its length.
 */
export class Vault extends Context.Service<
  Vault,
  {
    readonly seal: (secret: string, context: string) => Effect.Effect<string>
    readonly open: (sealed: string, context: string) => Effect.Effect<string, VaultRefused>
  }
>()("@quittance/core/ports/Vault") {}
