import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { type ImageHeader, imageHeaderOf } from "../src/decode/ImageHeader.ts"
import { animation, drawing, pngBeginning } from "./drawing.ts"

const read = (file: Uint8Array | string): ImageHeader | string =>
  Result.match(imageHeaderOf(typeof file === "string" ? new TextEncoder().encode(file) : file), {
    onSuccess: (header) => header,
    onFailure: ({ fault }) => fault
  })

const padded = (file: Uint8Array, length: number): Uint8Array => {
  const longer = new Uint8Array(length)
  longer.set(file)
  return longer
}

describe("the header of an image", () => {
  it.effect("states the format and the size as stored, in all formats", () =>
    Effect.gen(function* () {
      const turned = drawing(30, 20).withMetadata({ orientation: 6 })
      for (const [format, made] of [
        ["png", drawing(30, 20).png()],
        ["jpeg", turned.jpeg()],
        ["gif", animation(30, 20).gif()],
        ["webp", drawing(30, 20).webp()]
      ] as const) {
        const file = yield* Effect.promise(() => made.toBuffer())
        assert.deepStrictEqual(read(file), { format, width: 30, height: 20 })
      }
      for (const made of [
        drawing(30, 20).webp({ lossless: true }),
        drawing(30, 20).withMetadata({ orientation: 1 }).webp(),
        animation(30, 20).webp()
      ]) {
        const file = yield* Effect.promise(() => made.toBuffer())
        assert.deepStrictEqual(read(file), { format: "webp", width: 30, height: 20 })
      }
      const progressive = yield* Effect.promise(() => drawing(30, 20).jpeg({ progressive: true }).toBuffer())
      assert.deepStrictEqual(read(progressive), { format: "jpeg", width: 30, height: 20 })
    })
  )

  it.effect(
    "of a JPEG is looked for behind thousands of segments, but not behind more than any program writes",
    () =>
      Effect.gen(function* () {
        const file = yield* Effect.promise(() => drawing(30, 20).jpeg().toBuffer())
        // Behind the first segment.
        const cut = 4 + file.readUInt16BE(4)
        for (const [what, part] of Object.entries({
          "empty comments": Uint8Array.of(0xff, 0xfe, 0, 2),
          restarts: Uint8Array.of(0xff, 0xd0),
          "bytes that fill": Uint8Array.of(0xff),
          "no markers": Uint8Array.of(0xff, 0)
        })) {
          const behind = (count: number) =>
            read(
              Buffer.concat([
                file.subarray(0, cut),
                Buffer.alloc(count * part.length, part),
                file.subarray(cut)
              ])
            )
          assert.deepStrictEqual(behind(5_000), { format: "jpeg", width: 30, height: 20 }, what)
          assert.strictEqual(behind(100_000), "unreadable", what)
        }
      })
  )

  it("is read of a part of a larger buffer", () => {
    const larger = Buffer.concat([Buffer.from("before"), pngBeginning(30, 20, 0)])
    assert.deepStrictEqual(read(larger.subarray(6)), { format: "png", width: 30, height: 20 })
  })

  it("is none of a file of no bytes, or of too many", () => {
    const file = pngBeginning(30, 20, 0)
    assert.strictEqual(read(new Uint8Array()), "empty")
    assert.strictEqual(read(padded(file, 10 * 1024 * 1024 + 1)), "tooLarge")
    assert.deepStrictEqual(read(padded(file, 10 * 1024 * 1024)), { format: "png", width: 30, height: 20 })
  })

  it("is that of another format, whatever the file is called", () => {
    for (const file of [
      "This is a text.",
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      "%PDF-1.7\n",
      "BM\x46\x00\x00\x00\x00\x00\x00\x00",
      "II*\0\x08\0\0\0",
      "\0\0\0\x18ftypheic\0\0\0\0",
      "\0\0\0\x1cftypavif\0\0\0\0",
      "RIFF\x24\0\0\0WAVEfmt ",
      "GIF88a\x01\0\x01\0",
      "<!doctype html>",
      "\0"
    ])
      assert.strictEqual(read(file), "unsupported", JSON.stringify(file))
  })

  it.effect("is not there where the file ends before it does", () =>
    Effect.gen(function* () {
      for (const [made, needed] of [
        [drawing(30, 20).png(), 33],
        [drawing(30, 20).jpeg(), 100],
        [drawing(30, 20).gif(), 13],
        [drawing(30, 20).webp(), 30]
      ] as const) {
        const file = yield* Effect.promise(() => made.toBuffer())
        for (let length = 1; length < needed; length++)
          assert.strictEqual(read(file.subarray(0, length)), "unreadable", `${length} bytes`)
      }
    })
  )

  it("states a size", () => {
    assert.strictEqual(read(pngBeginning(0, 20, 0)), "unreadable")
    assert.strictEqual(read(pngBeginning(20, 0, 0)), "unreadable")
    assert.strictEqual(read(padded(Buffer.from("GIF89a\0\0\x05\0"), 20)), "unreadable")
    assert.strictEqual(read(padded(Buffer.from("RIFF\x20\0\0\0WEBPVP8 "), 40)), "unreadable")
    assert.strictEqual(read(Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 4, 0, 0, 0xff, 0xd9])), "unreadable")
    assert.strictEqual(read(padded(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 1_000_000)), "unreadable")
  })

  it("states a size that is decoded", () => {
    for (const [width, height, expected] of [
      [1, 1, "png"],
      [10_000, 1, "png"],
      [1, 10_000, "png"],
      [10_000, 4000, "png"],
      [10_001, 1, "tooManyPixels"],
      [10_000, 4001, "tooManyPixels"],
      [30_000, 30_000, "tooManyPixels"],
      [0xffffffff, 0xffffffff, "tooManyPixels"]
    ] as const) {
      const found = read(pngBeginning(width, height, 0))
      assert.strictEqual(typeof found === "string" ? found : found.format, expected, `${width} × ${height}`)
    }
  })
})
