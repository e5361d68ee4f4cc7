import { Context, Effect, Layer, Result } from "effect"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import {
  type CredentialChange,
  CredentialRefused,
  type Credentials,
  hasPassword,
  passkeyRemoved,
  passkeyRenamed,
  passwordRemoved,
  recoveryCodesMade,
  waysIn
} from "./Credential.ts"
import type { CreationOptions } from "./ceremonyOptions.ts"
import {
  begunPasskey,
  begunPassword,
  type Enrolling,
  newPasskey,
  newPassword,
  newRecoveryCodes,
  passkeyName
} from "./enrolling.ts"
import type { HasherBusy } from "./PasswordHasher.ts"
import type { Visitor } from "./Sessions.ts"
import type { SignInRefused } from "./SignInRefused.ts"
import type { SignInUser } from "./SignInUsers.ts"
import { credentialWrites, loadCredentials, makeSignInParts, type SignInParts } from "./signInParts.ts"

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
    /**
     * Whether a first credential needs no step-up: whom a link has signed in and who has no way in yet can prove
     * nothing.
     */
    readonly isFirst: (visitor: Visitor) => Effect.Effect<boolean, StoreUnavailable>
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
        isFirst: Effect.fn("Enrolments.isFirst")(function* ({ session, user }) {
          const { current } = yield* loadCredentials(parts, user, yield* parts.wallClock.now)
          return session.way === "link" && waysIn(current) === 0
        }),
        beginPasskey: (enrolling) => begunPasskey(parts, enrolling),
        finishPasskey: (enrolling, given) => finishPasskey(parts, enrolling, given),
        renamePasskey: (user, id, name) => renamePasskey(parts, user, id, name),
        removePasskey: (user, id) => changed(parts, user, (state, at) => passkeyRemoved(state, id, at)),
        beginPassword: (enrolling) => begunPassword(parts, enrolling),
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

const finishPasskey = Effect.fn("Enrolments.finishPasskey")(function* (
  parts: SignInParts,
  enrolling: Enrolling,
  given: { readonly ticket: string; readonly answer: unknown; readonly name: string }
) {
  const add = yield* newPasskey(parts, enrolling, given)
  yield* parts.transact(
    Effect.gen(function* () {
      const at = yield* parts.wallClock.now
      const loaded = yield* loadCredentials(parts, enrolling.user, at)
      const added = add(loaded.current, at)
      // It was added when the same answer came before.
      if (Result.isFailure(added) && added.failure.reason === "known_passkey") return { answer: undefined }
      const change = yield* Effect.fromResult(added)
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
  const name = yield* Effect.fromResult(passkeyName(given))
  yield* changed(parts, user, (state, at) => passkeyRenamed(state, id, name, at))
})

const finishPassword = Effect.fn("Enrolments.finishPassword")(function* (
  parts: SignInParts,
  enrolling: Enrolling,
  given: { readonly ticket: string; readonly password: string; readonly code: string }
) {
  const { recoveryCodes, set } = yield* newPassword(parts, enrolling, given)
  yield* parts.transact(
    Effect.gen(function* () {
      const at = yield* parts.wallClock.now
      const loaded = yield* loadCredentials(parts, enrolling.user, at)
      return { commit: credentialWrites(loaded, set(loaded.current, at)), answer: undefined }
    })
  )
  return recoveryCodes
})

const makeRecoveryCodes = Effect.fn("Enrolments.makeRecoveryCodes")(function* (
  parts: SignInParts,
  user: SignInUser
) {
  const { codes, hashes } = yield* newRecoveryCodes(parts)
  yield* changed(parts, user, (state, at) =>
    hasPassword(state)
      ? Result.succeed(recoveryCodesMade(state, hashes, at))
      : Result.fail(new CredentialRefused({ reason: "no_password" }))
  )
  return codes
})
