import {
  checksumOfTexts,
  type EventRecord,
  fieldSeparator,
  type JournalEntry,
  type Row,
  textIn
} from "@quittance/core/adapter"

/** Between journal entries. */
const entrySeparator = "\u001e"

/** What an event keeps of itself and of the journal entries that are named by it, as a 32-bit integer. */
export const eventChecksum = (
  { actor, at, event, id, partnerId, subjectId, version }: EventRecord,
  data: string,
  digests: string,
  entries: ReadonlyArray<JournalEntry>
): number =>
  checksum(
    [partnerId, id, subjectId, String(version), event._tag, String(at), data, digests],
    entries.map(entryText).join(entrySeparator),
    actor
  )

/** The actor comes last, and only if there is one: checksums of before there were actors stay valid. */
const checksum = (texts: ReadonlyArray<string>, entries: string, actor: string | null): number =>
  checksumOfTexts(actor === null ? [...texts, entries] : [...texts, entries, actor]) | 0

const entryText = ({ at, currency, kind, limit, postings, subjectId }: JournalEntry, place: number): string =>
  [
    place,
    currency,
    kind,
    subjectId,
    at,
    limit,
    postings.map(({ debit }) => debit).join(),
    postings.map(({ credit }) => credit).join(),
    postings.map(({ amountMinor }) => amountMinor).join()
  ].join(fieldSeparator)

/** Events with what their checksum covers: the texts of their entries are joined like `entryText`. */
export const checkedEvents = `(SELECT partner_id, id, subject_id, version, type, at, actor, data, digests, checksum, coalesce(
    (SELECT string_agg(concat_ws(U&'\\001F', place, currency, kind, subject_id, at, limit_rule, array_to_string(debits, ','),
         array_to_string(credits, ','), array_to_string(amounts_minor, ',')), U&'\\001E' ORDER BY place)
       FROM journal_entries AS entry WHERE entry.partner_id = events.partner_id AND entry.event_id = events.id), '') AS entries
  FROM events WHERE digests <> '' OR checksum IS NOT NULL) AS logged`

/** Whether a row of `checkedEvents` is what its commit wrote; one of before there were checksums always is. */
export const isAsCommitted = (row: Row): boolean =>
  row.checksum === null ||
  Number(row.checksum) ===
    checksum(
      ["partner_id", "id", "subject_id", "version", "type", "at", "data", "digests"].map((column) =>
        String(row[column])
      ),
      textIn(row, "entries"),
      row.actor === null ? null : textIn(row, "actor")
    )
