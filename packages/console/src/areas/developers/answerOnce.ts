import { type Html, html } from "@quittance/adapters-http/pages"
import type { Look } from "../../look/Look.ts"
import { actLink, actLinks, type Fact, facts, notice } from "../../look/parts.ts"

interface AnswerOnce {
  readonly title: string
  /** That it is shown once. */
  readonly warning: string
  /** What is copied as it stands. */
  readonly secret: string
  readonly back: readonly [to: string, verb: string]
}

const copying = (secret: string, { words: { frame } }: Look): Html =>
  html`<button type="button" class="second only-with-script" data-copy="${secret}" data-copied="${frame.copied}"><span>${frame.copySecret}</span></button>`

/** The page that answers an act with a secret: it is kept nowhere, so it is shown once. */
export const answerOnce = (
  { back, secret, title, warning }: AnswerOnce,
  told: ReadonlyArray<Fact>,
  look: Look
): { readonly title: string; readonly body: Html } => ({
  title,
  body: html`${notice(warning)}${facts(told, look)}${actLinks([copying(secret, look), actLink(...back)])}`
})
