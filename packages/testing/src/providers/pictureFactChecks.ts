import { assert } from "@effect/vitest"
import { fingerprintDistance, isSamePicture, type Pictures, sameBitsMax } from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Colour, drawnCard, grey, halved, type Pixels, pixelsOf } from "../pictures/drawnPictures.ts"
import type { Checks } from "../Suite.ts"
import { clean, type PicturesHarness, pictureTypes } from "./PicturesHarness.ts"

const square = (luminanceAt: (x: number, y: number) => number): Pixels =>
  pixelsOf(200, 200, (x, y) => grey(Math.round(luminanceAt(x, y))))

const waveAt = (x: number, y: number, period: number): Colour => {
  const turn = (2 * Math.PI) / period
  return grey(Math.round(128 + 60 * Math.sin(x * turn) + 40 * Math.sin(y * turn)))
}

const cards = Array.from({ length: 12 }, (_, seed) => drawnCard(seed, 480))

/** What is said of a picture. */
export const pictureFactChecks = <R>({ encode }: PicturesHarness<R>) => {
  /** PNG, so that the adapter sees exactly these pixels. */
  const factsOf = Effect.fnUntraced(function* (
    pixels: Pixels,
    type: (typeof pictureTypes)[number] = "image/png"
  ) {
    return (yield* clean(yield* encode(pixels, type), type)).picture
  })

  return {
    "brightness is the mean luminance": Effect.gen(function* () {
      for (const luminance of [0, 1, 60, 128, 200, 255]) {
        const { brightness } = yield* factsOf(square(() => luminance))
        assert.closeTo(brightness, luminance, 1)
      }
      const { brightness } = yield* factsOf(square((x) => (x < 50 ? 255 : 0)))
      assert.closeTo(brightness, 255 / 4, 1)
    }),

    "sharpness is the variance of the Laplacian: none without an edge, most with nothing but edges":
      Effect.gen(function* () {
        assert.closeTo((yield* factsOf(square(() => 90))).sharpness, 0, 0.01)
        // Of a slope too: each luminance is the mean of its neighbours.
        assert.closeTo((yield* factsOf(square((x) => x))).sharpness, 0, 0.5)
        // Each luminance differs from its left and right neighbours by 255: 510² in the mean.
        const { sharpness } = yield* factsOf(square((x) => (x % 2) * 255))
        assert.closeTo(sharpness, 510 ** 2, 510 ** 2 / 50)
      }),

    "the softer a picture, the less its sharpness": Effect.gen(function* () {
      const facts = yield* Effect.forEach([4, 8, 16, 32], (period) =>
        factsOf(pixelsOf(200, 200, (x, y) => waveAt(x, y, period)))
      )
      const found = facts.map(({ sharpness }) => sharpness)
      assert.deepStrictEqual(
        found.toSorted((one, next) => next - one),
        found
      )
      assert.isAbove(found[0] ?? 0, 100 * (found[3] ?? 0))
    }),

    "a large picture is measured at 1000 pixels": Effect.gen(function* () {
      const waves = (scale: number) => pixelsOf(1000 * scale, 200 * scale, (x, y) => waveAt(x, y, 20 * scale))
      const [once, large] = [yield* factsOf(waves(1)), yield* factsOf(waves(2))]
      assert.deepInclude(large, { width: 2000, height: 400 })
      // Measured as it is, the larger one would have a sixteenth.
      assert.closeTo(large.sharpness / once.sharpness, 1, 0.2)
    }),

    "a fingerprint stays that of the same picture when it is scaled or compressed anew": Effect.gen(
      function* () {
        for (const card of cards.slice(0, 4)) {
          const { fingerprint } = yield* factsOf(card)
          assert.match(fingerprint, /^[0-9a-f]{64}$/)
          for (const type of pictureTypes) {
            for (const version of [card, halved(card)]) {
              const anew = yield* factsOf(version, type)
              assert.isAtMost(fingerprintDistance(fingerprint, anew.fingerprint), sameBitsMax)
            }
          }
        }
      }
    ),

    "fingerprints tell documents of one layout apart": Effect.gen(function* () {
      const found = yield* Effect.forEach(cards, (card) => factsOf(card))
      for (const [at, { fingerprint }] of found.entries()) {
        const same = found.slice(at + 1).filter((next) => isSamePicture(fingerprint, next.fingerprint))
        assert.deepStrictEqual(same, [])
      }
    }),

    "a fingerprint of nothing has no bit set": Effect.gen(function* () {
      const { fingerprint } = yield* factsOf(square(() => 90))
      assert.strictEqual(fingerprint, "0".repeat(64))
    })
  } satisfies Checks<Pictures | R>
}
