import { Context, type Effect, Schema } from "effect"
import type { Passkey } from "./Credential.ts"

/** What an authenticator answered proves nothing. `reason` is for the log: the person is told no more than that. */
export class PasskeyRefused extends Schema.TaggedError<PasskeyRefused>()("PasskeyRefused", {
  reason: Schema.String
}) {}

/** What a ceremony was begun with, and what its answer must be for. */
export interface Ceremony {
  /** base64url of 32 random bytes. */
  readonly challenge: string
  /** Scheme, host and port, as browsers write them. */
  readonly origin: string
  readonly rpId: string
}

/**
 * Port. Checks what authenticators answer (WebAuthn Level 3, 7.1 and 7.2): the challenge, the origin, the RP id, that
 * the person was verified, and the signature. The answer is from a stranger, and may be anything. Counters are not
 * judged.
 */
export class PasskeyVerifier extends Context.Service<
  PasskeyVerifier,
  {
    readonly registered: (
      ceremony: Ceremony,
      answer: unknown
    ) => Effect.Effect<Pick<Passkey, "credentialId" | "publicKey" | "counter" | "transports">, PasskeyRefused>
    /** The counter of the signature. */
    readonly asserted: (
      ceremony: Ceremony,
      answer: unknown,
      passkey: Pick<Passkey, "credentialId" | "publicKey">
    ) => Effect.Effect<{ readonly counter: number }, PasskeyRefused>
  }
>()("@quittance/core/concepts/signin/PasskeyVerifier") {}
