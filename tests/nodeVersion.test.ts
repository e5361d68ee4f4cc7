import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"

const packages = new URL("../packages/", import.meta.url)

const manifests: ReadonlyArray<{ readonly name: string; readonly engines: { readonly node: string } }> =
  readdirSync(packages).map((folder) =>
    JSON.parse(readFileSync(new URL(`${folder}/package.json`, packages), "utf8"))
  )

/** What it imports would end the process, or fail with what nobody understands. */
const unusable = ["better-sqlite3", "undici", "sharp", "jimp", "nodemailer"]

// They run on browsers too.
const everywhere = ["@quittance/client", "@quittance/webhook-receiver"]
const tried = manifests.filter(({ name }) => !everywhere.includes(name))

/** Tries one after the other, in one process, and says a line of each: what it failed with, and what it had loaded. */
const importOnOldNode = `
  import { createRequire } from "node:module"
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })
  const { cache } = createRequire(import.meta.url)
  const known = new Set()
  for (const name of ${JSON.stringify(tried.map(({ name }) => name))}) {
    const said = await import(name).then(() => "nothing", (error) => error.message)
    const loaded = Object.keys(cache).filter((path) => cache[path].loaded && !known.has(path))
    for (const path of loaded) known.add(path)
    console.log(JSON.stringify({ said, loaded }))
  }
`

interface Trial {
  readonly said: string
  readonly loaded: ReadonlyArray<string>
}

const flags = ["--conditions=source", "--input-type=module", "-e", importOnOldNode]
const { stdout } = spawnSync(process.execPath, flags, { cwd: import.meta.dirname, encoding: "utf8" })
const trials: ReadonlyArray<Trial> = stdout
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))
const isUnusable = (path: string) => new RegExp(`node_modules.(${unusable.join("|")}).`).test(path)

describe("on a Node.js that is too old", () => {
  for (const [index, { engines, name }] of tried.entries())
    it(`${name} says which one it needs, before it loads what adapts it`, () => {
      const { loaded, said } = trials[index] ?? assert.fail(stdout)
      const needed = engines.node.replace(">=", "")
      assert.strictEqual(said, `Quittance needs Node.js ${needed} or newer, and this is 20.20.2.`)
      assert.deepStrictEqual(loaded.filter(isUnusable), [])
    })
})
