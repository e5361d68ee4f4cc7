import { Context, type Effect, type Option, Schema } from "effect"

/** A data key as it is stored: only the service that holds its master key can unwrap it. */
export interface WrappedKey {
  /** The master key that wraps it; none if it was sealed before master keys had ids. */
  readonly keyId: Option.Option<string>
  readonly wrapped: string
  /** The purpose it was wrapped for, authenticated with it. */
  readonly context: string
}

/** No configured master key unwraps it, or it was changed. Retrying does not help. */
export class KeyRefused extends Schema.TaggedError<KeyRefused>()("KeyRefused", {
  reason: Schema.String
}) {
  get code() {
    return "key_refused" as const
  }

  override get message(): string {
    return this.reason
  }
}

/** The service is unreachable now. */
export class KeyServiceUnavailable extends Schema.TaggedError<KeyServiceUnavailable>()(
  "KeyServiceUnavailable",
  { reason: Schema.String }
) {
  get code() {
    return "key_service_unavailable" as const
  }

  override get message(): string {
    return `the key service cannot be reached: ${this.reason}`
  }
}

/**
 * Port. Holds master keys and never reveals them, like a key management service: it wraps and unwraps data
 * keys. An implementation must keep these laws (`keyServiceSuite` in `@quittance/testing` proves them):
 *
 * 1. `unwrap` of a `wrap` result returns the same bytes, under the same context, in any process with the same master
 *    key.
 * 2. Under another context, or if any part was changed, `unwrap` is refused.
 * 3. A key id always belongs to the same master key and reveals nothing about it.
 */
export class KeyService extends Context.Service<
  KeyService,
  {
    /** The master key that `wrap` uses now: 1 to 200 printable ASCII characters without spaces. */
    readonly keyId: string
    readonly wrap: (key: Uint8Array, context: string) => Effect.Effect<string, KeyServiceUnavailable>
    readonly unwrap: (key: WrappedKey) => Effect.Effect<Uint8Array, KeyRefused | KeyServiceUnavailable>
  }
>()("@quittance/core/kernel/ports/KeyService") {}
