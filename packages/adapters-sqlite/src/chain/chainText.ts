import { hash } from "node:crypto"

/**
 * What a link of the chain is made of. The fields of a row are ids, tags, numbers and JSON, none of which has a control
 * character in it: so the marks between them make the text unambiguous.
 */
const field = "\u001f"
const row = "\u001e"

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

/** A place in the chain: everything up to this event and this journal entry. */
export interface Link {
  readonly event: number
  readonly entry: number
  /** SHA-256 over the link before and all that was written since; of the chain's beginning, the id of the store. */
  readonly hash: string
}

export const linkHash = (
  before: string,
  { entry, event }: Omit<Link, "hash">,
  events: string,
  entries: string
): string => hash("sha256", `${before} ${event} ${entry}${events}\n${entries}`, "base64url")
