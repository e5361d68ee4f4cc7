import { soundStore, type StoreCondition, StoreUnavailable } from "@quittance/core"
import { everyMillis } from "./Pause.ts"
import { schemaVersion } from "./schema/steps.ts"
import { sqliteCode } from "./SqliteFailure.ts"

/** How often a store without free space is tried again. */
const probeMillis = 1_000

/**
 * The health of the file, derived from SQLite's errors. Each change is logged once, not with every request.
 *
 * A damaged file is not written any more by this process, because new data could be based on wrong data. A
 * file without free space is tried again until a write that needs space succeeds.
 */
export class FileHealth {
  readonly #filename: string
  readonly #report: (condition: StoreCondition, message: string) => void
  #condition: StoreCondition = soundStore
  #timer: NodeJS.Timeout | undefined
  /** Writes something that needs space, and reports whether there was some. */
  probe: (found: (hasRoom: boolean) => void) => void = () => {}

  constructor(filename: string, report: (condition: StoreCondition, message: string) => void) {
    this.#filename = filename
    this.#report = report
  }

  get condition(): StoreCondition {
    return this.#condition
  }

  /** Why nothing may be written; undefined if writing is allowed. */
  get refusal(): StoreUnavailable | undefined {
    const condition = this.#condition
    return condition._tag === "damaged" || condition._tag === "upgraded"
      ? new StoreUnavailable({ outcome: "notWritten", reason: condition.reason })
      : undefined
  }

  /** Records an error of a read or a write. */
  note(error: unknown): void {
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

  close(): void {
    this.#stopLooking()
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
