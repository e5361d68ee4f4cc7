import { pngChunks, viewOf } from "@quittance/decoding/pictures"

const signatureBytes = 8
/** The chunks that make up the picture. */
const shown = new Set(["IHDR", "PLTE", "IDAT", "IEND"])

/**
 * A PNG from libvips, without what libvips copies from the sent picture: the size at which its sender wants it printed.
 */
export const barePng = (png: Buffer): Buffer =>
  Buffer.concat([
    png.subarray(0, signatureBytes),
    ...[...pngChunks(viewOf(png))]
      .filter(({ name }) => shown.has(name))
      .map(({ at, nextAt }) => png.subarray(at, nextAt))
  ])
