import { readFileSync } from "node:fs"
import { assert, it } from "vitest"

const files = ["QuittanceHost", "cryptoCalls", "fiatCalls", "personCalls", "subscriptions/HostSubscriptions"]

/** Declarations lose the comments of types that are inferred, so what a host calls is declared by itself. */
it("editors show words for every operation of a host, and a type without Effect", () => {
  const members = files.flatMap((file) => {
    const text = readFileSync(new URL(`../../src/host/${file}.ts`, import.meta.url), "utf8")
    return text.split(/^(?= {2}(?:\/\*\*|readonly))/m).flatMap((piece, index, pieces) => {
      const [, name = ""] = /^ {2}readonly (\w+)/.exec(piece) ?? []
      const type = piece.split("\n}")[0] ?? ""
      return type.includes("=>") && name !== "" ? [{ name, type, words: pieces[index - 1] ?? "" }] : []
    })
  })
  assert.isAbove(members.length, 90)
  const wordless = members.filter(({ words }) => !/^ {2}\/\*\*[\s\S]*\*\/\n$/.test(words))
  assert.deepStrictEqual(
    wordless.map(({ name }) => name),
    []
  )
  const unclear = members.filter(({ type }) => /Effect|Promised</.test(type))
  assert.deepStrictEqual(
    unclear.map(({ name }) => name),
    []
  )
})
