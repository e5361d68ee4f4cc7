import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"

const block = 512

/**
 * How many bytes the files of a package have, by its tarball: an entry of it is a block that says the size, and the
 * file in whole blocks.
 */
export const unpackedBytes = (tarball: string): number => {
  const bytes = gunzipSync(readFileSync(tarball))
  let sum = 0
  for (let at = 0; bytes[at] !== undefined && bytes[at] !== 0; ) {
    const size = Number.parseInt(bytes.toString("latin1", at + 124, at + 136), 8)
    sum += size
    at += block + Math.ceil(size / block) * block
  }
  return sum
}
