import { ConsolePlace } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { escaped, pageOf } from "../message/page.ts"
import type { ConsoleRoute } from "./ConsoleRoute.ts"

const signInForms = (root: string) => `<button type="button" name="signIn">Use a passkey</button>
<hr>
<output></output>
<form method="post" action="${root}/session/password">
<p><label>E-mail address <input name="email" type="email" autocomplete="username" required></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><label>Code <input name="code" autocomplete="one-time-code" autocapitalize="none" required></label></p>
<p class="quiet">Your authenticator shows it. A recovery code works too.</p>
<p><button class="second">Sign in with a password</button></p>
</form>`

export const signOutForm = (root: string) =>
  `<form method="post" action="${root}/session/sign-out"><button class="second">Sign out</button></form>`

/** What a browser is told that came by another name than the console's. */
export const elsewhere = (home: string) =>
  `<p>Browsers refuse sign-in at this address. Open <a href="${home}">${home}</a>.</p>`

/** Where people sign in, until the console has screens. */
export const makeSignInPages = Effect.map(
  ConsolePlace,
  ({ mountPath, origin }): ReadonlyArray<ConsoleRoute> => {
    const root = `${mountPath}/console`
    const shown = (title: string, said: string) => Effect.succeed({ page: pageOf(title, root, said) })
    const signIn: ConsoleRoute["handle"] = ({ isElsewhere, visitor }) => {
      if (isElsewhere) return shown("Sign in", elsewhere(`${origin}${root}`))
      return Option.match(visitor, {
        onNone: () => shown("Sign in", signInForms(root)),
        onSome: ({ user }) =>
          shown("Console", `<output>Signed in as ${escaped(user.name)}</output>\n${signOutForm(root)}`)
      })
    }
    return ["", "/", "/sign-in"].map((path) => ({ method: "GET", path, handle: signIn }))
  }
)
