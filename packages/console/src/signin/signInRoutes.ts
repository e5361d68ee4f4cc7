import { html } from "@quittance/adapters-http/pages"
import { type Answer, type ConsoleRoute, consolePath, statusOf, type Visit } from "@quittance/adapters-signin"
import { type SignedIn, type SignedInVisitor, SignInLinks, SignIns } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { notice } from "../look/parts.ts"
import { makeJoinRoutes } from "./joinRoutes.ts"
import { keptOf } from "./resumed.ts"
import { hiddenFields, type SignInForm, signInForm } from "./signInPages.ts"
import { fieldOf, refusalAnswer, type SignInParts, toldOf } from "./signInParts.ts"

const elsewhereOf = ({ root, origin, words }: SignInParts) =>
  html`<p>${words.signIn.elsewhere} <a href="${origin}${root}">${origin}${root}</a>.</p>`

/** Where people sign in, and where links lead. */
export const makeSignInRoutes = Effect.fnUntraced(function* (parts: SignInParts) {
  const { page, root, words } = parts
  const signIns = yield* SignIns
  const links = yield* SignInLinks
  const joinRoutes = yield* makeJoinRoutes(parts)

  const pageOf = (visit: Visit, form: SignInForm, status = 200): Answer =>
    page({
      status,
      title: words.signIn.title,
      body: visit.isElsewhere ? elsewhereOf(parts) : signInForm(words, form)
    })

  /** Signs in with what the form says; a refusal shows the form again. */
  const signedInBy = (
    visit: Visit,
    form: Omit<SignInForm, "told">,
    then: (signedIn: SignedIn) => Effect.Effect<Answer>
  ): Effect.Effect<Answer> =>
    signIns
      .withPassword(
        ...([
          {
            email: fieldOf(visit, "as_email"),
            password: fieldOf(visit, "as_password"),
            code: fieldOf(visit, "as_code").replaceAll(/\s/g, "")
          },
          visit.client
        ] as const)
      )
      .pipe(
        Effect.matchEffect({
          onSuccess: (signedIn) =>
            Effect.map(then(signedIn), (answer) => ({ cookie: { value: signedIn.cookie }, ...answer })),
          onFailure: (failure) =>
            Effect.succeed(
              pageOf(
                visit,
                { ...form, email: fieldOf(visit, "as_email"), told: toldOf(failure) },
                statusOf(failure).status
              )
            )
        })
      )

  const signInAt = `${root}/sign-in`
  const toOf = (named: unknown) => consolePath(named, root) ?? root

  /**
   * In place of a form that came without a session: the person signs in, and gets the form again as it was. Nothing is
   * done before it is sent again.
   */
  const instead = (
    visit: Visit,
    again: (visit: Visit, visitor: SignedInVisitor) => Effect.Effect<Answer>
  ): Effect.Effect<Answer> => {
    const form = { action: visit.url.pathname, kept: { ...keptOf(visit), resumed: "yes" } }
    if (fieldOf(visit, "as_email") === "")
      return Effect.succeed(pageOf(visit, { ...form, told: notice(words.signIn.again) }, 401))
    return signedInBy(visit, form, ({ session, user }) => again(visit, { session, user }))
  }

  /** A link that signs in: whoever only looks at it does not use it up. */
  const linkPage = (visit: Visit) =>
    Effect.match(links.look(visit.url.searchParams.get("ticket") ?? "", visit.client), {
      onSuccess: (partner) =>
        page({
          title: words.signIn.linkTitle,
          body: visit.isElsewhere
            ? elsewhereOf(parts)
            : html`<p>${words.signIn.link(partner)}</p><form method="post" action="${root}/session/link/use">${hiddenFields({ ticket: visit.url.searchParams.get("ticket") ?? "" })}<p class="acts"><button class="first">${words.signIn.useLink}</button></p></form>`
        }),
      onFailure: (failure) => refusalAnswer(parts, failure)
    })

  const routes: ReadonlyArray<ConsoleRoute> = [
    {
      method: "GET",
      path: "/sign-in",
      handle: (visit) => {
        const to = toOf(visit.url.searchParams.get("to"))
        const isOut = visit.url.searchParams.has("out")
        if (Option.isSome(visit.visitor)) return Effect.succeed({ location: to })
        return Effect.succeed(
          pageOf(visit, { action: signInAt, to, told: isOut ? notice(words.signIn.signedOut, "good") : null })
        )
      }
    },
    {
      method: "POST",
      path: "/sign-in",
      handle: (visit) => {
        const to = toOf(visit.fields.to)
        return signedInBy(visit, { action: signInAt, to }, () => Effect.succeed({ location: to }))
      }
    },
    { method: "GET", path: "/link", handle: linkPage },
    ...joinRoutes
  ]
  return { routes, instead }
})
