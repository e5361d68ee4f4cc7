import { Context, type Effect, type Option, Schema } from "effect"
import type { StoreUnavailable } from "./Store.ts"

/** This vault cannot open a sealed value: it has another key, another context, or its bytes were changed. */
export class VaultRefused extends Schema.TaggedError<VaultRefused>()("VaultRefused", {
  reason: Schema.String
}) {
  get code() {
    return "vault_refused" as const
  }

  override get message(): string {
    return this.reason
  }
}

/**
 * Port. Secrets at rest. `open(seal(secret, context), context)` returns the secret; any other context, key or
 * bytes are refused. A sealed value reveals only the length of the secret. If another process has created the
 * data key in the meantime, the key is fetched first, which can fail like any read.
 */
export class Vault extends Context.Service<
  Vault,
  {
    readonly seal: (secret: string, context: string) => Effect.Effect<string>
    readonly open: (sealed: string, context: string) => Effect.Effect<string, VaultRefused | StoreUnavailable>
    /** The same secret in the current form; none if it already has that form. */
    readonly renew: (
      sealed: string,
      context: string
    ) => Effect.Effect<Option.Option<string>, VaultRefused | StoreUnavailable>
  }
>()("@quittance/core/kernel/ports/Vault") {}
