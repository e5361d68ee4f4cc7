import { html } from "@quittance/adapters-http/pages"
import { InvalidInput } from "@quittance/core"
import { SignInRefused } from "@quittance/core/adapter"
import { Effect } from "effect"
import { notice } from "../look/parts.ts"
import type { PageShown } from "../screen/Screen.ts"
import { sentence } from "../screen/screenRefusal.ts"
import type { Words } from "../words/Words.ts"
import { type Kept, newPasswordForm, recoveryCodesShown } from "./signInPages.ts"
import { codeOf, fieldOf, type WithFields } from "./signInParts.ts"

/** What is known of a new password, as `finishPassword` takes it. */
interface GivenPassword {
  readonly ticket: string
  readonly password: string
  readonly code: string
}

/**
 * The second step of setting a password, as its form was sent to `action`: it is shown again if what was typed is
 * wrong, with the secret that the authenticator has already, and otherwise there are recovery codes and the way to what
 * is next.
 */
export const newPassword = <E>(
  words: Words,
  form: WithFields,
  { next, ...place }: { readonly action: string; readonly kept?: Kept; readonly next: string },
  finish: (given: GivenPassword) => Effect.Effect<ReadonlyArray<string>, E>
): Effect.Effect<PageShown, E> => {
  const { people, signIn } = words
  const said = (name: string) => fieldOf(form, name)
  const begun = { ticket: said("ticket"), secret: said("secret"), uri: said("uri") }
  const again = (faults: ReadonlyArray<string>) => {
    const told = html`${faults.map((each) => notice(sentence(each), "bad"))}`
    const body = newPasswordForm(words, { ...place, begun, told })
    return Effect.succeed({ status: 400, title: people.setPassword, body })
  }
  return finish({ ticket: begun.ticket, password: said("password"), code: codeOf(form, "shown") }).pipe(
    Effect.map((codes) => ({ title: signIn.codesTitle, body: recoveryCodesShown(words, codes, next) })),
    Effect.catch((failure): Effect.Effect<PageShown, E> => {
      if (failure instanceof InvalidInput)
        return again(failure.issues.map(({ message }) => `${signIn.newPassword} ${message}`))
      return failure instanceof SignInRefused && failure.reason === "code"
        ? again([failure.message])
        : Effect.fail(failure)
    })
  )
}
