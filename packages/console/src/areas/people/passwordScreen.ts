import { consolePath } from "@quittance/adapters-signin"
import { Effect } from "effect"
import { credentialsAct } from "../../frame/OwnAccount.ts"
import { notice } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import type { Screen, Sent, SentForm } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import { newPassword } from "../../signin/newPassword.ts"
import { newPasswordForm } from "../../signin/signInPages.ts"
import type { Words } from "../../words/Words.ts"

/** Sets a password in two steps: an authenticator gets its secret after a proof, and a code of it ends it. */
export const passwordScreen = (words: Words): Screen => {
  const { people } = words
  const begin = actScreen({
    ...{ scope: "person", path: "/account/password", operation: null, proves: credentialsAct, isOnce: true },
    ...{ title: people.setPassword, verb: people.passwordVerb, said: people.passwordSet },
    about: () => Effect.succeed(notice(people.passwordAbout)),
    fields: () => Effect.succeed([{ name: "to", label: "", kind: "hidden", isOptional: true }]),
    act: ({ account, path }, typed) =>
      Effect.map(account.beginPassword, (begun) => ({
        title: people.setPassword,
        body: newPasswordForm(words, { action: path, begun, kept: { to: String(typed.to) }, told: null })
      }))
  })

  const finished = ({ account, path, root }: Seen, { fields }: SentForm) => {
    const said = (name: string): string => {
      const value = fields[name]
      return typeof value === "string" ? value : ""
    }
    const to = said("to")
    const next = consolePath(to, root) ?? `${root}/account`
    return newPassword(words, { action: path, kept: { to }, said, next }, account.finishPassword)
  }

  return {
    ...begin,
    send: (seen, form): Effect.Effect<Sent, ScreenFailure> =>
      form.fields.step === "finish"
        ? Effect.map(finished(seen, form), (shown) => ({ _tag: "Shown", shown }))
        : (begin.send?.(seen, form) ?? Effect.die("a form without a sender"))
  }
}
