import { Effect, Option, Schema } from "effect"
import type { ConsolePlaceShape } from "./ConsolePlace.ts"
import { type CredentialChange, type Credentials, codeUsed, type Passkey, passkeyUsed } from "./Credential.ts"
import { userIdOf } from "./ceremonyOptions.ts"
import { stepOfCode } from "./oneTimeCode.ts"
import { SignInRefused } from "./SignInRefused.ts"
import type { SignInParts } from "./signInParts.ts"
import { codeSecretContext } from "./signinNames.ts"
import { challengeOf, type Ticket } from "./Tickets.ts"

/** What shows that somebody is who they say: a signature of a passkey, or a code. */

const base64Url = (max: number) =>
  Schema.String.check(Schema.isPattern(new RegExp(`^[A-Za-z0-9_-]{1,${max}}$`)))

/** As much of an assertion as says whose it is (WebAuthn Level 3, 5.1.8.1). */
const Assertion = Schema.Struct({
  id: base64Url(1_400),
  response: Schema.Struct({ userHandle: Schema.optional(Schema.NullOr(base64Url(90))) })
})

const decodeAssertion = Schema.decodeUnknownOption(Assertion)

/** The user that an assertion names, with its credential; undefined if it names none. */
export const namedIn = (answer: unknown) =>
  Option.flatMap(decodeAssertion(answer), ({ id, response: { userHandle } }) =>
    Option.map(Option.fromNullishOr(userHandle), (handle) => ({ credentialId: id, userId: userIdOf(handle) }))
  )

/** The credential that an assertion is of. */
export const credentialIn = (answer: unknown): string | undefined =>
  Option.getOrUndefined(Option.map(decodeAssertion(answer), ({ id }) => id))

/** Passkeys of another domain are none here. */
export const passkeyNamed = (
  { passkeys }: Credentials,
  credentialId: string | undefined,
  { rpId }: ConsolePlaceShape
): Passkey | undefined => passkeys.find((each) => each.credentialId === credentialId && each.rpId === rpId)

const refuse = (reason: SignInRefused["reason"]) => Effect.fail(new SignInRefused({ reason }))

/** The counter of a signature of this passkey over the ticket's challenge. */
export const provenCounter = (
  { place, verifier }: Pick<SignInParts, "place" | "verifier">,
  ticket: Ticket,
  answer: unknown,
  passkey: Passkey
) =>
  verifier
    .asserted({ challenge: challengeOf(ticket), origin: place.origin, rpId: place.rpId }, answer, passkey)
    .pipe(
      Effect.tapError(({ reason }) => Effect.logInfo(`a passkey was refused: ${reason}`)),
      Effect.catchTag("PasskeyRefused", () => refuse("passkey"))
    )

/** The use of a passkey, decided on credentials as they are now. */
export const usedPasskey = (
  state: Credentials,
  passkeyId: string,
  counter: number,
  at: number
): Effect.Effect<CredentialChange, SignInRefused> => {
  const passkey = state.passkeys.find(({ id }) => id === passkeyId)
  if (passkey === undefined) return refuse("passkey")
  const change = passkeyUsed(state, passkey, counter, at)
  return change === undefined ? refuse("counter") : Effect.succeed(change)
}

/** The step of a code of the person's authenticator; undefined if it is none, or was used. */
export const provenStep = Effect.fnUntraced(function* (
  { vault }: Pick<SignInParts, "vault">,
  state: Credentials,
  code: string,
  at: number
) {
  if (Option.isNone(state.sealedCodeSecret)) return undefined
  // A secret that the vault refuses means a lost master key: nothing can be served, so it is a defect.
  const secret = yield* Effect.catchTag(
    vault.open(state.sealedCodeSecret.value, codeSecretContext(state.partnerId)),
    "VaultRefused",
    Effect.die
  )
  const step = stepOfCode(secret, code, at)
  return step === undefined || codeUsed(state, step, at) === undefined ? undefined : step
})
