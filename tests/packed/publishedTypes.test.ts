import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
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

/**
 * Packages are modules only: what a program of CommonJS, or a resolution from before `exports`, makes of them is no
 * fault.
 */
const isExpected = (problem: { readonly kind: string; readonly resolutionKind?: string }): boolean =>
  problem.kind === "CJSResolvesToESM" || problem.resolutionKind === "node10"

describe("a published package", () => {
  it("has types that are right for every entrance", async () => {
    for (const { file, manifest } of await packedPackages()) {
      const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(file))))
      const problems =
        analysis.types === false ? ["no types"] : analysis.problems.filter((each) => !isExpected(each))
      assert.deepStrictEqual(problems, [], manifest.name)
    }
  })

  it("has types that a host compiles without the types of others", async () => {
    await packedPackages()
    const strangers = readdirSync(resolve(root, "packages")).flatMap((name) => {
      const folder = resolve(root, "packages", name)
      const { exports, peerDependencies = {} } = JSON.parse(
        readFileSync(join(folder, "package.json"), "utf8")
      )
      const entrances = Object.values<{ readonly types?: string }>(exports).flatMap(({ types = [] }) => types)
      return importedBy(entrances.map((each) => join(folder, each)))
        .filter((each) => !/^(?:effect|node:|@quittance\/)/.test(each) && !(each in peerDependencies))
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
