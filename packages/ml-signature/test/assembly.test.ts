import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { temporaryFolder } from "@quittance/testing"
import { assert, describe, it } from "vitest"

const here = fileURLToPath(new URL("../", import.meta.url))
const shipped = "model/pixels.wasm"

describe("the loops over pixels", () => {
  it("ship as `npm run pixels` compiles them", () => {
    const { scripts } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"))
    const compiled = join(temporaryFolder(), "pixels.wasm")
    const [command, ...args] = String(scripts.pixels).replace(shipped, compiled).split(" ")
    assert.strictEqual(command, "asc")
    const compiler = createRequire(import.meta.url).resolve("assemblyscript/bin/asc.js")
    execFileSync(process.execPath, [compiler, ...args], { cwd: here, stdio: "pipe" })
    assert.isTrue(readFileSync(compiled).equals(readFileSync(join(here, shipped))), "npm run pixels")
  })
})
