import { hash } from "node:crypto"

/**
 * The content of a link of the chain. The fields of a row are ids, tags, numbers and JSON, none of which
 * contains a control character, so the separators make the text unambiguous.
 */
const field = "\u001f"
const row = "\u001e"

const sqlText = (columns: ReadonlyArray<string>): string => `char(30) || ${columns.join(" || char(31) || ")}`

export const eventText = (
  id: unknown,
  partnerId: unknown,
  subjectId: unknown,
  version: unknown,
  type: unknown,
  at: unknown,
  data: unknown,
  digest: unknown,
  claimed: unknown
): string =>
  `${row}${id}${field}${partnerId}${field}${subjectId}${field}${version}${field}${type}${field}${at}${field}${data}${field}${digest ?? ""}${field}${claimed ?? ""}`

export const entryText = (
  partnerId: unknown,
  currency: unknown,
  kind: unknown,
  subjectId: unknown,
  at: unknown,
  limitRule: unknown
): string =>
  `${row}${partnerId}${field}${currency}${field}${kind}${field}${subjectId}${field}${at}${field}${limitRule}`

export const postingText = (debit: unknown, credit: unknown, amountMinor: unknown): string =>
  `${field}${debit}${field}${credit}${field}${amountMinor}`

/** `eventText` as SQL, for reading back hundreds of thousands of rows. */
export const eventTextSql = sqlText([
  "id",
  "partner_id",
  "subject_id",
  "version",
  "type",
  "at",
  "data",
  "coalesce(digest, '')",
  "coalesce(claimed, '')"
])

export const entryTextSql = sqlText(["partner_id", "currency", "kind", "subject_id", "at", "limit_rule"])

/** Null for an entry without postings. */
export const postingTextSql = ["debit", "credit", "amount_minor"]
  .map((column) => `char(31) || ${column}`)
  .join(" || ")

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
  events: string,
  entries: string
): string => hash("sha256", `${before} ${event} ${entry}${events}\n${entries}`, "base64url")
