import {
  type Commit,
  claimChecksums,
  fieldSeparator,
  type RowTexts,
  rowDigests
} from "@quittance/core/adapter"

/** A checksum that a commit kept of something it wrote. */
export interface Digest {
  /** `claims` for the idempotency records of an owner. */
  readonly table: string
  readonly id: string
  /** Of the row. Events have no order that all processes agree on, but the versions of a row have one. */
  readonly version: number
  /**
   * Of a new or copied row, its checksums of what never changes and of what does; of a changed one, the latter; see
   * RowDigest.
   */
  readonly sum: string
}

/** Digests of what a commit writes, as its first event keeps them. The id of the subject of that event is left out. */
export const digestsOf = (
  { aggregates, claims }: Pick<Commit, "aggregates" | "claims">,
  subjectId: string
): string => {
  const digests: Array<Digest> = []
  const add = (table: string, id: string, version: number, sum: string) =>
    digests.push({ table, id, version, sum })
  for (const { _tag, expectedVersion, state } of aggregates) {
    const row = rowDigests.get(_tag)
    if (row === undefined) continue
    const id = row.idOf(state)
    if (expectedVersion > 0) {
      add(row.table, id, expectedVersion + 1, row.changed(state, expectedVersion + 1))
      continue
    }
    add(row.table, id, 1, wholeSum(row.inserted(state)))
  }
  for (const [ownerId, sum] of claimChecksums(claims) ?? []) add("claims", ownerId, 1, String(sum))
  return digestsText(digests, subjectId)
}

/** The checksum of a whole row. */
export const wholeSum = ({ changing, fixed }: RowTexts): string => `${fixed}.${changing}`

/** Digests as an event about this subject keeps them. */
export const digestsText = (digests: ReadonlyArray<Digest>, subjectId: string): string =>
  digests
    .flatMap(({ id, sum, table, version }) => [table, id === subjectId ? "" : id, String(version), sum])
    .join(fieldSeparator)

/** The digests that an event keeps. */
export const digestsIn = (text: string, subjectId: string): ReadonlyArray<Digest> => {
  if (text === "") return []
  const fields = text.split(fieldSeparator)
  const digests: Array<Digest> = []
  for (let at = 0; at < fields.length; at += 4) {
    const [table = "", id = "", version, sum = ""] = fields.slice(at, at + 4)
    digests.push({ table, id: id === "" ? subjectId : id, version: Number(version), sum })
  }
  return digests
}
