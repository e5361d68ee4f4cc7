import { assert, describe, it } from "@effect/vitest"
import { barChart } from "../src/command/barChart.ts"

describe("barChart", () => {
  it("draws eighths of a character in blocks, whole ones in plain", () => {
    const values = [80, 40, 45, 1, 0, 10]
    assert.deepStrictEqual(barChart(values, 10, "blocks"), ["██████████", "█████", "█████▋", "▏", "", "█▎"])
    assert.deepStrictEqual(barChart(values, 10, "plain"), ["##########", "#####", "######", "#", "", "#"])
  })

  it("shows whatever is more than nothing, and fits the width", () => {
    for (const style of ["blocks", "plain"] as const) {
      for (const width of [1, 7, 60]) {
        const values = Array.from({ length: 300 }, (_, index) => index ** 3)
        const bars = barChart(values, width, style)
        assert.deepStrictEqual(
          bars.map((bar) => bar.length > 0),
          values.map((value) => value > 0)
        )
        for (const bar of bars) assert.isAtMost(bar.length, width)
        assert.lengthOf(bars.at(-1) ?? "", width)
      }
    }
  })

  it("has no bars where there is nothing", () => {
    assert.deepStrictEqual(barChart([], 10, "blocks"), [])
    assert.deepStrictEqual(barChart([0, 0], 10, "plain"), ["", ""])
  })
})
