import { readFileSync } from "node:fs"
import { assert, it } from "vitest"
import { historyDocs, historyDocsUrl } from "../../scripts/historyDocs.ts"

it("the guide to histories says what is told now; if not, run: npm run docs:histories", () =>
  assert.strictEqual(readFileSync(historyDocsUrl, "utf8"), historyDocs()))
