import { consolePath } from "@quittance/adapters-signin"
import { Effect } from "effect"
import { credentialsAct } from "../../frame/OwnAccount.ts"
import { notice } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import type { Screen, Sent, SentForm } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import { newPassword } from "../../signin/newPassword.ts"
import { newPasswordForm } from "../../signin/signInPages.ts"
import { fieldOf } from "../../signin/signInParts.ts"
import type { Words } from "../../words/Words.ts"

/** Sets a password in two steps: an authenticator gets its secret after a proof, and a code of it ends it. */
export const passwordScreen = (words: Words): Screen => {
  const { people: said } = words
  const begin = actScreen({
    ...{ scope: "person", path: "/account/password", operation: null, proves: credentialsAct, isOnce: true },
    ...{ title: said.setPassword, verb: said.passwordVerb, said: said.passwordSet },
    about: notice(said.passwordAbout),
    fields: [{ name: "to", label: "", kind: "hidden", isOptional: true }],
    act: ({ account, path }, typed) =>
      Effect.map(account.beginPassword, (begun) => ({
        title: said.setPassword,
        body: newPasswordForm(words, { action: path, begun, kept: { to: String(typed.to) }, told: null })
      }))
  })

  const finished = ({ account, path, root }: Seen, form: SentForm) => {
    const to = fieldOf(form, "to")
    const next = consolePath(to, root) ?? `${root}/account`
    return newPassword(words, form, { action: path, kept: { to }, next }, account.finishPassword)
  }

  return {
    ...begin,
    send: (seen, form): Effect.Effect<Sent, ScreenFailure> =>
      form.fields.step === "finish"
        ? finished(seen, form)
        : (begin.send?.(seen, form) ?? Effect.die("a form without a sender"))
  }
}
