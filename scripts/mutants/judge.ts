import { readdirSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import type { Mutant } from "./Mutant.ts"
import type { Said } from "./Plan.ts"
import { type Ended, runTests } from "./runTests.ts"

export interface Verdict {
  readonly mutant: Mutant
  /** `late`: the test did not end; `unreached`: no test carries out the changed code. */
  readonly end: "killed" | "late" | "survived" | "unreached"
  readonly by?: string
}

type Of<Tag extends Said["_tag"]> = Extract<Said, { readonly _tag: Tag }>

const only = <Tag extends Said["_tag"]>({ said }: Pick<Ended, "said">, tag: Tag): ReadonlyArray<Of<Tag>> =>
  said.filter((each): each is Of<Tag> => each._tag === tag)

const importMillis = 180_000

const names = (file: string, path: string): boolean =>
  readFileSync(file, "utf8").includes(`/${basename(path)}"`)

export const testFilesOf = (home: string): ReadonlyArray<string> =>
  readdirSync(`${home}/test`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${home}/test/${name}`)

/**
 * Says of mutants of a package whether these tests notice them. Tests run in one process, each for all mutants that it
 * reaches; what that cannot decide is tried in a process of its own: a mutant that an import or several tests share,
 * and one of a test that cannot be repeated.
 */
export const judge = async (
  home: string,
  testFiles: ReadonlyArray<string>,
  all: ReadonlyArray<Mutant>,
  chosen: ReadonlyArray<Mutant>,
  /** Slower tests are left out. */
  millisMax: number
): Promise<ReadonlyArray<Verdict>> => {
  const mutants = all.filter(({ path }) => path.startsWith(`${home}/`))
  const first = await runTests(
    { mutants, files: testFiles, task: { _tag: "reach" } },
    { limitMillis: importMillis }
  )
  if (first.isFailed)
    console.log(
      `${home}: some tests fail without a mutant and are left out: see node_modules/.cache/mutants/${process.pid}/reach.log`
    )
  const tests = only(first, "reached").filter(({ millis }) => millis <= millisMax)
  const fileOf = new Map(tests.map(({ file, test }) => [test, file]))
  const millisOf = (file: string): number =>
    tests.reduce((sum, test) => sum + (test.file === file ? test.millis : 0), 0)
  const filesOf = (some: ReadonlyArray<string>): ReadonlyArray<string> =>
    [...new Set(some.map((test) => fileOf.get(test) ?? ""))].sort(
      (left, right) => millisOf(left) - millisOf(right)
    )
  const inTests = new Set(tests.flatMap(({ ids }) => ids))
  const outside = new Set(only(first, "outside").flatMap(({ ids }) => ids))

  const verdicts = new Map<string, Verdict>()
  const byId = new Map(chosen.map((mutant) => [mutant.id, mutant]))
  const decide = (id: string, end: Verdict["end"], by?: string): void => {
    const mutant = byId.get(id)
    if (mutant !== undefined) verdicts.set(id, { mutant, end, ...(by === undefined ? {} : { by }) })
  }

  const onceOnly = new Set<string>()
  for (;;) {
    const due = tests
      .filter(({ test }) => !onceOnly.has(test))
      .map(({ ids, millis, test }) => ({
        test,
        millis,
        ids: ids.filter((id) => byId.has(id) && !verdicts.has(id))
      }))
      .filter(({ ids }) => ids.length > 0)
    if (due.length === 0) break
    const ended = await runTests(
      {
        mutants,
        files: filesOf(due.map(({ test }) => test)),
        task: {
          _tag: "each",
          tests: Object.fromEntries(due.map(({ ids, millis, test }) => [test, { ids, millis }]))
        }
      },
      { limitMillis: importMillis }
    )
    for (const { test } of only(ended, "spoilt")) {
      onceOnly.add(test)
      console.log(`cannot be repeated: ${test}`)
    }
    for (const { id, isLate, test } of only(ended, "killed"))
      if (!onceOnly.has(test)) decide(id, isLate ? "late" : "killed", test)
    if (ended.stuck === undefined) break
    decide(ended.stuck, "late")
    console.log(`${home}: ${verdicts.size} of ${byId.size} decided`)
  }

  let left = [...byId.values()].filter(({ id }) => !verdicts.has(id))
  console.log(`${home}: ${verdicts.size} of ${byId.size} killed, ${left.length} left`)
  for (const { id, path } of left) {
    const near = new Set(mutants.filter((mutant) => mutant.path === path).map((mutant) => mutant.id))
    const reaching = tests.filter(({ ids, test }) =>
      outside.has(id) ? ids.some((each) => near.has(each)) : onceOnly.has(test) && ids.includes(id)
    )
    // No test carries out anything of a file of constants: those that name it are tried.
    const isConstant = outside.has(id) && reaching.length === 0
    const due = (isConstant ? tests.filter(({ file }) => names(file, path)) : reaching).map(
      ({ test }) => test
    )
    const files = filesOf(due)
    if (files.length === 0) continue
    const { isFailed } = await runTests(
      { mutants, files, task: { _tag: "one", id, tests: due } },
      { bail: 1, limitMillis: importMillis + 3 * files.reduce((sum, file) => sum + millisOf(file), 0) }
    )
    decide(id, isFailed ? "killed" : "survived")
  }
  left = left.filter(({ id }) => !verdicts.has(id))
  for (const { id } of left) decide(id, inTests.has(id) ? "survived" : "unreached")
  return chosen.flatMap(({ id }) => verdicts.get(id) ?? [])
}
