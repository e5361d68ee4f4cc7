import type { ImageHeader } from "./ImageHeader.ts"
import { jpegFrame } from "./imageSizes.ts"

/** How much more a pixel takes that waits for the whole picture to be read: of JPEG, six bytes of coefficients. */
const wholeWeight = 3

/**
 * How much memory decoding takes, as pixels of a picture that is read row by row: more where later parts of the file say more
 * about all of it (progressive JPEG, interlaced PNG), or the format is read at once (GIF, WebP).
 */
export const pixelsHeldOf = (bytes: Uint8Array, header: ImageHeader): number =>
  header.width * header.height * (isReadByRow(bytes, header) ? 1 : wholeWeight)

/** ITU-T T.81, table B.1: the frames of baseline and extended sequential JPEG, Huffman coded. */
const sequentialFrames: ReadonlyArray<number> = [0xc0, 0xc1]

/** Whether the rows of a PNG come in passes: the last byte of its first chunk (third edition, section 11.2.1). */
const interlacedAt = 28

const isReadByRow = (bytes: Uint8Array, { format }: ImageHeader): boolean => {
  switch (format) {
    case "png":
      return bytes[interlacedAt] === 0
    case "jpeg": {
      const frame = jpegFrame(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      return frame !== undefined && sequentialFrames.includes(frame.marker)
    }
    case "gif":
    case "webp":
      return false
  }
}
