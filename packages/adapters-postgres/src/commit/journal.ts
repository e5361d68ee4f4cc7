import {
  type Commit,
  type EventRecord,
  eventData,
  invariant,
  type JournalEntry
} from "@quittance/core/adapter"
import type { Call } from "../connect/Connections.ts"
import { BulkRows, bigints, insertStatement, type Partners, texts } from "./BulkRows.ts"
import { digestsOf } from "./digests.ts"
import { eventChecksum } from "./eventChecksum.ts"

/**
 * Journal entries. The postings of all entries are three flat arrays, of which each entry takes a part, because arrays
 * of PostgreSQL in an array are all of one length.
 */
const post = (partners: Partners) => ({
  name: `insert journal_entries of ${partners}`,
  text: `INSERT INTO journal_entries
      (partner_id, event_id, place, currency, kind, subject_id, at, limit_rule, debits, credits, amounts_minor)
    VALUES (${partners === "one" ? "$1::text" : "unnest($1::text[])"}, unnest($2::text[]), unnest($3::bigint[]),
      unnest($4::text[]), unnest($5::text[]), unnest($6::text[]), unnest($7::bigint[]), unnest($8::text[]),
      ($9::text[])[unnest($12::int[]):unnest($13::int[])], ($10::text[])[unnest($12::int[]):unnest($13::int[])],
      ($11::bigint[])[unnest($12::int[]):unnest($13::int[])])`
})

const postings = { one: post("one"), many: post("many") }

const log = insertStatement("events", [
  ...texts("id", "subject_id"),
  ...bigints("version"),
  ...texts("type"),
  ...bigints("at"),
  ...texts("actor", "data", "digests"),
  ...bigints("checksum")
])

/** An entry by the first event of its commit, and its place among the entries there. */
interface NamedEntry extends JournalEntry {
  readonly eventId: string
  readonly place: number
}

/** What a group appends: journal entries and events. */
export class JournalRows {
  readonly #entries: Array<NamedEntry> = []
  readonly #events = new BulkRows(log)

  add(commit: Pick<Commit, "aggregates" | "claims" | "entries" | "events">): void {
    const { entries, events } = commit
    const [first] = events
    invariant(first !== undefined || entries.length === 0, "a commit with entries has an event")
    for (const [place, entry] of entries.entries())
      this.#entries.push({ ...entry, eventId: first?.id ?? "", place })
    for (const event of events)
      if (event === first) this.#addEvent(event, digestsOf(commit, event.subjectId), entries)
      else this.#addEvent(event, "", [])
  }

  #addEvent(record: EventRecord, digests: string, entries: ReadonlyArray<JournalEntry>): void {
    const { actor, at, event, id, partnerId, subjectId, version } = record
    const data = eventData(record)
    const checksum = eventChecksum(record, data, digests, entries)
    this.#events.add(partnerId, [id, subjectId, version, event._tag, at, actor, data, digests, checksum])
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    return [...this.#entryCalls(partners), ...this.#events.calls(partners)]
  }

  #entryCalls(partners: Partners): ReadonlyArray<Call> {
    const entries = this.#entries
    const [first] = entries
    if (first === undefined) return []
    const all = entries.flatMap((entry) => entry.postings)
    const from: Array<number> = []
    const to: Array<number> = []
    let count = 0
    for (const entry of entries) {
      from.push(count + 1)
      count += entry.postings.length
      to.push(count)
    }
    return [
      {
        statement: postings[partners],
        values: [
          partners === "one" ? first.partnerId : entries.map(({ partnerId }) => partnerId),
          entries.map(({ eventId }) => eventId),
          entries.map(({ place }) => place),
          entries.map(({ currency }) => currency),
          entries.map(({ kind }) => kind),
          entries.map(({ subjectId }) => subjectId),
          entries.map(({ at }) => at),
          entries.map(({ limit }) => limit),
          all.map(({ debit }) => debit),
          all.map(({ credit }) => credit),
          all.map(({ amountMinor }) => amountMinor),
          from,
          to
        ]
      }
    ]
  }
}
