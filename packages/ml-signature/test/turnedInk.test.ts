import { assert, describe, it } from "vitest"
import { axisOf } from "../src/ink/axisOf.ts"
import { canvasOf } from "../src/ink/canvas.ts"
import { type Ink, inkMapOf } from "../src/ink/InkMap.ts"
import { inkBoxOf } from "../src/ink/inkBox.ts"
import { bytesAt } from "../src/ink/pixels.ts"
import { inkTurner } from "../src/ink/turnedInk.ts"
import { Sheet } from "./sheet.ts"

const canvas = (ink: Ink): Float32Array => canvasOf(ink, inkBoxOf(ink))

/** Two rows of three levels, each ten times its number. */
const small = (): Ink => {
  const sheet = new Sheet(3, 2)
  for (let at = 0; at < sheet.rgb.length; at++) sheet.rgb[at] = 250 - 20 * Math.floor(at / 3)
  return inkMapOf(sheet)
}

const levelsOf = ({ height, levels, width }: Ink) => [...bytesAt(levels, width * height)]

const wave = () => inkMapOf(new Sheet(300, 100).wave(20, 30, 260, 40, 4))

describe("ink that is turned", () => {
  it("has its left column on top by a quarter to the right, and its right one to the left", () => {
    const ink = small()
    const [a, b, c, d, e, f] = levelsOf(ink)
    const turnedBy = inkTurner(ink)
    const right = turnedBy(90)
    assert.deepStrictEqual([right.width, right.height], [2, 3])
    assert.deepStrictEqual(levelsOf(right), [d, a, e, b, f, c])
    assert.deepStrictEqual(levelsOf(turnedBy(-90)), [c, f, b, e, a, d])
    assert.deepStrictEqual(levelsOf(turnedBy(180)), [f, e, d, c, b, a])
    assert.deepStrictEqual(levelsOf(turnedBy(0)), [a, b, c, d, e, f])
  })

  it("rises by as much as it was turned to the left", () => {
    const flat = axisOf(canvas(wave())).slope
    assert.closeTo(flat, 0, 5)
    for (const degrees of [-80, -45, -30, -10, 10, 30, 45, 80])
      assert.closeTo(axisOf(canvas(inkTurner(wave())(-degrees))).slope, flat + degrees, 1)
  })

  it("is what it was when it is laid flat again", () => {
    const flat = canvas(wave())
    for (const degrees of [-40, 25]) {
      const again = canvas(inkTurner(inkTurner(wave())(degrees))(-degrees))
      const difference = again.reduce((sum, shade, at) => sum + Math.abs(shade - (flat[at] ?? 0)), 0)
      assert.isBelow(difference / flat.length, 0.02)
    }
  })

  it("has no slope where there is none, nor where all directions are alike", () => {
    assert.deepStrictEqual(axisOf(canvas(inkMapOf(new Sheet(30, 20)))), { slope: 0, stretch: 1 })
    assert.closeTo(axisOf(canvas(inkMapOf(new Sheet(60, 60).ink(20, 20, 20, 20)))).stretch, 1, 0.01)
    assert.isAbove(axisOf(canvas(wave())).stretch, 20)
  })
})
