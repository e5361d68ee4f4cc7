import { assert, describe, it } from "vitest"
import { turned } from "../src/decode/upright.ts"

/** Two rows of three pixels, of which each value is its number. */
const image = {
  shownWidth: 30,
  shownHeight: 20,
  width: 3,
  height: 2,
  rgb: Uint8Array.from([0, 1, 2, 3, 4, 5].flatMap((pixel) => [pixel, pixel, pixel]))
}

const pixelsOf = ({ rgb }: { readonly rgb: Uint8Array }) => [...rgb].filter((_, at) => at % 3 === 0)

describe("a picture turned by a quarter", () => {
  it("has its left column on top if it is turned to the right, and its right one if to the left", () => {
    const right = turned(image, "right")
    assert.deepStrictEqual([right.width, right.height, right.shownWidth, right.shownHeight], [2, 3, 20, 30])
    assert.deepStrictEqual(pixelsOf(right), [3, 0, 4, 1, 5, 2])
    assert.deepStrictEqual(pixelsOf(turned(image, "left")), [2, 5, 1, 4, 0, 3])
  })

  it("is the same again when it is turned back", () => {
    assert.deepStrictEqual(turned(turned(image, "right"), "left"), image)
  })
})
