import { hash } from "node:crypto"
import { type EventRecord, fieldSeparator, type JournalEntry } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect, Option } from "effect"
import type { FileHealth } from "../FileHealth.ts"
import { AnchorFile } from "./AnchorFile.ts"
import { anchorIdsOf } from "./anchorJoins.ts"

/** The end of the chain, and the instant of the event that carries it. */
export interface HashChainHead extends Link {
  readonly at: number
}

/** What is stored with an event: see RowDigest. */
export interface EventMarks {
  readonly digest: string
  readonly claimed: number | undefined
  /** The fixed texts of the rows inserted with it. */
  readonly fixed: ReadonlyArray<string>
}

interface LinkRow {
  readonly seq: number
  readonly link: string | null
  readonly link_entry: number | null
  readonly at: number
}

/**
 * Every group of commits adds one link: a hash over the previous link and over the events and journal entries
 * of the group, stored in the row of its last event. It costs the group one statement and no extra page.
 *
 * Other processes add links too; their last one is looked up under the write lock.
 */
export class HashChain {
  readonly #find: Database.Statement
  readonly #beginning: Database.Statement
  readonly #put: Database.Statement
  #events: Array<string> = []
  #entries: Array<string> = []
  #first = 0
  #last = 0
  #lastEntry = 0
  #at = 0
  #head: HashChainHead | undefined
  #sealed: HashChainHead | undefined
  #isShared = false

  constructor(database: Database.Database) {
    this.#find = database.prepare(
      "SELECT seq, link, link_entry, at FROM events WHERE seq < ? AND link IS NOT NULL ORDER BY seq DESC LIMIT 1"
    )
    this.#beginning = database.prepare(
      "SELECT 0 AS event, 0 AS entry, store_id AS hash, created_at AS at FROM meta"
    )
    this.#put = database.prepare("UPDATE events SET link = ?, link_entry = ? WHERE seq = ?")
  }

  /** A write of the current group inserted this event. */
  noteEvent(seq: number, record: EventRecord, data: string, { claimed, digest, fixed }: EventMarks): void {
    if (this.#first === 0) this.#first = seq
    this.#last = seq
    this.#at = record.at
    this.#events.push(eventText(record, data, digest, claimed), ...fixed)
  }

  /** A write of the current group inserted this journal entry. */
  noteEntry(seq: number, entry: JournalEntry): void {
    this.#lastEntry = seq
    this.#entries.push(entryText(entry))
  }

  /** Writes the link of the current group, just before it is committed. */
  seal(): void {
    if (this.#first === 0) {
      if (this.#lastEntry !== 0) throw new Error("a commit with journal entries has an event")
      return
    }
    const isOurs = this.#head?.event === this.#first - 1
    if (this.#head !== undefined && !isOurs) this.#isShared = true
    const before = isOurs && this.#head !== undefined ? this.#head : this.#before(this.#first)
    const end = { event: this.#last, entry: this.#lastEntry === 0 ? before.entry : this.#lastEntry }
    const hash = linkHash(before.hash, end, this.#events, this.#entries)
    this.#put.run(hash, end.entry, end.event)
    this.#sealed = { ...end, hash, at: this.#at }
    this.#forgetGroup()
  }

  /** The group is durable. Returns the new end of the chain, if there is one. */
  committed(): HashChainHead | undefined {
    const sealed = this.#sealed
    if (sealed !== undefined) this.#head = sealed
    this.#sealed = undefined
    return sealed
  }

  /** The group was rolled back, or its outcome is unknown. */
  takenBack(): void {
    this.#sealed = undefined
    this.#head = undefined
    this.#forgetGroup()
  }

  /** Whether another process was seen to write as well. */
  get isShared(): boolean {
    return this.#isShared
  }

  /** The current end of the chain in the store. */
  get stored(): HashChainHead {
    return this.#before(Number.MAX_SAFE_INTEGER)
  }

  #before(event: number): HashChainHead {
    const found = this.#find.get(event) as LinkRow | undefined
    return found?.link == null
      ? (this.#beginning.get() as HashChainHead)
      : { event: found.seq, entry: found.link_entry ?? 0, hash: found.link, at: found.at }
  }

  #forgetGroup(): void {
    this.#events = []
    this.#entries = []
    this.#first = 0
    this.#lastEntry = 0
  }
}

/**
 * The content of a link of the chain: fields with a separator between them. The fields of an event or entry
 * are ids, tags, numbers, actors and JSON, none of which contains a control character, so the separators make the
 * text unambiguous.
 */
export const joined = (fields: ReadonlyArray<string | number | bigint>): string => fields.join(fieldSeparator)

/** Begins an event or an entry. */
const row = "\u001e"

const sqlText = (columns: ReadonlyArray<string>): string => ["char(30)", ...columns].join(" || char(31) || ")

/** The actor comes last, and only if there is one: links of before there were actors stay valid. */
export const eventText = (
  { actor, at, event, id, partnerId, subjectId, version }: EventRecord,
  data: string,
  digest: string,
  claimed: number | undefined
): string =>
  `${row}${fieldSeparator}${id}${fieldSeparator}${partnerId}${fieldSeparator}${subjectId}${fieldSeparator}${version}${fieldSeparator}${event._tag}${fieldSeparator}${at}${fieldSeparator}${data}${fieldSeparator}${digest}${fieldSeparator}${claimed ?? ""}${fieldSeparator}${actor}`

export const entryText = ({
  at,
  currency,
  kind,
  limit,
  partnerId,
  postings,
  subjectId
}: JournalEntry): string => {
  const fields: Array<string | number | bigint> = [row, partnerId, currency, kind, subjectId, at, limit]
  for (const { amountMinor, credit, debit } of postings) fields.push(debit, credit, amountMinor)
  return joined(fields)
}

/** `eventText` as SQL, for reading back hundreds of thousands of rows. */
export const eventTextSql = sqlText([
  "id",
  "partner_id",
  "subject_id",
  "version",
  "type",
  "at",
  "data",
  "digest",
  "coalesce(claimed, '') || coalesce(char(31) || actor, '')"
])

export const entryTextSql = sqlText(["partner_id", "currency", "kind", "subject_id", "at", "limit_rule"])

/** Null for an entry without postings. */
export const postingTextSql = "debit || char(31) || credit || char(31) || amount_minor"

/** A place in the chain: everything up to this event and this journal entry. */
export interface Link {
  readonly event: number
  readonly entry: number
  /**
   * SHA-256 over the previous link and everything written since; for the first link, over the id of the
   * store.
   */
  readonly hash: string
}

export const linkHash = (
  before: string,
  { entry, event }: Omit<Link, "hash">,
  events: ReadonlyArray<string>,
  entries: ReadonlyArray<string>
): string => hash("sha256", `${before} ${event} ${entry}\n${joined(events)}\n${joined(entries)}`, "base64url")

/** Keeps the anchor at the end of the chain. */
export interface Anchoring {
  readonly note: (head: HashChainHead | undefined) => void
  /** Looks whether the file of the anchor is still there, unless the store itself is gone. */
  readonly look: (health: FileHealth) => void
  /** A store that is damaged or gone has no reliable end of its chain. */
  readonly close: (health: FileHealth) => void
}

/** The anchor of an open store. A store opened read-only does not move it. */
export const anchoringOf = (
  database: Database.Database,
  hashChain: HashChain,
  { filename, readonly = false }: { readonly filename: string; readonly readonly?: boolean }
): Effect.Effect<Anchoring> =>
  Effect.map(Effect.context<never>(), (context) => {
    if (readonly) return { note: () => {}, look: () => {}, close: () => {} }
    const run = Effect.runSyncWith(context)
    const anchor = new AnchorFile(filename, (message) => run(Effect.logError(message)))
    const id = anchorIdsOf(database).at(-1) ?? ""
    const markOf = ({ at, event, hash }: HashChainHead) => ({ id, event, hash, at })
    return {
      note: (head) => {
        if (head === undefined) return
        // If other processes write too, one of them may be further.
        if (hashChain.isShared) anchor.writeIfLater(markOf(head))
        else anchor.write(markOf(head))
      },
      look: ({ isOver }) => {
        if (!isOver) anchor.look()
      },
      close: ({ isOver }) => anchor.close(isOver ? Option.none() : Option.map(endOf(hashChain), markOf))
    }
  })

/** If other processes wrote as well, the end is theirs. An unreadable store has none. */
const endOf = (hashChain: HashChain): Option.Option<HashChainHead> => {
  try {
    return Option.some(hashChain.stored)
  } catch {
    return Option.none()
  }
}
