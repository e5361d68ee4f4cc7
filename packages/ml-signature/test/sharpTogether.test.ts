import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@quittance/testing"
import { Effect } from "effect"
import sharp from "sharp"
import { imageHeaderOf } from "../src/decode/ImageHeader.ts"
import { loadDecoder } from "../src/decode/loadDecoder.ts"
import { drawing } from "./drawing.ts"

const decoded = Effect.fnUntraced(function* (file: Uint8Array) {
  const decoder = yield* Effect.promise(() => loadDecoder("sharp"))
  const header = yield* Effect.fromResult(imageHeaderOf(file))
  return (yield* Effect.promise(() => decoder.decode(file, header))).shownWidth
})

const encoders = [
  drawing(30, 20).png(),
  drawing(30, 20).jpeg(),
  drawing(30, 20).gif(),
  drawing(30, 20).webp()
]

describe("sharp, which has one state in a process,", () => {
  it.effect("decodes all formats also where another user has allowed less", () =>
    Effect.gen(function* () {
      const files = yield* Effect.all(encoders.map((made) => Effect.promise(() => made.toBuffer())))
      for (const file of files) assert.strictEqual(yield* decoded(file), 30)
      sharp.block({ operation: ["VipsForeignLoad"] })
      for (const file of files) {
        sharp.unblock({
          operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"]
        })
        assert.strictEqual(yield* decoded(file), 30)
      }
    })
  )

  it.effect("reaches no other parser, and no file", () =>
    Effect.gen(function* () {
      const png = yield* Effect.promise(() => drawing(30, 20).png().toBuffer())
      const tiff = yield* Effect.promise(() => drawing(30, 20).tiff().toBuffer())
      yield* decoded(png)
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
      const path = join(temporaryFolder(), "drawing.png")
      yield* Effect.promise(() => writeFile(path, png))
      for (const input of [svg, tiff, path]) {
        const refused = yield* Effect.flip(Effect.tryPromise(() => sharp(input).toBuffer()))
        assert.match(String(refused.cause), /unsupported image format/)
      }
    })
  )
})
