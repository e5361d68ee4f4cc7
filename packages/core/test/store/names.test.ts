import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { claimScopes, jobKinds } from "../../src/store/names.ts"

const root = fileURLToPath(new URL("../../src/", import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => readFileSync(`${root}${path}`, "utf8"))

/** The names that concepts declare by a function. */
const declaredBy = (name: string): ReadonlyArray<string> =>
  sources.flatMap((text) =>
    [...text.matchAll(RegExp(`\\b${name}\\(\\s*"([^"]+)"`, "g"))].map(([, found = ""]) => found)
  )

describe("names of concepts", () => {
  const collections = [
    { what: "of jobs", declare: "jobKind", collected: jobKinds },
    {
      what: "of claims",
      declare: "(?:partner|global|creation)Scope",
      collected: claimScopes.map(({ name }) => name)
    }
  ]

  for (const { collected, declare, what } of collections) {
    it(`${what} are all collected, and each is declared once`, () => {
      const declared = declaredBy(declare)
      assert.isNotEmpty(declared)
      assert.sameMembers([...collected], [...declared])
      assert.strictEqual(new Set(declared).size, declared.length)
    })
  }

  it("that begin ids are each declared once, and none begins another", () => {
    const prefixes = declaredBy("idPrefix")
    assert.isNotEmpty(prefixes)
    for (const [at, each] of prefixes.entries())
      for (const other of prefixes.toSpliced(at, 1))
        assert.isFalse(other.startsWith(each), `${each} and ${other}`)
  })
})
