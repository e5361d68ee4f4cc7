import { html } from "@quittance/adapters-http/pages"
import { consolePath } from "@quittance/adapters-signin"
import { Effect } from "effect"
import { credentialsAct } from "../../frame/OwnAccount.ts"
import { notice } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import type { Screen, Sent, SentForm, Shown } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import { sentence } from "../../screen/screenRefusal.ts"
import { newPasswordForm, recoveryCodesShown } from "../../signin/signInPages.ts"
import type { Words } from "../../words/Words.ts"

const textIn = ({ fields }: SentForm, name: string): string => {
  const value = fields[name]
  return typeof value === "string" ? value : ""
}

/** Sets a password in two steps: an authenticator gets its secret after a proof, and a code of it ends it. */
export const passwordScreen = (words: Words): Screen => {
  const { people, signIn } = words
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

  const finished = Effect.fnUntraced(function* (
    { account, path, root }: Seen,
    form: SentForm
  ): Effect.fn.Return<Shown, ScreenFailure> {
    const to = textIn(form, "to")
    const begun = { ticket: textIn(form, "ticket"), secret: textIn(form, "secret"), uri: textIn(form, "uri") }
    const again = (told: ReadonlyArray<string>): Shown => ({
      ...{ status: 400, title: people.setPassword },
      body: newPasswordForm(words, {
        ...{ action: path, begun, kept: { to } },
        told: html`${told.map((each) => notice(sentence(each), "bad"))}`
      })
    })
    const code = textIn(form, "shown").replaceAll(/\s/g, "")
    return yield* account
      .finishPassword({ ticket: begun.ticket, password: textIn(form, "password"), code })
      .pipe(
        Effect.map((codes): Shown => {
          const next = consolePath(to, root) ?? `${root}/account`
          return { title: signIn.codesTitle, body: recoveryCodesShown(words, codes, next) }
        }),
        // The secret that the app has stays the same.
        Effect.catchTags({
          InvalidInput: ({ issues }) =>
            Effect.succeed(again(issues.map(({ message }) => `${signIn.newPassword} ${message}`))),
          SignInRefused: (failure) =>
            failure.reason === "code" ? Effect.succeed(again([failure.message])) : Effect.fail(failure)
        })
      )
  })

  return {
    ...begin,
    send: (seen, form): Effect.Effect<Sent, ScreenFailure> =>
      form.fields.step === "finish"
        ? Effect.map(finished(seen, form), (shown) => ({ _tag: "Shown", shown }))
        : (begin.send?.(seen, form) ?? Effect.die("a form without a sender"))
  }
}
