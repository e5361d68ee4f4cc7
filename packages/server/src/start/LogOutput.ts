import { writeSync } from "node:fs"

/**
 * What a pipe takes whole or not at all (POSIX: at least 512 bytes, Linux 4096), so that lines of several processes do
 * not mix.
 */
const pieceBytesMax = 4_096
/** How much waits for a slow reader. */
const waitingBytesMaxDefault = 1024 * 1024

/** Where lines go: standard output or standard error. */
export interface LogStream {
  readonly fd: number
  /** What it has not yet handed to the system. */
  readonly writableLength: number
  readonly write: (text: string, sent: () => void) => unknown
}

/**
 * Writes lines to a stream without waiting for its reader. A line is written at once while the reader keeps up.
 * Otherwise lines wait, and go together, in pieces that a pipe takes whole. When more than `waitingBytesMax` wait,
 * further lines are dropped, and a line says how many, once there is room.
 */
export class LogOutput {
  private readonly stream: LogStream
  private readonly waitingBytesMax: number
  private waiting: Array<string> = []
  private waitingBytes = 0
  private dropped = 0
  /** Pieces that the stream has, and has not reported as sent. */
  private pieces = 0

  constructor(stream: LogStream, waitingBytesMax = waitingBytesMaxDefault) {
    this.stream = stream
    this.waitingBytesMax = waitingBytesMax
  }

  readonly write = (line: string): void => {
    if (this.waiting.length === 0 && this.stream.writableLength === 0) this.put(`${line}\n`)
    else this.keep(line)
  }

  private keep(line: string): void {
    const bytes = Buffer.byteLength(line) + 1
    if (this.waitingBytes + bytes > this.waitingBytesMax) {
      this.dropped += 1
      return
    }
    this.waiting.push(line)
    this.waitingBytes += bytes
    if (this.pieces === 0) this.put(this.take(pieceBytesMax))
  }

  /** Writes what waits, for a process that ends now. A reader that is slow even then loses it. */
  readonly end = (): void => {
    if (this.waiting.length === 0) return
    const text = this.take(Number.POSITIVE_INFINITY)
    try {
      writeSync(this.stream.fd, text)
    } catch {
      // There is nowhere else to say it.
    }
  }

  private put(text: string): void {
    this.pieces += 1
    this.stream.write(text, this.sent)
  }

  private readonly sent = (): void => {
    this.pieces -= 1
    if (this.pieces === 0 && this.waiting.length > 0) this.put(this.take(pieceBytesMax))
  }

  /** The next lines that fit together, at least one. */
  private take(bytesMax: number): string {
    let count = 0
    let bytes = 0
    for (const line of this.waiting) {
      const more = Buffer.byteLength(line) + 1
      if (count > 0 && bytes + more > bytesMax) break
      count += 1
      bytes += more
    }
    const text = `${this.waiting.splice(0, count).join("\n")}\n`
    this.waitingBytes -= bytes
    if (this.dropped > 0 && this.waitingBytes < this.waitingBytesMax / 2) this.tellDropped()
    return text
  }

  private tellDropped(): void {
    const message = `${this.dropped} lines of the log were dropped, because its reader is slow`
    const line = JSON.stringify({ message, level: "WARN" })
    this.dropped = 0
    this.waiting.push(line)
    this.waitingBytes += Buffer.byteLength(line) + 1
  }
}
