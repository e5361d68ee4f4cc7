import { count, id, instant, text } from "../../look/Cell.ts"
import { quiet } from "../../look/parts.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"

/** Requests of the last day that were refused; each leads to what its code means, and what to do. */
export const refusedScreen = screensOf("developers", ({ refused: said }) => [
  listScreen({
    ...{ path: "/refused", operation: "refusedRequests.list" },
    ...{ title: said.title, tab: said.tab, empty: said.empty },
    read: ({ operations, partner }) => operations.refusedRequests.list(partner.id),
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
    link: ({ code }, { root }) => `${root.replace(/console$/, "docs")}/errors#${code}`,
    above: quiet(said.about)
  })
])
