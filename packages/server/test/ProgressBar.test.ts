import { assert, describe, it } from "@effect/vitest"
import { ProgressBar, progressLine } from "../src/cli/ProgressBar.ts"

describe("progressLine", () => {
  it("draws as much of the bar as is done", () => {
    const line = (done: number) =>
      progressLine({ label: "E-mails", done, total: 40, figures: `${done} of 40` }, 30)
    assert.strictEqual(line(0), "E-mails               0 of 40")
    assert.strictEqual(line(10), "E-mails  ██▌         10 of 40")
    assert.strictEqual(line(40), "E-mails  ██████████  40 of 40")
  })

  it("is shorter than the terminal is wide, which would wrap it otherwise", () => {
    for (let columns = 1; columns < 200; columns++) {
      for (const done of [0, 1, 7, 8]) {
        const line = progressLine({ label: "Reading a long name.csv", done, total: 8, figures: "x" }, columns)
        assert.isBelow(line.length, columns)
      }
    }
  })

  it("has no bar where nobody knows how much there is", () => {
    assert.strictEqual(progressLine({ label: "Reading", done: 5, figures: "5 MiB" }, 80), "Reading  5 MiB")
    assert.strictEqual(
      progressLine({ label: "E-mails", done: 0, total: 0, figures: "none" }, 80),
      "E-mails  none"
    )
  })
})

describe("ProgressBar", () => {
  const drawn = () => {
    const written: Array<string> = []
    const bar = new ProgressBar({ columns: 80, write: (text) => written.push(text) })
    return { bar, written }
  }

  it("draws over its own line, only when that changes, and leaves it empty", () => {
    const { bar, written } = drawn()
    for (const figures of ["1 of 2", "1 of 2", "2 of 2"]) bar.show({ label: "Rows", done: 1, figures })
    bar.clear()
    bar.clear()
    const erase = "\r\u001b[2K"
    assert.deepStrictEqual(written, [`${erase}Rows  1 of 2`, `${erase}Rows  2 of 2`, erase])
  })

  it("clears nothing where it drew nothing", () => {
    const { bar, written } = drawn()
    bar.clear()
    assert.isEmpty(written)
  })
})
