import { Schema } from "effect"

const reasons = ["passkey", "password", "code", "counter", "ticket", "expired"] as const

const refusals: { readonly [Reason in (typeof reasons)[number]]: string } = {
  passkey: "the passkey must be one that was added here: use another one, or sign in with a password",
  password: "the e-mail address, the password and the code must belong together, and a code opens once",
  code: "the code must be the one that the authenticator shows now, and opens once: wait for the next one",
  counter:
    "the counter of this passkey went back, so it may have been copied: sign in another way and remove it",
  ticket:
    "this link or form was used already, or was begun in another browser: begin again, or ask for another link",
  expired: "this was begun more than five minutes ago: begin again"
}

/**
 * Somebody did not prove who they are. What is said of a wrong password is said of an unknown address and of a wrong
 * code too.
 */
export class SignInRefused extends Schema.TaggedError<SignInRefused>()("SignInRefused", {
  reason: Schema.Literals(reasons)
}) {
  get code() {
    return "sign_in_refused" as const
  }

  override get message(): string {
    return refusals[this.reason]
  }
}

/** Too many tries from one place. */
export class SignInLimited extends Schema.TaggedError<SignInLimited>()("SignInLimited", {
  retryAfterMillis: Schema.Int
}) {
  get code() {
    return "rate_limited" as const
  }

  override get message(): string {
    return `too many tries from here: try again in ${Math.ceil(this.retryAfterMillis / 1_000)} seconds`
  }
}
