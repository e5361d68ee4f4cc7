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
