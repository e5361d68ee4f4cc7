/**
 * Changes the sources of a folder in small ways and says which changes no test of its package notices:
 * `npm run mutants -- [FOLDER…] [--sample N] [--seed S] [--tests FILE]… [--below MILLIS]`. Without folders, those that
 * sign, settle and watch. `--tests` tries only some test files, `--below` only tests that take no longer.
 */
import { readdirSync, readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { changesOf } from "./mutants/changesOf.ts"
import { isEquivalent } from "./mutants/equivalents.ts"
import { judge, testFilesOf, type Verdict } from "./mutants/judge.ts"
import type { Mutant } from "./mutants/Mutant.ts"
import { sampled } from "./mutants/sampled.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", multiple: true },
    below: { type: "string", default: "Infinity" }
  }
})
const folders =
  positionals.length > 0
    ? positionals
    : ["evm", "tron"].flatMap((network) =>
        ["send", "watch", "operate"].map((part) => `packages/adapters-${network}/src/${part}`)
      )

const sourcesOf = (folder: string): ReadonlyArray<string> =>
  folder.endsWith(".ts")
    ? [folder]
    : readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        // What is measured is not what is done.
        .filter((name) => !name.endsWith("Metrics.ts"))
        .map((name) => `${folder}/${name}`)
        .toSorted()

const all = folders.flatMap((folder) =>
  sourcesOf(folder).flatMap((path) => {
    const source = readFileSync(path, "utf8")
    return changesOf(source).map(
      (change, index): Mutant => ({
        ...change,
        id: `${path}#${index}`,
        folder,
        path,
        line: source.slice(0, change.start).split("\n").length
      })
    )
  })
)

const linesOf = (folder: string): number =>
  sourcesOf(folder).reduce((sum, path) => sum + readFileSync(path, "utf8").split("\n").length - 1, 0)

const seed = Number(values.seed)
const real = all.filter((mutant) => !isEquivalent(mutant))
const chosen = values.sample === undefined ? real : sampled(real, linesOf, Number(values.sample), seed)
console.log(
  `${all.length} mutants, ${all.length - real.length} equivalent, ${chosen.length} tried, seed ${seed}`
)

const verdicts: Array<Verdict> = []
const packages = Map.groupBy(chosen, ({ path }) => path.split("/").slice(0, 2).join("/"))
for (const [home, mutants] of packages)
  verdicts.push(...(await judge(home, values.tests ?? testFilesOf(home), all, mutants, Number(values.below))))

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ")
for (const { end, mutant } of verdicts) {
  const { becomes, line, path, was } = mutant
  if (end === "survived" || end === "unreached")
    console.log(`${end}: ${path}:${line}: ${oneLine(was)} → ${oneLine(becomes) || "(left out)"}`)
}

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
const line = (name: string, some: ReadonlyArray<Verdict>, made: number, equal: number): string => {
  const alive = some.filter(({ end }) => end === "survived" || end === "unreached").length
  return `${name}: ${made} made, ${equal} equivalent, ${some.length} tried, ${some.length - alive} killed, ${alive} survived: ${percent(some.length - alive, some.length)}`
}
const within = (folder: string) => (mutant: Mutant) => mutant.folder === folder
for (const folder of folders)
  console.log(
    line(
      folder,
      verdicts.filter(({ mutant }) => mutant.folder === folder),
      all.filter(within(folder)).length,
      all.filter(within(folder)).length - real.filter(within(folder)).length
    )
  )
console.log(line("all", verdicts, all.length, all.length - real.length))
