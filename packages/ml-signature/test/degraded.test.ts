import { readdirSync, readFileSync } from "node:fs"
import { layer } from "@effect/vitest"
import { SignatureClassifier, signatureVerdictOf } from "@quittance/core/adapter"
import { Effect } from "effect"
import sharp from "sharp"
import { assert } from "vitest"
import { SignatureModel } from "../src/index.ts"

const folder = new URL("./fixtures/drawn/", import.meta.url)
const signatures = readdirSync(folder).filter((name) => name.startsWith("signature"))

/** Of a signature whose sides are so many times as long, blurred by so many pixels. */
const degraded = async (name: string, times: number, blur: number, brightness: number, quality: number) => {
  const source = sharp(readFileSync(new URL(name, folder)))
  const { width } = await source.metadata()
  const large = await source
    .flatten({ background: "white" })
    .resize({ width: width * times })
    .toColourspace("srgb")
    .png()
    .toBuffer()
  return sharp(large).blur(blur).modulate({ brightness }).jpeg({ quality }).toBuffer()
}

/** What is left of the light at each place, 0 to 1, laid over a signature. */
const under = async (name: string, light: (x: number, y: number, width: number) => number) => {
  const flat = sharp(readFileSync(new URL(name, folder)))
    .flatten({ background: "white" })
    .toColourspace("srgb")
  const { data, info } = await flat.raw().toBuffer({ resolveWithObject: true })
  const { channels, height, width } = info
  const pixels = data.map((value, at) => {
    const pixel = Math.floor(at / channels)
    return Math.round(value * light(pixel % width, Math.floor(pixel / width), width))
  })
  return sharp(pixels, { raw: { width, height, channels } }).png().toBuffer()
}

/** A shadow on the right, and paper with squares of a fifteenth of the width. */
const lights = {
  "a soft shadow": (x: number, y: number, width: number) =>
    1 - 0.3 * Math.min(Math.max((x + y / 2) / (0.15 * width) - 3, 0), 1),
  "a hard shadow": (x: number, y: number, width: number) => (x + y / 2 < 0.5 * width ? 1 : 0.55),
  "squared paper": (x: number, y: number, width: number) =>
    Math.min(x % Math.round(width / 15), y % Math.round(width / 15)) < width / 300 ? 0.75 : 1
}

/** Brightness and JPEG quality. */
const takes = [
  [1, 90],
  [1, 10],
  [0.4, 90],
  [0.4, 10]
] as const

layer(SignatureModel.layer())("an image that was degraded", (it) => {
  const verdictOn = (bytes: Uint8Array) =>
    Effect.map(
      Effect.flatMap(SignatureClassifier, (classifier) => classifier.classify(bytes)),
      signatureVerdictOf
    )

  for (const [times, blur] of [
    [1, 4],
    [1, 12],
    [2, 8]
  ] as const)
    it.effect(
      `is never valid at ${times} times the size and a blur of ${blur}, dark and compressed too`,
      () =>
        Effect.gen(function* () {
          for (const name of signatures)
            for (const [brightness, quality] of takes) {
              const bytes = yield* Effect.promise(() => degraded(name, times, blur, brightness, quality))
              const { category } = yield* verdictOn(bytes)
              assert.notStrictEqual(category, 0, `${name} at brightness ${brightness}, quality ${quality}`)
            }
        })
    )

  for (const [what, light] of Object.entries(lights))
    it.effect(`is still valid, and not blurred, in or on ${what}`, () =>
      Effect.gen(function* () {
        const found = yield* Effect.forEach(signatures.slice(0, 6), (name) =>
          Effect.flatMap(
            Effect.promise(() => under(name, light)),
            verdictOn
          )
        )
        assert.deepStrictEqual(
          found.map(({ issueCodes }) => issueCodes.filter((code) => code.endsWith("blurred"))),
          found.map(() => [])
        )
        assert.isAtLeast(found.filter(({ isValid }) => isValid).length, 5)
      })
    )

  it.effect("is still valid where it is only dark and compressed", () =>
    Effect.gen(function* () {
      const found = yield* Effect.forEach(signatures, (name) =>
        Effect.flatMap(
          Effect.promise(() => degraded(name, 2, 0.3, 0.4, 10)),
          verdictOn
        )
      )
      const valid = found.filter(({ isValid }) => isValid)
      assert.isAtLeast(valid.length, 10, `of ${signatures.length}`)
    })
  )
})
