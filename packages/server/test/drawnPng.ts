import { crc32, deflateSync } from "node:zlib"

const [width, height] = [800, 600]
/** A picture is recognised by its larger parts, which are these tiles. */
const tilePixels = 40

const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A tile's grey, 40 to 239, as good as any for each drawing. */
const greyOf = (drawing: number, tile: number): number => {
  const mixed = Math.imul((drawing * 7919 + tile + 1) ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  return 40 + (((mixed ^ (mixed >>> 13)) >>> 0) % 200)
}

/** A PNG of tiles that is bright, sharp and large enough to be looked at, and like no other drawing. */
export const drawnPng = (drawing: number): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  // Each row begins with its filter, which is none.
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const tile = Math.floor(y / tilePixels) * (width / tilePixels) + Math.floor(x / tilePixels)
      rows[y * (width + 1) + 1 + x] = greyOf(drawing, tile)
    }
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0))
  ])
}
