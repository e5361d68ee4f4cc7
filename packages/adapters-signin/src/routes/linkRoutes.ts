import { LinkEnrolments, SignInLinks, Users } from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import { type ConsoleRoute, ShortText, said, signedIn, Ticket } from "./ConsoleRoute.ts"
import { signedInAnswer } from "./sessionRoutes.ts"

const token = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))
const Link = said(Schema.Struct({ token }))
const SignInLink = said(Schema.Struct({ ticket: Ticket }))
const NewPasskey = said(Schema.Struct({ token, ticket: Ticket, answer: Schema.Unknown, name: ShortText }))
const NewPassword = said(Schema.Struct({ token, ticket: Ticket, password: ShortText, code: ShortText }))

/** What holders of links do: make a first credential, or join as who they are. */
export const makeLinkRoutes = Effect.gen(function* () {
  const links = yield* LinkEnrolments
  const signInLinks = yield* SignInLinks
  const users = yield* Users

  const routes: ReadonlyArray<ConsoleRoute> = [
    {
      method: "POST",
      path: "/session/link/use",
      handle: (visit) =>
        Effect.flatMap(SignInLink(visit), ({ ticket }) =>
          Effect.map(signInLinks.use(ticket, visit.client), signedInAnswer)
        )
    },
    {
      method: "POST",
      path: "/session/link/passkey/begin",
      handle: (visit) =>
        Effect.flatMap(Link(visit), (link) =>
          Effect.map(links.beginPasskey(link.token, visit.client), (facts) => ({ facts }))
        )
    },
    {
      method: "POST",
      path: "/session/link/passkey/finish",
      handle: (visit) =>
        Effect.flatMap(NewPasskey(visit), ({ token, ...given }) =>
          Effect.map(links.finishPasskey(token, given, visit.client), signedInAnswer)
        )
    },
    {
      method: "POST",
      path: "/session/link/password/begin",
      handle: (visit) =>
        Effect.flatMap(Link(visit), (link) =>
          Effect.map(links.beginPassword(link.token, visit.client), (facts) => ({ facts }))
        )
    },
    {
      method: "POST",
      path: "/session/link/password/finish",
      handle: (visit) =>
        Effect.flatMap(NewPassword(visit), ({ token, ...given }) =>
          Effect.map(links.finishPassword(token, given, visit.client), ({ recoveryCodes, ...made }) => {
            const { facts, ...rest } = signedInAnswer(made)
            return { ...rest, facts: { ...facts, recoveryCodes } }
          })
        )
    },
    {
      method: "POST",
      path: "/session/link/accept",
      handle: signedIn((visit, { user }) =>
        Effect.flatMap(Link(visit), (link) =>
          Effect.as(
            Effect.catchTag(
              users.accept(link.token, { _tag: "Known", id: user.id }),
              "ClaimTaken",
              Effect.die
            ),
            {}
          )
        )
      )
    }
  ]
  return routes
})
