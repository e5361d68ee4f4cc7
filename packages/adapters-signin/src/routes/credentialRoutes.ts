import { type CredentialRefused, Enrolments, Sessions, type SignedInVisitor } from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import type { SignInFailure } from "../message/SignInFault.ts"
import {
  type ConsoleRoute,
  ShortText,
  said,
  signedIn,
  Ticket,
  type Visit,
  wantedAct
} from "./ConsoleRoute.ts"

/** What changes of credentials are for step-ups. Their subject is the person. */
export const credentialsAct = "credentials.change"

const NewPasskey = said(Schema.Struct({ ticket: Ticket, answer: Schema.Unknown, name: ShortText }))
const Named = said(Schema.Struct({ id: ShortText }))
const Renamed = said(Schema.Struct({ id: ShortText, name: ShortText }))
const NewPassword = said(Schema.Struct({ ticket: Ticket, password: ShortText, code: ShortText }))

/** What a person signs in with: listed, added, named and removed. */
export const makeCredentialRoutes = Effect.gen(function* () {
  const enrolments = yield* Enrolments
  const sessions = yield* Sessions

  const enrolling = ({ session, user }: SignedInVisitor) => ({ user, holder: session.id })

  /** After a step-up for it, which it uses up. */
  const afterStepUp = <A>(
    visit: Visit,
    visitor: SignedInVisitor,
    change: (time: "first" | "again") => Effect.Effect<A, SignInFailure>
  ) =>
    Effect.flatMap(wantedAct(visit, credentialsAct, visitor.user.id), (wanted) =>
      Effect.flatMap(sessions.beginAct(visitor, wanted), change)
    )

  /** The same, unless there is nothing yet to prove anything with. */
  const unlessFirst = <A>(
    visit: Visit,
    visitor: SignedInVisitor,
    change: () => Effect.Effect<A, SignInFailure>
  ) =>
    Effect.flatMap(enrolments.isFirst(visitor), (isFirst) =>
      isFirst ? change() : afterStepUp(visit, visitor, change)
    )

  /** What was removed before by the same form stays removed. */
  const removal = (
    visit: Visit,
    visitor: SignedInVisitor,
    remove: Effect.Effect<void, CredentialRefused | SignInFailure>
  ) =>
    Effect.as(
      afterStepUp(visit, visitor, (time) =>
        Effect.catchTag(remove, "CredentialRefused", (refused) =>
          time === "again" && (refused.reason === "unknown_passkey" || refused.reason === "no_password")
            ? Effect.void
            : Effect.fail(refused)
        )
      ),
      {}
    )

  const routes: ReadonlyArray<ConsoleRoute> = [
    {
      method: "GET",
      path: "/session",
      handle: signedIn((_, { session, user }) =>
        Effect.map(enrolments.view(user), (credentials) => ({
          facts: { user: { id: user.id, name: user.name }, sessionId: session.id, credentials }
        }))
      )
    },
    {
      method: "POST",
      path: "/session/passkeys/begin",
      handle: signedIn((visit, visitor) =>
        unlessFirst(visit, visitor, () =>
          Effect.map(enrolments.beginPasskey(enrolling(visitor)), (facts) => ({ facts }))
        )
      )
    },
    {
      method: "POST",
      path: "/session/passkeys/finish",
      handle: signedIn((visit, visitor) =>
        Effect.flatMap(NewPasskey(visit), ({ answer, name, ticket }) =>
          Effect.as(enrolments.finishPasskey(enrolling(visitor), { ticket, answer, name }), {})
        )
      )
    },
    {
      method: "POST",
      path: "/session/passkeys/rename",
      handle: signedIn((visit, { user }) =>
        Effect.flatMap(Renamed(visit), ({ id, name }) =>
          Effect.as(enrolments.renamePasskey(user, id, name), {})
        )
      )
    },
    {
      method: "POST",
      path: "/session/passkeys/remove",
      handle: signedIn((visit, visitor) =>
        Effect.flatMap(Named(visit), ({ id }) =>
          removal(visit, visitor, enrolments.removePasskey(visitor.user, id))
        )
      )
    },
    {
      method: "POST",
      path: "/session/password/begin",
      handle: signedIn((visit, visitor) =>
        unlessFirst(visit, visitor, () =>
          Effect.map(enrolments.beginPassword(enrolling(visitor)), (facts) => ({ facts }))
        )
      )
    },
    {
      method: "POST",
      path: "/session/password/finish",
      handle: signedIn((visit, visitor) =>
        Effect.flatMap(NewPassword(visit), (given) =>
          Effect.map(enrolments.finishPassword(enrolling(visitor), given), (recoveryCodes) => ({
            facts: { recoveryCodes }
          }))
        )
      )
    },
    {
      method: "POST",
      path: "/session/password/remove",
      handle: signedIn((visit, visitor) => removal(visit, visitor, enrolments.removePassword(visitor.user)))
    },
    {
      method: "POST",
      path: "/session/recovery-codes",
      handle: signedIn((visit, visitor) =>
        afterStepUp(visit, visitor, () =>
          Effect.map(enrolments.makeRecoveryCodes(visitor.user), (recoveryCodes) => ({
            facts: { recoveryCodes }
          }))
        )
      )
    }
  ]
  return routes
})
