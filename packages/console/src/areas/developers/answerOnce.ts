import { type Html, html } from "@quittance/adapters-http/pages"
import { actLinks, type Fact, facts, notice } from "../../look/parts.ts"
import type { Seen } from "../../screen/Seen.ts"

const copying = (secret: string, { words: { frame } }: Seen): Html =>
  html`<button type="button" class="second only-with-script" data-copy="${secret}" data-copied="${frame.copied}"><span>${frame.copySecret}</span></button>`

/** The page that answers an act with a secret: it is kept nowhere, so it is shown once, with a warning that says so. */
export const answerOnce = (
  title: string,
  warning: string,
  told: ReadonlyArray<Fact>,
  secret: string,
  back: Html,
  seen: Seen
) => ({ title, body: html`${notice(warning)}${facts(seen, told)}${actLinks([copying(secret, seen), back])}` })
