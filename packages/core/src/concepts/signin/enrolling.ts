import { Effect, Result, Schema } from "effect"
import { decoderOf, oneLine } from "../../kernel/input/Input.ts"
import {
  type CredentialChange,
  type Credentials,
  type Passkey,
  passkeyAdded,
  passwordSet,
  recoveryCodesMade
} from "./Credential.ts"
import { creationOptions } from "./ceremonyOptions.ts"
import { base32, codeSecretBytes, enrolmentUri, stepOfCode } from "./oneTimeCode.ts"
import { passwordFault, passwordForm } from "./passwordRules.ts"
import { recoveryCodeBytes, recoveryCodeCount, recoveryCodeHash, recoveryCodeOf } from "./recoveryCode.ts"
import { SignInRefused } from "./SignInRefused.ts"
import type { SignInUser } from "./SignInUsers.ts"
import { loadCredentials, type SignInParts } from "./signInParts.ts"
import { codeSecretContext, passkeyPrefix } from "./signinNames.ts"
import { challengeOf } from "./Tickets.ts"

/** How a credential comes to be, whoever lets its person make it. */

/** A person who may add to what they sign in with, as a step-up or a link has shown. */
export interface Enrolling {
  readonly user: SignInUser
  /** The session or the link that shows it; what one begins another cannot finish. */
  readonly holder: string
}

const nameMax = 60
const decodeNamed = decoderOf(Schema.Struct({ name: oneLine(nameMax) }))

/** The name of a passkey, in one Unicode form. */
export const passkeyName = (given: string) =>
  Result.map(decodeNamed({ name: given.normalize("NFKC").trim() }), ({ name }) => name)

export const begunPasskey = Effect.fnUntraced(function* (parts: SignInParts, { holder, user }: Enrolling) {
  const { current } = yield* loadCredentials(parts, user, yield* parts.wallClock.now)
  const { sealed, ticket } = yield* parts.tickets.issue({ purpose: "passkey", holder, userId: user.id })
  return {
    ticket: sealed,
    options: creationOptions(parts.place, user, challengeOf(ticket), current.passkeys)
  }
})

/** What adds the passkey that a browser made to its person's credentials. */
export const newPasskey = Effect.fnUntraced(function* (
  parts: SignInParts,
  { holder, user }: Enrolling,
  given: { readonly ticket: string; readonly answer: unknown; readonly name: string }
) {
  const { ids, place, tickets, verifier } = parts
  const name = yield* Effect.fromResult(passkeyName(given.name))
  const ticket = yield* tickets.open(given.ticket, "passkey", holder)
  if (ticket.userId !== user.id) return yield* new SignInRefused({ reason: "ticket" })
  const ceremony = { challenge: challengeOf(ticket), origin: place.origin, rpId: place.rpId }
  const made = yield* verifier.registered(ceremony, given.answer).pipe(
    Effect.tapError(({ reason }) => Effect.logInfo(`a new passkey was refused: ${reason}`)),
    Effect.catchTag("PasskeyRefused", () => Effect.fail(new SignInRefused({ reason: "passkey" })))
  )
  // The same answer again is the same passkey, which the ticket knows, and another is not.
  yield* tickets.take(ticket, made.credentialId)
  const id = yield* ids.prefixed(passkeyPrefix)
  return (state: Credentials, at: number) => {
    const passkey: Passkey = { ...made, id, name, rpId: place.rpId, createdAt: at, lastUsedAt: null }
    return passkeyAdded(state, passkey)
  }
})

export const begunPassword = Effect.fnUntraced(function* (parts: SignInParts, { holder, user }: Enrolling) {
  const secret = yield* parts.ids.token(codeSecretBytes)
  const { sealed } = yield* parts.tickets.issue({ purpose: "codes", holder, userId: user.id, secret })
  return {
    ticket: sealed,
    secret: base32(Buffer.from(secret, "hex")),
    uri: enrolmentUri(secret, user.account, parts.place.rpId)
  }
})

/** New recovery codes, and how they are stored. */
export const newRecoveryCodes = ({ ids }: Pick<SignInParts, "ids">) =>
  Effect.map(Effect.replicateEffect(ids.token(recoveryCodeBytes), recoveryCodeCount), (all) => {
    const codes: ReadonlyArray<string> = all.map(recoveryCodeOf)
    return { codes, hashes: codes.flatMap((code) => recoveryCodeHash(code) ?? []) }
  })

/** What sets a password together with the authenticator that showed a code, and its recovery codes. */
export const newPassword = Effect.fnUntraced(function* (
  parts: SignInParts,
  { holder, user }: Enrolling,
  given: { readonly ticket: string; readonly password: string; readonly code: string }
) {
  const { hasher, tickets, vault, wallClock } = parts
  const fault = passwordFault(given.password)
  if (fault !== undefined) return yield* fault
  const ticket = yield* tickets.open(given.ticket, "codes", holder)
  if (ticket.userId !== user.id) return yield* new SignInRefused({ reason: "ticket" })
  const step = stepOfCode(ticket.secret, given.code, yield* wallClock.now)
  if (step === undefined) return yield* new SignInRefused({ reason: "code" })
  const password = yield* hasher.hash(passwordForm(given.password))
  const sealedSecret = yield* vault.seal(ticket.secret, codeSecretContext(user.id))
  const { codes: recoveryCodes, hashes } = yield* newRecoveryCodes(parts)
  yield* tickets.take(ticket)
  const set = (state: Credentials, at: number): readonly [CredentialChange, CredentialChange] => {
    const changed = passwordSet(state, password, { sealedSecret, step }, at)
    return [changed, recoveryCodesMade(changed.next, hashes, at)]
  }
  return { recoveryCodes, set }
})
