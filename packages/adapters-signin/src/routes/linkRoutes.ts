import { Partners } from "@quittance/core"
import { ConsolePlace, type Invitation, LinkEnrolments, SignInLinks, Users } from "@quittance/core/adapter"
import { Effect, Option, Schema } from "effect"
import { refusalPage } from "../message/page.ts"
import { messageOf, statusOf } from "../message/SignInFault.ts"
import { type ConsoleRoute, ShortText, said, signedIn, Ticket } from "./ConsoleRoute.ts"
import { joinPage } from "./joinPage.ts"
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
  const partners = yield* Partners
  const place = yield* ConsolePlace
  const root = `${place.mountPath}/console`

  const asWhat = ({ partnerId, role }: Invitation) =>
    Option.match(role, {
      onNone: () => Effect.succeed("as an operator"),
      onSome: (name) => Effect.map(partners.nameOf(partnerId), (partner) => `${partner} as ${name}`)
    })
  const opened: ConsoleRoute["handle"] = ({ client, isElsewhere, parameters, visitor }) => {
    const { token = "" } = parameters
    const page = Effect.gen(function* () {
      const invitation = yield* links.look(token, client)
      const as = yield* asWhat(invitation)
      return { page: joinPage({ as, place, root, isElsewhere, visitor, invitation, token }) }
    })
    return Effect.catch(page, (failure) =>
      Effect.succeed({ status: statusOf(failure).status, page: refusalPage(messageOf(failure), root) })
    )
  }

  const routes: ReadonlyArray<ConsoleRoute> = [
    { method: "GET", path: "/join/{token}", handle: opened },
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
