import { html } from "@quittance/adapters-http/pages"
import { InvalidInput } from "@quittance/core"
import { SignInRefused } from "@quittance/core/adapter"
import { Effect } from "effect"
import { notice } from "../look/parts.ts"
import type { PageShown } from "../screen/Screen.ts"
import { sentence } from "../screen/screenRefusal.ts"
import type { Words } from "../words/Words.ts"
import { type Kept, newPasswordForm, recoveryCodesShown } from "./signInPages.ts"

interface NewPassword {
  /** Where the form is sent to. */
  readonly action: string
  readonly kept?: Kept
  /** What it says. */
  readonly said: (name: string) => string
  /** Where it goes on. */
  readonly next: string
}

/**
 * The second step of setting a password, as its form was sent: it is shown again if what was typed is wrong, with the
 * secret that the authenticator has already, and otherwise there are recovery codes.
 */
export const newPassword = <E>(
  words: Words,
  { action, kept, next, said }: NewPassword,
  finish: (given: {
    readonly ticket: string
    readonly password: string
    readonly code: string
  }) => Effect.Effect<ReadonlyArray<string>, E>
): Effect.Effect<PageShown, E> => {
  const { people, signIn } = words
  const begun = { ticket: said("ticket"), secret: said("secret"), uri: said("uri") }
  const again = (told: ReadonlyArray<string>): PageShown => ({
    ...{ status: 400, title: people.setPassword },
    body: newPasswordForm(words, {
      ...{ action, begun, ...(kept && { kept }) },
      told: html`${told.map((each) => notice(sentence(each), "bad"))}`
    })
  })
  const given = {
    ticket: begun.ticket,
    password: said("password"),
    code: said("shown").replaceAll(/\s/g, "")
  }
  return finish(given).pipe(
    Effect.map(
      (codes): PageShown => ({ title: signIn.codesTitle, body: recoveryCodesShown(words, codes, next) })
    ),
    Effect.catch((failure) => {
      if (failure instanceof InvalidInput)
        return Effect.succeed(again(failure.issues.map(({ message }) => `${signIn.newPassword} ${message}`)))
      return failure instanceof SignInRefused && failure.reason === "code"
        ? Effect.succeed(again([failure.message]))
        : Effect.fail(failure)
    })
  )
}
