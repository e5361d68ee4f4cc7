import { hash } from "node:crypto"
import { type EventRecord, fieldSeparator, type JournalEntry } from "@quittance/core/adapter"

/**
 * The content of a link of the chain: fields with a separator between them. The fields of an event or entry
 * are ids, tags, numbers and JSON, none of which contains a control character, so the separators make the
 * text unambiguous.
 */
export const joined = (fields: ReadonlyArray<string | number | bigint>): string => fields.join(fieldSeparator)

/** Begins an event or an entry. */
const row = "\u001e"

const sqlText = (columns: ReadonlyArray<string>): string => ["char(30)", ...columns].join(" || char(31) || ")

export const eventText = (
  { at, event, id, partnerId, subjectId, version }: EventRecord,
  data: string,
  digest: string,
  claimed: number | undefined
): string => joined([row, id, partnerId, subjectId, version, event._tag, at, data, digest, claimed ?? ""])

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
  "coalesce(claimed, '')"
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
