import { Context, type Effect, type Option, Schema } from "effect"
import type { PasswordHash } from "./Credential.ts"

/** Too many passwords are waiting to be hashed. It can be tried again. */
export class HasherBusy extends Schema.TaggedError<HasherBusy>()("HasherBusy", {
  retryAfterMillis: Schema.Int
}) {
  get code() {
    return "rate_limited" as const
  }

  override get message(): string {
    return "too many people are signing in: try again in a moment"
  }
}

/**
 * Port. Hashes of passwords, made slow on purpose. Few are made at once and few wait, so sign-ins cannot take the
 * memory and the processors of the server.
 */
export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    /** In the current form, with a new salt. */
    readonly hash: (password: string) => Effect.Effect<PasswordHash, HasherBusy>
    /** Without a hash it does the work that the current form takes, and answers `false`. */
    readonly matches: (
      password: string,
      stored: Option.Option<PasswordHash>
    ) => Effect.Effect<boolean, HasherBusy>
    /** Whether a hash is in the current form. */
    readonly isCurrent: (stored: PasswordHash) => boolean
  }
>()("@quittance/core/concepts/signin/PasswordHasher") {}
