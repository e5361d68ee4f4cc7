import { bytesOf, type Hex, hexOf, keccak } from "../hex.ts"
import type { Log } from "../rpc/ChainData.ts"

/**
 * The filter of 2048 bits that a block has over the addresses and topics of its logs (Ethereum yellow paper, section
 * 4.4.1). It says "maybe" or "certainly not".
 */

const byteCount = 256

/** The three bits of an address or topic, each as its byte and its mask. */
const bitsOf = (item: Hex): ReadonlyArray<readonly [byte: number, mask: number]> => {
  const hash = keccak(bytesOf(item))
  return [0, 2, 4].map((start) => {
    const bit = (((hash[start] ?? 0) & 7) << 8) | (hash[start + 1] ?? 0)
    return [byteCount - 1 - (bit >> 3), 1 << (bit & 7)]
  })
}

export const bloomMayHave = (bloom: Hex, items: ReadonlyArray<Hex>): boolean => {
  const bytes = bytesOf(bloom)
  return items.every((item) => bitsOf(item).every(([byte, mask]) => ((bytes[byte] ?? 0) & mask) !== 0))
}

/** The filter of a block with these logs. */
export const bloomOf = (logs: ReadonlyArray<Pick<Log, "address" | "topics">>): Hex => {
  const bytes = new Uint8Array(byteCount)
  for (const item of new Set(logs.flatMap(({ address, topics }) => [address, ...topics])))
    for (const [byte, mask] of bitsOf(item)) bytes[byte] = (bytes[byte] ?? 0) | mask
  return hexOf(bytes)
}
