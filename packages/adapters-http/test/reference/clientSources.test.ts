import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { clientFolder, readClientSources } from "../../scripts/clientSources.ts"

describe("what the client has of the operations", async () => {
  const sources = await readClientSources()

  it("is one file each, and nothing else", () => {
    const names = sources.map(({ name }) => name)
    assert.deepStrictEqual(readdirSync(clientFolder).toSorted(), names.toSorted())
  })

  for (const { name, text } of sources)
    it(`${name} is as the rows say`, () => {
      const written = readFileSync(new URL(name, clientFolder), "utf8")
      assert.strictEqual(written, text, "the rows have changed: npm run client writes the file again")
    })

  it("says something of every call, every field and every type", () => {
    for (const { name, text } of sources.filter((each) => !/^(?:index|operationTable)\.ts$/.test(each.name)))
      for (const [index, line] of text.split("\n").entries())
        if (/^ {2}(?:readonly )?\w+[?]?[:(]|^export (?:interface|type)/.test(line))
          assert.match(text.split("\n")[index - 1] ?? "", /\*\/$/, `${name}: ${line}`)
  })
})
