import { Context, type Effect, type Option, Schema } from "effect"

/** A data key as it is kept: only the service that holds its master key can tell it. */
export interface WrappedKey {
  /** Which master key it is wrapped under; none for what was sealed before master keys had ids. */
  readonly keyId: Option.Option<string>
  readonly wrapped: string
  /** What it was wrapped for, authenticated with it. */
  readonly context: string
}

/** No master key at hand opens it, or it was changed. To ask again changes nothing. */
export class KeyRefused extends Schema.TaggedError<KeyRefused>()("KeyRefused", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** The service could not be asked now. */
export class KeyServiceUnavailable extends Schema.TaggedError<KeyServiceUnavailable>()(
  "KeyServiceUnavailable",
  { reason: Schema.String }
) {
  override get message(): string {
    return `the key service cannot be reached: ${this.reason}`
  }
}

/**
 * Port. Holds master keys and never gives them out, as a key management service does: data keys are wrapped and unwrapped by it.
 * An implementation must keep these laws (`keyServiceSuite` in `@quittance/testing` proves them):
 *
 * 1. `unwrap` of what `wrap` answered is the same bytes, under the same context and in any process with the same master key.
 * 2. Under another context, or where anything of it was changed, it is refused.
 * 3. A key id stays that of its master key, and tells nothing about it.
 */
export class KeyService extends Context.Service<
  KeyService,
  {
    /** The master key that `wrap` uses now: 1 to 200 printable characters of ASCII without spaces. */
    readonly keyId: string
    readonly wrap: (key: Uint8Array, context: string) => Effect.Effect<string, KeyServiceUnavailable>
    readonly unwrap: (key: WrappedKey) => Effect.Effect<Uint8Array, KeyRefused | KeyServiceUnavailable>
  }
>()("@quittance/core/ports/KeyService") {}
