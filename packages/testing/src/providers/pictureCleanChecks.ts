import { assert } from "@effect/vitest"
import type { CleanPicture, Pictures, PictureType } from "@quittance/core/adapter"
import { Effect } from "effect"
import { joined } from "../pictures/bytes.ts"
import { drawnCard, grey, meanDifference, type Pixels, pixelsOf, turned } from "../pictures/drawnPictures.ts"
import { exifBlock } from "../pictures/exifBlock.ts"
import { jpegPartsOf, jpegSegment, withJpegSegments } from "../pictures/jpegFile.ts"
import { pngChunk, pngOf, pngPartsOf, withPngChunks } from "../pictures/pngFile.ts"
import { animatedWebp, webpChunk, webpPartsOf, withWebpChunks } from "../pictures/webpFile.ts"
import type { Checks } from "../Suite.ts"
import { clean, type PicturesHarness, pictureTypes } from "./PicturesHarness.ts"

/** Stands for content that a picture must not carry. */
const secret = "51.1605N-71.4704E"

/** What a file of the type must have to show its picture. */
const needed: { readonly [T in PictureType]: ReadonlyArray<string> } = {
  "image/jpeg": ["DQT", "SOF", "DHT", "DRI", "SOS", "EOI"],
  "image/png": ["IHDR", "PLTE", "IDAT", "IEND"],
  "image/webp": ["VP8 ", "VP8L"]
}
const partsOf: { readonly [T in PictureType]: (file: Uint8Array) => ReadonlyArray<string> } = {
  "image/jpeg": jpegPartsOf,
  "image/png": pngPartsOf,
  "image/webp": webpPartsOf
}

const isBare = ({ bytes }: CleanPicture, type: PictureType): void => {
  assert.isFalse(Buffer.from(bytes).includes(secret), "the secret is in the answer")
  const strange = partsOf[type](bytes).filter((part) => !needed[type].includes(part))
  assert.deepStrictEqual(strange, [], "the answer has more than the picture")
}

/** Lossy types and other decoders change each value a little. */
const differenceMax = 6

/** The answer shows these pixels and contains nothing else. */
const shows = <R>({ decode }: PicturesHarness<R>) =>
  Effect.fnUntraced(function* (answer: CleanPicture, type: PictureType, expected: Pixels) {
    isBare(answer, type)
    const { height, width } = expected
    const shown = yield* decode(answer.bytes)
    assert.deepStrictEqual([shown.width, shown.height], [width, height])
    assert.deepInclude(answer.picture, { width, height })
    assert.isBelow(meanDifference(shown, expected), differenceMax)
  })

type Dress = (file: Uint8Array, pixels: Pixels, orientation: number) => Uint8Array

/** The same picture in a file that says more, where programs look for it. */
const described: { readonly [T in PictureType]: Dress } = {
  "image/jpeg": (file, _, orientation) =>
    withJpegSegments(
      file,
      jpegSegment(0xe1, joined("Exif\0\0", exifBlock(orientation, secret))),
      jpegSegment(
        0xe1,
        `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`
      ),
      jpegSegment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x11${secret}`),
      jpegSegment(0xef, secret),
      jpegSegment(0xfe, `<script>${secret}</script>`)
    ),
  "image/png": (file, _, orientation) =>
    withPngChunks(
      file,
      pngChunk("eXIf", exifBlock(orientation, secret)),
      pngChunk("pHYs", joined("\0\0\x0c\x47\0\0\x0c\x47\x01")),
      pngChunk("tEXt", `Comment\0${secret}`),
      pngChunk("iTXt", `XML:com.adobe.xmp\0\0\0\0\0<script>${secret}</script>`),
      pngChunk("prVt", secret)
    ),
  "image/webp": (file, pixels, orientation) =>
    withWebpChunks(
      file,
      pixels,
      webpChunk("EXIF", exifBlock(orientation, secret)),
      webpChunk("XMP ", `<script>${secret}</script>`),
      webpChunk("JUNK", secret)
    )
}

const card = drawnCard(1, 320)
const other = drawnCard(2, 320)

/** Checks what an answer shows, and that it contains nothing else. */
export const pictureCleanChecks = <R>(harness: PicturesHarness<R>) => {
  const { encode } = harness
  const isShown = shows(harness)
  const forEachType = <E, R2>(check: (type: PictureType) => Effect.Effect<void, E, R2>) =>
    Effect.forEach(pictureTypes, check, { discard: true })

  return {
    "a picture is answered in its type and shows the same": forEachType(
      Effect.fnUntraced(function* (type) {
        yield* isShown(yield* clean(yield* encode(card, type), type), type, card)
      })
    ),

    "cleaned again it is the same picture": forEachType(
      Effect.fnUntraced(function* (type) {
        const once = yield* clean(yield* encode(card, type), type)
        const again = yield* clean(once.bytes, type)
        yield* isShown(again, type, card)
        assert.strictEqual(again.picture.fingerprint.length, 64)
      })
    ),

    "where, when and with what it was made is gone, and whatever else is written into the file": forEachType(
      Effect.fnUntraced(function* (type) {
        const file = described[type](yield* encode(card, type), card, 1)
        assert.isTrue(Buffer.from(file).includes(secret))
        yield* isShown(yield* clean(file, type), type, card)
      })
    ),

    "it is turned as it is meant to be looked at, and no longer says so": forEachType(
      Effect.fnUntraced(function* (type) {
        const file = yield* encode(card, type)
        for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
          const answer = yield* clean(described[type](file, card, orientation), type)
          yield* isShown(answer, type, turned(card, orientation))
        }
      })
    ),

    "what is glued to a picture is gone: a page, a script, an archive, a second picture": forEachType(
      Effect.fnUntraced(function* (type) {
        const file = yield* encode(card, type)
        const glued = [
          `<!doctype html><script>${secret}</script>`,
          `PK\x03\x04${secret}PK\x05\x06${"\0".repeat(18)}`,
          joined(yield* encode(other, type), secret)
        ]
        for (const more of glued) yield* isShown(yield* clean(joined(file, more), type), type, card)
      })
    ),

    "of an animation the first picture is left": Effect.gen(function* () {
      const frames = [yield* encode(card, "image/webp"), yield* encode(other, "image/webp")]
      yield* isShown(yield* clean(animatedWebp(card, frames), "image/webp"), "image/webp", card)
      const png = withPngChunks(
        yield* encode(card, "image/png"),
        pngChunk("acTL", joined("\0\0\0\x02\0\0\0\0")),
        pngChunk("fdAT", joined("\0\0\0\x01", secret))
      )
      yield* isShown(yield* clean(png, "image/png"), "image/png", card)
    }),

    "where one could see through it, it lies on white": Effect.gen(function* () {
      const [width, height] = [64, 48]
      const values = new Uint8Array(width * height * 4)
      const isSeen = (x: number, y: number) => x > 20 && y > 20
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          // What cannot be seen has a colour too.
          values.set([0, 0, 0, isSeen(x, y) ? 255 : 0], (y * width + x) * 4)
        }
      }
      const expected = pixelsOf(width, height, (x, y) => grey(isSeen(x, y) ? 0 : 255))
      const answer = yield* clean(pngOf(width, height, 4, values), "image/png")
      yield* isShown(answer, "image/png", expected)
    })
  } satisfies Checks<Pictures | R>
}
