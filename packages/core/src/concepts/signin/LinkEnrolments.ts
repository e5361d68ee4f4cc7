import { Context, Effect, Layer, Option } from "effect"
import { sha256Hex } from "../../kernel/digest/sha256.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { InvalidState, NotFound } from "../../kernel/input/Refusals.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Invitation, InvitationRefused } from "../person/Invitation.ts"
import { Invitations } from "../person/Invitations.ts"
import { Users } from "../person/Users.ts"
import type { CredentialChange, CredentialRefused, Credentials } from "./Credential.ts"
import type { CreationOptions } from "./ceremonyOptions.ts"
import { begunPasskey, begunPassword, newPasskey, newPassword } from "./enrolling.ts"
import type { HasherBusy } from "./PasswordHasher.ts"
import type { SignInLimited, SignInRefused } from "./SignInRefused.ts"
import { signInUserOf } from "./SignInUsers.ts"
import { limitPlace } from "./signInLimits.ts"
import {
  beginSession,
  credentialWrites,
  joinedWrites,
  loadCredentials,
  makeSignInParts,
  type SignedIn,
  type SignInClient
} from "./signInParts.ts"

export type LinkFailure =
  | CredentialRefused
  | InvalidInput
  | InvalidState
  | InvitationRefused
  | NotFound
  | SignInLimited
  | SignInRefused
  | StoreUnavailable

/**
 * Somebody who holds the link of an invitation or a recovery makes a first credential, and is signed in by the commit
 * that writes it: the user, its credential and its session come to be together, or the link stays as it was.
 */
export class LinkEnrolments extends Context.Service<
  LinkEnrolments,
  {
    /** What the link is for. */
    readonly look: (
      token: string,
      client: SignInClient
    ) => Effect.Effect<Invitation, InvitationRefused | SignInLimited | StoreUnavailable>
    readonly beginPasskey: (
      token: string,
      client: SignInClient
    ) => Effect.Effect<{ readonly ticket: string; readonly options: CreationOptions }, LinkFailure>
    readonly finishPasskey: (
      token: string,
      given: { readonly ticket: string; readonly answer: unknown; readonly name: string },
      client: SignInClient
    ) => Effect.Effect<SignedIn, LinkFailure>
    readonly beginPassword: (
      token: string,
      client: SignInClient
    ) => Effect.Effect<
      { readonly ticket: string; readonly secret: string; readonly uri: string },
      LinkFailure
    >
    /** With the recovery codes, which are shown once. */
    readonly finishPassword: (
      token: string,
      given: { readonly ticket: string; readonly password: string; readonly code: string },
      client: SignInClient
    ) => Effect.Effect<SignedIn & { readonly recoveryCodes: ReadonlyArray<string> }, LinkFailure | HasherBusy>
  }
>()("@quittance/core/concepts/signin/LinkEnrolments") {
  static readonly layer = Layer.effect(
    LinkEnrolments,
    Effect.gen(function* () {
      const parts = yield* makeSignInParts
      const users = yield* Users
      const invitations = yield* Invitations

      const looked = Effect.fnUntraced(function* (token: string, client: SignInClient) {
        yield* limitPlace(parts.guard, client.address, yield* parts.wallClock.now)
        return (yield* invitations.byToken(token)).state
      })

      /** Whom a link is for, as they will be. `id` is that of somebody new, once it was given out. */
      const invited = Effect.fnUntraced(function* (token: string, client: SignInClient, id?: string) {
        const { email, name, partnerId, purpose } = yield* looked(token, client)
        if (purpose === "recovery") {
          const user = signInUserOf(yield* users.get(partnerId))
          return { purpose, user: { ...user, recoveries: user.recoveries + 1 } }
        }
        const account = Option.getOrElse(email, () => name)
        return { purpose, user: { id: id ?? (yield* users.newId), name, account, recoveries: 0 } }
      })

      /** The commit of the user, with the first credential and the session. */
      const joined = Effect.fnUntraced(function* (
        token: string,
        { purpose, user }: Effect.Success<ReturnType<typeof invited>>,
        client: SignInClient,
        decide: (
          state: Credentials,
          at: number
        ) => Effect.Effect<readonly [CredentialChange, ...Array<CredentialChange>], CredentialRefused>
      ) {
        const at = yield* parts.wallClock.now
        const loaded = yield* loadCredentials(parts, user, at)
        const { cookie, session, ...begun } = yield* beginSession(parts, user, "link", client, at)
        const also = joinedWrites([credentialWrites(loaded, yield* decide(loaded.current, at)), begun])
        const used =
          purpose === "recovery"
            ? users.recoverBy(token, also)
            : users.accept(token, { _tag: "New", id: user.id, also })
        const made = yield* Effect.catchTag(used, "ClaimTaken", Effect.die)
        return { user: signInUserOf(made), session, cookie }
      })

      return LinkEnrolments.of({
        look: looked,
        beginPasskey: Effect.fn("LinkEnrolments.beginPasskey")(function* (token, client) {
          const { user } = yield* invited(token, client)
          return yield* begunPasskey(parts, { user, holder: sha256Hex(token) })
        }),
        finishPasskey: Effect.fn("LinkEnrolments.finishPasskey")(function* (token, given, client) {
          const holder = sha256Hex(token)
          const ticket = yield* parts.tickets.open(given.ticket, "passkey", holder)
          const whom = yield* invited(token, client, ticket.userId)
          const add = yield* newPasskey(parts, { user: whom.user, holder }, given)
          return yield* joined(token, whom, client, (state, at) =>
            Effect.map(Effect.fromResult(add(state, at)), (change) => [change] as const)
          )
        }),
        beginPassword: Effect.fn("LinkEnrolments.beginPassword")(function* (token, client) {
          const { user } = yield* invited(token, client)
          return yield* begunPassword(parts, { user, holder: sha256Hex(token) })
        }),
        finishPassword: Effect.fn("LinkEnrolments.finishPassword")(function* (token, given, client) {
          const holder = sha256Hex(token)
          const ticket = yield* parts.tickets.open(given.ticket, "codes", holder)
          const whom = yield* invited(token, client, ticket.userId)
          const { recoveryCodes, set } = yield* newPassword(parts, { user: whom.user, holder }, given)
          const signedIn = yield* joined(token, whom, client, (state, at) => Effect.succeed(set(state, at)))
          return { ...signedIn, recoveryCodes }
        })
      })
    })
  )
}
