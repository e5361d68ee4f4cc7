import { assert } from "@effect/vitest"
import { DocumentRefused } from "@quittance/core"
import {
  type DocumentFault,
  type Pictures,
  type PictureType,
  picturePixelsMax,
  pictureSideMax
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { joined } from "../pictures/bytes.ts"
import { drawnCard, grey, pixelsOf } from "../pictures/drawnPictures.ts"
import { jpegClaim } from "../pictures/jpegFile.ts"
import { pngClaim, pngOf } from "../pictures/pngFile.ts"
import { webpClaim } from "../pictures/webpFile.ts"
import type { Checks } from "../Suite.ts"
import { clean, type PicturesHarness, pictureTypes } from "./PicturesHarness.ts"

const refused = Effect.fnUntraced(function* (
  file: Uint8Array,
  type: PictureType,
  fault: DocumentFault,
  what: string
) {
  const failure = yield* Effect.flip(clean(file, type))
  assert.instanceOf(failure, DocumentRefused, what)
  assert.strictEqual(failure.fault, fault, what)
})

const card = drawnCard(1, 320)

/** Files of other kinds, some of which a forgiving reader takes. */
const foreign: { readonly [kind: string]: Uint8Array | string } = {
  nothing: "",
  zeros: new Uint8Array(1000),
  HTML: "<!doctype html><script>alert(1)</script>",
  SVG: '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600"/></svg>',
  PDF: "%PDF-1.7\n%%EOF",
  GIF: "GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;",
  TIFF: "II*\0\x08\0\0\0\0\0\0\0\0\0",
  archive: `PK\x05\x06${"\0".repeat(18)}`
}

/** What is no picture of the type, and what is too large to be looked at. */
export const pictureRefusalChecks = <R>({ encode }: PicturesHarness<R>) => {
  /** What claims to be a picture of this size, and is too small a file for it. */
  const claimOf: {
    readonly [T in PictureType]: (width: number, height: number) => Effect.Effect<Uint8Array, unknown, R>
  } = {
    "image/jpeg": (width, height) =>
      Effect.map(encode(card, "image/jpeg"), (jpeg) => jpegClaim(jpeg, width, height)),
    "image/png": (width, height) => Effect.succeed(pngClaim(width, height)),
    "image/webp": (width, height) => Effect.succeed(webpClaim(width, height))
  }

  return {
    "what is cut off anywhere is unreadable": Effect.gen(function* () {
      for (const type of pictureTypes) {
        const file = yield* encode(card, type)
        for (let tenths = 0; tenths < 10; tenths++) {
          const start = file.subarray(0, Math.floor((file.length * tenths) / 10))
          yield* refused(start, type, "unreadable", `${tenths} tenths of ${type}`)
        }
      }
    }),

    "what is no picture is unreadable, also behind the first bytes of one": Effect.gen(function* () {
      for (const type of pictureTypes) {
        const file = yield* encode(card, type)
        for (const [kind, content] of Object.entries(foreign)) {
          yield* refused(joined(content), type, "unreadable", `${kind} as ${type}`)
          yield* refused(
            joined(file.subarray(0, 12), content),
            type,
            "unreadable",
            `${kind} begun as ${type}`
          )
          if (kind !== "nothing")
            yield* refused(joined(content, file), type, "unreadable", `${type} after ${kind}`)
        }
      }
    }),

    "a picture of another type than it is said to be is unreadable": Effect.gen(function* () {
      for (const type of pictureTypes) {
        const file = yield* encode(card, type)
        for (const said of pictureTypes) {
          if (said !== type) yield* refused(file, said, "unreadable", `${type} as ${said}`)
        }
      }
    }),

    "a PNG with a changed byte is unreadable": Effect.gen(function* () {
      const file = yield* encode(card, "image/png")
      for (let part = 1; part < 8; part++) {
        const changed = Uint8Array.from(file)
        const at = Math.floor((file.length * part) / 8)
        changed[at] = (changed[at] ?? 0) ^ 0x10
        yield* refused(changed, "image/png", "unreadable", `changed at ${at}`)
      }
    }),

    "a size that is too large is refused by its claim, whatever the file holds": Effect.gen(function* () {
      for (const type of pictureTypes) {
        const square = Math.floor(Math.sqrt(picturePixelsMax[type])) + 1
        const sizes = [
          [square, square],
          [pictureSideMax + 1, 10],
          [10, pictureSideMax + 1],
          [7000, 7000],
          [16_383, 16_383]
        ] as const
        for (const [width, height] of sizes) {
          yield* refused(
            yield* claimOf[type](width, height),
            type,
            "tooManyPixels",
            `${type} ${width} × ${height}`
          )
        }
      }
      for (const [width, height] of [
        [50_000, 50_000],
        [20_000, 3000]
      ] as const) {
        yield* refused(pngClaim(width, height), "image/png", "tooManyPixels", `${width} × ${height}`)
      }
    }),

    "a size that is claimed and not there is unreadable": Effect.gen(function* () {
      for (const type of pictureTypes) {
        yield* refused(yield* claimOf[type](3000, 2000), type, "unreadable", type)
      }
    }),

    "the largest sides and the smallest are taken": Effect.gen(function* () {
      for (const [width, height] of [
        [pictureSideMax, 3],
        [3, pictureSideMax],
        [1, 1]
      ] as const) {
        const png = pngOf(width, height, 1, new Uint8Array(width * height).fill(77))
        const { picture } = yield* clean(png, "image/png")
        assert.deepInclude(picture, { width, height })
      }
      const { picture } = yield* clean(
        yield* encode(
          pixelsOf(2, 1, () => grey(9)),
          "image/jpeg"
        ),
        "image/jpeg"
      )
      assert.deepInclude(picture, { width: 2, height: 1 })
    })
  } satisfies Checks<Pictures | R>
}
