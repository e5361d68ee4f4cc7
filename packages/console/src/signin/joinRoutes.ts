import { type Html, html } from "@quittance/adapters-http/pages"
import type { Answer, ConsoleRoute, SignInFailure, Visit } from "@quittance/adapters-signin"
import { Partners } from "@quittance/core"
import { type Invitation, LinkEnrolments } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { newPassword } from "./newPassword.ts"
import { firstCredential, hiddenFields, newPasswordForm } from "./signInPages.ts"
import { fieldOf, refusalAnswer, type SignInParts } from "./signInParts.ts"

/** What the link of an invitation or a recovery opens: a first credential is made, or who is signed in joins. */
export const makeJoinRoutes = Effect.fnUntraced(function* (parts: SignInParts) {
  const { origin, page, root, words } = parts
  const { signIn } = words
  const links = yield* LinkEnrolments
  const partners = yield* Partners

  const greeting = ({ name, partnerId, purpose, role }: Invitation) =>
    purpose === "recovery"
      ? Effect.succeed(null)
      : Effect.map(
          Option.match(role, {
            onNone: () => Effect.succeed(signIn.asOperator),
            onSome: (each) =>
              Effect.map(partners.nameOf(partnerId), (partner) => signIn.asMember(partner, each))
          }),
          (as): Html => html`<p>${signIn.greeting(name, as)}</p>`
        )

  const titleOf = ({ purpose }: Invitation): string =>
    purpose === "recovery" ? signIn.recoverTitle : signIn.joinTitle

  const opened = Effect.fnUntraced(function* (visit: Visit): Effect.fn.Return<Answer, SignInFailure> {
    const { token = "" } = visit.parameters
    const invitation = yield* links.look(token, visit.client)
    const path = `${root}/join/${token}`
    const title = titleOf(invitation)
    if (visit.isElsewhere)
      return page({
        title,
        body: html`<p>${signIn.elsewhere} <a href="${origin}${path}">${origin}${path}</a>.</p>`
      })
    const hello = yield* greeting(invitation)
    const { visitor } = visit
    if (Option.isSome(visitor) && invitation.purpose !== "recovery") {
      const { name } = visitor.value.user
      return page({
        title,
        body: html`${hello}<p>${signIn.knownAs(name)}</p>
<form method="post" action="${root}/session/link/accept">${hiddenFields({ token })}<p class="acts"><button class="first">${signIn.joinAs(name)}</button></p></form>
<p class="quiet">${signIn.notYou}</p>
<form method="post" action="${root}/session/sign-out">${hiddenFields({ to: path })}<p class="acts"><button class="second">${words.frame.signOut}</button></p></form>`
      })
    }
    return page({ title, body: html`${hello}${firstCredential(words, path, { token })}` })
  })

  /** A password without scripts: begun, and then finished with a code of the app that got the secret. */
  const sent = Effect.fnUntraced(function* (visit: Visit): Effect.fn.Return<Answer, SignInFailure> {
    const { token = "" } = visit.parameters
    const action = `${root}/join/${token}`
    if (fieldOf(visit, "step") !== "finish") {
      const begun = yield* links.beginPassword(token, visit.client)
      return page({ title: signIn.setPassword, body: newPasswordForm(words, { action, begun, told: null }) })
    }
    let cookie: string | undefined
    const said = (name: string) => fieldOf(visit, name)
    const shown = yield* newPassword(words, { action, said, next: root }, (given) =>
      Effect.map(links.finishPassword(token, given, visit.client), (made) => {
        cookie = made.cookie
        return made.recoveryCodes
      })
    )
    return { ...page(shown), ...(cookie === undefined ? {} : { cookie: { value: cookie } }) }
  })

  const orRefused = (answer: Effect.Effect<Answer, SignInFailure>): Effect.Effect<Answer> =>
    Effect.catch(answer, (failure) => Effect.succeed(refusalAnswer(parts, failure)))

  const routes: ReadonlyArray<ConsoleRoute> = [
    { method: "GET", path: "/join/{token}", handle: (visit) => orRefused(opened(visit)) },
    { method: "POST", path: "/join/{token}", handle: (visit) => orRefused(sent(visit)) }
  ]
  return routes
})
