import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiScalar, OpenApi } from "effect/http-api"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { Route } from "../routing/Route.ts"

interface DocsScript {
  readonly name: string
  readonly body: string
}

interface Docs {
  readonly page: string
  readonly scripts: ReadonlyMap<string, DocsScript>
}

const scriptsPath = "/docs/assets"

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

/** Takes the inline scripts of a page out into files, so that the page's policy can forbid inline scripts. */
const withoutInlineScripts = (html: string): Docs => {
  const scripts = new Map<string, DocsScript>()
  const page = html.replace(/<script>([\s\S]*?)<\/script>/g, (_element, body: string) => {
    const name = `${createHash("sha256").update(body).digest("hex").slice(0, 16)}.js`
    scripts.set(name, { name, body })
    return `<script src="${scriptsPath}/${name}"></script>`
  })
  return { page, scripts }
}

/** Renders the page of Effect's own API reference for our description, with its script from the installed package. */
const render = Effect.fnUntraced(function* (document: object) {
  const api = HttpApi.make("quittance").annotateMerge(
    OpenApi.annotations({ transform: () => ({ ...document }) })
  )
  const scalar = HttpApiScalar.layer(api, { path: "/docs", scalar: { withDefaultFonts: false } })
  const { dispose, handler } = HttpRouter.toWebHandler(Layer.provide(scalar, HttpServer.layerServices), {
    disableLogger: true
  })
  const html = yield* Effect.promise(() =>
    handler(new Request("http://localhost/docs")).then((response) => response.text())
  )
  yield* Effect.promise(dispose)
  return withoutInlineScripts(html)
})

/** `GET /docs`: the description for people, readable without the internet. Rendered when it is first asked for. */
export const makeDocsRoutes = Effect.fnUntraced(function* (document: object) {
  const docs = yield* Effect.cached(render(document))

  const page: Route = {
    method: "GET",
    path: "/docs",
    handle: () => Effect.map(docs, (rendered) => ({ status: 200, headers: pageHeaders, body: rendered.page }))
  }

  const script: Route = {
    method: "GET",
    path: `${scriptsPath}/{name}`,
    handle: Effect.fnUntraced(function* (_request, { name = "" }) {
      const file = (yield* docs).scripts.get(name)
      if (file === undefined) {
        return yield* new ApiRefusal({ code: "not_found", message: "there is no such file" })
      }
      return { status: 200, headers: scriptHeaders, body: file.body }
    })
  }

  return [page, script]
})
