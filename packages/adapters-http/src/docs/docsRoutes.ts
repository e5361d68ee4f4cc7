import type { SettingsShape } from "@quittance/core"
import { Effect } from "effect"
import { type PreparedDocument, prepareDocument } from "../message/preparedDocument.ts"
import { contentSecurityPolicy } from "../pages/pageHeaders.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ApiOperation } from "../routing/ApiOperation.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import { markdownPathOf, renderDocsPage } from "./DocsFrame.ts"
import { docsPath, errorsPath, guidesPath, operationsPath, searchPath, textPath } from "./docsPlaces.ts"
import { guidePicture } from "./guideFiles.ts"

const kept = { "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff" }

const pageHeaders = {
  ...kept,
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": contentSecurityPolicy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "clipboard-write=(self), camera=(), geolocation=(), microphone=(), payment=()",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY"
}
const markdownHeaders = { ...kept, "Content-Type": "text/markdown; charset=utf-8" }
const pictureHeaders = { ...kept, "Content-Type": "image/png" }
const textHeaders = { ...kept, "Content-Type": "text/plain; charset=utf-8" }
const jsonHeaders = { ...kept, "Content-Type": "application/json; charset=utf-8" }

/** What everybody reads, as fast as other pages. */
export const open = { method: "GET", caller: "public", rate: "pages" } as const

const missing = new ApiRefusal({ code: "not_found", message: `there is no such page; ${docsPath} lists all` })

/** The documents by their paths, each prepared when it is first asked for. */
const makeDocuments = Effect.fnUntraced(function* (
  operations: ReadonlyArray<ApiOperation>,
  settings: Pick<SettingsShape, "mode" | "publicUrl">
) {
  const { llmsText, makeDocsPages } = yield* Effect.promise(() => import("./docsPages.ts"))
  const { pages, site } = yield* makeDocsPages(operations, settings)
  const prepared = (headers: Readonly<Record<string, string>>, text: () => string | Uint8Array) =>
    Effect.cached(Effect.suspend(() => prepareDocument(headers, text())))
  const documents = new Map<string, Effect.Effect<PreparedDocument>>()
  for (const page of pages) {
    documents.set(page.path, yield* prepared(pageHeaders, () => renderDocsPage(site, page)))
    documents.set(
      markdownPathOf(page.path),
      yield* prepared(markdownHeaders, () => `${page.markdown.trimEnd()}\n`)
    )
    for (const picture of page.pictures ?? [])
      documents.set(`${guidesPath}/${picture}`, yield* prepared(pictureHeaders, () => guidePicture(picture)))
  }
  const found = () =>
    JSON.stringify(
      pages.flatMap(({ findable }) =>
        findable.map(({ address, title, unseen = "", words }) => [title, address, words, unseen])
      )
    )
  documents.set(searchPath, yield* prepared(jsonHeaders, found))
  documents.set(textPath, yield* prepared(textHeaders, () => `${llmsText(pages, settings.publicUrl)}\n`))
  return documents
})

/** `GET /docs` and what is below it, and `/llms.txt`: the documents for people, readable without the internet. */
export const makeDocsRoutes = Effect.fnUntraced(function* (
  operations: ReadonlyArray<ApiOperation>,
  settings: Pick<SettingsShape, "mode" | "publicUrl">
) {
  // Made when they are first asked for: most processes never show them.
  const documents = yield* Effect.cached(makeDocuments(operations, settings))
  const route = (path: SideRoute["path"]): SideRoute => ({
    ...open,
    path,
    handle: Effect.fnUntraced(function* (request, parameters) {
      const asked = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => parameters[name] ?? "")
      const document = (yield* documents).get(asked)
      if (document === undefined) return yield* missing
      return yield* (yield* document).answer(request)
    })
  })
  return [
    docsPath,
    `${docsPath}/index.md`,
    errorsPath,
    `${errorsPath}.md`,
    searchPath,
    textPath,
    `${guidesPath}/{name}`,
    `${guidesPath}/{name}/{picture}`,
    `${operationsPath}/{name}`
  ].map((path) => route(path as SideRoute["path"]))
})
