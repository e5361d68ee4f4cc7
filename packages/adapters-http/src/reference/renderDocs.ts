import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiScalar, OpenApi } from "effect/http-api"

/** The rendered page and the texts of the scripts that it names, by their names, which carry a hash of the text. */
interface Docs {
  readonly page: string
  readonly scripts: ReadonlyMap<string, string>
}

/** Nobody else's offers, links and counting; text that stands out from its ground (WCAG 2.2, 1.4.3). */
const appearance = {
  withDefaultFonts: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false,
  customCss: `
.light-mode { --scalar-color-2: #4a4a4a; --scalar-color-3: #595959; --scalar-color-green: #006b3c; --scalar-color-red: #b3001b; --scalar-color-blue: #0b5cad; --scalar-color-orange: #8a4600; --scalar-color-yellow: #6b5500; --scalar-color-purple: #5b3fa8; }
.dark-mode { --scalar-color-2: #c4c4c4; --scalar-color-3: #ababab; --scalar-color-red: #ff8a80; }
a[href^="https://www.scalar.com"] { display: none; }`
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
