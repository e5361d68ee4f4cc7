import { deserialize, serialize } from "node:v8"
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { fromPortable, toPortable } from "../src/remote/portable.ts"

const sent = (value: unknown): unknown => fromPortable(deserialize(serialize(toPortable(value))))

describe("a value that is sent to another process", () => {
  it("arrives as it was, with its options", () => {
    const value = {
      amountMinor: 12n,
      none: Option.none(),
      nested: Option.some([Option.some({ deep: Option.none<string>() }), Option.some(Option.none())]),
      list: [null, undefined, true, "", { missing: undefined }]
    }
    assert.deepStrictEqual(sent(value), value)
    assert.isTrue(Option.isNone((sent(value) as typeof value).none))
  })

  it("stays as it was for its sender", () => {
    const value = Object.freeze({ option: Option.some(Object.freeze({ inner: Option.none() })) })
    sent(value)
    assert.isTrue(Option.isSome(value.option))
  })

  it.each([
    [new Set(), "Set"],
    [new Map(), "Map"],
    [new Error("x"), "Error"],
    [Buffer.of(1), "Buffer"]
  ])("is refused if a part would arrive as something else: %s", (part, name) => {
    assert.throws(() => toPortable({ list: [part] }), `a ${name} cannot be sent to another process`)
  })
})
