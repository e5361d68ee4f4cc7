import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Sharp } from "sharp"
import { imageHeaderOf } from "../src/decode/ImageHeader.ts"
import { loadDecoder } from "../src/decode/loadDecoder.ts"
import type { WorkingImage } from "../src/decode/WorkingImage.ts"
import { animation, clearDrawing, drawing } from "./drawing.ts"

const decoded = Effect.fnUntraced(function* (file: Uint8Array, name: "sharp" | "jimp") {
  const header = yield* Effect.fromResult(imageHeaderOf(file))
  const decoder = yield* Effect.promise(() => loadDecoder(name))
  return yield* Effect.promise(() => decoder.decode(file, header))
})

const both = Effect.fnUntraced(function* (made: Sharp) {
  const file = yield* Effect.promise(() => made.toBuffer())
  return yield* Effect.all([decoded(file, "sharp"), decoded(file, "jimp")])
})

/** The mean absolute difference of pixels of equal sizes. */
const differenceOf = (one: WorkingImage, other: WorkingImage): number => {
  assert.deepStrictEqual({ ...one, rgb: undefined }, { ...other, rgb: undefined })
  assert.strictEqual(one.rgb.length, 3 * one.width * one.height)
  assert.strictEqual(other.rgb.length, one.rgb.length)
  let sum = 0
  for (const [at, value] of one.rgb.entries()) sum += Math.abs(value - (other.rgb[at] ?? 0))
  return sum / one.rgb.length
}

/** What has other colours than the drawing. */
const otherwise: { readonly [name: string]: () => Sharp } = {
  "PNG of shades of grey": () => wide().greyscale().png(),
  "PNG of shades of grey in 16 bits": () => wide().toColourspace("grey16").png(),
  "JPEG of shades of grey": () => wide().greyscale().jpeg(),
  "JPEG of shades of grey in printing colours": () => wide().greyscale().toColourspace("cmyk").jpeg()
}

const wide = () => drawing(800, 400)

const formats: { readonly [name: string]: () => Sharp } = {
  PNG: () => wide().png(),
  "interlaced PNG": () => wide().png({ progressive: true }),
  "PNG of 16 bits": () => wide().toColourspace("rgb16").png(),
  "PNG with a palette": () => wide().png({ palette: true }),
  "PNG that one sees through": () => clearDrawing(800, 400).png(),
  "PNG with a palette that one sees through": () => clearDrawing(800, 400).png({ palette: true }),
  JPEG: () => wide().jpeg({ quality: 90 }),
  "JPEG of full colour": () => wide().jpeg({ chromaSubsampling: "4:4:4" }),
  "progressive JPEG": () => wide().jpeg({ progressive: true }),
  "JPEG in printing colours": () => wide().toColourspace("cmyk").jpeg(),
  GIF: () => wide().gif(),
  "GIF that one sees through": () => clearDrawing(800, 400).gif(),
  "animated GIF": () => animation(800, 400).gif(),
  WebP: () => wide().webp(),
  "lossless WebP": () => wide().webp({ lossless: true }),
  "WebP that one sees through": () => clearDrawing(800, 400).webp(),
  "animated WebP": () => animation(800, 400).webp()
}

describe("both decoders", () => {
  for (const [name, made] of Object.entries(formats))
    it.effect(`see the same drawing in a ${name}`, () =>
      Effect.gen(function* () {
        const [one, other] = yield* both(made())
        assert.isBelow(differenceOf(one, other), 2)
        const drawn = yield* decoded(yield* Effect.promise(() => wide().png().toBuffer()), "sharp")
        assert.isBelow(differenceOf(one, drawn), 2)
      })
    )

  for (const [name, made] of Object.entries(otherwise))
    it.effect(`see the same drawing in a ${name}`, () =>
      Effect.gen(function* () {
        const [one, other] = yield* both(made())
        assert.isBelow(differenceOf(one, other), 2)
      })
    )

  for (const format of ["png", "gif", "webp"] as const)
    it.effect(`see white ink that one sees through elsewhere, in a ${format}, on black`, () =>
      Effect.gen(function* () {
        const white = clearDrawing(800, 400, [255, 255, 255])
        const [one, other] = yield* both(white.clone().toFormat(format, { lossless: true }))
        assert.isBelow(differenceOf(one, other), 2)
        const onBlack = white.clone().flatten({ background: "black" }).png()
        const shown = yield* decoded(yield* Effect.promise(() => onBlack.toBuffer()), "sharp")
        assert.isBelow(differenceOf(one, shown), 2)
      })
    )

  it.effect("see pale ink that hardly shows on white on black", () =>
    Effect.gen(function* () {
      const [one, other] = yield* both(clearDrawing(800, 400, [225, 225, 240]).png())
      assert.isBelow(differenceOf(one, other), 2)
      assert.deepStrictEqual([...one.rgb.subarray(0, 3)], [0, 0, 0])
    })
  )

  it.effect("see what is light and visible on white on white", () =>
    Effect.gen(function* () {
      const [one, other] = yield* both(clearDrawing(800, 400, [180, 180, 200]).png())
      assert.isBelow(differenceOf(one, other), 2)
      assert.deepStrictEqual([...one.rgb.subarray(0, 3)], [255, 255, 255])
    })
  )

  for (const [width, height] of [
    [1, 1],
    [7, 5],
    [384, 384],
    [385, 200],
    [777, 399],
    [399, 1001],
    [10_000, 1],
    [1, 10_000]
  ] as const)
    it.effect(`see the same at ${width} × ${height}`, () =>
      Effect.gen(function* () {
        const [one, other] = yield* both(drawing(width, height).png())
        assert.isBelow(differenceOf(one, other), 2)
        assert.deepStrictEqual([one.shownWidth, one.shownHeight], [width, height])
        assert.isAtMost(Math.max(one.width, one.height), 384)
        assert.isAtLeast(Math.min(one.width, one.height), 1)
      })
    )

  for (const format of ["jpeg", "png", "gif", "webp"] as const)
    it.effect(`do not mind what is glued to a ${format}`, () =>
      Effect.gen(function* () {
        const file = yield* Effect.promise(() => drawing(60, 40).toFormat(format).toBuffer())
        const longer = Buffer.concat([file, Buffer.from("what a telephone adds\0\0\0")])
        for (const name of ["sharp", "jimp"] as const) {
          const [one, other] = yield* Effect.all([decoded(file, name), decoded(longer, name)])
          assert.strictEqual(differenceOf(one, other), 0)
        }
      })
    )

  for (const format of ["jpeg", "png", "webp"] as const)
    it.effect(`turn a ${format} as it is meant to be looked at`, () =>
      Effect.gen(function* () {
        for (let orientation = 1; orientation <= 8; orientation++) {
          const stored = yield* Effect.promise(() =>
            drawing(200, 100).withMetadata({ orientation }).toFormat(format).toBuffer()
          )
          const turned = yield* Effect.promise(() =>
            drawing(200, 100).withMetadata({ orientation }).png().toBuffer()
          )
          const [one, other] = yield* Effect.all([decoded(stored, "sharp"), decoded(stored, "jimp")])
          assert.isBelow(differenceOf(one, other), 2)
          const upright = yield* uprightBySharp(turned)
          assert.isBelow(differenceOf(one, upright), 3, `orientation ${orientation}`)
        }
      })
    )
})

/** What sharp itself makes of an orientation. */
const uprightBySharp = Effect.fnUntraced(function* (file: Uint8Array) {
  const { default: sharp } = yield* Effect.promise(() => import("sharp"))
  const upright = yield* Effect.promise(() => sharp(file).autoOrient().png().toBuffer())
  return yield* decoded(upright, "sharp")
})
