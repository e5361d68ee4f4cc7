import { Effect } from "effect"
import type { Sharp } from "sharp"
import { assert, describe, it } from "vitest"
import { imageHeaderOf } from "../src/decode/ImageHeader.ts"
import { pixelsHeldOf } from "../src/decode/pixelsHeld.ts"
import { drawing } from "./drawing.ts"

const cases: ReadonlyArray<readonly [string, Sharp, number]> = [
  ["PNG", drawing(60, 40).png(), 2400],
  ["PNG in passes", drawing(60, 40).png({ progressive: true }), 7200],
  ["JPEG", drawing(60, 40).jpeg(), 2400],
  ["progressive JPEG", drawing(60, 40).jpeg({ progressive: true }), 7200],
  ["GIF", drawing(60, 40).gif(), 7200],
  ["WebP", drawing(60, 40).webp(), 7200]
]

describe("what decoding holds", () => {
  for (const [name, made, held] of cases)
    it(`is ${held / 2400} of each pixel: ${name}`, async () => {
      const bytes = await made.toBuffer()
      const header = Effect.runSync(Effect.fromResult(imageHeaderOf(bytes)))
      assert.strictEqual(pixelsHeldOf(bytes, header), held)
    })
})
