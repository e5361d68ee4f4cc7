import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { jsonFault } from "../../../src/kernel/input/jsonFault.ts"

const isParsed = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe("where a text is not JSON", () => {
  it.each([
    ['{"a": 1,\n "b": 2,\n}', 2, 8, "no comma may stand before }"],
    ["[1, 2,]", 1, 6, "no comma may stand before ]"],
    ["{'a': 1}", 1, 2, "double quotes, not in single"],
    ["{\"a\": 'b'}", 1, 7, "double quotes, not in single"],
    ["{a: 1}", 1, 2, "a name must stand in double quotes"],
    ["{“a”: 1}", 1, 2, "straight double quotes"],
    ['{"a" 1}', 1, 6, "a colon must stand here"],
    ['{"a": 1 "b": 2}', 1, 9, "a comma or } must stand here"],
    ['{"a": 1', 1, 8, "the text ends where a comma or } must stand"],
    ['{"a": "b', 1, 7, "no closing quote"],
    ['{"a": "b\nc"}', 1, 9, "must be written as \\n"],
    ['{"a": "\tb"}', 1, 8, "a control character"],
    ['{"a": "C:\\Users"}', 1, 10, "a backslash"],
    ['{"a": None}', 1, 7, "must be written as null"],
    ['{"a": True}', 1, 7, "must be written as true"],
    ['{"a": NaN}', 1, 7, "no such number"],
    ['{"a": usd}', 1, 7, "a text must stand in double quotes"],
    ['{"a": 007}', 1, 7, "zero before other digits"],
    ['{"a": 5.}', 1, 7, "digits after its point"],
    ['{"a": .5}', 1, 7, "a digit before its point"],
    ['{"a": +5}', 1, 7, "must not begin with +"],
    ['{"a": 1_000}', 1, 7, "decimal digits"],
    ['{"a": 5 // five\n}', 1, 9, "no comments"],
    ['{"a": 1}\r\n{"b": 2}', 2, 1, "after the end of the value"],
    ['{"漢😀": x}', 1, 8, "a text must stand in double quotes"],
    ["@invoice.json", 1, 1, "a value must stand here"],
    ["", 1, 1, "the text ends where a value must stand"]
  ])("%j: line %d, column %d", (text, line, column, message) => {
    const fault = jsonFault(text)
    assert.deepStrictEqual([fault?.line, fault?.column], [line, column])
    assert.include(fault?.message, message)
  })

  it("is found however deep it is nested", () => {
    assert.include(jsonFault("[".repeat(100_000))?.message, "may be nested")
    assert.include(jsonFault(`${"[".repeat(400)}1,${"]".repeat(400)}`)?.message, "no comma")
  })

  it("is found in exactly the texts that the parser refuses", () => {
    const broken = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom("", ",", '"', "{", "}", "]", ":", "x", "\\", "\n", "0")
      )
      .map(([text, at, length, more]) => {
        const start = at % (text.length + 1)
        return text.slice(0, start) + more + text.slice(start + length)
      })
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken), (text) => (jsonFault(text) === undefined) === isParsed(text)),
      { numRuns: 2_000 }
    )
  })
})
