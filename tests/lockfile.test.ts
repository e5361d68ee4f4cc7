import { readFileSync } from "node:fs"
import { assert, it } from "vitest"

/** Entries of the lock file by folder. */
const lock: { readonly packages: { readonly [path: string]: { readonly gypfile?: boolean } } } = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")
)

it("the lock keeps npm 10 from compiling better-sqlite3", () => {
  assert.strictEqual(
    lock.packages["node_modules/better-sqlite3"]?.gypfile,
    false,
    'put `"gypfile": false` back into the entry of better-sqlite3 in package-lock.json: the package ships its binaries, but npm 10 takes this only from the lock, and npm drops it whenever it writes the lock anew'
  )
})
