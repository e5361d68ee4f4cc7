import { StoreUnavailable } from "@quittance/core"
import { type StoreCondition, soundStore } from "@quittance/core/adapter"
import type { FileLoss, FileWatch } from "./FileWatch.ts"
import { everyMillis } from "./Pause.ts"
import { sqliteCode } from "./SqliteFailure.ts"
import { schemaVersion } from "./schema/steps.ts"

/** How often a store without free space is tried again, and how often the files of an idle one are compared. */
const probeMillis = 1_000

/**
 * The health of the file, derived from SQLite's errors and from what lies under its name. Each change is logged once,
 * not with every request.
 *
 * A damaged file is not written any more by this process, because new data could be based on wrong data. A file without
 * free space is tried again until a write that needs space succeeds. A file that is gone is neither written nor read
 * any more, also if it comes back: what happened to it meanwhile is not known, and a start finds out. A store of
 * another version of the schema is not written any more: what this process would write lacks what that version added.
 */
export class FileHealth {
  readonly #filename: string
  readonly #report: (condition: StoreCondition, message: string) => void
  #condition: StoreCondition = soundStore
  #timer: NodeJS.Timeout | undefined
  #files: FileWatch | undefined
  #watching: NodeJS.Timeout | undefined
  /** Writes something that needs space, and reports whether there was some. */
  probe: (found: (hasRoom: boolean) => void) => void = () => {}
  /** Moves a log that has lost its name into the file, and returns whether all of it is there. */
  saveLog: () => boolean = () => false

  constructor(filename: string, report: (condition: StoreCondition, message: string) => void) {
    this.#filename = filename
    this.#report = report
  }

  /** Compares the open files from now on, and calls `afterLook` each time. */
  watch(files: FileWatch, afterLook: () => void = () => {}): void {
    this.#files = files
    this.#watching = everyMillis(probeMillis, () => {
      this.#compare((open) => open.lookAtAll())
      afterLook()
    })
  }

  get condition(): StoreCondition {
    return this.#condition
  }

  /** Why nothing may be written; undefined if writing is allowed. */
  get refusal(): StoreUnavailable | undefined {
    return this.isOver || this.#condition._tag === "upgraded" ? this.#unavailable("notWritten") : undefined
  }

  /** Why nothing may be read. A damaged file may be: what SQLite reads is checked. */
  get unreadable(): StoreUnavailable | undefined {
    return this.#condition._tag === "gone" ? this.#unavailable("notWritten") : undefined
  }

  /** Whether this process does nothing to the file any more. */
  get isOver(): boolean {
    return this.#condition._tag === "damaged" || this.#condition._tag === "gone"
  }

  /** Compares the files before a group is written; returns why it may not be. */
  beforeGroup(): StoreUnavailable | undefined {
    this.#compare((files) => files.look())
    return this.refusal
  }

  /** Compares the files after a group was committed; returns why that counts for nothing. */
  afterGroup(): StoreUnavailable | undefined {
    this.#compare((files) => files.lookAfterWrites())
    return this.isOver ? this.#unavailable("unknown") : undefined
  }

  /** Records an error of a read or a write. */
  note(error: unknown): void {
    // A file that is gone explains most errors.
    if (sqliteCode(error) !== undefined) this.#compare((files) => files.look())
    this.#noteError(error)
  }

  close(): void {
    this.#stopLooking()
    clearInterval(this.#watching)
    this.#files?.close()
    this.#files = undefined
  }

  #compare(look: (files: FileWatch) => FileLoss | undefined): void {
    if (this.#files === undefined || this.isOver) return
    try {
      const loss = look(this.#files)
      if (loss !== undefined) this.#lose(loss)
    } catch (error) {
      this.#noteError(error)
    }
  }

  #lose({ isLogHeld, reason }: FileLoss): void {
    this.#stopLooking()
    const isSaved = isLogHeld && this.saveLog()
    const next = isSaved
      ? "Everything that was committed has been moved into the file, so nothing is lost: stop this process and start it again"
      : "Stop this process; put the file back together with its -wal and .anchor, or restore a backup (`quittance restore FILE`); then start it again"
    this.#become(
      { _tag: "gone", reason },
      `This process no longer reads or writes its store, and sends nothing: ${reason}. ${next}. It does not go on by itself.`
    )
  }

  #noteError(error: unknown): void {
    const code = sqliteCode(error)
    if (code === undefined || this.refusal !== undefined) return
    const detail = `${code}: ${error instanceof Error ? error.message : ""}`
    if (isOutOfRoom(code)) {
      if (this.#condition._tag === "full") return
      const reason = `there is no room for the store (${detail})`
      this.#become(
        { _tag: "full", reason },
        `Nothing can be written to ${this.#filename}: ${reason}. Writing is tried again every second.`
      )
      this.#timer = everyMillis(probeMillis, () => this.#look())
    } else if (isDamage(code)) {
      this.#stopLooking()
      const reason = `the store's file is damaged (${detail})`
      this.#become(
        { _tag: "damaged", reason },
        `This process no longer writes to ${this.#filename}: ${reason}. Stop it, keep a copy of the file with its -wal, run \`quittance ledger verify\`, and restore a backup if it finds damage.`
      )
    }
  }

  /** Records the version of the schema that a write found. */
  noteVersion(version: number): void {
    if (version === schemaVersion || this.refusal !== undefined) return
    this.#stopLooking()
    const reason = `the store is of schema version ${version} now, and this program works with version ${schemaVersion}`
    this.#become(
      { _tag: "upgraded", reason },
      `This process no longer writes to ${this.#filename}: ${reason}. Restart it with the version of the program that brought the store to version ${version}.`
    )
  }

  #unavailable(outcome: StoreUnavailable["outcome"]): StoreUnavailable {
    return new StoreUnavailable({
      outcome,
      reason: this.#condition._tag === "sound" ? "" : this.#condition.reason
    })
  }

  #look(): void {
    this.probe((hasRoom) => {
      if (!hasRoom || this.#condition._tag !== "full") return
      this.#stopLooking()
      this.#become(soundStore, `There is room for ${this.#filename} again.`)
    })
  }

  #stopLooking(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #become(condition: StoreCondition, message: string): void {
    this.#condition = condition
    this.#report(condition, message)
  }
}

/** An exhausted quota appears as a failed write, and so does a limit on file size. */
const isOutOfRoom = (code: string): boolean =>
  /^SQLITE_(?:FULL|IOERR_WRITE|IOERR_SHMSIZE|IOERR_SHMMAP)$/.test(code)

const isDamage = (code: string): boolean => /^SQLITE_(?:CORRUPT|NOTADB|IOERR|READONLY_DBMOVED)/.test(code)
