import { assert } from "@effect/vitest"
import { DocumentRefused } from "@quittance/core"
import { logoBytesMax, logoSideMin, logoSize, Pictures, type PictureType } from "@quittance/core/adapter"
import { Effect } from "effect"
import { drawnCard, grey, meanDifference, pixelsOf } from "../pictures/drawnPictures.ts"
import type { Checks } from "../Suite.ts"
import { type PicturesHarness, pictureTypes } from "./PicturesHarness.ts"

const logoOf = (file: Uint8Array, type: PictureType) =>
  Effect.flatMap(Pictures, (pictures) => pictures.logo(file, type))

/** A logo is small, and carries nothing but its pixels. */
export const logoChecks = <R>({ decode, encode }: PicturesHarness<R>) =>
  ({
    "a logo of each type is made to fit, and keeps its shape": Effect.gen(function* () {
      for (const type of pictureTypes) {
        const card = drawnCard(7)
        const made = yield* logoOf(yield* encode(card, type), type)
        assert.isAtMost(made.bytes.length, logoBytesMax, type)
        assert.isAtMost(made.width, logoSize.width)
        assert.isAtMost(made.height, logoSize.height)
        assert.closeTo(made.width / made.height, card.width / card.height, 0.02)
        const shown = yield* decode(made.bytes)
        assert.deepStrictEqual([shown.width, shown.height], [made.width, made.height], type)
      }
    }),

    "a small logo stays as it is, to the pixel": Effect.gen(function* () {
      const small = pixelsOf(120, 40, (x) => grey(x < 60 ? 20 : 200))
      const made = yield* logoOf(yield* encode(small, "image/png"), "image/png")
      assert.deepStrictEqual([made.type, made.width, made.height], ["image/png", 120, 40])
      assert.strictEqual(meanDifference(yield* decode(made.bytes), small), 0)
    }),

    "even noise is made small enough": Effect.gen(function* () {
      let seed = 1
      const noise = pixelsOf(logoSize.width, logoSize.height, () => {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
        return grey((seed >>> 16) & 255)
      })
      const made = yield* logoOf(yield* encode(noise, "image/png"), "image/png")
      assert.isAtMost(made.bytes.length, logoBytesMax)
    }),

    "what is no whole picture of the type, or a line, is refused": Effect.gen(function* () {
      const file = yield* encode(drawnCard(7), "image/png")
      const line = yield* encode(
        pixelsOf(600, logoSideMin, () => grey(0)),
        "image/png"
      )
      for (const [bytes, type, fault] of [
        [file, "image/jpeg", "unreadable"],
        [file.subarray(0, file.length / 2), "image/png", "unreadable"],
        [new Uint8Array(), "image/png", "unreadable"],
        [line, "image/png", "tooSmall"]
      ] as const) {
        const failure = yield* Effect.flip(logoOf(bytes, type))
        assert.instanceOf(failure, DocumentRefused)
        assert.strictEqual(failure.fault, fault)
      }
    })
  }) satisfies Checks<Pictures | R>
