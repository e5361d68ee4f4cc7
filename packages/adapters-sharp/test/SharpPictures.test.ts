import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Pictures, PicturesUnavailable, type PictureType, picturePixelsMax } from "@quittance/core/adapter"
import { Decoding, decoderBeside } from "@quittance/decoding"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Result } from "effect"
import sharp, { type Sharp } from "sharp"
import type { CleanedPicture, DirtyPicture } from "../src/CleanedPicture.ts"
import { SharpPictures } from "../src/index.ts"

const [width, height] = [320, 240]

/** A picture with something to see in it. */
const drawn = (): Sharp => {
  const values = Uint8Array.from(
    { length: width * height * 3 },
    (_, at) => ((at * 7) % 251) * ((at >> 9) % 2)
  )
  return sharp(values, { raw: { width, height, channels: 3 } })
}

const clean = (file: Uint8Array, type: PictureType) =>
  Effect.flatMap(Pictures, (pictures) => pictures.clean(file, type))

const provided = Effect.provide(SharpPictures.layer())

describe("pictures as cameras and programs write them are taken", () => {
  const written: { readonly [kind: string]: readonly [PictureType, () => Promise<Uint8Array>] } = {
    "progressive JPEG": ["image/jpeg", () => drawn().jpeg({ progressive: true }).toBuffer()],
    "grey JPEG": ["image/jpeg", () => drawn().greyscale().toColourspace("b-w").jpeg().toBuffer()],
    "JPEG in CMYK": ["image/jpeg", () => drawn().toColourspace("cmyk").jpeg().toBuffer()],
    "JPEG with a colour profile": ["image/jpeg", () => drawn().withIccProfile("p3").jpeg().toBuffer()],
    "interlaced PNG": ["image/png", () => drawn().png({ progressive: true }).toBuffer()],
    "PNG with a palette": ["image/png", () => drawn().png({ palette: true }).toBuffer()],
    "PNG of 16 bits": ["image/png", () => drawn().toColourspace("rgb16").png().toBuffer()],
    "grey PNG one can see through": [
      "image/png",
      () => drawn().greyscale().toColourspace("b-w").ensureAlpha(0.5).png().toBuffer()
    ],
    "lossless WebP": ["image/webp", () => drawn().webp({ lossless: true }).toBuffer()]
  }
  for (const [kind, [type, write]] of Object.entries(written)) {
    it.live(kind, () =>
      Effect.gen(function* () {
        const { bytes, picture } = yield* clean(yield* Effect.promise(write), type)
        assert.deepInclude(picture, { width, height })
        const { channels, depth, space } = yield* Effect.promise(() => sharp(bytes).metadata())
        assert.deepStrictEqual({ channels, depth, space }, { channels: 3, depth: "uchar", space: "srgb" })
      }).pipe(provided)
    )
  }

  it.live("harmless mistakes of phones", () =>
    Effect.gen(function* () {
      const jpeg = yield* Effect.promise(() => drawn().jpeg().toBuffer())
      const scan = jpeg.indexOf(Uint8Array.from([0xff, 0xda]))
      const strayBytes = Buffer.concat([jpeg.subarray(0, scan), Buffer.from([1, 2, 3]), jpeg.subarray(scan)])
      // The last coefficient of a sequential scan is always 63.
      const wrongParameters = Buffer.from(jpeg)
      const parameters = scan + 2 + jpeg.readUInt16BE(scan + 2) - 3
      assert.strictEqual(wrongParameters[parameters + 1], 63)
      wrongParameters[parameters + 1] = 0
      for (const file of [strayBytes, wrongParameters]) {
        const { picture } = yield* clean(file, "image/jpeg")
        assert.deepInclude(picture, { width, height })
        const half = file.subarray(0, file.length >> 1)
        assert.isTrue(Result.isFailure(yield* Effect.result(clean(half, "image/jpeg"))))
      }
    }).pipe(provided)
  )
})

describe("many pictures at once", () => {
  it.live("wait in a queue that has an end", () =>
    Effect.gen(function* () {
      const file = yield* Effect.promise(() => drawn().png().toBuffer())
      const results = yield* Effect.forEach(
        Array.from({ length: 5 }),
        () => Effect.result(clean(file, "image/png")),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(results.map(Result.isSuccess), [true, true, true, false, false])
      const failures = results.flatMap((result) => (Result.isFailure(result) ? [result.failure] : []))
      for (const failure of failures) assert.instanceOf(failure, PicturesUnavailable)
      // There is room again.
      yield* clean(file, "image/png")
    }).pipe(Effect.provide(SharpPictures.layer({ concurrency: 1, waitingMax: 2 })))
  )
})

const outside = decoderBeside<string | null, string>("./decoders/outside", import.meta.url)
const withoutDisk = decoderBeside<DirtyPicture, CleanedPicture>("./decoders/withoutDisk", import.meta.url)

describe("nothing but the picture is reached", () => {
  it.live("no other parser, from memory or from a disk", () =>
    Effect.gen(function* () {
      const { decode } = yield* Decoding
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
      const tiff = yield* Effect.promise(() => drawn().tiff().toBuffer())
      const gif = yield* Effect.promise(() => drawn().gif().toBuffer())
      const avif = yield* Effect.promise(() => drawn().resize(16).avif({ effort: 0 }).toBuffer())
      const reached = (bytes: Uint8Array, path: string | null = null) =>
        decode({ decoder: outside, bytes, options: path, secondsMax: 10 })
      for (const file of [svg, tiff, gif, avif])
        assert.match(yield* reached(file), /unsupported image format/)
      const path = join(temporaryFolder(), "drawn.png")
      const png = yield* Effect.promise(() => drawn().png().toBuffer())
      yield* Effect.promise(() => writeFile(path, png))
      assert.match(yield* reached(svg, path), /unsupported image format/)
      assert.strictEqual(yield* reached(png), "png")
    }).pipe(Effect.provide(Decoding.layer()))
  )

  it.live(
    "no disk: the largest picture that must be decoded whole is less than libvips keeps in memory",
    () =>
      Effect.gen(function* () {
        const { decode } = yield* Decoding
        const side = Math.floor(Math.sqrt(picturePixelsMax["image/webp"]))
        const create = { width: side, height: side, channels: 4, background: "#abc8" } as const
        const bytes = yield* Effect.promise(() =>
          sharp({ create }).webp({ lossless: true, effort: 0 }).toBuffer()
        )
        const options = { type: "image/webp", pixelsMax: side * side, sideMax: side } as const
        const cleaned = yield* decode({ decoder: withoutDisk, bytes, options, secondsMax: 20 })
        assert.strictEqual(cleaned._tag === "Cleaned" ? cleaned.picture.picture.width : cleaned.fault, side)
      }).pipe(Effect.provide(Decoding.layer()))
  )
})

describe("where sharp cannot run", () => {
  it("the layer says so in a sentence", async () => {
    const answer = await inProcess(
      { NODE_OPTIONS: "--no-addons" },
      `const failure = await Effect.runPromise(Effect.flip(clean(new Uint8Array(9), "image/png")))
      console.log(failure._tag, failure.message)`
    )
    assert.match(
      answer,
      /^SharpMissing pictures cannot be read, because sharp does not run on this machine: .+/
    )
    assert.notInclude(answer, "\n")
  })
})

/** What a process of its own says. */
const inProcess = async (environment: Readonly<Record<string, string>>, code: string): Promise<string> => {
  const program = `
    import { Effect } from "effect"
    import { Pictures } from "@quittance/core/adapter"
    import { SharpPictures } from "@quittance/adapters-sharp"
    const clean = (file, type) =>
      Effect.flatMap(Pictures, (pictures) => pictures.clean(file, type)).pipe(Effect.provide(SharpPictures.layer()))
    ${code}`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=source", "--input-type=module", "--eval", program],
    { cwd: join(import.meta.dirname, ".."), env: { ...process.env, ...environment } }
  )
  return stdout.trim()
}
