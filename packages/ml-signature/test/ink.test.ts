import { assert, describe, it } from "vitest"
import type { WorkingImage } from "../src/decode/WorkingImage.ts"
import { canvasHeight, canvasOf, canvasWidth } from "../src/ink/canvas.ts"
import { inkMapOf } from "../src/ink/InkMap.ts"
import { inkBoxOf } from "../src/ink/inkBox.ts"
import { Sheet } from "./sheet.ts"

const canvas = (image: WorkingImage): Float32Array => {
  const ink = inkMapOf(image)
  return canvasOf(ink, inkBoxOf(ink))
}

const differenceOf = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, shade, at) => sum + Math.abs(shade - (other[at] ?? 0)), 0) / one.length

const plain = () => new Sheet(300, 150).wave(60, 40, 180, 70, 4)

describe("the ink of an image", () => {
  it("is the same when ink is light and paper dark", () => {
    assert.deepStrictEqual(canvas(plain().changed((value) => 255 - value)), canvas(plain()))
  })

  it("is nearly the same on coloured paper, in coloured ink, and in a shadow", () => {
    const pictures: { readonly [name: string]: WorkingImage } = {
      "on pink paper": new Sheet(300, 150, [250, 205, 210]).wave(60, 40, 180, 70, 4),
      "in blue ink": new Sheet(300, 150).wave(60, 40, 180, 70, 4, [60, 80, 200]),
      "in red ink": new Sheet(300, 150).wave(60, 40, 180, 70, 4, [200, 40, 50]),
      "in a shadow from left to right": plain().changed((value, at) =>
        Math.round(value * (0.6 + 0.4 * ((Math.floor(at / 3) % 300) / 300)))
      )
    }
    for (const [name, picture] of Object.entries(pictures))
      assert.isBelow(differenceOf(canvas(picture), canvas(plain())), 0.02, name)
  })

  it("is where it was drawn, wherever on the sheet and however large", () => {
    const moved = new Sheet(384, 300).wave(10, 200, 180, 70, 4)
    const larger = new Sheet(384, 300).wave(6, 40, 360, 140, 8)
    assert.isBelow(differenceOf(canvas(moved), canvas(plain())), 0.02)
    assert.isBelow(differenceOf(canvas(larger), canvas(plain())), 0.06)
    assert.deepStrictEqual(inkBoxOf(inkMapOf(new Sheet(200, 100).ink(50, 20, 90, 4))), {
      left: 50,
      top: 20,
      right: 140,
      bottom: 24
    })
  })

  it("is nothing on an empty sheet, of one pixel too", () => {
    for (const sheet of [
      new Sheet(300, 150),
      new Sheet(1, 1),
      new Sheet(384, 1),
      new Sheet(1, 384, [0, 0, 0])
    ]) {
      const ink = inkMapOf(sheet)
      assert.isUndefined(inkBoxOf(ink))
      assert.isTrue(canvasOf(ink, undefined).every((shade) => shade === 0))
    }
  })

  it("has the canvas's size and stays between paper and ink", () => {
    const noisy = plain().changed((value, at) => value + ((at * 7919) % 61) - 30)
    const shades = canvas(noisy)
    assert.strictEqual(shades.length, canvasWidth * canvasHeight)
    assert.isTrue(shades.every((shade) => shade >= 0 && shade <= 1))
  })
})
