import { pngChunks, viewOf } from "@quittance/decoding/pictures"

const signatureBytes = 8
/** What shows the picture. */
const shown = new Set(["IHDR", "PLTE", "IDAT", "IEND"])

/**
 * A PNG, as libvips writes it, without what it copies from the picture that was sent: how large its sender wants it
 * printed.
 */
export const barePng = (png: Buffer): Buffer =>
  Buffer.concat([
    png.subarray(0, signatureBytes),
    ...[...pngChunks(viewOf(png))]
      .filter(({ name }) => shown.has(name))
      .map(({ at, nextAt }) => png.subarray(at, nextAt))
  ])
