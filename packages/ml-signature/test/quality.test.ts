import { assert, describe, it } from "vitest"
import type { WorkingImage } from "../src/decode/WorkingImage.ts"
import { inkMapOf } from "../src/ink/InkMap.ts"
import { inkBoxOf } from "../src/ink/inkBox.ts"
import { qualityOf } from "../src/quality/qualityOf.ts"
import { Sheet } from "./sheet.ts"

const quality = (image: WorkingImage) => {
  const ink = inkMapOf(image)
  return qualityOf(ink, inkBoxOf(ink))
}

const signed = () => new Sheet(320, 160).wave(60, 40, 200, 80, 5)

describe("the quality of an image", () => {
  it("tells how much of it is ink, and where", () => {
    const { inkBox, inkCoverage } = quality(new Sheet(200, 100).ink(50, 20, 100, 4))
    assert.closeTo(inkCoverage, 0.02, 0.0001)
    assert.deepStrictEqual(inkBox, { left: 0.25, top: 0.2, width: 0.5, height: 0.04 })
  })

  it("tells how wide strokes are", () => {
    // An outline of boxes is longer by this than the same in all directions, which is what is measured.
    const crofton = Math.PI / 4
    for (const pen of [2, 4, 8]) {
      const { strokeWidthPixels } = quality(new Sheet(320, 160).ink(20, 80, 280, pen))
      assert.closeTo(strokeWidthPixels * crofton, pen, 0.1 * pen)
    }
  })

  it("has less contrast where ink is fainter", () => {
    const contrasts = [20, 120, 200].map(
      (shade) => quality(new Sheet(320, 160).wave(60, 40, 200, 80, 5, [shade, shade, shade])).contrast
    )
    assert.closeTo(contrasts[0] ?? 0, 0.92, 0.02)
    assert.closeTo(contrasts[1] ?? 0, 0.52, 0.02)
    assert.closeTo(contrasts[2] ?? 0, 0.2, 0.02)
  })

  it("is less sharp the more it is blurred, however faint the ink", () => {
    const sharpness = [0, 1, 2, 4].map((reach) => quality(signed().blurred(reach)).sharpness)
    for (const [at, value] of sharpness.entries())
      if (at > 0) assert.isBelow(value, (sharpness[at - 1] ?? 0) / 1.5)
    const faint = quality(new Sheet(320, 160).wave(60, 40, 200, 80, 5, [180, 180, 180])).sharpness
    assert.closeTo(faint / (sharpness[0] ?? 1), 1, 0.1)
  })

  it("has wider edges the more it is blurred, also in the blocks of a JPEG", () => {
    const blocks = (sheet: Sheet) =>
      sheet.changed((value, at) => value + (Math.floor(at / 3 / 8) % 2 === 0 ? 12 : -12))
    for (const made of [(sheet: Sheet) => sheet, blocks]) {
      const widths = [0, 2, 4, 8].map((reach) => quality(made(signed().blurred(reach))).edgeWidthPixels)
      for (const [at, value] of widths.entries())
        if (at > 0) assert.isAbove(value, 1.2 * (widths[at - 1] ?? 0))
      assert.isBelow(widths[0] ?? 9, 1.5)
    }
  })

  it("is as sharp in a shadow as outside, whether the edge of the shadow is soft or hard", () => {
    const plain = quality(signed())
    for (const [share, edge] of [
      [0.3, 50],
      [0.3, 16],
      [0.45, 4]
    ] as const)
      for (const column of [80, 160, 240]) {
        const { edgeWidthPixels, sharpness } = quality(signed().shadowed(share, column, edge))
        assert.isBelow(edgeWidthPixels, plain.edgeWidthPixels + 0.3, `${share} over ${edge} at ${column}`)
        assert.closeTo(sharpness / plain.sharpness, 1, 0.2, `${share} over ${edge} at ${column}`)
      }
    const blurred = quality(signed().blurred(4).shadowed(0.45, 160, 4))
    assert.isBelow(blurred.sharpness, plain.sharpness / 10)
  })

  it("is as sharp on squared paper, whose rules are no strokes", () => {
    const plain = quality(signed())
    const rules = new Sheet(320, 160)
    for (let at = 5; at < 320; at += 14) {
      rules.ink(at, 0, 1, 160, [160, 180, 215])
      rules.ink(0, at, 320, 1, [160, 180, 215])
    }
    const { edgeWidthPixels, sharpness } = quality(rules.wave(60, 40, 200, 80, 5))
    assert.isBelow(edgeWidthPixels, plain.edgeWidthPixels + 1)
    assert.isAbove(sharpness, plain.sharpness / 1.5)
  })

  it("is as sharp where it was written with a brush", () => {
    for (const pen of [12, 24, 40]) {
      const brushed = () => new Sheet(384, 200).wave(40, 50, 300, 90, pen)
      assert.isAbove(quality(brushed()).sharpness, 1, `${pen} pixels`)
      assert.isBelow(quality(brushed().blurred(4)).sharpness, 0.1, `${pen} pixels`)
    }
  })

  it("is sharp along one direction only where the camera moved", () => {
    const still = quality(signed())
    const moved = quality(signed().shaken(6))
    assert.isAbove(still.sharpnessEvenness ?? 0, 0.5)
    assert.isBelow(moved.sharpnessEvenness ?? 1, 0.25)
    assert.isBelow(moved.sharpness * (moved.sharpnessEvenness ?? 1), 0.2)
  })

  it("tells how bright the paper is, and how noisy", () => {
    const { brightness, noise } = quality(signed())
    assert.strictEqual(brightness, 250)
    assert.isBelow(noise, 0.01)
    // Every second pixel is lighter by 20: a deviation of 10 between neighbours, all of it of the highest frequency.
    const grainy = quality(signed().changed((value, at) => value - (Math.floor(at / 3) % 2) * 20))
    assert.isAbove(grainy.noise, 10)
    assert.closeTo(quality(new Sheet(320, 160, [90, 90, 90]).wave(60, 40, 200, 80, 5)).brightness, 90, 1)
  })

  it("tells how much lighter the paper is than what is darkest on it, dust aside", () => {
    assert.strictEqual(quality(new Sheet(320, 160)).luminanceRange, 0)
    assert.strictEqual(quality(new Sheet(320, 160).ink(100, 50, 4, 4)).luminanceRange, 0)
    assert.closeTo(quality(new Sheet(320, 160).ink(0, 0, 320, 80)).luminanceRange, 229, 1)
  })

  it("knows ink that goes on beyond the border from ink that does not", () => {
    assert.strictEqual(quality(signed()).cutStrokes, 0)
    assert.isAbove(quality(new Sheet(320, 160).wave(200, 40, 200, 80, 5)).cutStrokes, 0.8)
  })

  it("counts groups that stand apart", () => {
    assert.strictEqual(quality(signed()).groups, 1)
    const two = new Sheet(320, 320).wave(60, 30, 200, 60, 5).wave(60, 220, 200, 60, 5)
    assert.strictEqual(quality(two).groups, 2)
    // Letters and words of one line are near each other; a dot is no group.
    const words = new Sheet(320, 160).wave(30, 40, 120, 60, 5).wave(170, 40, 120, 60, 5).ink(300, 150, 4, 4)
    assert.strictEqual(quality(words).groups, 1)
  })

  it("tells how wide the narrowest group is in its heights: a character is about as wide as tall", () => {
    const name = new Sheet(320, 120)
    for (const left of [15, 135, 255]) name.wave(left, 30, 50, 50, 5)
    assert.strictEqual(quality(name).groups, 3)
    assert.closeTo(quality(name).narrowestGroup ?? 0, 1, 0.3)
    const joined = new Sheet(360, 120).wave(15, 30, 50, 50, 5).wave(180, 30, 160, 50, 5)
    assert.closeTo(quality(joined).narrowestGroup ?? 0, 1, 0.3)
    const lines = new Sheet(320, 320).wave(60, 30, 200, 60, 5).wave(60, 220, 200, 60, 5)
    assert.isUndefined(quality(lines).narrowestGroup, "below each other")
    assert.strictEqual(quality(new Sheet(1, 1)).narrowestGroup, 0)
  })

  it("of nothing is nothing", () => {
    const { inkBox, ...rest } = quality(new Sheet(1, 1))
    assert.deepStrictEqual(inkBox, { left: 0, top: 0, width: 0, height: 0 })
    assert.isTrue(Object.values(rest).every(Number.isFinite))
    assert.strictEqual(rest.inkCoverage, 0)
    assert.strictEqual(rest.groups, 0)
  })
})
