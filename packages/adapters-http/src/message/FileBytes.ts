import { giveBack } from "./giveBack.ts"

const firstBytes = 64 * 1024

/**
 * The bytes of one file, written to their final place as they arrive: if the size was announced, the file is
 * never in memory twice. An announced size that does not arrive uses no memory, because nothing is written
 * there.
 */
export class FileBytes {
  private readonly bytesMax: number
  private held: Buffer
  private length = 0

  /** `announced` is the maximum number of bytes according to the sender. */
  constructor(bytesMax: number, announced: number | undefined) {
    this.bytesMax = bytesMax
    this.held = Buffer.allocUnsafeSlow(Math.min(announced ?? firstBytes, bytesMax))
  }

  /** Returns whether there was still room for these. */
  add(bytes: Uint8Array): boolean {
    const length = this.length + bytes.length
    if (length > this.bytesMax) return false
    if (length > this.held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(this.bytesMax, Math.max(length, this.held.length * 2)))
      this.held.copy(larger, 0, 0, this.length)
      giveBack(this.held)
      this.held = larger
    }
    this.held.set(bytes, this.length)
    this.length = length
    return true
  }

  /** All bytes, alone in their buffer; undefined if there are none. */
  get all(): Uint8Array | undefined {
    return this.length === 0 ? undefined : this.held.subarray(0, this.length)
  }
}
