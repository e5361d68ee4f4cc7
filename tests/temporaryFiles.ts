import { statfsSync } from "node:fs"
import { tmpdir } from "node:os"

const memory = "/dev/shm"
const bytesMin = 4 * 2 ** 30

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) >= bytesMin
  } catch {
    return false
  }
}

/**
 * Where the tests and their processes put temporary files: into memory where there is room, unless `TMPDIR` says
 * otherwise. No test cuts the power, so a flush proves nothing: what a killed process wrote is there without it.
 */
export const temporaryFiles: Readonly<Record<string, string>> =
  tmpdir() === "/tmp" && hasRoom() ? { TMPDIR: memory } : {}
