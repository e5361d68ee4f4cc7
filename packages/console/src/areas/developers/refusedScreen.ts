import { html } from "@quittance/adapters-http/pages"
import { Effect } from "effect"
import { count, id, instant, text } from "../../look/Cell.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { partOfAll } from "../../screen/partOfAll.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"

/** Requests of the last day that were refused; each leads to what its code means, and what to do. */
export const refusedScreen = (words: Words): Screen => {
  const said = words.developers.refused
  return listScreen({
    ...{ scope: "partner", path: "/refused", operation: "refusedRequests.list" },
    ...{ title: said.title, tab: said.tab },
    read: ({ operations, partner }, _, part) =>
      Effect.map(operations.refusedRequests.list(partner.id), (all) => partOfAll(all, part)),
    columns: [
      { title: said.code, cell: ({ code }) => text(code) },
      { title: said.at, cell: ({ at }) => instant(at) },
      { title: said.status, cell: ({ status }) => text(String(status)) },
      { title: said.method, cell: ({ method }) => text(method) },
      { title: said.path, cell: ({ path }) => text(path) },
      { title: said.requestId, cell: ({ requestId }) => id(requestId) },
      { title: said.key, cell: ({ keyId }) => id(keyId) },
      { title: said.took, cell: ({ millis }) => count(Math.round(millis)) }
    ],
    link: ({ code }, { docs }) => (docs === null ? null : `${docs}/errors#${code}`),
    above: () => Effect.succeed(html`<p class="quiet">${said.about}</p>`),
    empty: said.empty
  })
}
