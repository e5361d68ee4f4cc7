import { deflateSync } from "node:zlib"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type Decoder, Decoding, decoderBeside } from "@quittance/decoding"
import { sampled } from "@quittance/testing"
import { Duration, Effect, Exit, Layer, Scope } from "effect"
import type { Sharp } from "sharp"
import { classifierOver, type SignatureModelOptions } from "../src/classifierOver.ts"
import type { JudgedImage, Judgement } from "../src/Judgement.ts"
import { animation, drawing, pngBeginning, pngChunk } from "./drawing.ts"

/** What every request must keep to, whatever it sends. */
const answerMax = Duration.seconds(5)

const decoding = decoderBeside<JudgedImage, Judgement>("./decoders/decoding", import.meta.url)
const withoutSharp = decoderBeside<JudgedImage, Judgement>("./decoders/withoutSharp", import.meta.url)

const machines: ReadonlyArray<{
  readonly name: string
  readonly options: SignatureModelOptions
  readonly file: Decoder<JudgedImage, Judgement>
  readonly megapixelsMax: number
}> = [
  { name: "sharp", options: { decoder: "sharp" }, file: decoding, megapixelsMax: 40 },
  { name: "jimp, where sharp is missing", options: {}, file: withoutSharp, megapixelsMax: 12 }
]

const percents = Array.from({ length: 99 }, (_, index) => index + 1)

/** What becomes of a file; then a good one goes the same way. */
type Send = (file: Uint8Array) => Effect.Effect<string>

const sending = Effect.fnUntraced(function* (
  options: SignatureModelOptions,
  file: Decoder<JudgedImage, Judgement>
): Effect.fn.Return<Send, never, Scope.Scope> {
  const context = yield* Layer.build(Decoding.layer({ processes: 1 }))
  const { classify } = yield* Effect.provideContext(classifierOver(options, file), context)
  const good = yield* made(drawing(60, 40).png())
  const send = (file: Uint8Array) =>
    Effect.match(Effect.timeout(classify(file), answerMax), {
      onSuccess: ({ height, quality, width }) =>
        `${width} × ${height}${quality.brightness > 254 ? ", white" : ""}`,
      onFailure: (fault) => ("fault" in fault ? (fault.limit ?? fault.fault) : fault.message)
    })
  // The threads start with the first image, which may take longer than any other.
  yield* Effect.orDie(classify(good))
  return Effect.fnUntraced(function* (file) {
    const answer = yield* send(file)
    assert.strictEqual(yield* send(good), "60 × 40")
    return answer
  })
})

const made = (image: Sharp) => Effect.promise(() => image.toBuffer())

const concat = (...parts: ReadonlyArray<Uint8Array | string>): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)))

/** A part that says how a picture is turned, with one field of another value. */
const exif = (at: number, value: number): Buffer => {
  const part = concat("Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0")
  part.writeUInt32BE(value, 6 + at)
  return concat("\xff\xe1", Buffer.from([0, 2 + part.length]), part)
}

const manyFrames = (gif: Buffer, count: number): Buffer => {
  const screen = 13 + 3 * 2 ** ((gif.readUInt8(10) & 7) + 1)
  return concat(
    gif.subarray(0, screen),
    ...Array.from({ length: count }, () => gif.subarray(screen, -1)),
    ";"
  )
}

describe.each(machines)("images that are not what they should be, with $name", (machine) => {
  const { file, megapixelsMax, options } = machine
  const scope = Scope.makeUnsafe()
  let send: Send
  beforeAll(async () => {
    send = await Effect.runPromise(Scope.provide(sending(options, file), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it.live("cut off anywhere, they are unreadable", () =>
    Effect.gen(function* () {
      const whole = {
        png: yield* made(drawing(90, 60).png()),
        interlaced: yield* made(drawing(90, 60).png({ progressive: true })),
        jpeg: yield* made(drawing(90, 60).jpeg()),
        progressive: yield* made(drawing(90, 60).jpeg({ progressive: true })),
        gif: yield* made(drawing(90, 60).gif()),
        webp: yield* made(drawing(90, 60).webp()),
        lossless: yield* made(drawing(90, 60).webp({ lossless: true }))
      }
      for (const [walk, [name, image]] of Object.entries(whole).entries()) {
        for (const percent of sampled(percents, 4, walk)) {
          const cut = image.subarray(0, Math.ceil((image.length * percent) / 100))
          assert.strictEqual(yield* send(cut), "unreadable", `${name} at ${percent} %`)
        }
        // The last byte of a GIF says that no frame follows.
        const expected = name === "gif" ? "90 × 60" : "unreadable"
        assert.strictEqual(yield* send(image.subarray(0, -1)), expected, name)
      }
    })
  )

  it.live("an animation may be cut off behind its first frame, and only there", () =>
    Effect.gen(function* () {
      for (const image of [yield* made(animation(90, 60).gif()), yield* made(animation(90, 60).webp())]) {
        const answers: Array<string> = []
        for (let percent = 1; percent <= 100; percent++)
          answers.push(yield* send(image.subarray(0, Math.ceil((image.length * percent) / 100))))
        const first = answers.indexOf("90 × 60")
        assert.isAbove(first, 50)
        assert.deepStrictEqual(new Set(answers.slice(0, first)), new Set(["unreadable"]))
        assert.deepStrictEqual(new Set(answers.slice(first)), new Set(["90 × 60"]))
      }
    })
  )

  it.live("of ten thousand frames one is looked at", () =>
    Effect.gen(function* () {
      const frames = manyFrames(yield* made(drawing(60, 40).gif()), 10_000)
      assert.strictEqual(yield* send(frames.subarray(0, 10 * 1024 * 1024)), "60 × 40")
    })
  )

  it.live("a frame that lies beside the canvas is unreadable", () =>
    Effect.gen(function* () {
      const gif = yield* made(drawing(60, 40).gif())
      const frame = gif.lastIndexOf(concat(",\0\0\0\0", Buffer.from([60, 0, 40, 0])))
      for (const [at, value] of [
        [1, 0xffff],
        [3, 1],
        [5, 0xffff],
        [7, 0xffff]
      ] as const) {
        const moved = Buffer.from(gif)
        moved.writeUInt16LE(value, frame + at)
        assert.strictEqual(yield* send(moved), "unreadable")
      }
    })
  )

  it.live("what swells is bounded", () =>
    Effect.gen(function* () {
      const claims = concat(pngBeginning(30_000, 30_000, 0), pngChunk("IDAT", deflateSync(Buffer.alloc(100))))
      assert.strictEqual(yield* send(claims), "tooManyPixels")
      const large = (interlace: 0 | 1) =>
        concat(
          pngBeginning(6000, 6000, interlace),
          pngChunk("IDAT", deflateSync(Buffer.alloc(6001 * 6000))),
          pngChunk("IEND", Buffer.alloc(0))
        )
      const expected =
        megapixelsMax < 36 ? `the image must have at most ${megapixelsMax} megapixels` : "6000 × 6000"
      assert.strictEqual(yield* send(large(0)), expected)
      const packed = deflateSync(Buffer.alloc(150_000_000))
      for (const interlace of [0, 1] as const) {
        const swelling = concat(
          pngBeginning(100, 100, interlace),
          pngChunk("IDAT", packed),
          pngChunk("IEND", Buffer.alloc(0))
        )
        assert.include(["unreadable", "100 × 100"], yield* send(swelling))
      }
    })
  )

  it.live("a size that is claimed and not there is unreadable", () =>
    Effect.gen(function* () {
      const jpeg = yield* made(drawing(60, 40).jpeg())
      const frame = jpeg.indexOf(concat("\xff\xc0"))
      const claiming = Buffer.from(jpeg)
      claiming.writeUInt16BE(3000, frame + 5)
      claiming.writeUInt16BE(3000, frame + 7)
      assert.strictEqual(yield* send(claiming), "unreadable")
      const webp = yield* made(drawing(60, 40).withMetadata({ orientation: 1 }).webp())
      const wider = Buffer.from(webp)
      wider.writeUInt16LE(3000, 24)
      assert.strictEqual(yield* send(wider), "unreadable")
    })
  )

  it.live("what says how it is turned may say anything", () =>
    Effect.gen(function* () {
      const jpeg = yield* made(drawing(60, 40).jpeg())
      const turned = (part: Buffer) => concat(jpeg.subarray(0, 2), part, jpeg.subarray(2))
      assert.strictEqual(yield* send(turned(exif(0, 0x4d4d002a))), "40 × 60")
      for (const [at, value] of [
        [0, 0],
        [4, 0xffffffff],
        [4, 0x7fffffff],
        [4, 25],
        [8, 0xffff0113],
        [12, 0xffffffff],
        [18, 0xffff0000],
        [18, 0x00090000]
      ] as const)
        assert.strictEqual(yield* send(turned(exif(at, value))), "60 × 40", `${value} at ${at}`)
    })
  )

  it.live("10 MB are read, and a byte more is not", () =>
    Effect.gen(function* () {
      const png = yield* made(drawing(60, 40).png())
      const padding = (bytes: number) => pngChunk("prIv", Buffer.alloc(bytes - png.length - 12))
      const filled = (bytes: number) => concat(png.subarray(0, -12), padding(bytes), png.subarray(-12))
      assert.strictEqual(yield* send(filled(10 * 1024 * 1024)), "60 × 40")
      assert.strictEqual(yield* send(filled(10 * 1024 * 1024 + 1)), "tooLarge")
    })
  )

  it.live("noise behind a header is unreadable", () =>
    Effect.gen(function* () {
      let state = 1
      const noise = Uint8Array.from({ length: 5000 }, () => {
        state = (state * 1_103_515_245 + 12_345) % 2 ** 31
        return state >>> 16
      })
      for (const image of [
        drawing(60, 40).png(),
        drawing(60, 40).jpeg(),
        drawing(60, 40).gif(),
        drawing(60, 40).webp()
      ]) {
        const beginning = (yield* made(image)).subarray(0, 40)
        assert.strictEqual(yield* send(concat(beginning, noise)), "unreadable")
      }
      assert.strictEqual(yield* send(new Uint8Array()), "empty")
      assert.strictEqual(yield* send(concat("This is a text.")), "unsupported")
    })
  )
})
