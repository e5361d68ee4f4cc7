import { asset, filesBeside, scriptAsset } from "@quittance/adapters-http/pages"

const file = filesBeside("../browser/", import.meta.url, "@quittance/console")

/** Without the comments and the indentation that are for those who write it. */
const lean = (css: string): string => css.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/\s*\n\s*/g, "")

/** What every page of the console loads: its look, and beside the script of the hosted pages its own. */
export const stylesheet = asset("console", "css", lean(file("console.css")))
export const scripts = [scriptAsset, asset("console", "js", file("console.js"))]

export const assets = [stylesheet, ...scripts]

export const assetsPath = "/assets"
