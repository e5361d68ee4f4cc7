import type { Notes } from "./AuditReader.ts"

/** How many notes of a kind are held in memory; beyond that, the older half is written to the file. */
const heldMax = 10_000

/** A temporary SQLite database, which each of its drivers opens under an empty name. */
export interface ScratchFile {
  readonly exec: (sql: string) => unknown
  readonly prepare: (sql: string) => {
    readonly get: (...parameters: Array<string>) => unknown
    readonly run: (...parameters: Array<string>) => unknown
    readonly iterate: (...parameters: Array<string>) => Iterable<unknown>
  }
  readonly close: () => unknown
}

/**
 * Notes of an audit in bounded memory. Most are taken soon after they were made, so the newest are held in memory and
 * the others are written to a temporary file, which SQLite makes for its owner only and unlinks when it opens it.
 */
export class ScratchNotes {
  readonly #open: () => ScratchFile
  readonly #heldMax: number
  #file: ScratchFile | undefined
  readonly #kinds: Array<{ readonly size: number }> = []

  constructor(open: () => ScratchFile, max = heldMax) {
    this.#open = open
    this.#heldMax = max
  }

  readonly notes = <V>(): Notes<V> => {
    const held = new Map<string, V>()
    this.#kinds.push(held)
    let spilled: SpilledNotes<V> | undefined

    const spill = () => {
      this.#file ??= prepared(this.#open())
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

/** Nothing in it must survive, so it has no journal and nothing is committed. */
const prepared = (file: ScratchFile): ScratchFile => {
  file.exec("PRAGMA journal_mode = OFF; BEGIN")
  return file
}

interface SpilledNotes<V> {
  readonly get: (key: string) => V | undefined
  readonly put: (key: string, value: V) => void
  readonly take: (key: string) => V | undefined
  readonly all: () => Iterable<readonly [string, V]>
}

const spilledNotes = <V>(file: ScratchFile, table: string): SpilledNotes<V> => {
  file.exec(`CREATE TABLE ${table} (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID`)
  const get = file.prepare(`SELECT value FROM ${table} WHERE key = ?`)
  const put = file.prepare(`INSERT OR REPLACE INTO ${table} (key, value) VALUES (?, ?)`)
  const take = file.prepare(`DELETE FROM ${table} WHERE key = ? RETURNING value`)
  const all = file.prepare(`SELECT key, value FROM ${table}`)
  const valueOf = (row: unknown): V | undefined =>
    row === undefined ? undefined : (JSON.parse((row as SpilledRow).value, revived) as V)
  return {
    get: (key) => valueOf(get.get(key)),
    put: (key, value) => {
      put.run(key, JSON.stringify(value, replaced))
    },
    take: (key) => valueOf(take.get(key)),
    all: function* () {
      for (const row of all.iterate()) {
        const value = valueOf(row)
        if (value !== undefined) yield [(row as SpilledRow).key, value]
      }
    }
  }
}

interface SpilledRow {
  readonly key: string
  readonly value: string
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
