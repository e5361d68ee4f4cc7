/** What is wrong with the types of the tarballs that are named, as JSON: `[[file, problems], …]`. */
import { readFileSync } from "node:fs"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"

/**
 * Packages are modules only: what a program of CommonJS, or a resolution from before `exports`, makes of them is no
 * fault.
 */
const isExpected = (problem: { readonly kind: string; readonly resolutionKind?: string }): boolean =>
  problem.kind === "CJSResolvesToESM" || problem.resolutionKind === "node10"

const found: Array<readonly [string, ReadonlyArray<unknown>]> = []
for (const file of process.argv.slice(2)) {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(file))))
  found.push([
    file,
    analysis.types === false ? ["no types"] : analysis.problems.filter((each) => !isExpected(each))
  ])
}
process.stdout.write(JSON.stringify(found))
