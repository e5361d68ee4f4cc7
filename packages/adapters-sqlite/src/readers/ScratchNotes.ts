import type { Notes } from "@quittance/core"
import Database from "better-sqlite3"

/** How many notes of a kind are held in memory; the older half of more is written to the file. */
const heldMax = 10_000

/**
 * Notes of an audit in bounded memory. Most are taken soon after they were made, so the newest are held in memory and
 * the others are written to a temporary file, which SQLite makes for its owner only and unlinks when it opens it.
 */
export class ScratchNotes {
  readonly #heldMax: number
  #file: Database.Database | undefined
  readonly #kinds: Array<{ readonly size: number }> = []

  constructor(max = heldMax) {
    this.#heldMax = max
  }

  readonly notes = <V>(): Notes<V> => {
    const held = new Map<string, V>()
    this.#kinds.push(held)
    let spilled: SpilledNotes<V> | undefined

    const spill = () => {
      this.#file ??= scratchFile()
      spilled ??= spilledNotes(this.#file, `notes_${this.#kinds.indexOf(held)}`)
      const older = [...held].slice(0, Math.ceil(held.size / 2))
      for (const [key] of older) held.delete(key)
      // In the order of the table, so that pages are written once.
      older.sort(([one], [other]) => (one < other ? -1 : 1))
      for (const [key, value] of older) spilled.put(key, value)
    }

    return {
      get: (key) => held.get(key) ?? spilled?.get(key),
      set: (key, value) => {
        held.set(key, value)
        if (held.size > this.#heldMax) spill()
      },
      take: (key) => {
        const value = held.get(key)
        held.delete(key)
        // An older value may be in the file.
        const older = spilled?.take(key)
        return value ?? older
      },
      rest: function* () {
        yield* held
        for (const note of spilled?.all() ?? []) if (!held.has(note[0])) yield note
      }
    }
  }

  /** How many notes are in memory. */
  get held(): number {
    return this.#kinds.reduce((sum, { size }) => sum + size, 0)
  }

  close(): void {
    this.#file?.close()
  }
}

/** An empty name is a temporary file. Nothing in it has to survive, so it has no journal and nothing is committed. */
const scratchFile = (): Database.Database => {
  const file = new Database("")
  file.pragma("journal_mode = OFF")
  file.exec("BEGIN")
  return file
}

interface SpilledNotes<V> {
  readonly get: (key: string) => V | undefined
  readonly put: (key: string, value: V) => void
  readonly take: (key: string) => V | undefined
  readonly all: () => Iterable<readonly [string, V]>
}

const spilledNotes = <V>(file: Database.Database, table: string): SpilledNotes<V> => {
  file.exec(`CREATE TABLE ${table} (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID`)
  const get = file.prepare(`SELECT value FROM ${table} WHERE key = ?`).pluck()
  const put = file.prepare(`INSERT OR REPLACE INTO ${table} (key, value) VALUES (?, ?)`)
  const take = file.prepare(`DELETE FROM ${table} WHERE key = ? RETURNING value`).pluck()
  const all = file.prepare(`SELECT key, value FROM ${table}`).raw()
  const valueOf = (kept: unknown): V | undefined =>
    typeof kept === "string" ? (JSON.parse(kept, revived) as V) : undefined
  return {
    get: (key) => valueOf(get.get(key)),
    put: (key, value) => {
      put.run(key, JSON.stringify(value, replaced))
    },
    take: (key) => valueOf(take.get(key)),
    all: function* () {
      for (const row of all.iterate() as IterableIterator<readonly [string, unknown]>) {
        const value = valueOf(row[1])
        if (value !== undefined) yield [row[0], value]
      }
    }
  }
}

/** A bigint or a map as JSON. No field of a note has an empty name. */
const replaced = (_key: string, value: unknown): unknown => {
  if (typeof value === "bigint") return { "": String(value) }
  return value instanceof Map ? { "": [...value] } : value
}

const revived = (_key: string, value: unknown): unknown => {
  if (typeof value !== "object" || value === null || !("" in value)) return value
  const { "": content } = value
  return typeof content === "string" ? BigInt(content) : new Map(content as ReadonlyArray<[unknown, unknown]>)
}
