import { describe, expect, it } from "vitest"
import { bankMarks, initialsOf, toneCount } from "../../src/pages/bankMarks.ts"
import { browserFile } from "../../src/pages/browserFile.ts"
import { manyBanks } from "./bankViews.ts"

describe("the mark of a bank", () => {
  it.each([
    ["Kaspi Bank", "KB"],
    ["T-Bank", "TB"],
    ["sberbank", "S"],
    ["Банк «Санкт-Петербург»", "БС"],
    ["Ёлка Банк", "ЁБ"],
    ["E\u0301tat", "E\u0301"],
    ["1st Bank of the Steppe", "1B"],
    ["مصرف الراجحي", "م"],
    ["𐐷𐐲𐑌", "𐐏"],
    ["…", "•"],
    ["", "•"]
  ])("of %s is %s", (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })

  it("is the same each time, and differs from all others while tones are left, from its neighbours too", () => {
    const same = Array.from({ length: toneCount }, (_, index) => ({
      id: `b${index}`,
      name: `Steppe Bank ${index}`
    }))
    const marks = [...bankMarks(same).values()]
    expect(new Set(marks.map(({ tone }) => tone)).size).toBe(toneCount)
    expect(bankMarks(same)).toEqual(bankMarks(same))
    const tones = [...bankMarks(manyBanks(40)).values()].map(({ tone }) => tone)
    expect(tones.filter((tone, index) => tone === tones[index - 1])).toEqual([])
    expect(bankMarks([...same, { id: "one-more", name: "Steppe Bank" }]).size).toBe(toneCount + 1)
  })

  it("is white on tones that it can be read on, one for each number", () => {
    const [, style = ""] = browserFile("bank.css").split(".mark {")
    const tones = [...style.matchAll(/background: (#[0-9a-f]{6})/g)].map(([, colour = ""]) => colour)
    expect(tones).toHaveLength(toneCount)
    for (let tone = 1; tone < toneCount; tone++) expect(style).toContain(`.mark-${tone} {`)
    const linear = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    for (const tone of tones) {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
        linear(Number.parseInt(tone.slice(at, at + 2), 16) / 255)
      )
      expect(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05), tone).toBeGreaterThan(4.5)
    }
  })
})
