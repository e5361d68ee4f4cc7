import { assert, describe, it } from "@effect/vitest"
import { FileBytes } from "../../src/message/FileBytes.ts"

const bytes = (count: number, value: number): Uint8Array => new Uint8Array(count).fill(value)

describe("the bytes of a file", () => {
  it("are what came, whatever was announced", () => {
    for (const announced of [undefined, 0, 1, 5, 300_000, 10_000_000]) {
      const file = new FileBytes(1_000_000, announced)
      assert.isUndefined(file.all)
      for (let piece = 0; piece < 9; piece++) assert.isTrue(file.add(bytes(30_000, piece)))
      const expected = Buffer.concat(Array.from({ length: 9 }, (_, piece) => bytes(30_000, piece)))
      assert.isTrue(expected.equals(file.all ?? bytes(0, 0)), String(announced))
    }
  })

  it("leave no smaller place behind", () => {
    const file = new FileBytes(1_000_000, undefined)
    file.add(bytes(10, 1))
    const { all: before } = file
    file.add(bytes(100_000, 2))
    assert.lengthOf(before ?? [1], 0)
    assert.lengthOf(file.all ?? [], 100_010)
  })

  it("are refused from the first that is too many, and those before it stay", () => {
    for (const announced of [undefined, 3, 20]) {
      const file = new FileBytes(10, announced)
      assert.isTrue(file.add(bytes(10, 7)))
      assert.isFalse(file.add(bytes(1, 8)))
      assert.deepStrictEqual([...(file.all ?? [])], [...bytes(10, 7)])
      assert.isTrue(file.add(bytes(0, 8)))
    }
  })
})
