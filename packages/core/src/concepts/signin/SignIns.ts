import { Context, Effect, Layer, Option } from "effect"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import {
  type CredentialChange,
  type Credentials,
  codeUsed,
  hasPassword,
  passwordHashedAgain,
  recoveryCodeUsed
} from "./Credential.ts"
import { type RequestOptions, requestOptions } from "./ceremonyOptions.ts"
import type { HasherBusy } from "./PasswordHasher.ts"
import { passwordForm } from "./passwordRules.ts"
import { namedIn, passkeyNamed, provenCounter, provenStep, usedPasskey } from "./proofs.ts"
import { recoveryCodeHash } from "./recoveryCode.ts"
import type { SignInWay } from "./Session.ts"
import { type SignInLimited, SignInRefused } from "./SignInRefused.ts"
import type { SignInUser } from "./SignInUsers.ts"
import { limitAccount, limitPlace, mayTryCode } from "./signInLimits.ts"
import {
  beginSession,
  credentialWrites,
  joinedWrites,
  loadCredentials,
  makeSignInParts,
  type SignedIn,
  type SignInClient,
  type SignInParts
} from "./signInParts.ts"
import { challengeOf } from "./Tickets.ts"

export type SignInFailure = SignInLimited | SignInRefused | StoreUnavailable

/**
 * How people sign in. Each sign-in begins a session with a new secret. What is refused says nothing of who exists: an
 * unknown person gets the same answer after the same work.
 */
export class SignIns extends Context.Service<
  SignIns,
  {
    /** What a browser needs to ask for any passkey that it has for the console. */
    readonly begin: (
      client: SignInClient
    ) => Effect.Effect<
      { readonly ticket: string; readonly options: RequestOptions },
      SignInLimited | StoreUnavailable
    >
    /** With what the browser answered, which may be anything. */
    readonly finish: (
      given: { readonly ticket: string; readonly answer: unknown },
      client: SignInClient
    ) => Effect.Effect<SignedIn, SignInFailure>
    /** With a code of the authenticator, or a recovery code. */
    readonly withPassword: (
      given: { readonly email: string; readonly password: string; readonly code: string },
      client: SignInClient
    ) => Effect.Effect<SignedIn, SignInFailure | HasherBusy>
  }
>()("@quittance/core/concepts/signin/SignIns") {
  static readonly layer = Layer.effect(
    SignIns,
    Effect.gen(function* () {
      const parts = yield* makeSignInParts
      return SignIns.of({
        begin: (client) => beginSignIn(parts, client),
        finish: (given, client) => finishSignIn(parts, given, client),
        withPassword: (given, client) => signInWithPassword(parts, given, client)
      })
    })
  )
}

const refuse = (reason: SignInRefused["reason"]) => Effect.fail(new SignInRefused({ reason }))

const beginSignIn = Effect.fn("SignIns.begin")(function* (parts: SignInParts, client: SignInClient) {
  yield* limitPlace(parts.guard, client.address, yield* parts.wallClock.now)
  const { sealed, ticket } = yield* parts.tickets.issue({ purpose: "sign_in" })
  return { ticket: sealed, options: requestOptions(parts.place, challengeOf(ticket)) }
})

/** The session, in one commit with what changed of the credentials. */
const signIn = (
  parts: SignInParts,
  user: SignInUser,
  way: SignInWay,
  client: SignInClient,
  decide: (
    state: Credentials,
    at: number
  ) => Effect.Effect<
    readonly [CredentialChange, ...Array<CredentialChange>],
    SignInRefused | StoreUnavailable
  >
) =>
  parts.transact(
    Effect.gen(function* () {
      const at = yield* parts.wallClock.now
      const loaded = yield* loadCredentials(parts, user, at)
      const changes = yield* decide(loaded.current, at)
      const { cookie, session, ...begun } = yield* beginSession(parts, user, way, client, at)
      const answer: SignedIn = { user, session, cookie }
      return { commit: joinedWrites([begun, credentialWrites(loaded, changes)]), answer }
    })
  )

const finishSignIn = Effect.fn("SignIns.finish")(function* (
  parts: SignInParts,
  { answer, ticket: sealed }: { readonly ticket: string; readonly answer: unknown },
  client: SignInClient
) {
  const { guard, place, tickets, users, wallClock } = parts
  const at = yield* wallClock.now
  yield* limitPlace(guard, client.address, at)
  const ticket = yield* tickets.open(sealed, "sign_in", "")
  const named = namedIn(answer)
  if (Option.isNone(named)) return yield* refuse("passkey")
  const user = yield* users.find(named.value.userId)
  if (Option.isNone(user)) return yield* refuse("passkey")
  const { current } = yield* loadCredentials(parts, user.value, at)
  const passkey = passkeyNamed(current, named.value.credentialId, place)
  if (passkey === undefined) return yield* refuse("passkey")
  const { counter } = yield* provenCounter(parts, ticket, answer, passkey)
  yield* tickets.take(ticket)
  return yield* signIn(parts, user.value, "passkey", client, (state, now) =>
    Effect.map(usedPasskey(state, passkey.id, counter, now), (change) => [change] as const)
  )
})

/** Who does not exist. */
const nobody = { id: "nobody", name: "", account: "", recoveries: 0 }

const signInWithPassword = Effect.fn("SignIns.withPassword")(function* (
  parts: SignInParts,
  given: { readonly email: string; readonly password: string; readonly code: string },
  client: SignInClient
) {
  const { guard, hasher, users, wallClock } = parts
  const at = yield* wallClock.now
  yield* limitPlace(guard, client.address, at)
  yield* limitAccount(guard, client.address, given.email.normalize("NFKC").trim().toLowerCase(), at)
  const user = yield* users.byEmail(given.email)
  const { current } = yield* loadCredentials(
    parts,
    Option.getOrElse(user, () => nobody),
    at
  )
  const stored = hasPassword(current) ? current.password : Option.none()
  const isRight = yield* hasher.matches(passwordForm(given.password), stored)
  if (!isRight || Option.isNone(user) || Option.isNone(stored)) return yield* refuse("password")
  const again = hasher.isCurrent(stored.value)
    ? Option.none()
    : Option.some(yield* hasher.hash(passwordForm(given.password)))
  const recovery = recoveryCodeHash(given.code)
  // Recovery codes are too many to be guessed.
  if (recovery === undefined && !(yield* mayTryCode(guard, user.value.id, at)))
    return yield* refuse("password")
  const way = recovery === undefined ? "password" : "recovery_code"
  return yield* signIn(parts, user.value, way, client, (state, now) =>
    Effect.gen(function* () {
      // Another password may have been set meanwhile.
      if (!Option.exists(state.password, ({ hash }) => hash === stored.value.hash))
        return yield* refuse("password")
      const step = recovery === undefined ? yield* provenStep(parts, state, given.code, now) : undefined
      const used =
        recovery !== undefined
          ? recoveryCodeUsed(state, recovery, now)
          : step === undefined
            ? undefined
            : codeUsed(state, step, now)
      if (used === undefined) return yield* refuse("password")
      if (Option.isNone(again)) return [used] as const
      return [used, passwordHashedAgain(used.next, again.value, now)] as const
    })
  )
})
