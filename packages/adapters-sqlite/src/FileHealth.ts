import { soundStore, type StoreCondition, StoreUnavailable } from "@quittance/core"
import { everyMillis } from "./Pause.ts"
import { sqliteCode } from "./SqliteFailure.ts"

/** How often a store without room is looked at again. */
const probeMillis = 1_000

/**
 * What is known of the file from the errors that SQLite met. Each change is told once, not with every request.
 *
 * A file that does not check out is written to no more by this process: what stands in it may be wrong, and what is written
 * on top of it would be. One without room is tried again until a write that needs room succeeds.
 */
export class FileHealth {
  readonly #filename: string
  readonly #report: (condition: StoreCondition, message: string) => void
  #condition: StoreCondition = soundStore
  #timer: NodeJS.Timeout | undefined
  /** Writes what needs room, and tells whether there was some. */
  probe: (found: (hasRoom: boolean) => void) => void = () => {}

  constructor(filename: string, report: (condition: StoreCondition, message: string) => void) {
    this.#filename = filename
    this.#report = report
  }

  get condition(): StoreCondition {
    return this.#condition
  }

  /** Why nothing may be written; nothing where it may. */
  get refusal(): StoreUnavailable | undefined {
    return this.#condition._tag === "damaged"
      ? new StoreUnavailable({ outcome: "notWritten", reason: this.#condition.reason })
      : undefined
  }

  /** Takes notice of an error that a read or a write met. */
  note(error: unknown): void {
    const code = sqliteCode(error)
    if (code === undefined || this.#condition._tag === "damaged") return
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

/** A quota that is used up shows as a failed write, and so does a limit on the size of files. */
const isOutOfRoom = (code: string): boolean =>
  /^SQLITE_(?:FULL|IOERR_WRITE|IOERR_SHMSIZE|IOERR_SHMMAP)$/.test(code)

const isDamage = (code: string): boolean => /^SQLITE_(?:CORRUPT|NOTADB|IOERR|READONLY_DBMOVED)/.test(code)
