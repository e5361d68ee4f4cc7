import * as fc from "fast-check"
import { assert, it } from "vitest"
import { brandColours, contrastOf } from "../../../src/concepts/branding/brandColours.ts"
import { holds } from "../../holds.ts"

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`)

/** What an accent is written on, by pages and their cards. */
const grounds = { light: ["#f3f4f7", "#ffffff", "#f6f7fa"], dark: ["#0e1117", "#171b24", "#1e2430"] } as const

it("whatever colour a partner has, texts in it and on it can be read, in light and in dark", () =>
  holds(
    fc.property(colour, (given) => {
      const { brand, onBrand, ...both } = brandColours(given)
      assert.strictEqual(brand, given)
      assert.isAtLeast(contrastOf(brand, onBrand), 4.5)
      for (const look of ["light", "dark"] as const) {
        const { accent, accentStrong, onAccent } = both[look]
        for (const ground of grounds[look]) assert.isAtLeast(contrastOf(accent, ground), 4.5)
        assert.isAtLeast(contrastOf(accent, onAccent), 4.5)
        assert.isAtLeast(contrastOf(accentStrong, onAccent), 4.5)
      }
    })
  ))

it("a colour that can be read stays as it is", () => {
  assert.strictEqual(brandColours("#0a5c45").light.accent, "#0a5c45")
  assert.strictEqual(brandColours("#a9b6ff").dark.accent, "#a9b6ff")
})
