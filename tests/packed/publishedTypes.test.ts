import { execFile } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"
import { packedPackages } from "./packedPackages.ts"

const root = resolve(import.meta.dirname, "../..")

/** The modules of other packages that declarations import, by themselves or through others of their package. */
const importedBy = (files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const imported = new Set<string>()
  // Grows while it is walked.
  const reached = new Set(files)
  for (const file of reached) {
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"([^"]+)"/g)) {
      if (name.startsWith(".")) reached.add(resolve(dirname(file), name.replace(/\.[jt]s$/, ".d.ts")))
      else imported.add(name)
    }
  }
  return [...imported]
}

// It may take as long as a build does.
describe("a published package", { timeout: 600_000 }, () => {
  it("has types that are right for every entrance", async () => {
    const files = (await packedPackages()).map(({ file }) => file)
    // In a process of its own: in that of the tests, the sources of that package would be meant.
    const check = resolve(import.meta.dirname, "typeProblems.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [check, ...files])
    assert.deepStrictEqual(
      JSON.parse(stdout),
      files.map((file) => [file, []])
    )
  })

  it("has types that a host compiles without the types of others", async () => {
    await packedPackages()
    const strangers = readdirSync(resolve(root, "packages")).flatMap((name) => {
      const folder = resolve(root, "packages", name)
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
      const { dependencies = {}, exports, peerDependencies = {} } = manifest
      const comes = (each: string) => each in peerDependencies || `@types/${each}` in dependencies
      const entrances = Object.values<{ readonly types?: string }>(exports).flatMap(({ types = [] }) => types)
      return importedBy(entrances.map((each) => join(folder, each)))
        .filter((each) => !/^(?:effect|node:|@quittance\/)/.test(each) && !comes(each))
        .map((each) => `${name}: ${each}`)
    })
    assert.deepStrictEqual(strangers, [])
  })

  it("has a readme, and takes any effect 4 unless it uses what is not stable", async () => {
    for (const { manifest } of await packedPackages()) {
      const folder = manifest.name === "quittance" ? "server" : manifest.name.replace("@quittance/", "")
      assert.isTrue(existsSync(resolve(root, "packages", folder, "README.md")), manifest.name)
      const { peerDependencies = {} } = JSON.parse(
        readFileSync(resolve(root, "packages", folder, "package.json"), "utf8")
      )
      assert.include(
        [undefined, manifest.name === "@quittance/testing" ? "4.1.0" : "^4.0.0"],
        peerDependencies.effect
      )
    }
  })
})
