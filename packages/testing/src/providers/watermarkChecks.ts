import { assert } from "@effect/vitest"
import { DocumentRefused } from "@quittance/core"
import { Pictures, type PictureType, pageType, watermarkedSideMax } from "@quittance/core/adapter"
import { Effect } from "effect"
import { drawnCard, grey, meanDifference, type Pixels, pixelsOf } from "../pictures/drawnPictures.ts"
import { jpegPartsOf } from "../pictures/jpegFile.ts"
import type { Checks } from "../Suite.ts"
import { type PicturesHarness, pictureTypes } from "./PicturesHarness.ts"

const watermarked = (file: Uint8Array, type: PictureType, text: string) =>
  Effect.flatMap(Pictures, (pictures) => pictures.watermarked(file, type, text))

const viewer = "Dana Whitfield\nusr_019bc1a85d2e7b3c9f104a6b8c2d7e91\n2026-11-27 23:17 UTC"

/** How far a value must be from that of the picture to be seen, and how far all may be in the mean. */
const seenFrom = 40
const meanMax = 30
const partsOfSide = 3

/** Whether something was written in every part of a picture. */
const isAllOver = (shown: Pixels, { height, values, width }: Pixels): boolean => {
  const seen = new Set<number>()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      if (Math.abs((shown.values[at] ?? 0) - (values[at] ?? 0)) < seenFrom) continue
      seen.add(Math.floor((y * partsOfSide) / height) * partsOfSide + Math.floor((x * partsOfSide) / width))
    }
  return seen.size === partsOfSide ** 2
}

/** Who looks is in the pixels, all over, and the picture can still be seen. */
export const watermarkChecks = <R>({ decode, encode }: PicturesHarness<R>) => {
  const marked = Effect.fnUntraced(function* (pixels: Pixels, type: PictureType, text: string) {
    const bytes = yield* watermarked(yield* encode(pixels, type), type, text)
    assert.include(jpegPartsOf(bytes), "SOF", `as ${pageType}`)
    return yield* decode(bytes)
  })
  const even = (luminance: number, width = 640, height = 400) =>
    pixelsOf(width, height, () => grey(luminance))

  return {
    "a watermark is all over a picture of each type, whose content can still be seen": Effect.gen(
      function* () {
        const card = drawnCard(7)
        for (const type of pictureTypes) {
          const shown = yield* marked(card, type, viewer)
          assert.deepStrictEqual([shown.width, shown.height], [card.width, card.height], type)
          assert.isTrue(isAllOver(shown, card), type)
          assert.isBelow(meanDifference(shown, card), meanMax, type)
        }
      }
    ),

    "a watermark is seen on every ground, by its text": Effect.gen(function* () {
      for (const luminance of [0, 128, 255]) {
        const ground = even(luminance)
        const shown = yield* marked(ground, "image/png", viewer)
        assert.isTrue(isAllOver(shown, ground), `${luminance}`)
        const other = yield* marked(ground, "image/png", viewer.replace("Dana", "Nora"))
        assert.isAbove(meanDifference(shown, other), 0.1, "another name")
      }
    }),

    "nothing in a text is markup, and names of every script are written": Effect.gen(function* () {
      const ground = even(128)
      for (const text of [
        `<b>Ann</b> & <span size="1">${viewer}</span>`,
        `</b>&lt;&#0; ${viewer}`,
        `דנה לוי\n${viewer}`,
        `دانا السعيد\n${viewer}`,
        `${"Ж".repeat(200)}\n${viewer}`
      ])
        assert.isTrue(isAllOver(yield* marked(ground, "image/png", text), ground), text)
    }),

    "a large picture is made smaller, a small or narrow one is not": Effect.gen(function* () {
      const sizes = [
        [2 * watermarkedSideMax, 300, watermarkedSideMax, 150],
        [1, 1, 1, 1],
        [12, watermarkedSideMax, 12, watermarkedSideMax]
      ] as const
      for (const [width, height, toWidth, toHeight] of sizes) {
        const shown = yield* marked(even(200, width, height), "image/jpeg", viewer)
        assert.deepStrictEqual([shown.width, shown.height], [toWidth, toHeight])
      }
    }),

    "what is no whole picture of the type is refused": Effect.gen(function* () {
      const file = yield* encode(even(200), "image/png")
      const wrong = [
        [file, "image/jpeg"],
        [file.subarray(0, file.length / 2), "image/png"],
        [new Uint8Array(), "image/png"]
      ] as const
      for (const [bytes, type] of wrong) {
        const failure = yield* Effect.flip(watermarked(bytes, type, viewer))
        assert.instanceOf(failure, DocumentRefused)
        assert.strictEqual(failure.fault, "unreadable")
      }
    })
  } satisfies Checks<Pictures | R>
}
