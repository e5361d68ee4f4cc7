import { deflateSync } from "node:zlib"
import { big, joined } from "./bytes.ts"
import { jpegSegment, withJpegSegments } from "./jpegFile.ts"
import { pngChunk, withPngChunks } from "./pngFile.ts"
import { webpChunk, webpOf } from "./webpFile.ts"

const mebibyte = 2 ** 20

/** A text of this many letters, deflated to a thousandth. A zero would end it. */
const deflated = (bytes: number): Uint8Array => deflateSync(new Uint8Array(bytes).fill(0x61))

/** The first bytes claim that it is a profile of this many bytes. */
const deflatedProfile = (bytes: number): Uint8Array => {
  const profile = new Uint8Array(bytes)
  profile.set(big(bytes, 4))
  profile.set(joined("acsp"), 36)
  return deflateSync(profile)
}

const repeated = (count: number, part: Uint8Array): Uint8Array => Buffer.alloc(count * part.length, part)

/** A good PNG with parts that make a reader take memory for nothing that its picture needs, by name of the part. */
export const hostilePngs = (png: Uint8Array): { readonly [what: string]: Uint8Array } => ({
  "fifty texts of 7 MB": withPngChunks(
    png,
    repeated(50, pngChunk("zTXt", joined("a\0\0", deflated(7 * mebibyte))))
  ),
  "fifty international texts of 7 MB": withPngChunks(
    png,
    repeated(50, pngChunk("iTXt", joined("a\0\x01\0\0\0", deflated(7 * mebibyte))))
  ),
  "a packet about the picture of 200 MB": withPngChunks(
    png,
    pngChunk("iTXt", joined("XML:com.adobe.xmp\0\x01\0\0\0", deflated(200 * mebibyte)))
  ),
  "a colour profile of 200 MB": withPngChunks(
    png,
    pngChunk("iCCP", joined("a\0\0", deflatedProfile(200 * mebibyte)))
  ),
  "an Exif part of 9 MB": withPngChunks(png, pngChunk("eXIf", new Uint8Array(9 * mebibyte))),
  "a hundred thousand texts": withPngChunks(png, repeated(100_000, pngChunk("tEXt", "a\0b"))),
  "ten thousand frames": withPngChunks(
    png,
    pngChunk("acTL", joined(big(10_000, 4), big(0, 4))),
    repeated(10_000, pngChunk("fdAT", new Uint8Array(64)))
  )
})

/** The same for a JPEG. */
export const hostileJpegs = (jpeg: Uint8Array): { readonly [what: string]: Uint8Array } => ({
  "a hundred and fifty comments": withJpegSegments(
    jpeg,
    repeated(150, jpegSegment(0xfe, new Uint8Array(65_533)))
  ),
  "a hundred and fifty packets about the picture": withJpegSegments(
    jpeg,
    repeated(150, jpegSegment(0xe1, joined("http://ns.adobe.com/xap/1.0/\0", new Uint8Array(65_000))))
  ),
  "nine megabytes of a colour profile": withJpegSegments(
    jpeg,
    ...Array.from({ length: 140 }, (_, at) =>
      jpegSegment(0xe2, joined("ICC_PROFILE\0", big(at + 1, 1), big(140, 1), new Uint8Array(65_000)))
    )
  ),
  "nine megabytes behind its end": joined(jpeg, new Uint8Array(9 * mebibyte).fill(0xff))
})

/** The same for an extended WebP. */
export const hostileWebps = (webp: Uint8Array): { readonly [what: string]: Uint8Array } => ({
  "a packet about the picture of 9 MB": webpOf(
    webp.subarray(12),
    webpChunk("XMP ", new Uint8Array(9 * mebibyte))
  ),
  "an Exif part of 9 MB": webpOf(webp.subarray(12), webpChunk("EXIF", new Uint8Array(9 * mebibyte))),
  "an unknown part of 9 MB": webpOf(webp.subarray(12), webpChunk("what", new Uint8Array(9 * mebibyte)))
})

/** The same for a GIF. */
export const hostileGifs = (gif: Uint8Array): { readonly [what: string]: Uint8Array } => ({
  "nine megabytes of comment": withGifBlocks(gif, 0xfe, "", 9 * mebibyte),
  "nine megabytes of an application": withGifBlocks(gif, 0xff, "\x0bXMP DataXMP", 9 * mebibyte)
})

const withGifBlocks = (gif: Uint8Array, kind: number, before: string, bytes: number): Uint8Array => {
  const screenEnd = 13 + ((gif[10] ?? 0) >= 0x80 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0)
  const blocks = repeated(Math.ceil(bytes / 256), joined(big(255, 1), new Uint8Array(255)))
  return joined(
    gif.subarray(0, screenEnd),
    Uint8Array.of(0x21, kind),
    before,
    blocks,
    Uint8Array.of(0),
    gif.subarray(screenEnd)
  )
}
