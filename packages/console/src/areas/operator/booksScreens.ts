import { html } from "@quittance/adapters-http/pages"
import type { EndedVerification } from "@quittance/core/adapter"
import { Effect } from "effect"
import { count, instant, text } from "../../look/Cell.ts"
import { actLink, actLinks, facts, notice, section } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

const result = (last: EndedVerification | null, seen: Seen) => {
  const { operator } = seen.words
  if (last === null) return html`<p>${operator.neverVerified}</p>`
  const { checkedCount, endedAt, faultCount, sentences, startedAt } = last
  const seconds = ((endedAt - startedAt) / 1_000).toFixed(1)
  const said =
    faultCount === null
      ? notice(operator.noResult, "bad")
      : faultCount === 0
        ? notice(operator.inOrder, "good")
        : notice(operator.brokenBooks(faultCount), "bad")
  return html`${said}${facts(
    [
      [operator.started, instant(startedAt)],
      [operator.ended, instant(endedAt)],
      [operator.duration, text(operator.seconds(seconds))],
      [operator.checked, count(checkedCount)]
    ],
    seen
  )}${
    sentences.length === 0
      ? null
      : section(operator.faults, html`<ul>${sentences.map((each) => html`<li>${each}</li>`)}</ul>`)
  }`
}

export const booksScreens = (words: Words): ReadonlyArray<Screen> => {
  const { operator } = words
  return [
    pageScreen({
      ...{ scope: "operator", path: "/books", operation: "books.get" },
      ...{ title: operator.books, tab: operator.books },
      show: (seen) =>
        seen.operations.books.get().pipe(
          Effect.map(({ last, running }) => {
            const before = result(last, seen)
            if (running === null)
              return {
                body: html`${actLinks([actLink(`${seen.base}/books/verify`, operator.verify, "first")])}${before}`
              }
            const { checkedCount, startedAt } = running
            const progress = facts(
              [
                [operator.started, instant(startedAt)],
                [operator.checked, count(checkedCount)]
              ],
              seen
            )
            return {
              body: html`${notice(operator.running)}${progress}${before}`,
              // It goes on looking until it has ended, and tells the end.
              live: { shown: `${startedAt} ${checkedCount}`, announcement: operator.running }
            }
          }),
          Effect.catchTag("ProviderMissing", () => Effect.succeed({ body: notice(operator.noBooks) }))
        )
    }),
    actScreen({
      ...{ scope: "operator", path: "/books/verify", operation: "books.verify" },
      ...{ title: operator.verify, verb: operator.verify, said: operator.begun },
      about: () => Effect.succeed(html`<p>${operator.verifying}</p>`),
      act: ({ operations }) => Effect.as(operations.books.verify(), { to: "/books" })
    })
  ]
}
