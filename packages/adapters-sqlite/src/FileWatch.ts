import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from "node:fs"
import { resolve } from "node:path"
import type Database from "better-sqlite3"

/** In pages. */
export interface LogLengths {
  readonly log: number
  /** How much of it is in the file already. */
  readonly checkpointed: number
}

/** A file of the store that is no longer what was opened. */
export interface FileLoss {
  /** One clause that names the file. */
  readonly reason: string
  /**
   * Only the name of the write-ahead log is gone: this process still has its content and the file that it belongs to.
   */
  readonly isLogHeld: boolean
}

interface Identity {
  readonly dev: bigint
  readonly ino: bigint
}

/** The sizes of the headers of a write-ahead log and of its frames, and where a frame says to which log it belongs. */
const logHeaderBytes = 32
const frameHeaderBytes = 24
const saltStart = 8
const saltBytes = 8

/** Another process may empty the log between two looks: once, hardly twice. */
const looksMax = 3

/**
 * Tells whether the files that this process has open are still the ones under their names. Without that, a store whose
 * file was moved, deleted or replaced would be written on for as long as the process lives, and nobody else would ever
 * see it.
 *
 * Compared are device, inode and size: the file is never shorter than what SQLite has in it, and only grows unless
 * somebody vacuums it; the log is never shorter than what is committed to it. If it was cut and written to again, its
 * size is right, but the frame before is not there any more.
 */
export class FileWatch {
  readonly #filename: string
  /** Beside the file itself, also if it was opened through a link. */
  readonly #logName: string
  readonly #indexName: string
  readonly #file: Identity
  readonly #log: Identity | undefined
  readonly #index: Identity | undefined
  readonly #lengths: Database.Statement
  readonly #pages: Database.Statement
  readonly #pageBytes: number
  readonly #frameBytes: number
  readonly #salt = Buffer.alloc(saltBytes)
  #logDescriptor: number | undefined
  #fileBytes: bigint
  /** As of the last look. */
  known: LogLengths = { log: 0, checkpointed: 0 }

  constructor(database: Database.Database, filename: string) {
    // The host may have another working folder later.
    this.#filename = resolve(filename)
    const real = realpathSync(filename)
    this.#logName = `${real}-wal`
    this.#indexName = `${real}-shm`
    const { dev, ino, size } = statSync(real, { bigint: true })
    this.#file = { dev, ino }
    this.#fileBytes = size
    this.#log = statSync(this.#logName, { bigint: true, throwIfNoEntry: false })
    this.#index = statSync(this.#indexName, { bigint: true, throwIfNoEntry: false })
    // SQLite has no locks on its log, so the descriptor may be closed at any time.
    if (this.#log !== undefined) this.#logDescriptor = openSync(this.#logName, "r")
    this.#pageBytes = Number(database.pragma("page_size", { simple: true }))
    this.#frameBytes = frameHeaderBytes + this.#pageBytes
    this.#pages = database.prepare("PRAGMA page_count").pluck()
    this.#lengths = database.prepare("PRAGMA wal_checkpoint(NOOP)")
  }

  /** Now. Throws SQLite's error. */
  lengths(): LogLengths {
    this.known = this.#lengths.get() as LogLengths
    return this.known
  }

  /** Before a group is written. */
  look(): FileLoss | undefined {
    return this.#fileLoss() ?? this.#logLoss(this.known.log, 0)
  }

  /** After a group was written, or other processes may have written one. */
  lookAfterWrites(): FileLoss | undefined {
    const before = this.known.log
    const { log } = this.lengths()
    return this.#fileLoss() ?? this.#logLoss(log, before)
  }

  /** The same, and the index of the log, through which processes know of each other. */
  lookAtAll(): FileLoss | undefined {
    const loss = this.lookAfterWrites()
    if (loss !== undefined || this.#index === undefined) return loss
    const index = lossOf(this.#indexName, this.#index, "the index of its write-ahead log, ")
    return typeof index === "bigint" ? undefined : lost(index.reason)
  }

  close(): void {
    if (this.#logDescriptor !== undefined) closeSync(this.#logDescriptor)
    this.#logDescriptor = undefined
  }

  #fileLoss(): FileLoss | undefined {
    const size = lossOf(this.#filename, this.#file, "")
    if (typeof size !== "bigint") return lost(size.reason)
    const before = this.#fileBytes
    this.#fileBytes = size
    return size < before && !this.#isWhole(size)
      ? lost(`${this.#filename} was cut from ${before} to ${size} bytes`)
      : undefined
  }

  /**
   * Whether a file of this size has all pages of the store, as after a `VACUUM` of another process. SQLite refuses to
   * read one that lacks some.
   */
  #isWhole(size: bigint): boolean {
    try {
      const pages = Number(this.#pages.get())
      return pages > 0 && size === BigInt(pages * this.#pageBytes)
    } catch {
      return false
    }
  }

  /** `log` frames must be there, and the frame `before` among them. */
  #logLoss(log: number, before: number): FileLoss | undefined {
    let length = log
    for (let looks = 0; looks < looksMax; looks++) {
      if (this.#log === undefined) return undefined
      const size = lossOf(this.#logName, this.#log, "its write-ahead log ")
      if (typeof size !== "bigint")
        return { ...size, isLogHeld: size.isLogHeld && this.#holds(length, before) }
      if (size >= this.#bytesOf(length) && this.#hasFrame(before, length)) return undefined
      length = this.lengths().log
    }
    return lost(`its write-ahead log ${this.#logName} was cut`)
  }

  /** Whether a log without a name is whole. */
  #holds(log: number, before: number): boolean {
    if (this.#logDescriptor === undefined) return false
    const { size } = fstatSync(this.#logDescriptor, { bigint: true })
    return size >= this.#bytesOf(log) && this.#hasFrame(before, log)
  }

  #bytesOf(frames: number): bigint {
    return frames === 0 ? 0n : BigInt(logHeaderBytes + frames * this.#frameBytes)
  }

  /**
   * Where a log was cut and then written to behind the cut, there are zeros. A log that is shorter now has begun anew.
   */
  #hasFrame(frame: number, log: number): boolean {
    if (frame === 0 || frame > log || this.#logDescriptor === undefined) return true
    const at = logHeaderBytes + (frame - 1) * this.#frameBytes + saltStart
    const bytes = readSync(this.#logDescriptor, this.#salt, 0, saltBytes, at)
    return bytes === saltBytes && this.#salt.some((byte) => byte !== 0)
  }
}

const lost = (reason: string): FileLoss => ({ reason, isLogHeld: false })

/** The size of a file that is still the same one. */
const lossOf = (path: string, opened: Identity, what: string): FileLoss | bigint => {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (found === undefined) return { reason: `${what}${path} is no longer there`, isLogHeld: true }
    if (found.ino === opened.ino && found.dev === opened.dev) return found.size
    return lost(`${what}${path} is another file now`)
  } catch (error) {
    return lost(`${what}${path} cannot be found any more (${error instanceof Error ? error.message : ""})`)
  }
}
