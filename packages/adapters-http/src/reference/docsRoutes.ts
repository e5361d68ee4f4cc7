import { Effect } from "effect"
import { prepareDocument } from "../message/preparedDocument.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import { mountPathOf } from "../routing/Router.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import { errorsPath, renderErrorsPage } from "./errorsPage.ts"

const docsPath = "/docs"
const scriptsPath = `${docsPath}/assets` as const

/** The reader brings its styles in style elements; scripts are our own files, and nothing is loaded from elsewhere. */
const pageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-cache",
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY"
}

const scriptHeaders = {
  "Content-Type": "text/javascript; charset=utf-8",
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin"
}

/** What everybody reads, as fast as other pages. */
export const open = { method: "GET", caller: "public", rate: "pages" } as const

/** `GET /docs` and `GET /docs/errors`: the description for people, readable without the internet. */
export const makeDocsRoutes = Effect.fnUntraced(function* (
  document: Effect.Effect<object>,
  publicUrl: string
) {
  const mountPath = mountPathOf(publicUrl)
  // Loaded when it is first asked for: most processes never show it, and it costs a quarter of a second and memory.
  const docs = yield* Effect.cached(
    Effect.gen(function* () {
      const { renderDocs } = yield* Effect.promise(() => import("./renderDocs.ts"))
      const { page, scripts } = yield* renderDocs(yield* document, `${mountPath}${scriptsPath}`)
      return {
        page: yield* prepareDocument(pageHeaders, page),
        scripts: new Map(
          yield* Effect.forEach(scripts, ([name, body]) =>
            Effect.map(prepareDocument(scriptHeaders, body), (prepared) => [name, prepared] as const)
          )
        )
      }
    })
  )

  const page: SideRoute = {
    ...open,
    path: docsPath,
    handle: (request) => Effect.flatMap(docs, (rendered) => rendered.page.answer(request))
  }

  const script: SideRoute = {
    ...open,
    path: `${scriptsPath}/{name}`,
    handle: Effect.fnUntraced(function* (request, { name = "" }) {
      const file = (yield* docs).scripts.get(name)
      if (file === undefined) {
        return yield* new ApiRefusal({ code: "not_found", message: "there is no such file" })
      }
      return yield* file.answer(request)
    })
  }

  const errorsPage = yield* Effect.cached(
    Effect.suspend(() => prepareDocument(pageHeaders, renderErrorsPage(`${mountPath}${docsPath}`)))
  )
  const errors: SideRoute = {
    ...open,
    path: errorsPath,
    handle: (request) => Effect.flatMap(errorsPage, ({ answer }) => answer(request))
  }

  return [page, script, errors]
})
