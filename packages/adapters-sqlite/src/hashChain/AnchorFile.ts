import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  statSync,
  writeSync
} from "node:fs"
import { crc32 } from "node:zlib"
import { Option } from "effect"
import { giveToOwnerOf } from "../giveToOwnerOf.ts"
import { pause } from "../Pause.ts"

/** The anchor's record of its store: the end of the chain, and when it was written. */
export interface AnchorMark {
  /** The owner: one of the store's `anchorIdsOf`. */
  readonly id: string
  readonly event: number
  readonly hash: string
  readonly at: number
}

export type AnchorReading =
  | { readonly _tag: "Absent" }
  | { readonly _tag: "Unreadable" }
  | { readonly _tag: "Read"; readonly mark: AnchorMark }

export const anchorPath = (filename: string): string => `${filename}.anchor`

/** Two slots, each within one disk sector and on its own page: a torn write leaves the other one intact. */
const slotBytes = 256
const slotStarts = [0, 4096] as const

/** How long a write may stay unsynced. */
const syncMillis = 1_000

/** Reads the later of the two marks. */
export const readAnchor = (path: string): AnchorReading => {
  const marks = marksIn(path)
  if (marks === undefined) return { _tag: "Absent" }
  const [mark] = marks.filter((each) => each !== undefined).sort((one, other) => other.event - one.event)
  return mark === undefined ? { _tag: "Unreadable" } : { _tag: "Read", mark }
}

const marksIn = (path: string): ReadonlyArray<AnchorMark | undefined> | undefined => {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  const bytes = readFileSync(path)
  return slotStarts.map((start) => markOf(bytes.toString("latin1", start, start + slotBytes)))
}

const markOf = (slot: string): AnchorMark | undefined => {
  const found = /^(quittance anchor 1\nstore (\S+)\nevent (\d+)\nlink (\S+)\nat (\d+)\n)sum (\d+)\n/.exec(
    slot
  )
  if (found === null) return undefined
  const [, body = "", id = "", event, hash = "", at, sum] = found
  return crc32(body) === Number(sum) ? { id, event: Number(event), hash, at: Number(at) } : undefined
}

const slotText = ({ at, event, hash, id }: AnchorMark): string => {
  const body = `quittance anchor 1\nstore ${id}\nevent ${event}\nlink ${hash}\nat ${at}\n`
  return `${body}sum ${crc32(body)}\n`.padEnd(slotBytes, "\n")
}

const openedIfNew = (path: string): number | undefined => {
  try {
    return openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600)
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return undefined
    throw error
  }
}

/**
 * The file beside the store that records the store's latest state, so that an older copy of the store is
 * detected. It is written after each group of commits, so the end of the process loses nothing, and synced at
 * most once a second. It is never ahead of the store. A failed write is reported, fails no commit, and is
 * repaired by the next write.
 */
export class AnchorFile {
  readonly #filename: string
  readonly #path: string
  readonly #report: (message: string) => void
  #descriptor: number | undefined
  #slot = 0
  #last: AnchorMark | undefined
  #isFailing = false
  #timer: NodeJS.Timeout | undefined
  #isSyncing = false

  /** The anchor of the store in this file. */
  constructor(filename: string, report: (message: string) => void) {
    this.#filename = filename
    this.#path = anchorPath(filename)
    this.#report = report
  }

  write(mark: AnchorMark): void {
    this.#last = mark
    try {
      this.#put(mark)
      this.#isFailing = false
    } catch (error) {
      this.#fail(error)
    }
    this.#planSync()
  }

  /** Like `write`, for the case that another process may have written a later mark. */
  writeIfLater(mark: AnchorMark): void {
    const reading = this.#isFailing ? undefined : this.#read()
    if (reading?._tag === "Read" && reading.mark.id === mark.id && reading.mark.event >= mark.event) return
    this.write(mark)
  }

  /** Writes the anchor again if somebody moved, deleted or replaced it: without it the store would open on hold. */
  look(): void {
    const mark = this.#last
    if (this.#descriptor === undefined || mark === undefined || this.#isInPlace(this.#descriptor)) return
    this.#report(
      `The anchor ${this.#path} was moved, deleted or replaced while its store was open. It is written again.`
    )
    this.#release()
    this.writeIfLater(mark)
  }

  /** Writes and syncs immediately; throws if that fails. */
  settle(mark: AnchorMark): void {
    this.#last = mark
    for (const _slot of slotStarts) this.#put(mark)
    fdatasyncSync(this.#opened())
  }

  /** Writes this mark if it is later, and syncs. */
  close(mark: Option.Option<AnchorMark>): void {
    if (Option.isSome(mark)) this.writeIfLater(mark.value)
    clearTimeout(this.#timer)
    try {
      if (this.#descriptor !== undefined) fdatasyncSync(this.#descriptor)
    } catch (error) {
      this.#fail(error)
    }
    this.#release()
  }

  #isInPlace(descriptor: number): boolean {
    const opened = fstatSync(descriptor, { bigint: true })
    const found = statSync(this.#path, { bigint: true, throwIfNoEntry: false })
    return found?.ino === opened.ino && found.dev === opened.dev
  }

  #put(mark: AnchorMark): void {
    const descriptor = this.#opened()
    writeSync(descriptor, slotText(mark), slotStarts[this.#slot], "latin1")
    this.#slot = 1 - this.#slot
  }

  #opened(): number {
    this.#descriptor ??= this.#made() ?? openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600)
    return this.#descriptor
  }

  /** Creates the file. An existing one, which may be a link to anything, does not change its owner. */
  #made(): number | undefined {
    const descriptor = openedIfNew(this.#path)
    if (descriptor !== undefined) giveToOwnerOf(this.#filename, descriptor)
    return descriptor
  }

  #read(): AnchorReading | undefined {
    try {
      return readAnchor(this.#path)
    } catch {
      return undefined
    }
  }

  #planSync(): void {
    this.#timer ??= pause(syncMillis, () => this.#sync()).unref()
  }

  #sync(): void {
    this.#timer = undefined
    if (this.#isFailing && this.#last !== undefined) {
      this.write(this.#last)
      return
    }
    if (this.#isSyncing || this.#descriptor === undefined) return
    this.#isSyncing = true
    fdatasync(this.#descriptor, (error) => {
      this.#isSyncing = false
      if (error !== null && this.#descriptor !== undefined) this.#fail(error)
    })
  }

  #fail(error: unknown): void {
    if (!this.#isFailing) {
      this.#report(
        `The anchor ${this.#path} cannot be written (${error instanceof Error ? error.message : String(error)}). Writing it is tried again; until then an older copy of the store is not detected.`
      )
    }
    this.#isFailing = true
    this.#release()
    this.#planSync()
  }

  #release(): void {
    if (this.#descriptor === undefined) return
    const descriptor = this.#descriptor
    this.#descriptor = undefined
    try {
      closeSync(descriptor)
    } catch {
      // Nothing was written to it.
    }
  }
}
