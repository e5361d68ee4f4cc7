/**
 * Makes the files that browsers load fit to be served, for `dist/browser`: scripts are minified, in the syntax that
 * `tsconfig.browser.json` names; stylesheets stay as they are, because compression leaves little to gain. The guides of
 * the documents go with them, to `dist/guides`.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { minifySync, transformSync } from "rolldown/utils"

const source = new URL("../src/browser/", import.meta.url)
const built = new URL("../dist/browser/", import.meta.url)

const { compilerOptions } = JSON.parse(
  readFileSync(new URL("../../../tsconfig.browser.json", import.meta.url), "utf8")
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

/** What is built, by name. */
export const browserFiles = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(source).map((name) => {
      const text = readFileSync(new URL(name, source), "utf8")
      return [name, name.endsWith(".js") ? minified(name, text) : text]
    })
  )

if (import.meta.main) {
  mkdirSync(built, { recursive: true })
  for (const [name, text] of browserFiles()) writeFileSync(new URL(name, built), text)
  cpSync(new URL("../src/guides/", import.meta.url), new URL("../dist/guides/", import.meta.url), {
    recursive: true
  })
}
