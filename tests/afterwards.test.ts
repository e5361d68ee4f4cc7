import { afterwards, cleanUpFile } from "@quittance/testing"
import { afterAll, assert, beforeAll, it } from "vitest"

const cleaned: Array<string> = []

// Hooks of a file run the last first: this one comes after those of `afterwards`.
afterAll(() => assert.deepStrictEqual(cleaned, ["test", "hook", "file"]))

afterwards(() => {
  cleaned.push("file")
})

beforeAll(() =>
  afterwards(() => {
    cleaned.push("hook")
  })
)

it("what a test leaves is cleaned up after the test", () =>
  afterwards(() => {
    cleaned.push("test")
  }))

it("what the file and its hooks leave is cleaned up once, at the end of the file, the last first", async () => {
  assert.deepStrictEqual(cleaned, ["test"])
  await cleanUpFile()
  assert.deepStrictEqual(cleaned, ["test", "hook", "file"])
})
