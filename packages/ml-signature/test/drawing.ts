import { crc32 } from "node:zlib"
import sharp, { type Sharp } from "sharp"

type Colour = readonly [red: number, green: number, blue: number]

const darkInk: Colour = [16, 32, 96]

/** Red, green, blue and cover of a loop and two strokes in ink, on paper that one sees through. */
const drawnPixels = (width: number, height: number, ink = darkInk): Uint8Array => {
  const pixels = new Uint8Array(4 * width * height)
  const pen = Math.max(Math.min(width, height) / 40, 0.6)
  const dab = (x: number, y: number) => {
    for (let row = Math.floor(y - pen); row <= y + pen; row++) {
      for (let column = Math.floor(x - pen); column <= x + pen; column++) {
        const cover = Math.min(Math.max(pen + 0.5 - Math.hypot(column - x, row - y), 0), 1)
        if (row < 0 || column < 0 || row >= height || column >= width) continue
        const at = 4 * (row * width + column)
        pixels.set([...ink, Math.max(pixels[at + 3] ?? 0, Math.round(255 * cover))], at)
      }
    }
  }
  const steps = width + height
  for (let step = 0; step <= steps; step++) {
    const along = step / steps
    const turn = 2 * Math.PI * along
    dab(width * (0.3 + 0.18 * Math.cos(turn)), height * (0.5 + 0.3 * Math.sin(turn)))
    dab(width * (0.1 + 0.8 * along), height * (0.7 + 0.1 * Math.sin(3 * turn)))
    dab(width * (0.55 + 0.3 * along), height * (0.2 + 0.4 * along))
  }
  return pixels
}

/** The drawing on paper that one sees through. */
export const clearDrawing = (width: number, height: number, ink?: Colour): Sharp =>
  sharp(drawnPixels(width, height, ink), { raw: { width, height, channels: 4 } })

/** The drawing on white. */
export const drawing = (width: number, height: number): Sharp =>
  clearDrawing(width, height).flatten({ background: "white" })

/** Two frames: the drawing, and nothing. */
export const animation = (width: number, height: number): Sharp => {
  const pixels = new Uint8Array(8 * width * height)
  pixels.set(drawnPixels(width, height))
  return sharp(pixels, { raw: { width, height: 2 * height, channels: 4, pageHeight: height } })
}

/** A chunk of a PNG. */
export const pngChunk = (name: string, data: Uint8Array): Buffer => {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(name, 4, "latin1")
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/** The first chunk of a PNG in shades of grey, with the bytes before it. */
export const pngBeginning = (width: number, height: number, interlace: 0 | 1): Buffer => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, interlace])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header)
  ])
}
