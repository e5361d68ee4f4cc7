import { assert, describe, it } from "@effect/vitest"
import { Pictures, type PictureType } from "@quittance/core/adapter"
import { Decoding } from "@quittance/decoding"
import { type PictureFormat, rebuiltPicture } from "@quittance/decoding/pictures"
import { hostileGifs, hostileJpegs, hostilePngs, hostileWebps } from "@quittance/testing"
import { Effect, Layer } from "effect"
import sharp, { type Sharp } from "sharp"
import { SharpPictures } from "../src/index.ts"

const [width, height] = [160, 90]

/** A picture of many colours, some of which one sees through. */
const drawn = (): Sharp => {
  const values = Uint8Array.from(
    { length: width * height * 4 },
    (_, at) => ((at * 7) % 251) * ((at >> 9) % 2) + (at >> 10)
  )
  return sharp(values, { raw: { width, height, channels: 4 } })
}

const opaque = (): Sharp => drawn().flatten({ background: "white" })

/** Two frames, of which the first is the drawing. */
const animated = async (): Promise<Sharp> => {
  const frame = await drawn().raw().toBuffer()
  const raw = { width, height: 2 * height, channels: 4, pageHeight: height } as const
  return sharp(Buffer.concat([frame, Buffer.alloc(frame.length, 90)]), { raw })
}

/** What everybody sees: upright, on white, in sRGB. */
const seen = async (file: Uint8Array): Promise<Buffer> =>
  sharp(file, { autoOrient: true, pages: 1 })
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .raw()
    .toBuffer()

const rebuilt = (file: Uint8Array, format: PictureFormat): Uint8Array => {
  const made = rebuiltPicture(file, format)
  if (made === undefined) throw new Error("there is no picture in it")
  return made
}

const annotated = (picture: Sharp): Sharp =>
  picture.withExif({ IFD0: { Copyright: "a secret".repeat(500) } }).withXmp("<x>a secret</x>")

const written: { readonly [kind: string]: readonly [PictureFormat, () => Promise<Uint8Array>] } = {
  PNG: ["png", () => annotated(drawn()).png().toBuffer()],
  "PNG with a palette that one sees through": [
    "png",
    () => annotated(drawn()).png({ palette: true }).toBuffer()
  ],
  "interlaced PNG": ["png", () => annotated(drawn()).png({ progressive: true }).toBuffer()],
  "PNG of 16 bits": ["png", () => annotated(drawn().toColourspace("rgb16")).png().toBuffer()],
  "grey PNG": ["png", () => annotated(drawn().greyscale().toColourspace("b-w")).png().toBuffer()],
  "PNG with a colour profile": ["png", () => annotated(drawn().withIccProfile("p3")).png().toBuffer()],
  JPEG: ["jpeg", () => annotated(opaque()).jpeg().toBuffer()],
  "JPEG of full colour": ["jpeg", () => annotated(opaque()).jpeg({ chromaSubsampling: "4:4:4" }).toBuffer()],
  "progressive JPEG": ["jpeg", () => annotated(opaque()).jpeg({ progressive: true }).toBuffer()],
  "grey JPEG": ["jpeg", () => annotated(opaque().greyscale().toColourspace("b-w")).jpeg().toBuffer()],
  "JPEG in printing colours": ["jpeg", () => annotated(opaque().toColourspace("cmyk")).jpeg().toBuffer()],
  "JPEG with a colour profile": ["jpeg", () => annotated(opaque().withIccProfile("p3")).jpeg().toBuffer()],
  GIF: ["gif", () => drawn().gif().toBuffer()],
  "animated GIF": ["gif", async () => (await animated()).gif().toBuffer()],
  WebP: ["webp", () => annotated(drawn()).webp().toBuffer()],
  "simple WebP": ["webp", () => opaque().webp().toBuffer()],
  "lossless WebP": ["webp", () => annotated(drawn()).webp({ lossless: true }).toBuffer()],
  "WebP with a colour profile": ["webp", () => annotated(drawn().withIccProfile("p3")).webp().toBuffer()],
  "animated WebP": [
    "webp",
    async () =>
      annotated(await animated())
        .webp()
        .toBuffer()
  ]
}

const formats = {
  png: () => drawn().png(),
  jpeg: () => opaque().jpeg(),
  webp: () => drawn().webp()
} as const

describe("a rebuilt picture", () => {
  for (const [kind, [format, write]] of Object.entries(written))
    it(`shows the same pixels and tells nothing else: ${kind}`, async () => {
      const file = await write()
      const made = rebuilt(file, format)
      assert.isTrue((await seen(made)).equals(await seen(file)))
      assert.notInclude(Buffer.from(made).toString("latin1"), "a secret")
      assert.deepStrictEqual(rebuilt(made, format), made)
    })

  for (const [format, picture] of Object.entries(formats))
    it(`is turned as before: ${format}`, async () => {
      for (let orientation = 1; orientation <= 8; orientation++) {
        const file = await annotated(picture().withMetadata({ orientation })).toBuffer()
        const made = rebuilt(file, format as PictureFormat)
        assert.isTrue((await seen(made)).equals(await seen(file)), `orientation ${orientation}`)
        assert.strictEqual((await sharp(made).metadata()).orientation ?? 1, orientation)
      }
    })

  it("keeps what a profile makes of the colours, and none that swells", async () => {
    const file = await opaque().withIccProfile("p3").png().toBuffer()
    const without = await sharp(file, { ignoreIcc: true }).raw().toBuffer()
    assert.isFalse((await seen(file)).equals(without))
    assert.isDefined((await sharp(rebuilt(file, "png")).metadata()).icc)
    const plain = await opaque().png().toBuffer()
    const swelling = hostilePngs(plain)["a colour profile of 200 MB"] ?? plain
    assert.isUndefined((await sharp(rebuilt(swelling, "png")).metadata()).icc)
  })

  it("keeps restarts, fill bytes and the number of lines of a JPEG", async () => {
    const jpeg = await opaque().jpeg().toBuffer()
    const scan = jpeg.indexOf(Uint8Array.of(0xff, 0xda))
    const filled = Buffer.concat([jpeg.subarray(0, scan), Buffer.alloc(3, 0xff), jpeg.subarray(scan)])
    assert.isTrue((await seen(rebuilt(filled, "jpeg"))).equals(await seen(jpeg)))
    const restarts = Buffer.from([0xff, 0xd8, 0xff, 0xdd, 0, 4, 0, 1, 0xff, 0xda, 0, 2, 1, 0xff, 0xd0, 2])
    const whole = Buffer.concat([restarts, Buffer.from([0xff, 0, 3, 0xff, 0xdc, 0, 4, 0, 9, 0xff, 0xd9])])
    assert.deepStrictEqual(Buffer.from(rebuilt(Buffer.concat([whole, jpeg]), "jpeg")), whole)
  })
})

const bases: { readonly [F in PictureFormat]: () => Promise<Uint8Array> } = {
  png: () => drawn().png().toBuffer(),
  jpeg: () => opaque().jpeg().toBuffer(),
  // With parts of its own.
  webp: () => annotated(drawn()).webp().toBuffer(),
  gif: () => drawn().gif().toBuffer()
}
const hostile: {
  readonly [F in PictureFormat]: (file: Uint8Array) => { readonly [what: string]: Uint8Array }
} = { png: hostilePngs, jpeg: hostileJpegs, webp: hostileWebps, gif: hostileGifs }

describe("what swells beside a picture", () => {
  for (const format of ["png", "jpeg", "webp", "gif"] as const)
    it(`is gone before anybody decodes it, and the picture is the same: ${format}`, async () => {
      const base = await bases[format]()
      const expected = await seen(base)
      for (const [what, file] of Object.entries(hostile[format](base))) {
        const made = rebuilt(file, format)
        assert.isAtMost(made.length, base.length, what)
        assert.isTrue((await seen(made)).equals(expected), what)
      }
    })

  for (const format of ["png", "jpeg", "webp"] as const)
    it.live(`costs no memory to clean: ${format}`, () =>
      Effect.gen(function* () {
        const { clean } = yield* Pictures
        const base = yield* Effect.promise(bases[format])
        const type: PictureType = `image/${format}`
        const { bytes } = yield* clean(base, type)
        for (const [what, file] of Object.entries(hostile[format](base)))
          assert.deepStrictEqual((yield* clean(file, type)).bytes, bytes, what)
      }).pipe(
        Effect.provide(
          SharpPictures.layerNoDeps().pipe(Layer.provide(Decoding.layer({ memoryMegabytesMax: 100 })))
        )
      )
    )
})
