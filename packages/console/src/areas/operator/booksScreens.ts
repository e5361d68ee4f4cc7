import { type Html, html } from "@quittance/adapters-http/pages"
import type { EndedVerification } from "@quittance/core/adapter"
import { Effect } from "effect"
import { count, instant, text } from "../../look/Cell.ts"
import { actLink, actLinks, type Fact, facts, notice, section } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"

const outcome = ({ faultCount }: EndedVerification, { words: { operator: said } }: Seen): Html => {
  if (faultCount === null) return notice(said.noResult, "bad")
  return faultCount === 0 ? notice(said.inOrder, "good") : notice(said.brokenBooks(faultCount), "bad")
}

const result = (last: EndedVerification | null, seen: Seen): Html => {
  const { operator: said } = seen.words
  if (last === null) return html`<p>${said.neverVerified}</p>`
  const { checkedCount, endedAt, sentences, startedAt } = last
  const told: ReadonlyArray<Fact> = [
    [said.started, instant(startedAt)],
    [said.ended, instant(endedAt)],
    [said.duration, text(said.seconds(((endedAt - startedAt) / 1_000).toFixed(1)))],
    [said.checked, count(checkedCount)]
  ]
  const faults = html`<ul>${sentences.map((each) => html`<li>${each}</li>`)}</ul>`
  return html`${outcome(last, seen)}${facts(seen, told)}${sentences.length === 0 ? null : section(said.faults, faults)}`
}

export const booksScreens = screensOf("operator", (said) => [
  pageScreen({
    ...{ scope: "operator", path: "/books", operation: "books.get", title: said.books, tab: said.books },
    show: (seen) =>
      seen.operations.books.get().pipe(
        Effect.map(({ last, running }) => {
          const before = result(last, seen)
          if (running === null) {
            const verify = actLink(`${seen.base}/books/verify`, said.verify, "first")
            return { body: html`${actLinks([verify])}${before}` }
          }
          const { checkedCount, startedAt } = running
          const told: ReadonlyArray<Fact> = [
            [said.started, instant(startedAt)],
            [said.checked, count(checkedCount)]
          ]
          return {
            body: html`${notice(said.running)}${facts(seen, told)}${before}`,
            // It goes on looking until it has ended, and tells the end.
            live: { shown: `${startedAt} ${checkedCount}`, announcement: said.running }
          }
        }),
        Effect.catchTag("ProviderMissing", () => Effect.succeed({ body: notice(said.noBooks) }))
      )
  }),
  actScreen({
    ...{ scope: "operator", path: "/books/verify", operation: "books.verify" },
    ...{ title: said.verify, verb: said.verify, said: said.begun, about: html`<p>${said.verifying}</p>` },
    call: ({ operations }) => operations.books.verify(),
    to: "/books"
  })
])
