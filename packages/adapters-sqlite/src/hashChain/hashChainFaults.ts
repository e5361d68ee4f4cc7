import type Database from "better-sqlite3"
import { type AnchorReading, anchorPath, readAnchor } from "./AnchorFile.ts"
import { joins } from "./anchorJoins.ts"
import { entryTextSql, eventTextSql, linkHash, postingTextSql } from "./HashChain.ts"
import type { LoggedDigests } from "./LoggedDigests.ts"

/** How many subjects of a broken link are named. */
const namedMax = 8

interface MetaRow {
  readonly store_id: string
  readonly has_anchor: 0 | 1
}

type EventCells = readonly [
  seq: number,
  partnerId: string,
  subjectId: string,
  digest: string,
  claimed: number | null,
  link: string | null,
  linkEntry: number | null,
  text: string
]

type EntryCells = readonly [seq: number, text: string, posting: string | null]

const eventsSql = `SELECT seq, partner_id, subject_id, digest, claimed, link, link_entry, ${eventTextSql}
  FROM events ORDER BY seq`

const entriesSql = `SELECT seq, ${entryTextSql}, ${postingTextSql}
  FROM journal_entries LEFT JOIN postings ON entry_seq = seq ORDER BY seq, position`

/**
 * Walks the chain from its start and compares it with the anchor. A group of commits whose events or journal
 * entries differ from what was committed is named by its numbers and subjects; the walk continues from the
 * stored link.
 */
export const hashChainFaults = (
  database: Database.Database,
  anchor: AnchorReading,
  digests: LoggedDigests
): ReadonlyArray<string> => {
  const entries = new EntryTexts(database)
  try {
    return faultsAlong(database, anchor, digests, entries)
  } finally {
    entries.close()
  }
}

const faultsAlong = (
  database: Database.Database,
  anchor: AnchorReading,
  digests: LoggedDigests,
  entries: EntryTexts
): ReadonlyArray<string> => {
  const meta = database.prepare("SELECT * FROM meta").safeIntegers(false).get() as MetaRow
  const faults: Array<string> = []
  let before = meta.store_id
  let events: Array<string> = []
  let first = 0
  let subjects = new Set<string>()
  let last = 0
  const walk = database.prepare(eventsSql).raw().safeIntegers(false).iterate()
  for (const cells of walk as IterableIterator<EventCells>) {
    const [seq, partnerId, subjectId, digest, claimed, link, linkEntry, text] = cells
    if (first === 0) first = seq
    last = seq
    if (subjects.size <= namedMax) subjects.add(subjectId)
    events.push(text, ...digests.add(partnerId, subjectId, digest, claimed))
    if (link === null) continue
    const entry = linkEntry ?? 0
    const written = entries.through(entry)
    if (linkHash(before, { event: seq, entry }, events, written.texts) !== link) {
      faults.push(
        `the chain is broken at ${range("event", first, seq)} (of ${named(subjects)})${
          written.first === 0 ? "" : ` and ${range("journal entry", written.first, entry)}`
        }: they differ from what was committed`
      )
    }
    before = link
    events = []
    first = 0
    subjects = new Set()
  }
  if (first !== 0)
    faults.push(`${range("event", first, last)} (of ${named(subjects)}): no commit wrote this content`)
  const rest = entries.through(Number.MAX_SAFE_INTEGER)
  if (rest.first !== 0)
    faults.push(`${range("journal entry", rest.first, rest.last)}: no commit wrote this content`)
  return [...faults, ...anchorFaults(database, anchor, meta)]
}

/**
 * A store that was restored and not opened since has no anchor of its own yet; the file beside it is compared
 * when the store is opened.
 */
const anchorFaults = (
  database: Database.Database,
  anchor: AnchorReading,
  { has_anchor }: MetaRow
): ReadonlyArray<string> => {
  if (has_anchor === 0) return []
  if (anchor._tag === "Read") {
    const fault = joins(database, anchor.mark)
    return fault === undefined ? [] : [`of the store: ${fault}`]
  }
  return [
    anchor._tag === "Absent" ? "the anchor of the store is missing" : "the anchor of the store cannot be read"
  ]
}

/** The anchor beside a store. Read it before the store: other processes may be writing to both. */
export const readAnchorOf = (filename: string): AnchorReading => readAnchor(anchorPath(filename))

/** The journal, read along with the events. */
class EntryTexts {
  readonly #cells: Iterator<EntryCells>
  #next: EntryCells | undefined

  constructor(database: Database.Database) {
    const cells = database.prepare(entriesSql).raw().safeIntegers(false).iterate()
    this.#cells = cells as IterableIterator<EntryCells>
    this.#advance()
  }

  /** The text of the entries up to this one that were not returned yet. */
  through(entry: number): {
    readonly texts: ReadonlyArray<string>
    readonly first: number
    readonly last: number
  } {
    const texts: Array<string> = []
    let first = 0
    let last = 0
    while (this.#next !== undefined && this.#next[0] <= entry) {
      const [seq, entryText, posting] = this.#next
      if (first === 0) first = seq
      if (seq !== last) texts.push(entryText)
      if (posting !== null) texts.push(posting)
      last = seq
      this.#advance()
    }
    return { texts, first, last }
  }

  /** A database with an open walk cannot be closed. */
  close(): void {
    this.#cells.return?.()
  }

  #advance(): void {
    const { done, value } = this.#cells.next()
    this.#next = done === true ? undefined : value
  }
}

const range = (noun: "event" | "journal entry", first: number, last: number): string => {
  if (first === last) return `${noun} ${first}`
  return `${noun === "event" ? "events" : "journal entries"} ${first} to ${last}`
}

const named = (subjects: ReadonlySet<string>): string =>
  subjects.size > namedMax
    ? `${[...subjects].slice(0, namedMax).join(", ")} and others`
    : [...subjects].join(", ")
