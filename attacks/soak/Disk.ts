import { execFileSync } from "node:child_process"
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs"
import { join } from "node:path"

/** A file system of its own for the store, so that it can be full without harm to anything else. */
export class Disk {
  readonly folder: string
  readonly image: string
  /** Without the right to mount there is an ordinary folder, which is never full. */
  readonly isOwn: boolean

  constructor(home: string) {
    this.folder = join(home, "disk")
    this.image = join(home, "disk.image")
    mkdirSync(this.folder)
    this.isOwn = this.#mount()
  }

  /** Takes all the room that is left. */
  fill(): void {
    // Most of it without writing anything, and what is left piece by piece.
    const most = Math.max(1, this.freeBytes - (4 << 20))
    execFileSync("fallocate", ["-l", String(most), this.#filler], { stdio: "ignore" })
    const file = openSync(this.#filler, "a")
    try {
      for (let size = 1 << 16; size >= 512; size >>= 1) {
        const piece = Buffer.alloc(size, 1)
        try {
          for (;;) writeSync(file, piece)
        } catch {
          // Full for this size.
        }
      }
    } finally {
      closeSync(file)
    }
  }

  makeRoom(): void {
    rmSync(this.#filler, { force: true })
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder)
    return bavail * bsize
  }

  unmount(): void {
    if (this.isOwn) execFileSync("umount", [this.folder], { stdio: "ignore" })
  }

  get #filler(): string {
    return join(this.folder, "filler")
  }

  #mount(): boolean {
    try {
      execFileSync("truncate", ["-s", "12G", this.image], { stdio: "ignore" })
      execFileSync("mkfs.ext4", ["-q", "-m", "0", this.image], { stdio: "ignore" })
      execFileSync("mount", ["-o", "loop", this.image, this.folder], { stdio: "ignore" })
      return true
    } catch {
      rmSync(this.image, { force: true })
      return false
    }
  }
}
