import { readdirSync, readFileSync } from "node:fs"
import { layer } from "@effect/vitest"
import type { SignatureVerdict } from "@quittance/core"
import { SignatureClassifier, signatureVerdictOf } from "@quittance/core/adapter"
import { Effect } from "effect"
import sharp, { type Sharp } from "sharp"
import { assert } from "vitest"
import { SignatureModel } from "../src/index.ts"

/** Drawn by `training/fixtures.py`: by a model of pens, and in fonts. */
const folder = new URL("./fixtures/drawn/", import.meta.url)
const names = readdirSync(folder).toSorted()

/** How a stored image must lie for the orientation to set it upright (TIFF 6.0, tag 274). */
const lying: ReadonlyArray<readonly [orientation: number, lay: (image: Sharp) => Sharp]> = [
  [2, (image) => image.flop()],
  [3, (image) => image.rotate(180)],
  [4, (image) => image.flip()],
  [6, (image) => image.rotate(270)],
  [8, (image) => image.rotate(90)]
]

const png = (image: Sharp): Promise<Buffer> => image.png().toBuffer()

const half = async (image: Sharp): Promise<Buffer> => {
  const { width } = await image.metadata()
  return image
    .resize({ width: Math.round(width / 2) })
    .png()
    .toBuffer()
}

/** What is dark covers, what is light is seen through, so that on white it looks as before. */
const onTransparentGround = async (image: Sharp): Promise<Buffer> => {
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true })
  const pixels = Buffer.alloc(4 * data.length)
  for (const [at, shade] of data.entries()) pixels[4 * at + 3] = 255 - shade
  return sharp(pixels, { raw: { width: info.width, height: info.height, channels: 4 } })
    .png()
    .toBuffer()
}

const versions: { readonly [name: string]: (image: Sharp) => Promise<Buffer> } = {
  "as JPEG": (image) => image.jpeg({ quality: 90 }).toBuffer(),
  "as GIF": (image) => image.gif().toBuffer(),
  "as WebP": (image) => image.webp({ quality: 90 }).toBuffer(),
  "as WebP without loss": (image) => image.webp({ lossless: true }).toBuffer(),
  "on transparent ground": onTransparentGround,
  inverted: (image) => png(image.negate()),
  "at half size": half,
  ...Object.fromEntries(
    lying.map(([orientation, lay]) => [
      `turned by EXIF orientation ${orientation}`,
      (image: Sharp) => lay(image).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
    ])
  )
}

const verdictOn = (bytes: Uint8Array): Effect.Effect<SignatureVerdict, unknown, SignatureClassifier> =>
  Effect.map(
    Effect.flatMap(SignatureClassifier, (classifier) => classifier.classify(bytes)),
    signatureVerdictOf
  )

layer(SignatureModel.layer())("the same picture", (it) => {
  for (const name of names)
    it.effect(`has one verdict in every form: ${name}`, () =>
      Effect.gen(function* () {
        const file = readFileSync(new URL(name, folder))
        const { category, isValid } = yield* verdictOn(file)
        for (const [version, make] of Object.entries(versions)) {
          const verdict = yield* verdictOn(yield* Effect.promise(() => make(sharp(file))))
          assert.deepStrictEqual([verdict.category, verdict.isValid], [category, isValid], version)
        }
      })
    )

  it.effect("of most drawn signatures is that they are valid, of no typed name", () =>
    Effect.gen(function* () {
      const verdicts = yield* Effect.forEach(names, (name) => verdictOn(readFileSync(new URL(name, folder))))
      const valid = names.filter((_, at) => verdicts[at]?.isValid)
      assert.isEmpty(valid.filter((name) => name.startsWith("typed")))
      assert.isAtLeast(valid.length, 9)
    })
  )
})
