import { Context, Effect, Layer, Result, Schema } from "effect"
import { decoderOf, type InvalidInput, oneLine } from "../../kernel/input/Input.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import {
  type CredentialChange,
  CredentialRefused,
  type Credentials,
  hasPassword,
  type Passkey,
  passkeyAdded,
  passkeyRemoved,
  passkeyRenamed,
  passwordRemoved,
  passwordSet,
  recoveryCodesMade,
  waysIn
} from "./Credential.ts"
import { type CreationOptions, creationOptions } from "./ceremonyOptions.ts"
import { base32, codeSecretBytes, enrolmentUri, stepOfCode } from "./oneTimeCode.ts"
import type { HasherBusy } from "./PasswordHasher.ts"
import { passwordFault, passwordForm } from "./passwordRules.ts"
import { recoveryCodeBytes, recoveryCodeCount, recoveryCodeHash, recoveryCodeOf } from "./recoveryCode.ts"
import { SignInRefused } from "./SignInRefused.ts"
import type { SignInUser } from "./SignInUsers.ts"
import { credentialWrites, loadCredentials, makeSignInParts, type SignInParts } from "./signInParts.ts"
import { codeSecretContext, passkeyPrefix } from "./signinNames.ts"
import { challengeOf } from "./Tickets.ts"

/** A person who may change what they sign in with, as a step-up or a link has shown. */
export interface Enrolling {
  readonly user: SignInUser
  /** The session or the link that shows it; what one begins another cannot finish. */
  readonly holder: string
}

/** A person's credentials as they see them. */
export interface CredentialsView {
  /** Instants are ISO 8601, in UTC. `usable` is false of one that was made for another domain. */
  readonly passkeys: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly createdAt: string
    readonly lastUsedAt: string | null
    readonly usable: boolean
  }>
  readonly password: boolean
  readonly recoveryCodesLeft: number
  /** Two ways to sign in are asked for. */
  readonly needsAnother: boolean
}

/** What people sign in with: added, listed, named and removed. */
export class Enrolments extends Context.Service<
  Enrolments,
  {
    readonly view: (user: SignInUser) => Effect.Effect<CredentialsView, StoreUnavailable>
    readonly beginPasskey: (
      enrolling: Enrolling
    ) => Effect.Effect<{ readonly ticket: string; readonly options: CreationOptions }, StoreUnavailable>
    /** `answer` is what the browser answered, which may be anything. Repeated, it adds nothing. */
    readonly finishPasskey: (
      enrolling: Enrolling,
      given: { readonly ticket: string; readonly answer: unknown; readonly name: string }
    ) => Effect.Effect<void, CredentialRefused | InvalidInput | SignInRefused | StoreUnavailable>
    readonly renamePasskey: (
      user: SignInUser,
      id: string,
      name: string
    ) => Effect.Effect<void, CredentialRefused | InvalidInput | StoreUnavailable>
    readonly removePasskey: (
      user: SignInUser,
      id: string
    ) => Effect.Effect<void, CredentialRefused | StoreUnavailable>
    /** A secret for an authenticator; it counts once a password is set with one of its codes. */
    readonly beginPassword: (
      enrolling: Enrolling
    ) => Effect.Effect<{ readonly ticket: string; readonly secret: string; readonly uri: string }>
    /** In place of a password of before and its codes. The answer is the recovery codes, which are shown once. */
    readonly finishPassword: (
      enrolling: Enrolling,
      given: { readonly ticket: string; readonly password: string; readonly code: string }
    ) => Effect.Effect<ReadonlyArray<string>, HasherBusy | InvalidInput | SignInRefused | StoreUnavailable>
    readonly removePassword: (user: SignInUser) => Effect.Effect<void, CredentialRefused | StoreUnavailable>
    /** In place of all of before. */
    readonly makeRecoveryCodes: (
      user: SignInUser
    ) => Effect.Effect<ReadonlyArray<string>, CredentialRefused | StoreUnavailable>
  }
>()("@quittance/core/concepts/signin/Enrolments") {
  static readonly layer = Layer.effect(
    Enrolments,
    Effect.gen(function* () {
      const parts = yield* makeSignInParts
      return Enrolments.of({
        view: (user) => viewOf(parts, user),
        beginPasskey: (enrolling) => beginPasskey(parts, enrolling),
        finishPasskey: (enrolling, given) => finishPasskey(parts, enrolling, given),
        renamePasskey: (user, id, name) => renamePasskey(parts, user, id, name),
        removePasskey: (user, id) => changed(parts, user, (state, at) => passkeyRemoved(state, id, at)),
        beginPassword: (enrolling) => beginPassword(parts, enrolling),
        finishPassword: (enrolling, given) => finishPassword(parts, enrolling, given),
        removePassword: (user) => changed(parts, user, passwordRemoved),
        makeRecoveryCodes: (user) => makeRecoveryCodes(parts, user)
      })
    })
  )
}

/** The change of a person's credentials, decided on them as they are now. */
const changed = <E>(
  parts: SignInParts,
  user: SignInUser,
  decide: (state: Credentials, at: number) => Result.Result<CredentialChange, E>
) =>
  parts.transact(
    Effect.gen(function* () {
      const at = yield* parts.wallClock.now
      const loaded = yield* loadCredentials(parts, user, at)
      const change = yield* Effect.fromResult(decide(loaded.current, at))
      return { commit: credentialWrites(loaded, [change]), answer: undefined }
    })
  )

const isoOf = (at: number): string => new Date(at).toISOString()

const viewOf = Effect.fn("Enrolments.view")(function* (parts: SignInParts, user: SignInUser) {
  const { current } = yield* loadCredentials(parts, user, yield* parts.wallClock.now)
  return {
    passkeys: current.passkeys.map(({ createdAt, id, lastUsedAt, name, rpId }) => ({
      ...{ id, name, createdAt: isoOf(createdAt) },
      lastUsedAt: lastUsedAt === null ? null : isoOf(lastUsedAt),
      usable: rpId === parts.place.rpId
    })),
    password: hasPassword(current),
    recoveryCodesLeft: current.recoveryCodes.length,
    needsAnother: waysIn(current) < 2
  }
})

const nameMax = 60
const decodeNamed = decoderOf(Schema.Struct({ name: oneLine(nameMax) }))
const nameOf = (given: string) =>
  Result.map(decodeNamed({ name: given.normalize("NFKC").trim() }), ({ name }) => name)

const beginPasskey = Effect.fn("Enrolments.beginPasskey")(function* (
  parts: SignInParts,
  { holder, user }: Enrolling
) {
  const { current } = yield* loadCredentials(parts, user, yield* parts.wallClock.now)
  const { sealed, ticket } = yield* parts.tickets.issue({ purpose: "passkey", holder, userId: user.id })
  return {
    ticket: sealed,
    options: creationOptions(parts.place, user, challengeOf(ticket), current.passkeys)
  }
})

const finishPasskey = Effect.fn("Enrolments.finishPasskey")(function* (
  parts: SignInParts,
  { holder, user }: Enrolling,
  given: { readonly ticket: string; readonly answer: unknown; readonly name: string }
) {
  const { ids, place, tickets, verifier } = parts
  const name = yield* Effect.fromResult(nameOf(given.name))
  const ticket = yield* tickets.open(given.ticket, "passkey", holder)
  if (ticket.userId !== user.id) return yield* new SignInRefused({ reason: "ticket" })
  const made = yield* verifier
    .registered({ challenge: challengeOf(ticket), origin: place.origin, rpId: place.rpId }, given.answer)
    .pipe(
      Effect.tapError(({ reason }) => Effect.logInfo(`a new passkey was refused: ${reason}`)),
      Effect.catchTag("PasskeyRefused", () => Effect.fail(new SignInRefused({ reason: "passkey" })))
    )
  // The same answer again is the same passkey, which the ticket knows, and another is not.
  yield* tickets.take(ticket, made.credentialId)
  const id = yield* ids.prefixed(passkeyPrefix)
  yield* parts.transact(
    Effect.gen(function* () {
      const at = yield* parts.wallClock.now
      const loaded = yield* loadCredentials(parts, user, at)
      const known = loaded.current.passkeys.find(({ credentialId }) => credentialId === made.credentialId)
      if (known !== undefined && known.publicKey === made.publicKey) return { answer: undefined }
      const passkey: Passkey = { ...made, id, name, rpId: place.rpId, createdAt: at, lastUsedAt: null }
      const change = yield* Effect.fromResult(passkeyAdded(loaded.current, passkey))
      return { commit: credentialWrites(loaded, [change]), answer: undefined }
    })
  )
})

const renamePasskey = Effect.fn("Enrolments.renamePasskey")(function* (
  parts: SignInParts,
  user: SignInUser,
  id: string,
  given: string
) {
  const name = yield* Effect.fromResult(nameOf(given))
  yield* changed(parts, user, (state, at) => passkeyRenamed(state, id, name, at))
})

const beginPassword = Effect.fn("Enrolments.beginPassword")(function* (
  parts: SignInParts,
  { holder, user }: Enrolling
) {
  const secret = yield* parts.ids.token(codeSecretBytes)
  const { sealed } = yield* parts.tickets.issue({ purpose: "codes", holder, userId: user.id, secret })
  return {
    ticket: sealed,
    secret: base32(Buffer.from(secret, "hex")),
    uri: enrolmentUri(secret, user.account, parts.place.rpId)
  }
})

const newRecoveryCodes = ({ ids }: SignInParts) =>
  Effect.map(
    Effect.replicateEffect(ids.token(recoveryCodeBytes), recoveryCodeCount),
    (all): ReadonlyArray<string> => all.map(recoveryCodeOf)
  )

const hashesOf = (codes: ReadonlyArray<string>): ReadonlyArray<string> =>
  codes.flatMap((code) => recoveryCodeHash(code) ?? [])

const finishPassword = Effect.fn("Enrolments.finishPassword")(function* (
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
  const codes = yield* newRecoveryCodes(parts)
  yield* tickets.take(ticket)
  yield* parts.transact(
    Effect.gen(function* () {
      const at = yield* wallClock.now
      const loaded = yield* loadCredentials(parts, user, at)
      const set = passwordSet(loaded.current, password, { sealedSecret, step }, at)
      const made = recoveryCodesMade(set.next, hashesOf(codes), at)
      return { commit: credentialWrites(loaded, [set, made]), answer: undefined }
    })
  )
  return codes
})

const makeRecoveryCodes = Effect.fn("Enrolments.makeRecoveryCodes")(function* (
  parts: SignInParts,
  user: SignInUser
) {
  const codes = yield* newRecoveryCodes(parts)
  yield* changed(parts, user, (state, at) =>
    hasPassword(state)
      ? Result.succeed(recoveryCodesMade(state, hashesOf(codes), at))
      : Result.fail(new CredentialRefused({ reason: "no_password" }))
  )
  return codes
})
