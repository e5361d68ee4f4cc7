import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { Metadata } from "../../../src/concepts/invoice/Metadata.ts"
import { decoderOf } from "../../../src/kernel/input/Input.ts"

const decode = decoderOf(Metadata)

/** The codes of what is wrong; none when it is right. */
const codesOf = (value: unknown) =>
  Result.match(decode(value), {
    onSuccess: () => [],
    onFailure: ({ issues }) => issues.map(({ code }) => code)
  })

const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })

const holdsItself: { self?: object } = {}
holdsItself.self = holdsItself

describe("metadata", () => {
  it.each<readonly [string, object]>([
    ["nothing", {}],
    [
      "every kind of value",
      { text: "a\0\ud800", number: -0.5, yes: true, none: null, list: [1, ["b"]], of: { c: 1 } }
    ],
    [
      "names that objects have of their own",
      JSON.parse('{"__proto__":{"a":1},"constructor":2,"toString":3}')
    ],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 })],
    ["50 keys", Object.fromEntries(Array.from({ length: 50 }, (_, key) => [key, key]))],
    ["16 KiB", { a: "x".repeat(16 * 1024 - 8) }],
    ["32 levels", nested(32)]
  ])("may be %s", (_what, value) => {
    assert.deepStrictEqual(codesOf(value), [])
  })

  it.each<readonly [string, unknown, string]>([
    [
      "a number beyond all doubles, which would come back as null",
      JSON.parse('{"a":[{"b":1e400}]}'),
      "out_of_range"
    ],
    ["no number", { a: Number.NaN }, "out_of_range"],
    ["51 keys", Object.fromEntries(Array.from({ length: 51 }, (_, key) => [key, key])), "too_long"],
    ["a byte over 16 KiB", { a: "x".repeat(16 * 1024 - 7) }, "too_long"],
    ["a big integer, which JSON cannot hold", { a: 1n }, "invalid_value"],
    ["a date, which would come back as a text", { a: new Date(0) }, "invalid_value"],
    ["a map, which would come back empty", { a: new Map([["b", 1]]) }, "invalid_value"],
    ["a function", { a: () => 1 }, "invalid_value"],
    ["an object that holds itself", holdsItself, "invalid_value"],
    ["33 levels", nested(33), "invalid_value"]
  ])("may not have %s", (_what, value, code) => {
    assert.deepStrictEqual(codesOf(value), [code])
  })
})
