import { Context, type Effect, type Option, Schema } from "effect"
import type { StoreUnavailable } from "./Store.ts"

/** A sealed value that this vault cannot open: another key, another context, or changed bytes. */
export class VaultRefused extends Schema.TaggedError<VaultRefused>()("VaultRefused", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/**
 * Port. Secrets at rest. `open(seal(secret, context), context)` is the secret; with any other context, key or bytes it is
 * refused. A sealed value tells nothing about the secret but its length. What was sealed under a key that another process made
 * meanwhile is fetched first, which can fail as every read.
 */
export class Vault extends Context.Service<
  Vault,
  {
    readonly seal: (secret: string, context: string) => Effect.Effect<string>
    readonly open: (sealed: string, context: string) => Effect.Effect<string, VaultRefused | StoreUnavailable>
    /** The same secret in the form of now; none where it has that form. */
    readonly renew: (
      sealed: string,
      context: string
    ) => Effect.Effect<Option.Option<string>, VaultRefused | StoreUnavailable>
  }
>()("@quittance/core/ports/Vault") {}
