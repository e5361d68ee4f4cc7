import { assert, describe, it } from "vitest"
import type { WorkingImage } from "../src/decode/WorkingImage.ts"
import { inkMapOf } from "../src/ink/InkMap.ts"
import { paletteLength, paletteOf } from "../src/ink/palette.ts"
import { Sheet } from "./sheet.ts"

const palette = (image: WorkingImage): Float32Array => paletteOf(inkMapOf(image))

const plain = () => new Sheet(300, 150).wave(60, 40, 180, 70, 4)

/** What is where in a palette. */
const most = 26
const smooth = 30
const inkShare = 39
const inkChroma = 41

describe("the palette of an image", () => {
  it("is the same when ink is light and paper dark, colours too", () => {
    const blue = () => new Sheet(300, 150).wave(60, 40, 180, 70, 4, [60, 80, 200])
    for (const sheet of [plain, blue])
      assert.deepStrictEqual(palette(sheet().changed((value) => 255 - value)), palette(sheet()))
  })

  it("tells few colours from many, and what is smooth from what is not", () => {
    const colours = palette(plain())
    const many = palette(plain().changed((value, at) => (at * 7919 + value) % 256))
    // Nearly all of a sheet is paper, and next to paper is paper.
    assert.isAbove(colours[most] ?? 0, 0.9)
    assert.isBelow(many[most] ?? 1, 0.1)
    assert.isAbove(colours[smooth + 1] ?? 0, 0.9)
    assert.isBelow(many[smooth + 1] ?? 1, 0.1)
  })

  it("tells how much ink there is, and of what colour", () => {
    const sheet = new Sheet(128, 128).ink(0, 0, 128, 16, [20, 20, 220])
    const numbers = palette(sheet)
    assert.closeTo(numbers[inkShare] ?? 0, 16 / 128, 1e-6)
    assert.closeTo(numbers[inkChroma] ?? 0, 200 / 255, 1e-6)
    assert.strictEqual(palette(new Sheet(128, 128))[inkChroma], 0)
  })

  it("has numbers of about 0 to 1 whatever the size", () => {
    const sheets = [
      new Sheet(1, 1),
      new Sheet(384, 1),
      new Sheet(1, 384, [0, 0, 0]),
      new Sheet(384, 288),
      plain()
    ]
    for (const sheet of sheets) {
      const numbers = palette(sheet)
      assert.strictEqual(numbers.length, paletteLength)
      assert.isTrue(numbers.every((number) => number >= 0 && number <= 1.4))
    }
  })
})
