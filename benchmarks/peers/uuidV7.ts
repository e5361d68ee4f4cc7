/**
 * UUIDs of version 7 that grow within a process (RFC 9562, 6.2, method 1): 48 bits of time, a 12-bit counter, 62 random
 * bits. When the counter of a millisecond is spent, the time runs ahead by one instead of waiting.
 */
import { randomFillSync } from "node:crypto"

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

// One call into the random source per 512 ids instead of one per id.
const pool = Buffer.alloc(4_096)
let poolOffset = pool.length
let lastMillis = 0
let counter = 0

const hexAt = (offset: number): string => hexOfByte[pool[offset] ?? 0] ?? "00"

export const uuidV7 = (): string => {
  if (poolOffset === pool.length) {
    randomFillSync(pool)
    poolOffset = 0
  }
  const offset = poolOffset
  poolOffset += 8

  const now = Date.now()
  if (now > lastMillis) {
    lastMillis = now
    counter = 0
  } else if (++counter > 0xfff) {
    lastMillis += 1
    counter = 0
  }
  const time = lastMillis.toString(16).padStart(12, "0")
  const variant = hexOfByte[((pool[offset] ?? 0) & 0x3f) | 0x80] ?? "80"
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${variant}${hexAt(offset + 1)}-` +
    `${hexAt(offset + 2)}${hexAt(offset + 3)}${hexAt(offset + 4)}${hexAt(offset + 5)}${hexAt(offset + 6)}${hexAt(offset + 7)}`
  )
}
