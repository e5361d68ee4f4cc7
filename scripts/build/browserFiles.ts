/**
 * Makes the files that browsers load fit to be served, for `dist/browser` of the package in the current folder: scripts
 * are minified, in the syntax that `tsconfig.browser.json` names; stylesheets stay as they are, because compression
 * leaves little to gain. A package's guides go with them, to `dist/guides`.
 *
 *     node ../../scripts/build/browserFiles.ts
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { minifySync, transformSync } from "rolldown/utils"

const { compilerOptions } = JSON.parse(
  readFileSync(new URL("../../tsconfig.browser.json", import.meta.url), "utf8")
)
const { target }: { readonly target: string } = compilerOptions

/** The same script in fewer bytes. Throws where it is no script. */
export const minified = (name: string, script: string): string => {
  const lowered = transformSync(name, script, { sourceType: "script", target })
  const { code, errors } = minifySync(name, lowered.code, { compress: { target }, module: false })
  const faults = [...lowered.errors, ...errors].map(({ message }) => message)
  if (faults.length > 0) throw new Error(`${name} is no script: ${faults.join("; ")}`)
  return code
}

/** What is built of a package's folder, by name. */
export const browserFiles = (folder: URL): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder).map((name) => {
      const text = readFileSync(new URL(name, folder), "utf8")
      return [name, name.endsWith(".js") ? minified(name, text) : text]
    })
  )

if (import.meta.main) {
  const here = pathToFileURL(`${process.cwd()}/`)
  const built = new URL("dist/browser/", here)
  mkdirSync(built, { recursive: true })
  for (const [name, text] of browserFiles(new URL("src/browser/", here)))
    writeFileSync(new URL(name, built), text)
  const guides = new URL("src/guides/", here)
  if (existsSync(guides)) cpSync(guides, new URL("dist/guides/", here), { recursive: true })
}
