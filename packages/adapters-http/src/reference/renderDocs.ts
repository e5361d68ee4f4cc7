import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiScalar, OpenApi } from "effect/http-api"
import { browserFile } from "../pages/browserFile.ts"

/** The rendered page and the texts of the scripts that it names, by their names, which carry a hash of the text. */
interface Docs {
  readonly page: string
  readonly scripts: ReadonlyMap<string, string>
}

/** Nobody else's offers, links and counting. */
const appearance = {
  withDefaultFonts: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false,
  customCss: browserFile("reference.css")
}

/** Takes the inline scripts of a page out into files, so that the page's policy can forbid inline scripts. */
const withoutInlineScripts = (html: string, scriptsPath: string): Docs => {
  const scripts = new Map<string, string>()
  const page = html.replace(/<script>([\s\S]*?)<\/script>/g, (_element, body: string) => {
    const name = `${createHash("sha256").update(body).digest("hex").slice(0, 16)}.js`
    scripts.set(name, body)
    return `<script src="${scriptsPath}/${name}"></script>`
  })
  return { page, scripts }
}

/** Renders the page of Effect's own API reference for our description, with its script from the installed package. */
export const renderDocs = Effect.fnUntraced(function* (document: object, scriptsPath: string) {
  const api = HttpApi.make("quittance").annotateMerge(
    OpenApi.annotations({ transform: () => ({ ...document }) })
  )
  const scalar = HttpApiScalar.layer(api, { path: "/docs", scalar: appearance })
  const { dispose, handler } = HttpRouter.toWebHandler(Layer.provide(scalar, HttpServer.layerServices), {
    disableLogger: true
  })
  const html = yield* Effect.promise(() =>
    handler(new Request("http://localhost/docs")).then((response) => response.text())
  )
  yield* Effect.promise(dispose)
  return withoutInlineScripts(html.replace("<html>", '<html lang="en">'), scriptsPath)
})
