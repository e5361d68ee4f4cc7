import { html } from "@quittance/adapters-http/pages"
import { type Answer, type ConsoleRoute, consolePath, statusOf, type Visit } from "@quittance/adapters-signin"
import { type SignedIn, type SignedInVisitor, SignInLinks, SignIns } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { notice } from "../look/parts.ts"
import { makeJoinRoutes } from "./joinRoutes.ts"
import { keptOf } from "./resumed.ts"
import { hiddenFields, type SignInForm, signInForm } from "./signInPages.ts"
import { codeOf, elsewhere, fieldOf, refusalAnswer, type SignInParts, toldOf } from "./signInParts.ts"

/** Where people sign in, and where links lead. */
export const makeSignInRoutes = Effect.fnUntraced(function* (parts: SignInParts) {
  const { page, root, words } = parts
  const signIns = yield* SignIns
  const links = yield* SignInLinks
  const joinRoutes = yield* makeJoinRoutes(parts)

  const pageOf = ({ isElsewhere }: Visit, form: SignInForm, status = 200): Answer =>
    page({
      ...{ status, title: words.signIn.title },
      body: isElsewhere ? elsewhere(parts, root) : signInForm(words, form)
    })

  /** Signs in with what the form says; a refusal shows the form again. */
  const signedInBy = (
    visit: Visit,
    form: Omit<SignInForm, "told">,
    then: (signedIn: SignedIn) => Effect.Effect<Answer>
  ): Effect.Effect<Answer> => {
    const email = fieldOf(visit, "as_email")
    const given = { email, password: fieldOf(visit, "as_password"), code: codeOf(visit, "as_code") }
    return Effect.matchEffect(signIns.withPassword(given, visit.client), {
      onSuccess: (signedIn) =>
        Effect.map(then(signedIn), (answer) => ({ cookie: { value: signedIn.cookie }, ...answer })),
      onFailure: (failure) =>
        Effect.succeed(pageOf(visit, { ...form, email, told: toldOf(failure) }, statusOf(failure).status))
    })
  }

  /**
   * In place of a form that came without a session: the person signs in, and gets the form again as it was. Nothing is
   * done before it is sent again.
   */
  const instead = (
    visit: Visit,
    again: (visit: Visit, visitor: SignedInVisitor) => Effect.Effect<Answer>
  ): Effect.Effect<Answer> => {
    const form = { action: visit.url.pathname, kept: { ...keptOf(visit), resumed: "yes" } }
    return fieldOf(visit, "as_email") === ""
      ? Effect.succeed(pageOf(visit, { ...form, told: notice(words.signIn.again) }, 401))
      : signedInBy(visit, form, (visitor) => again(visit, visitor))
  }

  const signInAt = `${root}/sign-in`
  const toOf = (named: unknown) => consolePath(named, root) ?? root

  const signInPage = (visit: Visit): Answer => {
    const { searchParams } = visit.url
    const to = toOf(searchParams.get("to"))
    const told = searchParams.has("out") ? notice(words.signIn.signedOut, "good") : null
    return Option.isSome(visit.visitor) ? { location: to } : pageOf(visit, { action: signInAt, to, told })
  }

  const signedIn = (visit: Visit) => {
    const to = toOf(visit.fields.to)
    return signedInBy(visit, { action: signInAt, to }, () => Effect.succeed({ location: to }))
  }

  /** A link that signs in: whoever only looks at it does not use it up. */
  const linkPage = ({ client, isElsewhere, url }: Visit) => {
    const ticket = url.searchParams.get("ticket") ?? ""
    return Effect.match(links.look(ticket, client), {
      onSuccess: (partner) =>
        page({
          title: words.signIn.linkTitle,
          body: isElsewhere
            ? elsewhere(parts, root)
            : html`<p>${words.signIn.link(partner)}</p><form method="post" action="${root}/session/link/use">${hiddenFields({ ticket })}<p class="acts"><button class="first">${words.signIn.useLink}</button></p></form>`
        }),
      onFailure: (failure) => refusalAnswer(parts, failure)
    })
  }

  const routes: ReadonlyArray<ConsoleRoute> = [
    { method: "GET", path: "/sign-in", handle: (visit) => Effect.succeed(signInPage(visit)) },
    { method: "POST", path: "/sign-in", handle: signedIn },
    { method: "GET", path: "/link", handle: linkPage },
    ...joinRoutes
  ]
  return { routes, instead }
})
