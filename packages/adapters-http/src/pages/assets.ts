/**
 * The files that the hosted pages load. Their names carry a hash of their content, so they may be cached
 * for ever and a new release is never mixed with an old file.
 */
import { createHash } from "node:crypto"
import { browserFile } from "./browserFile.ts"

export interface Asset {
  /** The file's name below the assets path, such as `page-3f2a….css`. */
  readonly name: string
  readonly body: string
  /** What is sent with it. */
  readonly headers: Readonly<Record<string, string>>
}

/** A file of that use, named after its content. */
export const asset = (use: string, extension: "css" | "js", body: string): Asset => {
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 16)
  return {
    name: `${use}-${hash}.${extension}`,
    body,
    headers: {
      "Content-Type": `text/${extension === "js" ? "javascript" : "css"}; charset=utf-8`,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin"
    }
  }
}

export const stylesheetAsset: Asset = asset(
  "page",
  "css",
  ["page", "seller", "bank", "payment"].map((name) => browserFile(`${name}.css`)).join("")
)

export const scriptAsset: Asset = asset(
  "page",
  "js",
  ["page", "banks"].map((name) => browserFile(`${name}.js`)).join("\n")
)

/** What payment pages load beside it that may be shown in a frame. */
export const frameScriptAsset: Asset = asset("frame", "js", browserFile("frame.js"))

/** What the verification page loads beside them. */
export const verificationStylesheetAsset: Asset = asset(
  "verification",
  "css",
  browserFile("verification.css")
)

export const uploadScriptAsset: Asset = asset("verification", "js", browserFile("verification.js"))

/** The documents' look in one file, with that of the pages which they share: what is painted first waits for one. */
export const docsStylesheetAsset: Asset = asset(
  "docs",
  "css",
  `${browserFile("page.css")}${browserFile("docs.css")}`
)

export const docsScriptAsset: Asset = asset("docs", "js", browserFile("docs.js"))

/** What sends the requests of the reference of a sandbox. */
export const tryScriptAsset: Asset = asset("try", "js", browserFile("try.js"))

/** All assets by name, for the route that serves them. */
export const assets: ReadonlyMap<string, Asset> = new Map(
  [
    stylesheetAsset,
    scriptAsset,
    frameScriptAsset,
    verificationStylesheetAsset,
    uploadScriptAsset,
    docsStylesheetAsset,
    docsScriptAsset,
    tryScriptAsset
  ].map((file) => [file.name, file])
)
