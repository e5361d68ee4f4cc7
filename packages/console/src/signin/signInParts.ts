import { type Html, html } from "@quittance/adapters-http/pages"
import { type Answer, messageOf, type SignInFailure, statusOf } from "@quittance/adapters-signin"
import { notice } from "../look/parts.ts"
import type { PageShown } from "../screen/Screen.ts"
import { sentence } from "../screen/screenRefusal.ts"
import type { Words } from "../words/Words.ts"

/** What the sign-in routes are made with: the frame of somebody who is not signed in. */
export interface SignInParts {
  readonly words: Words
  readonly root: string
  readonly origin: string
  readonly page: (shown: PageShown) => Answer
}

/** A form as it was sent. */
export interface WithFields {
  readonly fields: { readonly [name: string]: unknown }
}

export const fieldOf = ({ fields }: WithFields, name: string): string => {
  const value = fields[name]
  return typeof value === "string" ? value : ""
}

/** A code as people type it, without its spaces. */
export const codeOf = (form: WithFields, name: string): string => fieldOf(form, name).replaceAll(/\s/g, "")

/** A refusal, as a form says it. */
export const toldOf = (failure: SignInFailure) => notice(sentence(messageOf(failure)), "bad")

/** The way to where browsers let people sign in. */
export const elsewhere = ({ origin, words }: SignInParts, path: string): Html =>
  html`<p>${words.signIn.elsewhere} <a href="${origin}${path}">${origin}${path}</a>.</p>`

/** A page for who followed a link that opens nothing. */
export const refusalAnswer = ({ page, root, words }: SignInParts, failure: SignInFailure): Answer =>
  page({
    status: statusOf(failure).status,
    title: words.signIn.refusedTitle,
    body: html`${toldOf(failure)}<p><a href="${root}/sign-in">${words.signIn.toSignIn}</a></p>`
  })
