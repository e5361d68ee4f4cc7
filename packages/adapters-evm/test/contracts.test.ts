import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { compiledFiles } from "../scripts/compiledFiles.ts"

it("the committed bytecode is what the contracts compile to, byte for byte, and there is no other", () => {
  const compiled = compiledFiles()
  for (const { path, text } of compiled) assert.strictEqual(readFileSync(path, "utf8"), text, path)
  const committed = [
    "../src/contracts/",
    "contracts/",
    "../../adapters-tron/src/contracts/",
    "../../testing/src/chain/contracts/"
  ]
    .map((folder) => new URL(folder, import.meta.url))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder.pathname, name)))
    .filter((path) => path.endsWith(".ts"))
  assert.sameMembers(
    committed,
    compiled.map(({ path }) => path)
  )
})
