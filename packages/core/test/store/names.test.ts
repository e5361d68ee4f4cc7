import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { jobKinds } from "../../src/store/names.ts"

const concepts = fileURLToPath(new URL("../../src/concepts/", import.meta.url))
const sources = readdirSync(concepts, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => readFileSync(`${concepts}${path}`, "utf8"))

/** The names that concepts declare by a function. */
const declaredBy = (name: string): ReadonlyArray<string> =>
  sources.flatMap((text) =>
    [...text.matchAll(RegExp(`\\b${name}\\(\\s*"([^"]+)"`, "g"))].map(([, found = ""]) => found)
  )

describe("names of concepts", () => {
  const collections = {
    jobKind: jobKinds
  }

  for (const [declare, collected] of Object.entries(collections)) {
    it(`by ${declare} are all collected, and each is declared once`, () => {
      const declared = declaredBy(declare)
      assert.isNotEmpty(declared)
      assert.sameMembers([...collected], [...declared])
      assert.strictEqual(new Set(declared).size, declared.length)
    })
  }
})
