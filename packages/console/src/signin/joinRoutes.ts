import { html } from "@quittance/adapters-http/pages"
import type { Answer, ConsoleRoute, SignInFailure, Visit } from "@quittance/adapters-signin"
import { Partners } from "@quittance/core"
import { type Invitation, LinkEnrolments } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { newPassword } from "./newPassword.ts"
import { firstCredential, hiddenFields, newPasswordForm } from "./signInPages.ts"
import { elsewhere, fieldOf, refusalAnswer, type SignInParts } from "./signInParts.ts"

/** What the link of an invitation or a recovery opens: a first credential is made, or who is signed in joins. */
export const makeJoinRoutes = Effect.fnUntraced(function* (parts: SignInParts) {
  const { page, root, words } = parts
  const { signIn } = words
  const links = yield* LinkEnrolments
  const partners = yield* Partners

  /** Whom the link is for, and as what they join. */
  const greeting = ({ name, partnerId, role }: Invitation) =>
    Effect.map(
      Option.match(role, {
        onNone: () => Effect.succeed(signIn.asOperator),
        onSome: (each) => Effect.map(partners.nameOf(partnerId), (partner) => signIn.asMember(partner, each))
      }),
      (as) => html`<p>${signIn.greeting(name, as)}</p>`
    )

  const opened = Effect.fnUntraced(function* (visit: Visit): Effect.fn.Return<Answer, SignInFailure> {
    const { token = "" } = visit.parameters
    const invitation = yield* links.look(token, visit.client)
    const path = `${root}/join/${token}`
    const isRecovery = invitation.purpose === "recovery"
    const title = isRecovery ? signIn.recoverTitle : signIn.joinTitle
    if (visit.isElsewhere) return page({ title, body: elsewhere(parts, path) })
    const hello = isRecovery ? null : yield* greeting(invitation)
    const { visitor } = visit
    if (Option.isSome(visitor) && !isRecovery) {
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
    const shown = yield* newPassword(words, visit, { action, next: root }, (given) =>
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
