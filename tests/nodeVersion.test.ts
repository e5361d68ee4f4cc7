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

const importOnOldNode = (name: string) => `
  import { createRequire } from "node:module"
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })
  await import("${name}").catch((error) => console.log(error.message))
  for (const [path, { loaded }] of Object.entries(createRequire(import.meta.url).cache))
    if (loaded && /node_modules.(${unusable.join("|")})./.test(path)) console.log(path)
`

describe("on a Node.js that is too old", () => {
  for (const { engines, name } of manifests) {
    // It runs on browsers too.
    if (name === "@quittance/webhook-receiver") continue

    it(`${name} says which one it needs, before it loads what adapts it`, () => {
      const needed = engines.node.replace(">=", "")
      const flags = ["--conditions=source", "--input-type=module", "-e", importOnOldNode(name)]
      const { stdout } = spawnSync(process.execPath, flags, { cwd: import.meta.dirname, encoding: "utf8" })
      assert.strictEqual(stdout, `Quittance needs Node.js ${needed} or newer, and this is 20.20.2.\n`)
    })
  }
})
